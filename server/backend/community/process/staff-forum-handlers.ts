import { shanghaiTime } from '#server/backend/base/shanghai-day.ts'
import type { StaffCallContext } from '#server/backend/audit/staff-call.ts'
import { sanitiseHtml } from '#server/backend/content/html/sanitise.ts'
import type { Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { CaseKind, ForumTarget } from '#shared/contract/enums.ts'
import type { CaseDetail, staffForumApi } from '#shared/contract/staff-forum.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { forumClauses, forumClauseText } from '#shared/rules/forum-clauses.ts'
import { liftBan, listBans, lockBan } from '../ban-store.ts'
import { listAppeals } from './appeal-store.ts'
import { decideAppeal, hadNoPart } from './appeals.ts'
import { claimCase, countOverdue, findCase, listQueue, releaseCase } from './case-store.ts'
import { countRecord, findNamedDecision, listDecisions } from './decision-store.ts'
import { countAppeals, countCases } from './figures-store.ts'
import { staffPlateHandlers } from './staff-plate-handlers.ts'
import { listReports, listReportsOf } from './report-store.ts'
import { banUser, checkCase, decideCase, removeText } from './ruling.ts'
import { scopeOf } from './scope.ts'
import { toAppeal, toCase, toDecision, toFigures, toReport } from './show-staff.ts'
import { findText, listCommentPictures, textKeyOf } from './text-store.ts'
import { takeBack } from './undo.ts'

const claimMs = 10 * 60_000
/** What is late is counted so far. */
const mostLate = 100
/** Decisions before about the same text, shown beside it. */
const mostBefore = 10

function readCursor(after: string | undefined): { dueAt: Date; id: number } | undefined {
  const [time, id] = after?.split('.') ?? []
  return time === undefined || id === undefined ? undefined : { dueAt: new Date(Number(time)), id: Number(id) }
}

async function showCase(ctx: StaffCallContext, session: Session, id: number): Promise<CaseDetail> {
  const found = await checkCase(ctx.db, session, id, '查看')
  const { target, targetId } = found
  const text = await findText(ctx.db, target, targetId)
  if (!text) throw new ApiError(Code.NotFound, '没有找到这件')
  const shown = (html: string): string => sanitiseHtml(html, { links: 'user' }).html
  const isComment = target === ForumTarget.comment
  const [record, reports, before, pictures, post] = await Promise.all([
    countRecord(ctx.db, found.authorId),
    found.kind === CaseKind.report ? listReportsOf(ctx.db, id) : [],
    listDecisions(ctx.db, { target, targetId }, { pageNum: 1, pageSize: mostBefore }),
    isComment ? listCommentPictures(ctx.db, targetId) : [],
    target === ForumTarget.revision ? findText(ctx.db, ForumTarget.post, found.postId) : undefined,
  ])
  return {
    ...toCase(found, session.userId, ctx.clock.now()),
    textKey: textKeyOf(target, text),
    content: isComment ? text.content : shown(text.content),
    published: post ? { title: post.title, content: shown(post.content) } : null,
    pictures,
    record,
    reported: reports.map(toReport),
    before: before.rows.map(toDecision),
  }
}

/** The forum's due process from the staff's side. */
export const staffForumHandlers: Handlers<typeof staffForumApi> = {
  ...staffPlateHandlers,

  async queue(ctx, { kind, plateId, after, pageSize }, session) {
    const now = ctx.clock.now()
    const scope = await scopeOf(ctx.db, session)
    const filter = { kind, plateId, after: readCursor(after) }
    const [rows, overdue] = await Promise.all([
      listQueue(ctx.db, scope, filter, pageSize + 1),
      countOverdue(ctx.db, scope, new Date(now), mostLate),
    ])
    const records = rows.slice(0, pageSize).map((row) => toCase(row, session.userId, now))
    const last = records.at(-1)
    return { records, next: rows.length > pageSize && last ? `${last.dueTime}.${last.id}` : null, overdue }
  },

  async case(ctx, { id }, session) {
    return showCase(ctx, session, id)
  },

  async claim(ctx, { id }, session) {
    await checkCase(ctx.db, session, id, '处理')
    const now = new Date(ctx.clock.now())
    const until = new Date(now.getTime() + claimMs)
    if (!(await claimCase(ctx.db, { id, userId: session.userId, now, until }))) {
      const found = await findCase(ctx.db, id)
      throw new ApiError(Code.Toast, found?.closedAt === null ? '另一位同事正在看这件，请看下一件' : '这件已经处理过了')
    }
    await ctx.acts.record(ctx.db, { action: 'forum.claim', subject: 'forum-case', subjectId: id })
    return { untilTime: until.getTime() }
  },

  async release(ctx, { id }, session) {
    if (await releaseCase(ctx.db, id, session.userId))
      await ctx.acts.record(ctx.db, { action: 'forum.release', subject: 'forum-case', subjectId: id })
    else ctx.acts.unchanged()
    return null
  },

  async decide(ctx, { clause = '', banDays, ...input }, session) {
    return decideCase(ctx, session, { ...input, clause, banDays })
  },

  async takeBack(ctx, { decisionId }, session) {
    await takeBack(ctx, session, decisionId)
    return null
  },

  async remove(ctx, { banDays, ...input }, session) {
    return removeText(ctx, session, { ...input, banDays })
  },

  async ban(ctx, input, session) {
    return banUser(ctx, session, input)
  },

  async lift(ctx, { id, reason }, session) {
    const now = new Date(ctx.clock.now())
    const ban = await lockBan(ctx.db, id, now)
    if (!ban) throw new ApiError(Code.NotFound, '没有找到这次禁言')
    if (ban.userId === session.userId) throw new ApiError(Code.Toast, '不能解除自己的禁言，请让其他同事处理')
    if (!ban.isActive) throw new ApiError(Code.Toast, '这次禁言已经结束了')
    await liftBan(ctx.db, id, { userId: session.userId, reason, now })
    await ctx.acts.record(ctx.db, {
      action: 'forum.lift',
      subject: 'forum-ban',
      subjectId: id,
      detail: { userId: ban.userId, reason },
    })
    return null
  },

  async bans(ctx, { active, userId, ...page }) {
    const { rows, total } = await listBans(ctx.db, { active, userId, now: new Date(ctx.clock.now()) }, page)
    const records = rows.map((row) => ({
      id: row.id,
      user: { id: row.userId, nickname: row.nickname },
      clause: row.clause === null ? null : forumClauseText(row.clause),
      reason: row.reason,
      beginTime: row.begunAt.getTime(),
      untilTime: row.untilAt?.getTime() ?? null,
      liftTime: row.liftedAt?.getTime() ?? null,
      liftReason: row.liftReason,
      decisionId: row.decisionId,
      isActive: row.isActive,
    }))
    return toPage(records, total, page)
  },

  async decisions(ctx, { authorId, ...page }) {
    const { rows, total } = await listDecisions(ctx.db, { authorId }, page)
    return toPage(rows.map(toDecision), total, page)
  },

  async reports(ctx, { reporterId, ...page }, session) {
    const { rows, total } = await listReports(ctx.db, { userId: session.userId, reporterId }, page)
    const records = rows.map((row) => ({
      ...toReport(row),
      caseId: row.caseId,
      target: row.target,
      targetId: row.targetId,
      toldTime: row.toldAt?.getTime() ?? null,
    }))
    return toPage(records, total, page)
  },

  async appeals(ctx, { open, ...page }, session) {
    const now = ctx.clock.now()
    const { rows, total } = await listAppeals(ctx.db, { userId: session.userId, open }, page)
    const records = await Promise.all(
      rows.map(async (row) => {
        const decision = await findNamedDecision(ctx.db, row.decisionId)
        if (!decision) throw new Error(`The appeal ${row.id} has no decision.`)
        return toAppeal(row, decision, { mayDecide: await hadNoPart(ctx, session, decision), now })
      }),
    )
    return toPage(records, total, page)
  },

  async decideAppeal(ctx, input, session) {
    await decideAppeal(ctx, session, input)
    return null
  },

  async clauses() {
    return forumClauses.map(({ reasons, ...clause }) => ({ ...clause, reasons: [...reasons] }))
  },

  async figures(ctx, { from, to }) {
    const span = {
      from: new Date(shanghaiTime(from, 0)),
      to: new Date(shanghaiTime(to, 0) + dayMs),
      now: new Date(ctx.clock.now()),
    }
    const days = (span.to.getTime() - span.from.getTime()) / dayMs
    if (days < 1 || days > 366) throw new ApiError(Code.Toast, '结束日期不能早于开始日期，最多看一年')
    const [review, report, appeal] = await Promise.all([
      countCases(ctx.db, CaseKind.review, span),
      countCases(ctx.db, CaseKind.report, span),
      countAppeals(ctx.db, span),
    ])
    return { review: toFigures(review), report: toFigures(report), appeal: toFigures(appeal) }
  },
}
