import type { Job } from '#server/backend/context/jobs.ts'
import { endEnrolments, markUsedUp } from './enrolments-over-store.ts'

/** Enrolments whose time is over end; an order of which none is left counts as used up. */
export const endEnrolmentsJob: Job = {
  name: 'enrolments.over',
  cron: '*/10 * * * *',
  async run(ctx) {
    const now = new Date(ctx.clock.now())
    return ctx.tx(async (trx) => {
      const ended = await endEnrolments(trx, now)
      const orderIds = [...new Set(ended.flatMap((row) => row.orderId ?? []))].sort((a, b) => a - b)
      if (orderIds.length > 0) {
        await markUsedUp(trx, orderIds)
      }
      return ended.length
    })
  },
}
