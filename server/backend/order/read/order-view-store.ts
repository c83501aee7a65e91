import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { calledOff } from '#server/backend/order/refund/called-off-store.ts'
import { hasOpenRefusal } from '#server/backend/order/refund/refund-view-store.ts'
import { DepositState, type LectureType, type RefundState, UserCouponState } from '#shared/contract/enums.ts'

export interface ItemRow {
  id: number
  orderId: number
  productId: number
  name: string
  coverImg: string | null
  lectureType: LectureType
  state: number
  priceFen: number
  ownedFen: number
  couponFen: number
  depositFen: number
  scheduleId: number | null
  scheduleName: string | null
  /** The school has called its class off. */
  isCalledOff: boolean
}

/** What stands beside an order in other tables. */
export interface OrderSide {
  id: number
  refundState: RefundState | null
  hasOpenRefusal: boolean
  hasEntrance: boolean
  depositState: number | null
  name: string
  coverImg: string | null
  lectureType: LectureType
}

export async function listItems(db: Database, orderIds: readonly number[]): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select i.id, i.order_id, i.product_id, i.name, i.cover_img, i.lecture_type, i.state, i.price_fen, i.owned_fen, i.coupon_fen, i.deposit_fen,
      o.schedule_id, s.name as schedule_name, ${calledOff(sql`o.id`, sql`i.product_id`)} as is_called_off
    from order_items i join orders o on o.id = i.order_id left join class_schedules s on s.id = o.schedule_id
    where i.order_id = any(${orderIds}::bigint[]) order by i.order_id, i.line_no`.execute(db)
  return rows
}

/** `refusedSince`: what was refused before can't be appealed any more. */
export async function listSides(
  db: Database,
  orderIds: readonly number[],
  refusedSince: Date,
): Promise<Map<number, OrderSide>> {
  const { rows } = await sql<OrderSide>`
    select o.id, (select r.state from refund_requests r where r.order_id = o.id order by r.id desc limit 1) as refund_state,
      ${hasOpenRefusal('o', refusedSince)} as has_open_refusal,
      exists (select 1 from entrances e where e.order_id = o.id) as has_entrance, (select d.state from deposits d where d.order_id = o.id) as deposit_state,
      p.name, p.cover_img, p.lecture_type
    from orders o join products p on p.id = o.product_id where o.id = any(${orderIds}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The coupon and the deposit that are locked for an order or were used for it. */
export async function findChosen(
  db: Database,
  orderId: number,
): Promise<{ userCouponId: number | null; depositId: number | null }> {
  const { rows } = await sql<{ userCouponId: number | null; depositId: number | null }>`
    select (select u.id from user_coupons u where u.order_id = ${orderId} and u.state in (${sql.lit(UserCouponState.locked)}, ${sql.lit(UserCouponState.used)})) as user_coupon_id,
      (select d.id from deposits d where d.used_order_id = ${orderId} and d.state in (${sql.lit(DepositState.locked)}, ${sql.lit(DepositState.used)})) as deposit_id`.execute(
    db,
  )
  return rows[0] ?? { userCouponId: null, depositId: null }
}
