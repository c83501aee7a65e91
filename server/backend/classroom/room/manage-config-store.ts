import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { onSale } from '#server/backend/db/predicates.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { RoomKind } from '#shared/contract/enums.ts'
import type { RoomRow } from './room-store.ts'

export type Config = CallOutput<'GET /api/live-info/manage-config'>

const mostOfAKind = 20

/** Coupons that can be claimed now, the room's course and what it is part of, the room's lotteries, the evaluation. */
export async function listPushes(db: Database, room: RoomRow, now: Date): Promise<Config['pushes']> {
  const { rows } = await sql<{ kind: 'coupon' | 'course' | 'activity'; refId: number; title: string }>`
    (select 'coupon' as kind, c.id as ref_id, c.name as title from coupons c
      where c.enabled and c.is_public and c.claim_begin_at <= ${now} and c.claim_end_at > ${now} and (c.total is null or c.claimed < c.total) order by c.id limit ${sql.lit(mostOfAKind)})
    union all
    (select 'course', p.id, p.name from products p
      where ${onSale('p')} and (p.id = ${room.productId}::bigint or p.id = ${room.saleProductId}::bigint
        or exists (select 1 from class_system_courses b join class_system_stages g on g.id = b.stage_id where b.course_id = ${room.productId}::bigint and g.class_system_id = p.id))
      order by p.id limit ${sql.lit(mostOfAKind)})
    union all
    (select 'activity', a.id, a.name from activities a where a.room_id = ${room.id} and a.end_at > ${now} order by a.begin_at, a.id limit ${sql.lit(mostOfAKind)})`.execute(
    db,
  )
  return room.kind === RoomKind.answer ? rows : [...rows, { kind: 'evaluate', refId: null, title: '课堂评价' }]
}

/** The key by which a room is streamed into, made once. */
export async function takeStreamKey(db: Database, roomId: number): Promise<{ streamKey: string } | undefined> {
  const { rows } = await sql<{ streamKey: string }>`
    update live_rooms set stream_key = coalesce(stream_key, ${randomBytes(24).toString('base64url')}) where id = ${roomId} returning stream_key`.execute(
    db,
  )
  return rows[0]
}
