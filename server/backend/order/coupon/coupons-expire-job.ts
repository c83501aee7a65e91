import type { Job } from '#server/backend/context/jobs.ts'
import { UserCouponState } from '#shared/contract/enums.ts'

/** Coupons whose time is over can't be used any more; one that waits in an unpaid order stays with it. */
export const expireCouponsJob: Job = {
  name: 'coupons.expire',
  cron: '*/10 * * * *',
  async run(ctx) {
    const rows = await ctx.db
      .updateTable('userCoupons')
      .set({ state: UserCouponState.expired })
      .where('userCoupons.state', '=', UserCouponState.unused)
      .where('userCoupons.validUntil', '<=', new Date(ctx.clock.now()))
      .returning('userCoupons.id')
      .execute()
    return rows.length
  },
}
