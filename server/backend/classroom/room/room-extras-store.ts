import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { enrolled, onSale } from '#server/backend/db/predicates.ts'
import { sharedRead } from '#server/backend/db/shared-read.ts'
import { type LectureType, AccountStatus } from '#shared/contract/enums.ts'
import type { LiveRoomInfo, SaleInfo } from '#shared/contract/live.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { toYuan } from '#shared/rules/money.ts'
import type { RoomRow } from './room-store.ts'

interface SaleRow {
  productId: number
  name: string
  coverImg: string | null
  priceFen: number
  originPriceFen: number | null
  lectureType: LectureType
  isBuy: boolean
  memberMap: SaleInfo['memberMap']
}

/** Most buyers that staff are told of. */
const mostBuyers = 500

/** Who asks what is sold. */
export interface Onlooker {
  readonly userId: number | undefined
  /** Of the room's staff: they see who of it has bought. */
  readonly isStaff: boolean
}

/** What is sold in a room, if it can be bought; `isBuy`: the one who is meant is enrolled in it. */
export async function findSaleInfo(
  db: Database,
  room: Pick<RoomRow, 'id' | 'saleProductId'>,
  { userId, isStaff }: Onlooker,
  now: Date,
): Promise<SaleInfo | null> {
  if (room.saleProductId === null) return null
  const hasIt = (who: RawBuilder<unknown>) =>
    sql`exists (select 1 from enrolments e where e.user_id = ${who} and e.product_id = p.id and ${enrolled('e', now)})`
  const { rows } = await sql<SaleRow>`
    select p.id as product_id, p.name, p.cover_img, p.price_fen, p.origin_price_fen, p.lecture_type, ${hasIt(sql`${userId ?? 0}`)} as is_buy,
      case when ${isStaff}::boolean then coalesce((select json_object_agg(b.user_id, b.person) from (
        select m.user_id, json_build_object('nickname', u.nickname, 'headImg', u.head_img, 'userType', m.user_type) as person
        from room_members m join users u on u.id = m.user_id and u.account_status <> ${sql.lit(AccountStatus.deregistered)}
        where m.room_id = ${room.id} and m.user_type in ('vip', 'freeStudy') and ${hasIt(sql`m.user_id`)}
        order by m.user_id limit ${sql.lit(mostBuyers)}) b), '{}') else '{}' end as member_map
    from products p where p.id = ${room.saleProductId} and ${onSale('p')}`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { priceFen, originPriceFen, lectureType, ...sale } = row
  return {
    ...sale,
    price: toYuan(priceFen),
    originPrice: originPriceFen === null ? null : toYuan(originPriceFen),
    url: detailUrl(lectureType, row.productId),
  }
}

/** Students of a demonstration, as far as the operator has filled them in: none of ours. */
export function findFakeStudents(db: Database, roomId: number): Promise<LiveRoomInfo['fakeStudents']> {
  return sharedRead(db, `demonstration of room ${roomId}`, () =>
    db
      .selectFrom('fakeStudents')
      .select(['fakeStudents.id', 'fakeStudents.nickname', 'fakeStudents.headImg'])
      .where('fakeStudents.roomId', '=', roomId)
      .orderBy('fakeStudents.id')
      .execute(),
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
