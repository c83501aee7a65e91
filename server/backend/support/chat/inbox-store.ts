import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { activeAccount } from '#server/backend/db/predicates.ts'

/** Notes what was delivered; false when it was before. */
export async function noteDelivery(trx: Database, id: string, now: Date): Promise<boolean> {
  const row = await trx
    .insertInto('inboxDeliveries')
    .values({ id, at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('inboxDeliveries.id')
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets what is too old to be sent again. */
export async function forgetDeliveries(trx: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('inboxDeliveries')
    .where('inboxDeliveries.at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function hasActiveAccount(db: Database, userId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from users where users.id = ${userId} and ${activeAccount('users')}`.execute(db)
  return rows.length > 0
}
