import { UserCouponState } from '#shared/contract/enums.ts'
import type { Database } from '#server/backend/db/database.ts'

/** Coupons whose time is over can't be used any more. */
export function expireCoupons(db: Database, now: Date): Promise<{ id: number }[]> {
  return db
    .updateTable('userCoupons')
    .set({ state: UserCouponState.expired })
    .where('userCoupons.state', '=', UserCouponState.unused)
    .where('userCoupons.validUntil', '<=', now)
    .returning('userCoupons.id')
    .execute()
}
