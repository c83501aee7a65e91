import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { CaseKind } from '#shared/contract/enums.ts'

/** How long people waited for an answer, in the time asked for, and what waits now. */
export interface QueueFigures {
  answered: number
  medianMinutes: number | null
  inTime: number
  waiting: number
  overdue: number
}

interface Span {
  readonly from: Date
  readonly to: Date
  readonly now: Date
}

/** Reviews or reports, by when they were decided. */
export async function countCases(db: Database, kind: CaseKind, { from, to, now }: Span): Promise<QueueFigures> {
  const { rows } = await sql<QueueFigures>`
    select count(*)::int as answered, count(*) filter (where k.closed_at <= k.due_at)::int as in_time,
      (percentile_cont(0.5) within group (order by extract(epoch from k.closed_at - k.opened_at)) / 60)::float8 as median_minutes,
      (select count(*)::int from forum_cases o where o.kind = ${kind} and o.closed_at is null) as waiting,
      (select count(*)::int from forum_cases o where o.kind = ${kind} and o.closed_at is null and o.due_at < ${now}) as overdue
    from forum_cases k where k.kind = ${kind} and k.decision_id is not null and k.closed_at >= ${from} and k.closed_at < ${to}`.execute(
    db,
  )
  return rows[0] ?? none
}

/** Appeals, by when they were answered. */
export async function countAppeals(db: Database, { from, to, now }: Span): Promise<QueueFigures> {
  const { rows } = await sql<QueueFigures>`
    select count(*)::int as answered, count(*) filter (where a.decided_at <= a.due_at)::int as in_time,
      (percentile_cont(0.5) within group (order by extract(epoch from a.decided_at - a.at)) / 60)::float8 as median_minutes,
      (select count(*)::int from forum_appeals o where o.decided_at is null) as waiting,
      (select count(*)::int from forum_appeals o where o.decided_at is null and o.due_at < ${now}) as overdue
    from forum_appeals a where a.decided_at >= ${from} and a.decided_at < ${to}`.execute(db)
  return rows[0] ?? none
}

const none: QueueFigures = { answered: 0, medianMinutes: null, inTime: 0, waiting: 0, overdue: 0 }
