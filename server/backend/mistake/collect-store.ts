import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { ExamAnswer } from '#shared/contract/exam-fields.ts'
import type { ReviewProgress } from './review-schedule.ts'

export type Standing = ReviewProgress & { questionId: number }

/** Locks those of the questions that are in a learner's book, in one order for everybody. */
export async function lockMistakes(trx: Database, userId: number, questionIds: readonly number[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select m.question_id, m.state, m.due_on, m.stability, m.difficulty, m.reps, m.lapses, m.successes, m.last_reviewed_at
    from mistakes m where m.user_id = ${userId} and m.question_id = any(${[...questionIds]}::bigint[])
    order by m.question_id for update`.execute(trx)
  return rows
}

/** Those of the questions that this exam has put into the book before. */
export async function listCollected(
  trx: Database,
  userId: number,
  clientKey: string,
  questionIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ questionId: number }>`
    select r.question_id from mistake_reviews r
    where r.user_id = ${userId} and r.question_id = any(${[...questionIds]}::bigint[]) and r.client_key = ${clientKey}`.execute(
    trx,
  )
  return new Set(rows.map(({ questionId }) => questionId))
}

/** The paper of each question. */
export async function papersOf(trx: Database, questionIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; paperId: number }>`
    select q.id, q.paper_id from exam_questions q where q.id = any(${[...questionIds]}::bigint[])`.execute(trx)
  return new Map(rows.map(({ id, paperId }) => [id, paperId]))
}

/** Writes where the repetition of each question stands, with the answer that was wrong. */
export async function saveStandings(
  trx: Database,
  userId: number,
  standings: readonly (Standing & { answer: ExamAnswer })[],
  now: Date,
): Promise<void> {
  const rows = JSON.stringify(
    standings.map(({ lastReviewedAt, ...row }) => ({ ...row, lastReviewedAt: lastReviewedAt?.toISOString() ?? null })),
  )
  await sql`
    update mistakes m set state = n.state, due_on = n.due_on, stability = n.stability, difficulty = n.difficulty, reps = n.reps,
      lapses = n.lapses, successes = n.successes, last_reviewed_at = n.last_reviewed_at, wrong_answer = n.answer, updated_at = ${now}
    from (
      select (r ->> 'questionId')::bigint as question_id, (r ->> 'state')::smallint as state, (r ->> 'dueOn')::date as due_on,
        (r ->> 'stability')::float8 as stability, (r ->> 'difficulty')::float8 as difficulty, (r ->> 'reps')::int as reps,
        (r ->> 'lapses')::int as lapses, (r ->> 'successes')::smallint as successes,
        (r ->> 'lastReviewedAt')::timestamptz as last_reviewed_at, r -> 'answer' as answer
      from jsonb_array_elements(${rows}::jsonb) r) n
    where m.user_id = ${userId} and m.question_id = n.question_id`.execute(trx)
}
