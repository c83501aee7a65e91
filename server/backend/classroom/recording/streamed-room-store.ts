import { sql } from 'kysely'
import type { DatabaseTransaction, Database } from '#server/backend/db/database.ts'

/** A room in which a stream has begun is on. */
export async function markStreamed(trx: DatabaseTransaction, begunAt: Date, roomId: number): Promise<void> {
  await sql`update live_rooms set started_at = coalesce(started_at, ${begunAt}) where id = ${roomId}`.execute(trx)
}

/** A room that is streamed into goes on. */
export async function extendRoom(db: Database, until: Date, recordingId: number): Promise<void> {
  await sql`
        update live_rooms set end_at = ${until} where ended_at is null and end_at < ${until}
          and id = (select c.room_id from live_recordings c where c.id = ${recordingId})`.execute(db)
}
