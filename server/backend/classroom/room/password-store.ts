import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'

export const mostRoomPasswordTries = 5
export const roomPasswordLockMs = 10 * 60_000

/** Whether a learner has told the room's password once, and until when they may not try. */
export async function findPasswordState(
  db: Database,
  roomId: number,
  userId: number,
  now: Date,
): Promise<{ isGranted: boolean; lockedUntil: Date | null }> {
  const row = await db
    .selectFrom('roomPasswordTries')
    .select(['roomPasswordTries.grantedAt', 'roomPasswordTries.lockedUntil'])
    .where('roomPasswordTries.roomId', '=', roomId)
    .where('roomPasswordTries.userId', '=', userId)
    .executeTakeFirst()
  const lockedUntil = row?.lockedUntil ?? null
  return {
    isGranted: row != null && row.grantedAt !== null,
    lockedUntil: lockedUntil !== null && lockedUntil > now ? lockedUntil : null,
  }
}

/**
 * Counts a try before its verdict, so that parallel ones can't slip through: the fifth locks. False when no try may be made now.
 */
export async function takePasswordTry(db: Database, roomId: number, userId: number, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() + roomPasswordLockMs)
  const { rows } = await sql`
    insert into room_password_tries as t (room_id, user_id, tries) values (${roomId}, ${userId}, 1)
    on conflict (room_id, user_id) do update set
      tries = case when t.locked_until is null then t.tries + 1 else 1 end,
      locked_until = case when t.locked_until is null and t.tries + 1 >= ${sql.lit(mostRoomPasswordTries)} then ${until}::timestamptz end
      where t.locked_until is null or t.locked_until <= ${now}
    returning tries`.execute(db)
  return rows.length > 0
}

/** The password was right: the learner is in from now on. */
export async function grantRoom(db: Database, roomId: number, userId: number, now: Date): Promise<void> {
  await sql`update room_password_tries set tries = 0, locked_until = null, granted_at = ${now} where room_id = ${roomId} and user_id = ${userId}`.execute(
    db,
  )
}

/** The try could not be looked at: it was none. */
export async function returnPasswordTry(db: Database, roomId: number, userId: number): Promise<void> {
  await sql`update room_password_tries set tries = greatest(0, tries - 1), locked_until = null where room_id = ${roomId} and user_id = ${userId}`.execute(
    db,
  )
}
