import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { UserCouponState } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'

/** A learner's coupon with what its template says. */
export interface UserCouponRow {
  id: number
  couponId: number
  name: string
  note: string
  /** 1 full reduction, 2 direct. */
  kind: number
  amountFen: number
  thresholdFen: number
  claimedAt: Date
  validUntil: Date
  state: UserCouponState
  orderId: number | null
  /** Good for every product. */
  forAll: boolean
}

/** SQL: the columns of `UserCouponRow` of a coupon `u` with its template `c`. */
export const userCouponColumns = sql`u.id, u.coupon_id, c.name, c.note, c.kind, c.amount_fen, c.threshold_fen, u.claimed_at, u.valid_until, u.state, u.order_id,
  not exists (select 1 from coupon_products x where x.coupon_id = c.id) as for_all`

/** SQL: coupon `c` is good for a product. */
export function fitsProduct(productId: number) {
  return sql<boolean>`(not exists (select 1 from coupon_products x where x.coupon_id = c.id)
    or exists (select 1 from coupon_products x where x.coupon_id = c.id and x.product_id = ${productId}))`
}

const mostShown = 100

/** Coupons that ran out are shown for so long. */
const expiredShownMs = 30 * dayMs

/** Coupons of a learner that are or were lately theirs, and which are for the product. */
export async function listCouponsOf(
  db: Database,
  productId: number,
  userId: number,
  now: Date,
): Promise<(UserCouponRow & { fits: boolean })[]> {
  const { rows } = await sql<UserCouponRow & { fits: boolean }>`
    select ${userCouponColumns}, ${fitsProduct(productId)} as fits
    from user_coupons u join coupons c on c.id = u.coupon_id
    where u.user_id = ${userId} and u.state in (${sql.lit(UserCouponState.unused)}, ${sql.lit(UserCouponState.locked)}, ${sql.lit(UserCouponState.expired)}) and u.valid_until > ${new Date(now.getTime() - expiredShownMs)}
    order by u.state, u.valid_until, u.id limit ${sql.lit(mostShown)}`.execute(db)
  return rows
}
