import type { StaffCallContext } from '#server/backend/audit/staff-call.ts'
import type { Session } from '#server/backend/context/backend-context.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { DecisionAct, ForumTarget, PostStatus } from '#shared/contract/enums.ts'
import { liftBanOf } from '../ban-store.ts'
import { holdPost } from '../publication-store.ts'
import { publishComment, publishPost, publishRevision, restoreComment, restorePost, tellPages } from '../publication.ts'
import { reopenCases } from './case-store.ts'
import { type DecisionRow, endDecision, findDecision, lockDecision } from './decision-store.ts'
import { findText, isShown, revisionWaitsAgain, setRemoved, textKeyOf } from './text-store.ts'

/** Brings back what a decision took down, with its floor; the counters follow. */
async function bringBack(ctx: StaffCallContext, target: ForumTarget, targetId: number): Promise<void> {
  const text = await findText(ctx.db, target, targetId)
  if (!text || text.removedAt === null) return
  await setRemoved(ctx.db, target, targetId, null)
  tellPages(
    ctx,
    target === ForumTarget.comment
      ? await restoreComment(ctx.db, { commentId: targetId })
      : await restorePost(ctx.db, { postId: targetId }),
  )
}

/** Ends what a decision did at once: what was removed is there again, who was banned speaks. */
async function undo(ctx: StaffCallContext, session: Session, decision: DecisionRow, reason: string): Promise<void> {
  const { act, target, targetId, id, banDays } = decision
  if (act === DecisionAct.remove && target !== null && targetId !== null) await bringBack(ctx, target, targetId)
  if (banDays !== null) await liftBanOf(ctx.db, id, { userId: session.userId, reason, now: new Date(ctx.clock.now()) })
}

/** Takes a decision back before anybody is told: its cases are open again. */
export async function takeBack(ctx: StaffCallContext, session: Session, id: number): Promise<void> {
  const now = new Date(ctx.clock.now())
  const found = await findDecision(ctx.db, id)
  if (!found) throw new ApiError(Code.NotFound, '没有找到这个决定')
  if (found.authorId === session.userId) throw new ApiError(Code.Toast, '不能撤回关于自己的决定，请让其他同事处理')
  if (found.postId !== null) await holdPost(ctx.db, found.postId)
  const decision = await lockDecision(ctx.db, id)
  if (!decision || decision.tellAt <= now || !(await endDecision(ctx.db, id, 'takenBackAt', now)))
    throw new ApiError(Code.Toast, '这个决定已经告知，不能再撤回')
  await undo(ctx, session, decision, '决定已撤回')
  await reopenCases(ctx.db, id)
  await ctx.acts.record(ctx.db, { action: 'forum.take-back', subject: 'forum-decision', subjectId: id })
}

/** Publishes a text that was refused wrongly, if it still is the one that was refused. */
async function publishRefused(
  ctx: StaffCallContext,
  target: ForumTarget,
  targetId: number,
  textKey: string | null,
): Promise<boolean> {
  const at = new Date(ctx.clock.now())
  const text = await findText(ctx.db, target, targetId)
  const isSame = text && text.status === PostStatus.rejected && textKeyOf(target, text) === textKey
  if (!isSame || text.deletedAt !== null || text.postDeletedAt !== null) return false
  if (target === ForumTarget.comment) tellPages(ctx, await publishComment(ctx.db, { commentId: targetId, at }))
  else if (target === ForumTarget.post) tellPages(ctx, await publishPost(ctx.db, { postId: targetId, at }))
  else {
    if (!(await revisionWaitsAgain(ctx.db, targetId))) return false
    const change = await publishRevision(ctx.db, { revisionId: targetId, at })
    if (change === false) return false
    tellPages(ctx, change)
  }
  return true
}

/** Makes everything as it was, after an appeal was won. Answers whether everybody reads the text by it. */
export async function overturn(ctx: StaffCallContext, session: Session, decision: DecisionRow): Promise<boolean> {
  await undo(ctx, session, decision, '申诉成立')
  const { act, target, targetId, textKey } = decision
  if (target === null || targetId === null) return false
  if (act === DecisionAct.refuse && !(await publishRefused(ctx, target, targetId, textKey))) return false
  // of a revision that is public by now its post shows the words
  const isHiding = act === DecisionAct.refuse || act === DecisionAct.remove
  return isHiding && isShown(await findText(ctx.db, target, targetId))
}
