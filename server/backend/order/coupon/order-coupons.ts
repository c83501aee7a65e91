import type { Database } from '#server/backend/db/database.ts'
import { UserCouponState } from '#shared/contract/enums.ts'
import type { OrderCoupon, UserCoupon } from '#shared/contract/order-fields.ts'
import { moneyText, toYuan } from '#shared/rules/money.ts'
import { type UserCouponRow, listCouponsOf } from './order-coupons-store.ts'

/** What a coupon is to be used on. */
export interface CouponUse {
  /** The order, or null when there is none yet. */
  readonly orderId: number | null
  readonly productId: number
  /** What is sold before any deduction, in fen. */
  readonly baseFen: number
}

/** A coupon as the wallet shows it at `now`: one whose time is over is expired, whether a job has seen it or not. */
export function toUserCoupon(row: UserCouponRow, now: Date): UserCoupon {
  const isOver = row.state === UserCouponState.unused && row.validUntil <= now
  return {
    id: row.id,
    couponId: row.couponId,
    name: row.name,
    note: row.note,
    kind: row.kind,
    amount: toYuan(row.amountFen),
    threshold: toYuan(row.thresholdFen),
    begDate: row.claimedAt.getTime(),
    endDate: row.validUntil.getTime(),
    state: isOver ? UserCouponState.expired : row.state,
    forAll: row.forAll,
  }
}

/** Why a coupon can't be used, in words for its owner; null when it can. A coupon that the order holds already can. */
export function whyNot(row: UserCouponRow & { fits: boolean }, use: CouponUse, now: Date): string | null {
  const isOwn = row.state === UserCouponState.locked && row.orderId === use.orderId
  if (row.state === UserCouponState.used) return '已使用'
  if (!isOwn && (row.state === UserCouponState.expired || row.validUntil <= now)) return '已过期'
  if (!row.fits) return '不适用于该课程'
  if (use.baseFen < row.thresholdFen) return `未满 ${moneyText(row.thresholdFen)}`
  if (!isOwn && row.state === UserCouponState.locked) return '已被其他订单占用'
  return null
}

/**
 * A learner's coupons for an order (or for a product, before there is one): the one that saves most first, of equal ones the
 * one that ends first; then those that can't be used, each with its reason. Used ones are left out.
 */
export async function listCouponsFor(
  db: Database,
  { userId, order, now }: { userId: number; order: CouponUse; now: Date },
): Promise<OrderCoupon[]> {
  const rows = await listCouponsOf(db, order.productId, userId, now)
  return rows
    .map((row) => {
      const reason = whyNot(row, order, now)
      return { row, reason, savesFen: reason === null ? Math.min(row.amountFen, order.baseFen) : 0 }
    })
    .toSorted(
      (a, b) =>
        Number(b.reason === null) - Number(a.reason === null) ||
        b.savesFen - a.savesFen ||
        a.row.validUntil.getTime() - b.row.validUntil.getTime() ||
        a.row.id - b.row.id,
    )
    .map(({ row, reason, savesFen }) => ({
      ...toUserCoupon(row, now),
      usable: reason === null,
      reason,
      saves: toYuan(savesFen),
    }))
}
