import { sql } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { DepositState, UserCouponState } from '#shared/contract/enums.ts'

/** The coupon that is locked for an order is free again, or expired when its time is over. */
export async function releaseCoupon(
  trx: Pick<DatabaseTransaction, 'getExecutor'>,
  orderId: number,
  at: Date,
): Promise<void> {
  await sql`update user_coupons set state = case when valid_until > ${at} then ${sql.lit(UserCouponState.unused)} else ${sql.lit(UserCouponState.expired)} end, order_id = null
    where order_id = ${orderId} and state = ${sql.lit(UserCouponState.locked)}`.execute(trx)
}

/** The deposit that is locked for an order is held again. */
export async function releaseDeposit(trx: Pick<DatabaseTransaction, 'getExecutor'>, orderId: number): Promise<void> {
  await sql`update deposits set state = ${sql.lit(DepositState.held)}, used_order_id = null where used_order_id = ${orderId} and state = ${sql.lit(DepositState.locked)}`.execute(
    trx,
  )
}
