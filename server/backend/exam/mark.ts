import { audit } from '#server/backend/audit/audit.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { notify } from '#server/backend/message/notify.ts'
import { collectMistakes, releaseMistakes } from '#server/backend/mistake/collect-mistakes.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { AttemptState, PaperState } from '#shared/contract/enums.ts'
import { deadlineOf, isPastDeadline } from '#shared/rules/exam-time.ts'
import { momentText } from '#shared/rules/number-text.ts'
import { lockOpenAttempt } from './attempt-store.ts'
import {
  claimToMark,
  findExtended,
  findTaught,
  listMarks,
  type Mark,
  moveDeadline,
  releaseScores,
  saveExtension,
  type TaughtAttemptRow,
  writeMarks,
  writeScore,
} from './mark-store.ts'
import { findSeen } from './result-store.ts'
import { settleAttempts, tellScore } from './settle.ts'
import { listMarked, listSettled } from './settle-store.ts'

type MarkingContext = Pick<CallContext, 'address' | 'clock' | 'db' | 'ids' | 'route'>

const overtaken = (): ApiError => new ApiError(Code.Toast, '这份答卷刚刚由同事处理过，刷新后再看')

/** An attempt that the caller may mark; throws 404 for every other, and refuses their own. */
export async function getTaught(
  { db }: Pick<CallContext, 'db'>,
  session: Session,
  id: number,
): Promise<TaughtAttemptRow> {
  const attempt = await findTaught(db, session, id)
  if (!attempt) throw new ApiError(Code.NotFound, '没有找到这份答卷')
  if (attempt.userId === session.userId) throw new ApiError(Code.Toast, '不能批改自己的答卷，请让其他老师处理')
  return attempt
}

function refuseUnlessWaiting({ state }: TaughtAttemptRow): void {
  if (state === AttemptState.answering) throw new ApiError(Code.Toast, '学员还在作答，交卷以后再批')
  if (state === AttemptState.scored) throw new ApiError(Code.Toast, '这份答卷已经出分')
}

/** Writes marks of an attempt that the caller holds, all of them or none. */
async function putMarks(
  { db, clock }: MarkingContext,
  { userId }: Session,
  { id, marks }: { id: number; marks: readonly Mark[] },
): Promise<void> {
  const wanted = new Map(marks.map((mark) => [mark.questionId, mark]))
  const written = await writeMarks(db, id, { marks: [...wanted.values()], by: userId }, new Date(clock.now()))
  if (written !== marks.length) throw new ApiError(Code.Toast, '只能给答过的简答题打分，分数不能超过这道题的满分')
}

/** Marks short answers; all of them or none. In the call's transaction, with its audit. */
export async function markAnswers(
  ctx: MarkingContext,
  session: Session,
  { id, version, marks }: { id: number; version: number; marks: readonly Mark[] },
): Promise<number> {
  refuseUnlessWaiting(await getTaught(ctx, session, id))
  const next = await claimToMark(ctx.db, { id, version, state: AttemptState.handedIn })
  if (next === undefined) throw overtaken()
  await putMarks(ctx, session, { id, marks })
  await audit(ctx.db, ctx, {
    session,
    act: { action: 'exam.mark', subject: 'exam-attempt', subjectId: id, detail: { marks: marks.length } },
  })
  return next
}

/** The score stands; final. */
export async function finishMarking(
  ctx: MarkingContext,
  session: Session,
  { id, version }: { id: number; version: number },
): Promise<number> {
  const now = new Date(ctx.clock.now())
  refuseUnlessWaiting(await getTaught(ctx, session, id))
  if ((await claimToMark(ctx.db, { id, version, state: AttemptState.handedIn })) === undefined) throw overtaken()
  // asked again now that nobody else can mark it
  const { toMark } = await getTaught(ctx, session, id)
  if (toMark > 0) throw new ApiError(Code.Toast, `还有 ${toMark} 道简答题没有打分`)
  const score = await writeScore(ctx.db, id, session.userId, now)
  await settleAttempts(ctx.db, [id], { now, isTold: true })
  await audit(ctx.db, ctx, {
    session,
    act: { action: 'exam.finish', subject: 'exam-attempt', subjectId: id, detail: { score } },
  })
  return score
}

async function tellChange(
  trx: Database,
  { id, userId, paperId, attemptNo, title, score: before }: TaughtAttemptRow,
  { version, score, reason }: { version: number; score: number; reason: string },
  now: Date,
): Promise<void> {
  const change = before === score ? `批改有改动，总分还是 ${score} 分` : `成绩从 ${before} 分改为 ${score} 分`
  await notify(trx, now, {
    userId,
    topic: 'exam',
    ref: `exam-remarked:${id}:${version}`,
    title: '考试成绩有更正',
    text: `「${title}」的${change}。原因：${reason}`,
    button: { name: '看成绩', url: `/exam/${paperId}?view=result&attempt=${attemptNo}` },
  })
}

