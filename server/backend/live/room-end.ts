import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'

/** Ends a room; false when it had ended already. Whoever gets true tells the people in it. */
export async function endRoom(db: Database, roomId: number, at: Date): Promise<boolean> {
  const { rows } = await sql`update live_rooms set ended_at = ${at} where id = ${roomId} and ended_at is null and deleted_at is null returning id`.execute(db)
  return rows.length > 0
}
