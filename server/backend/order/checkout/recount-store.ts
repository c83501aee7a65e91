import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import { CouponKind, ItemState, RefundState, UserCouponState } from '#shared/contract/enums.ts'

/**
 * A refund of what was paid in part is asked for or approved: the money would otherwise pay for what is left of the order as
 * well, and what is asked back would not be what was paid.
 */
export async function isGoingBack(trx: Database, orderId: number): Promise<boolean> {
  const refunding = await trx
    .selectFrom('refundRequests')
    .select('refundRequests.id')
    .where('refundRequests.orderId', '=', orderId)
    .where('refundRequests.state', 'in', [RefundState.asked, RefundState.approved])
    .executeTakeFirst()
  return refunding !== undefined
}

/** Lines are sold, or owned before. */
export async function setItemState(
  trx: DatabaseTransaction,
  state: ItemState,
  itemIds: readonly number[],
): Promise<void> {
  await trx.updateTable('orderItems').set({ state }).where('orderItems.id', 'in', itemIds).execute()
}

/** What is left of the order doesn't reach the threshold of its coupon. */
export async function missesThreshold(trx: DatabaseTransaction, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select u.id from user_coupons u join coupons c on c.id = u.coupon_id
    where u.order_id = ${orderId} and u.state = ${sql.lit(UserCouponState.locked)} and c.kind = ${sql.lit(CouponKind.fullReduction)}
      and c.threshold_fen > (select coalesce(sum(i.price_fen), 0) from order_items i where i.order_id = ${orderId} and i.state = ${sql.lit(ItemState.sold)})`.execute(
    trx,
  )
  return rows.length > 0
}
