import { sql } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { insertForIds, insertRows, must } from '#server/backend/db/insert-rows.ts'
import { lockOpenAttempt } from '#server/backend/exam/attempt-store.ts'
import { closeAttempts } from '#server/backend/exam/close.ts'
import { drawLayout } from '#server/backend/exam/layout.ts'
import type { QuestionRow } from '#server/backend/exam/question-store.ts'
import { settleAttempts } from '#server/backend/exam/settle.ts'
import { AttemptClosedBy, AttemptState, QuestionKind } from '#shared/contract/enums.ts'
import type { ExamAnswer } from '#shared/contract/exam-fields.ts'
import { deadlineOf } from '#shared/rules/exam-time.ts'
import { type PlacedPaper, seedDevice } from './exam-windows.ts'

const minuteMs = 60_000

/** An attempt that the seed makes. */
export interface MadeAttempt {
  readonly userId: number
  readonly attemptNo: number
  readonly answers: ReadonlyMap<number, ExamAnswer>
  /** Epoch ms. */
  readonly begunAt: number
}

/** A paper with its questions. */
export interface Sheet {
  readonly placed: PlacedPaper
  readonly questions: readonly QuestionRow[]
}

/** Attempts that are under way, with what was answered; answers their ids. */
export async function beginMade(
  trx: DatabaseTransaction,
  { placed: { id: paperId, paper, endAt }, questions }: Sheet,
  attempts: readonly MadeAttempt[],
): Promise<number[]> {
  const times = { endAt: endAt?.getTime() ?? null, durationMin: paper.minutes ?? null, extraMin: 0 }
  const ids = await insertForIds(
    trx,
    'examAttempts',
    attempts.map(({ userId, attemptNo, begunAt }) => {
      const deadline = deadlineOf(times, begunAt)
      return {
        paperId,
        userId,
        attemptNo,
        state: AttemptState.answering,
        begunAt: new Date(begunAt),
        deadlineAt: deadline === null ? null : new Date(deadline),
        layout: JSON.stringify(drawLayout(questions, true)),
        leaseDevice: seedDevice,
        leaseAt: new Date(begunAt),
      }
    }),
  )
  await insertRows(
    trx,
    'examAnswers',
    attempts.flatMap(({ answers, begunAt }, index) =>
      [...answers].map(([questionId, answer], place) => ({
        attemptId: must(ids[index], paper.title),
        questionId,
        answer: JSON.stringify(answer),
        isFlagged: false,
        leaseNo: 1,
        seq: place + 1,
        savedAt: new Date(begunAt + (place + 1) * minuteMs),
      })),
    ),
  )
  return ids
}

/** Hands in what somebody has under way. */
export async function handInMade(
  trx: DatabaseTransaction,
  { placed }: Sheet,
  userIds: readonly number[],
  at: number,
): Promise<void> {
  const rows = []
  for (const userId of userIds) {
    const row = await lockOpenAttempt(trx, userId, placed.id)
    if (row) rows.push(row)
  }
  await closeAttempts(trx, rows, AttemptClosedBy.learner, new Date(at))
}

/** What a teacher gave for the short answer of an attempt. */
export interface Marking {
  readonly attemptId: number
  readonly score: number
  readonly comment: string
  /** Who marked. */
  readonly by: number
  readonly at: number
}

/** Marks an attempt whole; its result is seen from `seenAt` on. */
export async function markMade(
  trx: DatabaseTransaction,
  { attemptId, score, comment, by, at }: Marking,
  { seenAt, isTold }: { seenAt: number; isTold: boolean },
): Promise<void> {
  const marked = new Date(at)
  await sql`
    update exam_answers w set score = ${score}, comment = ${comment}, marked_by = ${by}, marked_at = ${marked}
    from exam_questions q where q.id = w.question_id and q.kind = ${sql.lit(QuestionKind.shortAnswer)} and w.attempt_id = ${attemptId}`.execute(
    trx,
  )
  await sql`
    update exam_attempts a set state = ${sql.lit(AttemptState.scored)}, scored_at = ${marked}, scored_by = ${by}, version = a.version + 1,
      score = (select coalesce(sum(w.score), 0) from exam_answers w where w.attempt_id = a.id)
    where a.id = ${attemptId}`.execute(trx)
  await settleAttempts(trx, [attemptId], { now: new Date(seenAt), isTold })
}
