import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'

/** Begins a room before its time; false when it is on already. */
export async function startRoom(db: Database, roomId: number, now: Date): Promise<boolean> {
  const { rows } =
    await sql`update live_rooms set started_at = ${now} where id = ${roomId} and started_at is null and ended_at is null and deleted_at is null returning id`.execute(
      db,
    )
  return rows.length > 0
}

/** A room has ended; false when it had. */
export async function markEnded(trx: Database, at: Date, roomId: number): Promise<boolean> {
  const { rows } =
    await sql`update live_rooms set ended_at = ${at} where id = ${roomId} and ended_at is null and deleted_at is null returning id`.execute(
      trx,
    )
  return rows.length > 0
}

/** A room goes on until `endAt`; false when it is no more. */
export async function markReopened(db: Database, endAt: Date, roomId: number): Promise<boolean> {
  const { rows } = await sql`
    update live_rooms set ended_at = null, end_at = ${endAt} where id = ${roomId} and deleted_at is null returning id`.execute(
    db,
  )
  return rows.length > 0
}
