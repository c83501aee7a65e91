import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import { dayMs } from '#shared/rules/day-ms.ts'

export async function insertFlowEvents(db: Database, events: Insertable<Tables['flowEvents']>[]): Promise<void> {
  await db.insertInto('flowEvents').values(events).execute()
}

export async function insertClientError(db: Database, error: Insertable<Tables['clientErrorLogs']>): Promise<void> {
  await db.insertInto('clientErrorLogs').values(error).execute()
}

/** What is kept: so many rows, and none for longer. */
interface Kept {
  readonly most: number
  readonly days: number
}
export const keptFlow: Kept = { most: 500_000, days: 90 }
export const keptErrors: Kept = { most: 50_000, days: 30 }
/** Notes of a notice that is shown for years: who left one before so many others sees it once more. */
export const mostNotes = 500_000
/** Of those that are too old. One run looks at no more. */
const oldestAtOnce = 20_000

/** SQL: reports of `table` that are too many or too old, which their numbers say: they are given in the order in which they came. */
function isOver(table: RawBuilder<unknown>, { most, days }: Kept, now: number): RawBuilder<boolean> {
  return sql<boolean>`(id <= (select max(id) from ${table}) - ${most}
    or (at < ${new Date(now - days * dayMs)} and id < (select min(id) from ${table}) + ${oldestAtOnce}))`
}

/** Deletes the oldest reports; answers how many went. */
export async function forgetOldReports(trx: DatabaseTransaction, now: number): Promise<number> {
  const flow = sql`flow_events`
  const errors = sql`client_error_logs`
  const gone = [
    await sql`delete from flow_events where ${isOver(flow, keptFlow, now)}`.execute(trx),
    await sql`delete from client_error_logs where ${isOver(errors, keptErrors, now)}`.execute(trx),
    // who saw a notice matters as long as it is shown
    await sql`delete from platform_notice_logs l using platform_notices n where n.id = l.notice_id and n.end_at < ${new Date(now - dayMs)}`.execute(
      trx,
    ),
    await sql`delete from platform_notice_logs where id <= (select max(id) from platform_notice_logs) - ${mostNotes}`.execute(
      trx,
    ),
  ]
  return gone.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0)
}
