import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'

/** Mutes; false when the same mute was in force already. A mute whose term is over makes room for the next. */
export async function mute(
  trx: DatabaseTransaction,
  groupId: number,
  { userId, by, untilAt, now }: { userId: number; by: number; untilAt: Date | null; now: Date },
): Promise<boolean> {
  await sql`update im_mutes set lifted_at = until_at where group_id = ${groupId} and user_id = ${userId} and lifted_at is null and until_at <= ${now}`.execute(
    trx,
  )
  const { rows } = await sql`
    insert into im_mutes (group_id, user_id, muted_by, muted_at, until_at) values (${groupId}, ${userId}, ${by}, ${now}, ${untilAt})
    on conflict (group_id, user_id) where lifted_at is null do update set until_at = excluded.until_at, muted_by = excluded.muted_by
      where im_mutes.until_at is distinct from excluded.until_at
    returning id`.execute(trx)
  return rows.length > 0
}

/** Lifts a mute; false when there was none in force. */
export async function unmute(
  trx: DatabaseTransaction,
  groupId: number,
  { userId, by, now }: { userId: number; by: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update im_mutes set lifted_at = ${now}, lifted_by = ${by}
    where group_id = ${groupId} and user_id = ${userId} and lifted_at is null and (until_at is null or until_at > ${now}) returning id`.execute(
    trx,
  )
  return rows.length > 0
}

/** Somebody of the school. */
export function findMember(db: Database, userId: number): Promise<{ isAdmin: boolean } | undefined> {
  return db.selectFrom('users').select('users.isAdmin').where('users.id', '=', userId).executeTakeFirst()
}
