import { sql } from 'kysely'
import { RoomKind } from '#shared/contract/enums.ts'
import type { DatabaseTransaction, Database } from '#server/backend/db/database.ts'

const mostAtOnce = 200

/** Rooms whose begin has passed without anybody being told: films on the clock that were opened before they began. */
export async function listBeginning(db: Database, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from live_rooms r
    where r.kind = ${RoomKind.aiLive} and r.deleted_at is null and r.ended_at is null and r.started_at is null and r.begin_at <= ${now} and r.end_at > ${now} and r.created_at < r.begin_at
    order by r.begin_at, r.id limit ${sql.lit(mostAtOnce)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Rooms whose end has passed; one that is streamed into goes on, its end moves with it. */
export async function listEnding(db: Database, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from live_rooms r where r.deleted_at is null and r.ended_at is null and r.end_at <= ${now}
    order by r.end_at, r.id limit ${sql.lit(mostAtOnce)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A room has begun by the clock; false when it had, or has ended. */
export async function markBegun(trx: DatabaseTransaction, id: number): Promise<boolean> {
  const { rows } =
    await sql`update live_rooms set started_at = begin_at where id = ${id} and started_at is null and ended_at is null returning id`.execute(
      trx,
    )
  return rows.length > 0
}
