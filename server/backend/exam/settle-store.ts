import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { AttemptState, type QuestionKind } from '#shared/contract/enums.ts'
import type { ExamAnswer } from '#shared/contract/exam-fields.ts'
import { isRevealed, isSettled, lastEnd } from '#server/backend/db/exam-seen-predicates.ts'

/** A scored attempt whose result may be seen. */
export interface SettledAttempt {
  id: number
  userId: number
  paperId: number
  attemptNo: number
  title: string
  courseName: string
  score: number
  totalScore: number
  /** Its right answers, too. */
  isRevealed: boolean
}

const isWaiting = sql`a.state = ${sql.lit(AttemptState.scored)} and a.settled_at is null`

function settled(ids: readonly number[], now: Date): RawBuilder<unknown> {
  return sql`
    select a.id, a.user_id, a.paper_id, a.attempt_no, p.title, coalesce(c.name, '') as course_name, a.score, p.total_score,
      ${isRevealed('z.last_end', now)} as is_revealed
    from exam_attempts a join exam_papers p on p.id = a.paper_id left join products c on c.id = p.product_id
    cross join lateral (select ${lastEnd('p')} as last_end) z
    where a.id = any(${[...ids]}::bigint[])`
}

/** Those of the attempts that are scored and may be seen by now, and weren't before; held. */
export async function lockUnsettled(trx: Database, ids: readonly number[], now: Date): Promise<SettledAttempt[]> {
  const { rows } = await sql<SettledAttempt>`
    ${settled(ids, now)} and ${isWaiting} and ${isSettled('z.last_end', now)} order by a.id for update of a`.execute(
    trx,
  )
  return rows
}

/** Attempts as their learners are told of them. */
export async function listSettled(db: Database, ids: readonly number[], now: Date): Promise<SettledAttempt[]> {
  const { rows } = await sql<SettledAttempt>`${settled(ids, now)} order by a.id`.execute(db)
  return rows
}

/** Attempts that are to be settled by now. */
export async function listUnsettled(db: Database, most: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from exam_attempts a join exam_papers p on p.id = a.paper_id cross join lateral (select ${lastEnd('p')} as last_end) z
    where ${isWaiting} and ${isSettled('z.last_end', now)} order by a.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function markSettled(trx: Database, ids: readonly number[], now: Date): Promise<void> {
  await sql`update exam_attempts set settled_at = ${now} where id = any(${[...ids]}::bigint[])`.execute(trx)
}

/** A question of an attempt with what it gave. */
export interface MarkedQuestion {
  attemptId: number
  questionId: number
  kind: QuestionKind
  score: number
  gained: number
  answer: ExamAnswer
}

/** All questions of attempts that are scored; what wasn't answered gave nothing. */
export async function listMarked(db: Database, ids: readonly number[]): Promise<MarkedQuestion[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<MarkedQuestion>`
    select a.id as attempt_id, q.id as question_id, q.kind, q.score, coalesce(w.score, 0) as gained, coalesce(w.answer, '{}'::jsonb) as answer
    from exam_attempts a join exam_questions q on q.paper_id = a.paper_id
    left join exam_answers w on w.attempt_id = a.id and w.question_id = q.id
    where a.id = any(${[...ids]}::bigint[]) order by a.id, q.sort`.execute(db)
  return rows
}
