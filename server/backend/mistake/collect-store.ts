import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { type MistakeSource, MistakeState } from '#shared/contract/enums.ts'
import type { ExamAnswer } from '#shared/contract/exam-fields.ts'
import type { ReviewProgress } from './review-schedule.ts'

export type Standing = ReviewProgress & { questionId: number }

/** Where those of the questions stand that are in a learner's book; the caller holds them. */
export async function listStandings(
  trx: Database,
  userId: number,
  questionIds: readonly number[],
): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select m.question_id, m.state, m.due_on, m.stability, m.difficulty, m.reps, m.lapses, m.successes, m.last_reviewed_at
    from mistakes m where m.user_id = ${userId} and m.question_id = any(${[...questionIds]}::bigint[])
    order by m.question_id`.execute(trx)
  return rows
}

/** Locks those of the questions that are in a learner's book, in one order for everybody: who answers one has done so, or waits. */
export async function lockMistakes(trx: Database, userId: number, questionIds: readonly number[]): Promise<void> {
  await sql`
    select 1 from mistakes m where m.user_id = ${userId} and m.question_id = any(${[...questionIds]}::bigint[])
    order by m.question_id for update`.execute(trx)
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

/** How a question came to be in a learner's book, beside one exam's finding it wrong. */
export interface OtherHistory {
  questionId: number
  source: MistakeSource
  /** It was answered or found wrong at another time, too. */
  isKnown: boolean
  /** And wrong. */
  isWrong: boolean
}

/** What else is known of questions that this exam has put into the book; the caller holds them. */
export async function listOtherHistory(
  trx: Database,
  userId: number,
  clientKey: string,
  questionIds: readonly number[],
): Promise<OtherHistory[]> {
  const { rows } = await sql<OtherHistory>`
    select m.question_id, m.source, count(r.id) > 0 as is_known, coalesce(bool_or(not r.is_right), false) as is_wrong
    from mistakes m join mistake_reviews c on c.user_id = m.user_id and c.question_id = m.question_id and c.client_key = ${clientKey}
    left join mistake_reviews r on r.user_id = m.user_id and r.question_id = m.question_id and r.client_key <> ${clientKey}
    where m.user_id = ${userId} and m.question_id = any(${[...questionIds]}::bigint[]) group by m.question_id, m.source`.execute(
    trx,
  )
  return rows
}

/** Takes questions out of a learner's book, with all that is known of them. */
export async function deleteMistakes(trx: Database, userId: number, questionIds: readonly number[]): Promise<void> {
  await sql`delete from mistakes where user_id = ${userId} and question_id = any(${[...questionIds]}::bigint[])`.execute(
    trx,
  )
}

/** Takes back that an exam found questions wrong; those of `away` that are still asked are put away. What was answered in the book stays. */
export async function takeBackLapses(
  trx: Database,
  { userId, clientKey }: { userId: number; clientKey: string },
  { questionIds, away }: { questionIds: readonly number[]; away: readonly number[] },
  now: Date,
): Promise<void> {
  await sql`
    delete from mistake_reviews where user_id = ${userId} and question_id = any(${[...questionIds]}::bigint[]) and client_key = ${clientKey}`.execute(
    trx,
  )
  await sql`
    update mistakes set lapses = greatest(lapses - 1, 0), updated_at = ${now},
      state = case when state = ${sql.lit(MistakeState.active)} and question_id = any(${[...away]}::bigint[]) then ${sql.lit(MistakeState.dismissed)} else state end
    where user_id = ${userId} and question_id = any(${[...questionIds]}::bigint[])`.execute(trx)
}
