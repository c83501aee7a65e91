import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { openEvaluation } from './evaluation-store.ts'
import type { RoomRow } from './room-store.ts'

/** Ends a room, whose class may be evaluated from then on; false when it had ended already. Whoever gets true tells the people in it. */
export async function endRoom(trx: Database, room: Pick<RoomRow, 'id' | 'productId' | 'scheduleId'>, at: Date): Promise<boolean> {
  const { rows } = await sql`update live_rooms set ended_at = ${at} where id = ${room.id} and ended_at is null and deleted_at is null returning id`.execute(trx)
  if (rows.length === 0) return false
  await openEvaluation(trx, room, 'attended')
  return true
}
