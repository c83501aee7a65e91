import type { Insertable } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'

export async function insertFlowEvents(db: Database, events: Insertable<Tables['flowEvents']>[]): Promise<void> {
  await db.insertInto('flowEvents').values(events).execute()
}

export async function insertClientError(db: Database, error: Insertable<Tables['clientErrorLogs']>): Promise<void> {
  await db.insertInto('clientErrorLogs').values(error).execute()
}