/** Marks of a scored attempt put right; who sees the score already is told of the new one, and why. */
export async function remarkAnswers(
  ctx: MarkingContext,
  session: Session,
  { id, version, marks, reason }: { id: number; version: number; marks: readonly Mark[]; reason: string },
): Promise<{ version: number; score: number }> {
  const now = new Date(ctx.clock.now())
  const attempt = await getTaught(ctx, session, id)
  if (attempt.state !== AttemptState.scored) throw new ApiError(Code.Toast, '还没有出分，直接批阅就可以')
  const next = await claimToMark(ctx.db, { id, version, state: AttemptState.scored })
  if (next === undefined) throw overtaken()
  const questionIds = marks.map(({ questionId }) => questionId)
  const before = await listMarks(ctx.db, id, questionIds)
  await putMarks(ctx, session, { id, marks })
  const score = await writeScore(ctx.db, id, session.userId, now)
  const seen = await findSeen(ctx.db, id, now)
  const { userId } = attempt
  const collected = { userId, attemptId: id, questions: await listMarked(ctx.db, [id]) }
  if (seen.isRevealed) await collectMistakes(ctx.db, collected, now)
  await releaseMistakes(ctx.db, collected, now)
  if (seen.isScoreSeen) await tellChange(ctx.db, attempt, { version: next, score, reason }, now)
  const after = await listMarks(ctx.db, id, questionIds)
  await audit(ctx.db, ctx, {
    session,
    act: {
      action: 'exam.remark',
      subject: 'exam-attempt',
      subjectId: id,
      detail: { reason, before: { score: attempt.score, marks: before }, after: { score, marks: after } },
    },
  })
  return { version: next, score }
}

/** Lets scores be seen now; their learners are told. Answers how many there were. */
export async function releaseExam(
  ctx: MarkingContext,
  session: Session,
  { paperId, id }: { paperId: number; id: number | undefined },
): Promise<number> {
  const now = new Date(ctx.clock.now())
  if (id !== undefined) {
    const attempt = await getTaught(ctx, session, id)
    if (attempt.state !== AttemptState.scored) throw new ApiError(Code.Toast, '批完出分以后才能公布')
  }
  const ids = await releaseScores(ctx.db, session, { paperId, id }, now)
  // whoever has nothing to release leaves no trace in the audit
  if (ids.length === 0) return 0
  for (const attempt of await listSettled(ctx.db, ids, now)) await tellScore(ctx.db, attempt, now)
  await audit(ctx.db, ctx, {
    session,
    act: { action: 'exam.release', subject: 'exam-paper', subjectId: paperId, detail: { attempts: ids } },
  })
  return ids.length
}

const timeOf = (date: Date | null): number | null => date?.getTime() ?? null

/** More minutes for one learner, at once where they are writing; answers when that attempt ends. */
export async function extendExam(
  ctx: MarkingContext,
  session: Session,
  { paperId, userId, extraMin, reason }: { paperId: number; userId: number; extraMin: number; reason: string },
): Promise<number | null> {
  const now = new Date(ctx.clock.now())
  if (userId === session.userId) throw new ApiError(Code.Toast, '不能给自己延时，请让其他老师处理')
  const exam = await findExtended(ctx.db, session, { paperId, userId })
  if (!exam) throw new ApiError(Code.NotFound, '没有找到这位学员的考试')
  if (exam.paperState !== PaperState.published) throw new ApiError(Code.Toast, '这份试卷已经撤回')
  if (exam.endAt === null && exam.durationMin === null) throw new ApiError(Code.Toast, '这场考试没有时间限制，不用延时')
  const open = await lockOpenAttempt(ctx.db, userId, paperId)
  if (open && isPastDeadline(timeOf(open.deadlineAt), now.getTime()))
    throw new ApiError(Code.Toast, '这次作答的时间已经到了，不能再延时')
  if (!open && exam.attemptsUsed >= exam.attemptsAllowed) throw new ApiError(Code.Toast, '这位学员已经交卷，不能再延时')
  const times = { endAt: timeOf(exam.endAt), durationMin: exam.durationMin, extraMin }
  const deadline = open ? deadlineOf(times, open.begunAt.getTime()) : null
  if (deadline !== null && deadline <= now.getTime()) throw new ApiError(Code.Toast, '加上这些分钟，时间也已经过了')
  await saveExtension(ctx.db, { paperId, userId, extraMin, reason, by: session.userId }, now)
  if (open && deadline !== null) await moveDeadline(ctx.db, open.id, new Date(deadline))
  await notify(ctx.db, now, {
    userId,
    topic: 'exam',
    ref: `exam-extended:${ctx.ids.uuid()}`,
    title: '考试时间延长了',
    text: `「${exam.title}」给你多加了 ${extraMin} 分钟${deadline === null ? '' : `，到 ${momentText(deadline)} 结束`}。`,
    button: { name: '去考试', url: `/exam/${paperId}` },
  })
  await audit(ctx.db, ctx, {
    session,
    act: {
      action: 'exam.extend',
      subject: 'exam-paper',
      subjectId: paperId,
      detail: { userId, extraMin, reason },
    },
  })
  return deadline
}
