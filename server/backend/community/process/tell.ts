import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { notify, notifyMany } from '#server/backend/message/notify.ts'
import { BanDays, DecisionAct, ForumTarget, PostStatus } from '#shared/contract/enums.ts'
import { forumClauseText } from '#shared/rules/forum-clauses.ts'
import { appealMs, decisionPath, ownReportsPath } from '#shared/rules/forum-process.ts'
import { momentText, monthDayText } from '#shared/rules/number-text.ts'
import { holdPost, setRevisionStatus } from '../publication-store.ts'
import {
  type PageChange,
  publishComment,
  publishPost,
  publishRevision,
  tellPages,
  unpublishComment,
  unpublishPost,
} from '../publication.ts'
import { reopenCases } from './case-store.ts'
import { type DecisionRow, endDecision, insertReview, lockDecision } from './decision-store.ts'
import { listTold, takeAnswered } from './report-store.ts'
import { type ForumText, findText, keepAsDraft, listCommentPictures, textKeyOf } from './text-store.ts'

type TellContext = Pick<BackendContext, 'background' | 'clock' | 'config' | 'purge' | 'tx'>

/** A decision about a text. */
type TextDecision = DecisionRow & { target: ForumTarget; targetId: number }

const targetNames = new Map<number | null, string>([
  [ForumTarget.post, '帖子'],
  [ForumTarget.revision, '对帖子的修改'],
  [ForumTarget.comment, '回复'],
])
const reviewNames = new Map<number, 'post' | 'revision' | 'comment'>([
  [ForumTarget.post, 'post'],
  [ForumTarget.revision, 'revision'],
  [ForumTarget.comment, 'comment'],
])

function isAboutText(decision: DecisionRow): decision is TextDecision {
  return decision.target !== null && decision.targetId !== null
}

async function publish(trx: Database, { target, targetId }: TextDecision, at: Date): Promise<PageChange | false> {
  if (target === ForumTarget.post) return publishPost(trx, { postId: targetId, at })
  if (target === ForumTarget.comment) return publishComment(trx, { commentId: targetId, at })
  return publishRevision(trx, { revisionId: targetId, at })
}

async function refuse(trx: Database, { target, targetId }: TextDecision, at: Date): Promise<PageChange | undefined> {
  if (target === ForumTarget.post) return unpublishPost(trx, { postId: targetId, at })
  if (target === ForumTarget.comment) return unpublishComment(trx, { commentId: targetId, at })
  await setRevisionStatus(trx, targetId, PostStatus.rejected)
  return undefined
}

/** The refused text lies among its author's drafts again, at the place where they go on with it. */
async function giveBack(trx: Database, { target, targetId }: TextDecision, text: ForumText, now: Date): Promise<void> {
  const { authorId: userId, postId, plateId, title, content, parentId } = text
  const isComment = target === ForumTarget.comment
  await keepAsDraft(trx, {
    userId,
    place: isComment ? `thread/${postId}${parentId === null ? '' : `/${parentId}`}` : `post/${postId}`,
    title: isComment ? '' : title,
    content,
    pictures: isComment ? await listCommentPictures(trx, targetId) : [],
    postId,
    plateId,
    now,
  })
}

/** Carries a review out; false when its text was changed or taken away meanwhile. */
async function carryOut(ctx: TellContext, trx: Database, decision: TextDecision, now: Date): Promise<boolean> {
  const { act, target, targetId } = decision
  if (act !== DecisionAct.approve && act !== DecisionAct.refuse) return true
  const text = await findText(trx, target, targetId)
  const waits = text?.status === PostStatus.pending && text.deletedAt === null && text.postDeletedAt === null
  if (!text || !waits || textKeyOf(target, text) !== decision.textKey) return false
  const change = act === DecisionAct.approve ? await publish(trx, decision, now) : await refuse(trx, decision, now)
  if (change === false) return false
  if (act === DecisionAct.refuse) await giveBack(trx, decision, text, now)
  await insertReview(trx, {
    target: reviewNames.get(target) ?? 'post',
    targetId,
    authorId: decision.authorId,
    result: act === DecisionAct.approve ? PostStatus.published : PostStatus.rejected,
    reason: act === DecisionAct.approve ? null : decision.reason,
    reviewerId: decision.byId,
    at: now,
    decisionId: decision.id,
  })
  if (change) tellPages(ctx, change)
  return true
}

