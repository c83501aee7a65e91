import type { StaffCallContext } from '#server/backend/audit/staff-call.ts'
import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { afterCommit } from '#server/backend/db/transaction-guard.ts'
import { sanitiseHtml } from '#server/backend/content/html/sanitise.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { BanDays, CaseKind, DecisionAct, ForumTarget } from '#shared/contract/enums.ts'
import { hasRight } from '#shared/contract/staff-rights.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { isForumClause } from '#shared/rules/forum-clauses.ts'
import { holdSpeaker, insertBan } from '../ban-store.ts'
import { holdPost } from '../publication-store.ts'
import { tellPages, unpublishComment, unpublishPost } from '../publication.ts'
import { type CaseRow, closeCases, findCase, lockCase } from './case-store.ts'
import { insertDecision } from './decision-store.ts'
import { isReporter } from './report-store.ts'
import { checkPlate } from './scope.ts'
import { type ForumText, findText, setRemoved, textKeyOf } from './text-store.ts'

/** What somebody decides. */
export interface Ruling {
  readonly act: DecisionAct
  /** Empty where nothing is held against the text. */
  readonly clause: string
  readonly reason: string
  readonly note: string
  readonly banDays: BanDays | undefined
}

/** What is decided about. */
interface Subject {
  readonly caseId: number | null
  readonly authorId: number
  readonly about: { readonly target: ForumTarget; readonly targetId: number; readonly text: ForumText } | undefined
}

export interface Made {
  decisionId: number
  tellTime: number
}

type Act = (typeof DecisionAct)[keyof typeof DecisionAct]

const ofReview: readonly Act[] = [DecisionAct.approve, DecisionAct.refuse]
const ofReport: readonly Act[] = [DecisionAct.remove, DecisionAct.keep, DecisionAct.warn, DecisionAct.ban]
const withBan: readonly Act[] = [DecisionAct.refuse, DecisionAct.remove, DecisionAct.ban]
const withoutReason: readonly Act[] = [DecisionAct.approve, DecisionAct.keep]

const toast = (message: string): ApiError => new ApiError(Code.Toast, message)

/** Throws for a ruling that can't be: without its reasons, or of another kind of case. */
function checkRuling(ruling: Ruling, kind: CaseKind | undefined, session: Session): void {
  const { act, clause, reason, banDays } = ruling
  if (kind === CaseKind.review && !ofReview.includes(act)) throw toast('待审的内容只能通过或退回')
  if (kind === CaseKind.report && !ofReport.includes(act)) throw toast('被举报的内容只能移除、保留、提醒或者禁言')
  if (!withoutReason.includes(act)) {
    if (!isForumClause(clause)) throw toast('请选一条社区公约')
    if (reason === '') throw toast('请写明理由')
  }
  if (act === DecisionAct.ban && banDays === undefined) throw toast('请选禁言的期限')
  if (banDays === undefined) return
  if (!withBan.includes(act)) throw toast('只有退回、移除和禁言可以带期限')
  if (!hasRight(session, 'forum.ban')) throw new ApiError(Code.Toast, '您的角色没有这项权限：禁言', 403)
}

/** The text as words: what is kept beside a decision. */
function wordsOf(target: ForumTarget, content: string): string {
  return target === ForumTarget.comment ? content : sanitiseHtml(content, { links: 'user' }).text
}

async function hide(ctx: StaffCallContext, target: ForumTarget, targetId: number, by: { userId: number; at: Date }) {
  const gone = { at: by.at, deletedBy: by.userId }
  const change =
    target === ForumTarget.comment
      ? await unpublishComment(ctx.db, { commentId: targetId, ...gone })
      : await unpublishPost(ctx.db, { postId: targetId, ...gone })
  await setRemoved(ctx.db, target, targetId, by.at)
  tellPages(ctx, change)
}

/** Writes a decision down and does at once what protects others: what is removed is gone, who is banned says nothing more. */
export async function rule(
  ctx: StaffCallContext,
  session: Session,
  { caseId, authorId, about }: Subject,
  ruling: Ruling,
): Promise<Made> {
  const { act, clause, reason, note, banDays } = ruling
  const now = new Date(ctx.clock.now())
  const tellAt = new Date(now.getTime() + ctx.config.forumTellSeconds * 1000)
  const decisionId = await insertDecision(ctx.db, {
    caseId,
    act,
    target: about?.target ?? null,
    targetId: about?.targetId ?? null,
    postId: about?.text.postId ?? null,
    authorId,
    title: about?.text.title ?? '',
    content: about ? wordsOf(about.target, about.text.content) : '',
    textKey: about ? textKeyOf(about.target, about.text) : null,
    clause: clause || null,
    reason,
    note,
    banDays: banDays ?? null,
    byId: session.userId,
    at: now,
    tellAt,
  })
  if (about) await closeCases(ctx.db, { caseId, target: about.target, targetId: about.targetId, decisionId, now })
  if (about && act === DecisionAct.remove)
    await hide(ctx, about.target, about.targetId, { userId: session.userId, at: now })
  if (banDays !== undefined) {
    const untilAt = banDays === BanDays.forGood ? null : new Date(now.getTime() + banDays * dayMs)
    const ban = { userId: authorId, clause, reason, begunAt: now, untilAt, byUserId: session.userId, decisionId }
    if (!(await insertBan(ctx.db, ban))) throw toast('这位同学正在禁言中，到期或解除以后才能再禁言')
  }
  // nothing can be taken back: nobody waits for the next minute
  if (ctx.config.forumTellSeconds === 0) afterCommit(() => void ctx.jobs.wake('forum.clock'))
  await ctx.acts.record(ctx.db, {
    action: 'forum.decide',
    subject: 'forum-decision',
    subjectId: decisionId,
    detail: { act, caseId, target: about?.target, targetId: about?.targetId, authorId, clause, reason, banDays },
  })
  return { decisionId, tellTime: tellAt.getTime() }
}

