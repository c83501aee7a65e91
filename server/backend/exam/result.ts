import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { AnswersRevealed, AttemptClosedBy, AttemptState } from '#shared/contract/enums.ts'
import type { ExamResult, ResultQuestion } from '#shared/contract/exam.ts'
import { isAnswered } from '#shared/rules/exam-answers.ts'
import { isPastDeadline } from '#shared/rules/exam-time.ts'
import { type AnswerRow, listAnswers } from './answer-store.ts'
import { getOwnExam } from './attempt.ts'
import { findAttempt, lockOpenAttempt } from './attempt-store.ts'
import { closeAttempts, receiptOf } from './close.ts'
import { inLayout, toQuestion } from './layout.ts'
import { listQuestions, type QuestionRow } from './question-store.ts'
import { countMistakesOf, findAverage, findSeen, type Seen } from './result-store.ts'

type ReadingContext = Pick<CallContext, 'clock' | 'db' | 'tx'>

/** One question of a result, as far as it may be seen. */
export function toResult(
  question: QuestionRow,
  answer: AnswerRow | undefined,
  seen: Pick<Seen, 'isRevealed' | 'isScoreSeen'>,
): ResultQuestion {
  const given = answer?.answer ?? {}
  const isMarked = answer === undefined || answer.score !== null
  return {
    ...toQuestion(question),
    answer: given,
    isAnswered: isAnswered(given),
    gained: seen.isRevealed && isMarked ? (answer?.score ?? 0) : null,
    key: seen.isRevealed ? question.answer : null,
    explanation: seen.isRevealed ? question.explanation : null,
    comment: seen.isScoreSeen ? (answer?.comment ?? null) : null,
  }
}

/** What the clock has ended is closed by whoever asks for it first: the answer is the same as the job's. */
async function closeOverdue({ tx, clock }: ReadingContext, userId: number, paperId: number): Promise<void> {
  const now = new Date(clock.now())
  await tx(async (trx) => {
    const open = await lockOpenAttempt(trx, userId, paperId)
    if (open && isPastDeadline(open.deadlineAt?.getTime() ?? null, now.getTime()))
      await closeAttempts(trx, [open], AttemptClosedBy.clock, now)
  })
}

/** An attempt that is over, with as much of it as its learner may see by now. */
export async function readResult(
  ctx: ReadingContext,
  session: Session,
  { id, attemptNo }: { id: number; attemptNo: number | undefined },
): Promise<ExamResult> {
  const now = new Date(ctx.clock.now())
  const exam = await getOwnExam(ctx.db, session, { id, now })
  if (exam.attemptsUsed > 0) await closeOverdue(ctx, session.userId, id)
  const attempt = await findAttempt(ctx.db, session.userId, { paperId: id, attemptNo })
  if (!attempt) throw new ApiError(Code.NotFound, '还没有交过这份试卷')
  const seen = await findSeen(ctx.db, attempt.id, now)
  const questions = inLayout(attempt.layout, await listQuestions(ctx.db, [id]))
  const answers = new Map((await listAnswers(ctx.db, [attempt.id])).map((row) => [row.questionId, row]))
  const isLater = exam.reveal === AnswersRevealed.afterEnd && !seen.isRevealed
  return {
    id,
    title: exam.title,
    courseName: exam.courseName,
    attemptNo: attempt.attemptNo,
    attemptsUsed: exam.attemptsUsed,
    begunTime: attempt.begunAt.getTime(),
    receipt: receiptOf(attempt),
    totalScore: exam.totalScore,
    score: seen.isScoreSeen ? attempt.score : null,
    average: seen.isScoreSeen ? await findAverage(ctx.db, id) : null,
    reveal: exam.reveal,
    revealTime: isLater ? (seen.lastEnd?.getTime() ?? null) : null,
    isRevealed: seen.isRevealed,
    isWaiting: attempt.state === AttemptState.handedIn,
    questions: questions.map((question) => toResult(question, answers.get(question.id), seen)),
    mistakes: await countMistakesOf(ctx.db, session.userId, id),
  }
}