function headline({ act, target, banDays }: DecisionRow): string {
  const name = targetNames.get(target) ?? '内容'
  if (act === DecisionAct.approve) return `你的${name}通过了审核`
  if (act === DecisionAct.refuse) return `你的${name}没有通过审核`
  if (act === DecisionAct.remove) return `你的${name}被移除了`
  if (act === DecisionAct.warn) return `关于你的${name}，提醒你一件事`
  return banDays === BanDays.forGood ? '你被长期禁言' : `你被禁言 ${banDays} 天`
}

function banLine({ banDays, at }: DecisionRow): string {
  if (banDays === null) return ''
  if (banDays === BanDays.forGood) return '同时长期不能在社区发言。看帖和上课不受影响。'
  return `到 ${momentText(at.getTime() + banDays * 86_400_000)} 为止不能在社区发言。看帖和上课不受影响。`
}

async function tellAuthor(trx: Database, decision: DecisionRow, now: Date): Promise<void> {
  const { id, act, title, clause, reason, note, postId, authorId } = decision
  const ref = `forum-decision:${id}`
  const about = title === '' ? '' : `《${title}》`
  if (act === DecisionAct.keep) return
  if (act === DecisionAct.approve) {
    const button = { name: '去看看', url: `/bbs/detail/${postId}` }
    return notify(trx, now, {
      userId: authorId,
      topic: 'forum',
      ref,
      title: headline(decision),
      text: [about, note].filter(Boolean).join('\n') || '已经发布。',
      button,
    })
  }
  const until = monthDayText(now.getTime() + appealMs)
  const lines = [
    about,
    clause === null ? '' : `社区公约 ${forumClauseText(clause)}`,
    reason,
    note,
    banLine(decision),
    act === DecisionAct.refuse ? '原文已存为草稿，改好可以再发。' : '',
    `不同意的话，${until}前可以申诉，由另一位工作人员复核。`,
  ]
  await notify(trx, now, {
    userId: authorId,
    topic: 'forum',
    ref,
    title: headline(decision),
    text: lines.filter(Boolean).join('\n'),
    button: { name: '查看与申诉', url: decisionPath(id) },
  })
}

/** What who reported a text is told of it; nothing of what its author was told beside. */
export function reportResult(act: DecisionAct): string {
  if (act === DecisionAct.remove) return '已经移除。谢谢你告诉我们。'
  if (act === DecisionAct.keep) return '看过了，没有违反社区公约，内容保留。'
  if (act === DecisionAct.refuse) return '已经处理，内容没有公开。'
  return '已经处理，并提醒了作者。谢谢你告诉我们。'
}

async function tellReporters(trx: Database, { id, act }: DecisionRow, now: Date): Promise<void> {
  for (const report of await takeAnswered(trx, id, now))
    await notify(trx, now, {
      userId: report.reporterId,
      topic: 'forum',
      ref: `forum-report:${report.id}`,
      title: '你的举报有结果了',
      text: reportResult(act),
      button: { name: '查看举报', url: ownReportsPath },
    })
}

/** What who reported a text reads once its author was right to appeal. */
export const overturnedResult = '作者提出申诉，另一位工作人员复核后撤销了之前的处理。'

/** Tells those who reported a text that what they were told no longer holds; `isShown`: everybody reads it again. */
export async function tellOverturned(trx: Database, decisionId: number, isShown: boolean, now: Date): Promise<void> {
  const notice = {
    topic: 'forum',
    ref: `forum-overturned:${decisionId}`,
    title: '你举报的内容有了新的结论',
    text: isShown ? `${overturnedResult}内容已经恢复。` : overturnedResult,
    button: { name: '查看举报', url: ownReportsPath },
  }
  await notifyMany(trx, now, notice, await listTold(trx, decisionId))
}

/** Tells of a decision whose time has come, once, and does what had waited for that. False when it had been told or taken back. */
export async function tellDecision(ctx: TellContext, trx: Database, seen: DecisionRow): Promise<boolean> {
  const now = new Date(ctx.clock.now())
  if (seen.postId !== null) await holdPost(trx, seen.postId)
  const decision = await lockDecision(trx, seen.id)
  if (!decision || decision.toldAt !== null || decision.takenBackAt !== null || decision.lapsedAt !== null) return false
  if (isAboutText(decision) && !(await carryOut(ctx, trx, decision, now)) && decision.banDays === null) {
    await endDecision(trx, decision.id, 'lapsedAt', now)
    await reopenCases(trx, decision.id)
    return true
  }
  await endDecision(trx, decision.id, 'toldAt', now)
  await tellAuthor(trx, decision, now)
  await tellReporters(trx, decision, now)
  return true
}
