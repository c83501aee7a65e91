import type { Job } from '#server/backend/context/jobs.ts'
import { expireCoupons } from './coupons-expire-store.ts'

/** Coupons whose time is over can't be used any more; one that waits in an unpaid order stays with it. */
export const expireCouponsJob: Job = {
  name: 'coupons.expire',
  cron: '*/10 * * * *',
  async run(ctx) {
    const rows = await expireCoupons(ctx.db, new Date(ctx.clock.now()))
    return rows.length
  },
}
