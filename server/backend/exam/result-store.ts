import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { MistakeState } from '#shared/contract/enums.ts'
import { isRevealed, isScoreSeen, lastEnd } from '#server/backend/db/exam-seen-predicates.ts'

/** What of an attempt may be seen. */
export interface Seen {
  isScoreSeen: boolean
  isRevealed: boolean
  /** When the paper is over for everybody. */
  lastEnd: Date | null
}

export async function findSeen(db: Database, attemptId: number, now: Date): Promise<Seen> {
  const { rows } = await sql<Seen>`
    select ${isScoreSeen('z.last_end', now)} as is_score_seen, ${isRevealed('z.last_end', now)} as is_revealed, z.last_end
    from exam_attempts a join exam_papers p on p.id = a.paper_id cross join lateral (select ${lastEnd('p')} as last_end) z
    where a.id = ${attemptId}`.execute(db)
  return rows[0] ?? { isScoreSeen: false, isRevealed: false, lastEnd: null }
}

/** Of so few people a mean would tell what one of them has. */
const fewestPeople = 5

/** Mean of the best scores of all who were scored, to one decimal; null while they are few. */
export async function findAverage(db: Database, paperId: number): Promise<number | null> {
  const { rows } = await sql<{ average: number | null }>`
    select case when count(*) >= ${fewestPeople} then round(avg(b.best), 1)::float end as average
    from (select max(a.score) as best from exam_attempts a where a.paper_id = ${paperId} and a.score is not null group by a.user_id) b`.execute(
    db,
  )
  return rows[0]?.average ?? null
}

/** How many questions of a paper a learner has still to repeat. */
export async function countMistakesOf(db: Database, userId: number, paperId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from exam_questions q join mistakes m on m.question_id = q.id and m.user_id = ${userId}
    where q.paper_id = ${paperId} and m.state = ${sql.lit(MistakeState.active)}`.execute(db)
  return rows[0]?.total ?? 0
}
