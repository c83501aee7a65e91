import type { Right } from '#shared/contract/staff-rights.ts'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'

/** Locks a member of staff, so that acts at once are counted one after the other. */
export async function lockStaff(trx: DatabaseTransaction, userId: number): Promise<void> {
  await sql`select u.id from users u where u.id = ${userId} for no key update`.execute(trx)
}

/** What a member of staff has given away since, in fen. */
export async function sumWorth(
  trx: DatabaseTransaction,
  userId: number,
  right: Right,
  today: Date,
): Promise<{ used: string } | undefined> {
  const { rows } = await sql<{ used: string }>`
    select coalesce(sum(a.worth_fen), 0) as used from staff_audits a
    where a.staff_id = ${userId} and a.held_right = ${right} and a.at >= ${today}`.execute(trx)
  return rows[0]
}
