import type { Insertable } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'

/** One act of the staff. */
export async function insertAudit(db: Database, act: Insertable<Tables['staffAudits']>): Promise<void> {
  await db.insertInto('staffAudits').values(act).execute()
}
