import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { loadServiceHours } from '#server/backend/support/hours/hours.ts'
import { findOwnFiles } from '#server/backend/upload/upload-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { forumReportApi, OwnDecision } from '#shared/contract/forum-report.ts'
import { forumClauseText, reportClauses } from '#shared/rules/forum-clauses.ts'
import { answerMs, appealMs, appealWorkingDays } from '#shared/rules/forum-process.ts'
import { addWorkingDays } from '#shared/rules/service-hours.ts'
import { findBan } from '../ban-store.ts'
import { keepPost } from '../publication-store.ts'
import { insertAppeal } from './appeal-store.ts'
import { openReportCase } from './case-store.ts'
import { findOwnDecision, listOwnDecisions, lockDecision, type OwnDecisionRow } from './decision-store.ts'
import { insertReport, listOwnReports } from './report-store.ts'
import { overturnedResult, reportResult } from './tell.ts'
import { findText, isShown } from './text-store.ts'

const gone = (): ApiError => new ApiError(Code.NotFound, '没有找到这条处理记录')

/** Until when a decision may be appealed; null when nobody may any more. */
function appealUntil(row: OwnDecisionRow, now: number): number | null {
  if (row.toldAt === null || row.clause === null || row.overturnedAt !== null || row.appealAt !== null) return null
  const until = row.toldAt.getTime() + appealMs
  return until > now ? until : null
}

function toOwnDecision(row: OwnDecisionRow, now: number): OwnDecision {
  const { appealAt, appealDueAt } = row
  return {
    id: row.id,
    act: row.act,
    target: row.target,
    postId: row.postId,
    title: row.title,
    content: row.content,
    clause: row.clause === null ? null : forumClauseText(row.clause),
    reason: row.reason,
    note: row.note,
    banDays: row.banDays,
    banUntil: row.banUntil?.getTime() ?? null,
    isBanned: row.banIsActive === true,
    time: (row.toldAt ?? row.at).getTime(),
    isOverturned: row.overturnedAt !== null,
    appealUntil: appealUntil(row, now),
    appeal:
      appealAt === null || appealDueAt === null
        ? null
        : {
            words: row.appealWords ?? '',
            pictures: row.appealPictures ?? [],
            time: appealAt.getTime(),
            dueTime: appealDueAt.getTime(),
            answerTime: row.appealDecidedAt?.getTime() ?? null,
            isWon: row.appealIsWon,
            answer: row.appealAnswer,
          },
  }
}

async function checkPictures({ db }: CallContext, { userId }: Session, pictures: readonly string[]): Promise<void> {
  if (!(await findOwnFiles(db, userId, pictures, 'study'))) throw new ApiError(Code.Toast, '图片没有传上，请重新选一次')
}

/** Due process from the learner's side. */
export const forumReportHandlers: Handlers<typeof forumReportApi> = {
  async report(ctx, { target, id, clause, words, pictures }, session) {
    await ctx.limits.take('forumReport', String(session.userId))
    if (!reportClauses.some(({ key }) => key === clause)) throw new ApiError(Code.Toast, '请选一个理由')
    await checkPictures(ctx, session, pictures)
    const now = new Date(ctx.clock.now())
    return ctx.tx(async (trx) => {
      const seen = await findText(trx, target, id)
      if (!isShown(seen)) throw new ApiError(Code.NotFound, '这篇内容已经不在了')
      if (seen.authorId === session.userId) throw new ApiError(Code.Toast, '这是你自己的内容，可以直接删除')
      // no decision or edit comes between; other reports may
      await keepPost(trx, seen.postId)
      if (!isShown(await findText(trx, target, id))) throw new ApiError(Code.NotFound, '这篇内容已经不在了')
      const { postId, plateId, authorId } = seen
      const dueAt = new Date(now.getTime() + answerMs)
      const about = { target, targetId: id }
      const caseId = await openReportCase(trx, { ...about, postId, plateId, authorId, now, dueAt })
      const report = { ...about, caseId, reporterId: session.userId, clause, words, pictures, at: now }
      const reportId = await insertReport(trx, report)
      if (reportId === undefined) throw new ApiError(Code.Toast, '你已经举报过了，结果会写在消息里')
      return { id: reportId, dueTime: dueAt.getTime() }
    })
  },

  async reports(ctx, page, session) {
    const { rows, total } = await listOwnReports(ctx.db, session.userId, page)
    const records = rows.map(({ at, dueAt, toldAt, act, isOverturned, clause, ...row }) => ({
      ...row,
      clause: forumClauseText(clause),
      time: at.getTime(),
      dueTime: dueAt.getTime(),
      result: toldAt === null || act === null ? null : isOverturned ? overturnedResult : reportResult(act),
    }))
    return toPage(records, total, page)
  },

  async decisions(ctx, page, session) {
    const now = ctx.clock.now()
    const { rows, total } = await listOwnDecisions(ctx.db, session.userId, new Date(now), page)
    return toPage(
      rows.map((row) => toOwnDecision(row, now)),
      total,
      page,
    )
  },

  async decision(ctx, { id }, session) {
    const now = ctx.clock.now()
    const row = await findOwnDecision(ctx.db, session.userId, id, new Date(now))
    if (!row) throw gone()
    return toOwnDecision(row, now)
  },

  async appeal(ctx, { id, words, pictures }, session) {
    await ctx.limits.take('forumAppeal', String(session.userId))
    await checkPictures(ctx, session, pictures)
    const now = new Date(ctx.clock.now())
    const hours = await loadServiceHours(ctx)
    const dueAt = new Date(addWorkingDays(hours, now.getTime(), appealWorkingDays))
    return ctx.tx(async (trx) => {
      await lockDecision(trx, id)
      const row = await findOwnDecision(trx, session.userId, id, now)
      if (!row) throw gone()
      if (row.appealAt !== null) throw new ApiError(Code.Toast, '每个决定可以申诉一次，这一个已经申诉过了')
      if (row.overturnedAt !== null) throw new ApiError(Code.Toast, '这个决定已经撤销，不用申诉')
      if (row.clause === null) throw new ApiError(Code.Toast, '这个决定没有对你不利，不用申诉')
      if (appealUntil(row, now.getTime()) === null) throw new ApiError(Code.Toast, '已经过了 15 天，不能再申诉')
      const appeal = { decisionId: id, userId: session.userId, words, pictures, at: now, dueAt }
      if ((await insertAppeal(trx, appeal)) === undefined)
        throw new ApiError(Code.Toast, '每个决定可以申诉一次，这一个已经申诉过了')
      return { dueTime: dueAt.getTime() }
    })
  },

  async ownBan(ctx, _input, session) {
    const now = new Date(ctx.clock.now())
    const ban = await findBan(ctx.db, session.userId, now)
    if (!ban) return null
    const decision =
      ban.decisionId === null ? undefined : await findOwnDecision(ctx.db, session.userId, ban.decisionId, now)
    return {
      clause: ban.clause === null ? null : forumClauseText(ban.clause),
      reason: ban.reason,
      beginTime: ban.begunAt.getTime(),
      untilTime: ban.untilAt?.getTime() ?? null,
      decisionId: decision?.id ?? null,
      appealUntil: decision ? appealUntil(decision, now.getTime()) : null,
      isAppealed: decision?.appealAt != null,
    }
  },
}
