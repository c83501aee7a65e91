import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { ImUserType } from '#shared/contract/enums.ts'

/** Notes that somebody has entered a room; who they are there may have changed since the last time. */
export async function noteEntering(
  trx: Database,
  member: { roomId: number; userId: number; userType: ImUserType },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('roomMembers')
    .values({ ...member, enteredAt: now, lastSeenAt: now })
    .onConflict((conflict) => conflict.columns(['roomId', 'userId']).doUpdateSet({ userType: member.userType }))
    .execute()
}

/** Adds to the seconds for which somebody was there. */
export async function addAttended(
  trx: Database,
  {
    to,
    from,
    roomId,
    userId,
  }: { readonly to: number; readonly from: number; readonly roomId: number; readonly userId: number },
): Promise<void> {
  await sql`update room_members set watch_sec = watch_sec + ${to - from} where room_id = ${roomId} and user_id = ${userId}`.execute(
    trx,
  )
}
