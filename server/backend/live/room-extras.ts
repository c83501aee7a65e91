import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { sharedRead } from '#server/backend/db/shared-read.ts'
import type { LectureType } from '#shared/contract/enums.ts'
import type { Hangings, LiveRoomInfo, SaleInfo } from '#shared/contract/live.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { toYuan } from '#shared/rules/money.ts'
import { findPendants } from './pendant-store.ts'
import type { RoomRow } from './room-store.ts'

interface SaleRow {
  productId: number
  name: string
  coverImg: string | null
  priceFen: number
  originPriceFen: number | null
  lectureType: LectureType
  isBuy: boolean
}

/** What is sold in a room, if it can be bought; `isBuy`: the caller is enrolled in it. */
export async function findSaleInfo(db: Database, productId: number | null, userId: number | undefined, now: Date): Promise<SaleInfo | null> {
  if (productId === null) return null
  const { rows } = await sql<SaleRow>`
    select p.id as product_id, p.name, p.cover_img, p.price_fen, p.origin_price_fen, p.lecture_type,
      exists (select 1 from enrolments e where e.user_id = ${userId ?? 0} and e.product_id = p.id and e.status = 1 and (e.end_at is null or e.end_at > ${now})) as is_buy
    from products p where p.id = ${productId} and p.status = 1 and p.deleted_at is null`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { priceFen, originPriceFen, lectureType, ...sale } = row
  return { ...sale, price: toYuan(priceFen), originPrice: originPriceFen === null ? null : toYuan(originPriceFen), url: detailUrl(lectureType, row.productId) }
}

/** Students of a demonstration, as far as the operator has filled them in: none of ours. */
export function findFakeStudents(db: Database, roomId: number): Promise<LiveRoomInfo['fakeStudents']> {
  return sharedRead(db, `demonstration of room ${roomId}`, () =>
    db.selectFrom('fakeStudents').select(['fakeStudents.id', 'fakeStudents.nickname', 'fakeStudents.headImg']).where('fakeStudents.roomId', '=', roomId).orderBy('fakeStudents.id').execute(),
  )
}

/** The lottery of a room that is open, else the next one; null without any. */
export async function findRoomActivity(db: Database, roomId: number, now: Date): Promise<number | null> {
  const row = await db
    .selectFrom('activities')
    .select('activities.id')
    .where('activities.roomId', '=', roomId)
    .where('activities.endAt', '>', now)
    .orderBy('activities.beginAt')
    .orderBy('activities.id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** What those who aren't in a room see hanging there. */
export const nothingHangs: Hangings = { notice: null, livePendant: {}, saleInfo: null, activityId: null }

/** What hangs in a room, for somebody who is in it. */
export async function findHangings(db: Database, room: Pick<RoomRow, 'id' | 'notice' | 'saleProductId'>, userId: number | undefined, now: Date): Promise<Hangings> {
  return {
    notice: room.notice,
    livePendant: await sharedRead(db, `pendants of room ${room.id}`, () => findPendants(db, room.id)),
    saleInfo: await findSaleInfo(db, room.saleProductId, userId, now),
    activityId: await sharedRead(db, `lottery of room ${room.id}`, () => findRoomActivity(db, room.id, now)),
  }
}
