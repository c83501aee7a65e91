import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { fitsProduct, type UserCouponRow, userCouponColumns } from '#server/backend/order/coupon/order-coupons-store.ts'
import { DepositState, UserCouponState } from '#shared/contract/enums.ts'

/** The coupon that an order has locked. */
export function findChosenCoupon(trx: Database, orderId: number): Promise<{ id: number } | undefined> {
  return trx
    .selectFrom('userCoupons')
    .select('userCoupons.id')
    .where('userCoupons.orderId', '=', orderId)
    .where('userCoupons.state', '=', UserCouponState.locked)
    .executeTakeFirst()
}

/** Locks a coupon for an order; false when it can't be used. */
export async function lockCoupon(
  trx: Database,
  {
    orderId,
    userId,
    id,
    now,
  }: { readonly orderId: number; readonly userId: number; readonly id: number; readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update user_coupons set state = ${sql.lit(UserCouponState.locked)}, order_id = ${orderId}
    where id = ${id} and user_id = ${userId} and state = ${sql.lit(UserCouponState.unused)} and valid_until > ${now} returning id`.execute(
    trx,
  )
  return rows.length > 0
}

/** A coupon of the learner, and whether it is for the product. */
export async function findCouponFor(
  trx: Database,
  productId: number,
  userId: number,
  id: number,
): Promise<(UserCouponRow & { fits: boolean }) | undefined> {
  const { rows } = await sql<UserCouponRow & { fits: boolean }>`
    select ${userCouponColumns}, ${fitsProduct(productId)} as fits
    from user_coupons u join coupons c on c.id = u.coupon_id where u.id = ${id} and u.user_id = ${userId}`.execute(trx)
  return rows[0]
}

/** The deposit that an order has locked. */
export function findChosenDeposit(trx: Database, orderId: number): Promise<{ id: number } | undefined> {
  return trx
    .selectFrom('deposits')
    .select('deposits.id')
    .where('deposits.usedOrderId', '=', orderId)
    .where('deposits.state', '=', DepositState.locked)
    .executeTakeFirst()
}

/** Locks a deposit for an order; false when it can't be used. */
export async function lockDeposit(
  trx: Database,
  {
    orderId,
    userId,
    productId,
    id,
    now,
  }: {
    readonly orderId: number
    readonly userId: number
    readonly productId: number
    readonly id: number
    readonly now: Date
  },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update deposits set state = ${sql.lit(DepositState.locked)}, used_order_id = ${orderId}
    where id = ${id} and user_id = ${userId} and product_id = ${productId} and state = ${sql.lit(DepositState.held)} and (expire_at is null or expire_at > ${now}) returning id`.execute(
    trx,
  )
  return rows.length > 0
}