function refuseOther(kase: CaseRow, session: Session, now: Date): void {
  if (kase.closedAt !== null) throw toast('这件已经处理过了')
  const isTaken = kase.claimedBy !== null && kase.claimedBy !== session.userId
  if (isTaken && kase.claimedUntil && kase.claimedUntil > now) throw toast('另一位同事正在看这件，请看下一件')
}

/** Throws for who may not look at a case, or decide it: nobody has a say about themselves, or about what they reported. */
export async function checkCase(
  db: Database,
  session: Session,
  id: number,
  doing: string,
): Promise<NonNullable<Awaited<ReturnType<typeof findCase>>>> {
  const found = await findCase(db, id)
  if (!found) throw new ApiError(Code.NotFound, '没有找到这件')
  await checkPlate(db, session, found.plateId)
  if (found.authorId === session.userId) throw toast(`不能${doing}自己的内容，请让其他同事处理`)
  if (await isReporter(db, id, session.userId)) throw toast(`不能${doing}自己举报的内容，请让其他同事处理`)
  return found
}

/** Decides a case, once, about the words that were seen. */
export async function decideCase(
  ctx: StaffCallContext,
  session: Session,
  { id, textKey, ...ruling }: Ruling & { id: number; textKey: string },
): Promise<Made> {
  const found = await checkCase(ctx.db, session, id, '处理')
  checkRuling(ruling, found.kind, session)
  // as everybody who writes: first who speaks, then the post, then what hangs on it
  if (ruling.banDays !== undefined) await holdSpeaker(ctx.db, found.authorId)
  await holdPost(ctx.db, found.postId)
  const kase = await lockCase(ctx.db, id)
  if (!kase) throw new ApiError(Code.NotFound, '没有找到这件')
  refuseOther(kase, session, new Date(ctx.clock.now()))
  const text = await findText(ctx.db, kase.target, kase.targetId)
  if (!text) throw new ApiError(Code.NotFound, '没有找到这件')
  if (textKeyOf(kase.target, text) !== textKey) throw toast('作者刚刚改过，请看了新的再决定')
  if (ruling.act === DecisionAct.remove && text.deletedAt !== null)
    throw toast('作者已经删除了，可以保留、提醒或者禁言')
  const about = { target: kase.target, targetId: kase.targetId, text }
  return rule(ctx, session, { caseId: id, authorId: kase.authorId, about }, ruling)
}

/** Takes down a public text that nobody reported. */
export async function removeText(
  ctx: StaffCallContext,
  session: Session,
  { target, id, ...words }: Omit<Ruling, 'act'> & { target: ForumTarget; id: number },
): Promise<Made> {
  const ruling = { ...words, act: DecisionAct.remove }
  checkRuling(ruling, undefined, session)
  const seen = await findText(ctx.db, target, id)
  if (!seen) throw new ApiError(Code.NotFound, '没有找到这篇内容')
  if (seen.authorId === session.userId) throw toast('不能移除自己的内容，请让其他同事处理')
  if (ruling.banDays !== undefined) await holdSpeaker(ctx.db, seen.authorId)
  await holdPost(ctx.db, seen.postId)
  const text = await findText(ctx.db, target, id)
  if (!text || text.deletedAt !== null) throw new ApiError(Code.NotFound, '没有找到这篇内容')
  return rule(ctx, session, { caseId: null, authorId: text.authorId, about: { target, targetId: id, text } }, ruling)
}

/** Bans somebody for what they did, whichever text it was. */
export async function banUser(
  ctx: StaffCallContext,
  session: Session,
  { userId, ...words }: Omit<Ruling, 'act' | 'banDays'> & { userId: number; banDays: BanDays },
): Promise<Made> {
  const ruling = { ...words, act: DecisionAct.ban }
  checkRuling(ruling, undefined, session)
  if (userId === session.userId) throw toast('不能禁言自己，请让其他同事处理')
  await holdSpeaker(ctx.db, userId)
  return rule(ctx, session, { caseId: null, authorId: userId, about: undefined }, ruling)
}
