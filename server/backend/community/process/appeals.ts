import type { StaffCallContext } from '#server/backend/audit/staff-call.ts'
import type { Session } from '#server/backend/context/backend-context.ts'
import { notify } from '#server/backend/message/notify.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { decisionPath } from '#shared/rules/forum-process.ts'
import { holdPost } from '../publication-store.ts'
import { answerAppeal, decisionOfAppeal } from './appeal-store.ts'
import { findDecision, lockDecision, setOverturned } from './decision-store.ts'
import { reportedDecided } from './report-store.ts'
import { tellOverturned } from './tell.ts'
import { overturn } from './undo.ts'

/** Whether somebody had no part in a decision. */
export async function hadNoPart(
  { db }: Pick<StaffCallContext, 'db'>,
  { userId }: Session,
  decision: { id: number; byId: number; authorId: number },
): Promise<boolean> {
  if (decision.byId === userId || decision.authorId === userId) return false
  return !(await reportedDecided(db, decision.id, userId))
}

/** Answers an appeal, once, with words; won, everything is as it was. */
export async function decideAppeal(
  ctx: StaffCallContext,
  session: Session,
  { id, isWon, answer }: { id: number; isWon: boolean; answer: string },
): Promise<void> {
  const found = await decisionOfAppeal(ctx.db, id)
  const seen = found && (await findDecision(ctx.db, found.decisionId))
  if (!found || !seen) throw new ApiError(Code.NotFound, '没有找到这件申诉')
  if (found.userId === session.userId) throw new ApiError(Code.Toast, '不能答复自己的申诉，请让其他同事处理')
  if (!(await hadNoPart(ctx, session, seen))) throw new ApiError(Code.Toast, '申诉要由没有参与过的同事答复')
  if (seen.postId !== null) await holdPost(ctx.db, seen.postId)
  const decision = await lockDecision(ctx.db, seen.id)
  const now = new Date(ctx.clock.now())
  if (!decision || !(await answerAppeal(ctx.db, { id, userId: session.userId, isWon, answer, now })))
    throw new ApiError(Code.Toast, '这件申诉已经答复过了')
  let isShown = false
  if (isWon && decision.overturnedAt === null) {
    isShown = await overturn(ctx, session, decision)
    await setOverturned(ctx.db, decision.id, now)
    await tellOverturned(ctx.db, decision.id, isShown, now)
  }
  await notify(ctx.db, now, {
    userId: found.userId,
    topic: 'forum',
    ref: `forum-appeal:${id}`,
    title: isWon ? '你的申诉成立，处理已撤销' : '你的申诉没有成立',
    text: isShown ? `${answer}\n内容已经恢复，和原来一样。` : answer,
    button: { name: '查看答复', url: decisionPath(decision.id) },
  })
  await ctx.acts.record(ctx.db, {
    action: 'forum.appeal-decide',
    subject: 'forum-appeal',
    subjectId: id,
    detail: { decisionId: decision.id, isWon },
  })
}
