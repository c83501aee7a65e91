import type { Job } from '#server/backend/context/jobs.ts'
import { closeExpired } from './cancel.ts'
import { scanned, type DueOrder, listDueOrders, claimOrder } from './due-order-store.ts'

/** The rest is for the next run, a minute later. */
const mostPerRun = 1000

/** Closes unpaid orders whose time is over, each in a transaction of its own. */
export const expireOrdersJob: Job = {
  name: 'orders.expire',
  cron: '* * * * *',
  async run(ctx) {
    const now = new Date(ctx.clock.now())
    let last: DueOrder | undefined
    let closed = 0
    for (let seen = 0; seen < mostPerRun; seen += scanned) {
      const due = await listDueOrders(ctx.db, last, now)
      for (const order of due) {
        if ((await claimOrder(ctx.db, order.id, now)) && (await closeExpired(ctx, order.id))) closed++
      }
      last = due.at(-1)
      if (due.length < scanned) break
    }
    return closed
  },
}
