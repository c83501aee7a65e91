import { sql } from 'kysely'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import { OrderStatus } from '#shared/contract/enums.ts'
import { closeExpired } from './cancel.ts'
import { hasMoneyInReview } from '#server/backend/order/payment/payment-review.ts'

const scanned = 100
/** The rest is for the next run, a minute later. */
const mostPerRun = 1000
/** One that somebody else closes right now is left to them. */
const claimMs = 30_000

interface DueOrder {
  id: number
  expireAt: Date
}

async function listDue(ctx: BackendContext, after: DueOrder | undefined, now: Date): Promise<DueOrder[]> {
  let query = ctx.db
    .selectFrom('orders')
    .select(['orders.id', 'orders.expireAt'])
    .where('orders.status', '=', sql.lit(OrderStatus.waitPayment))
    .where('orders.expireAt', '<=', now)
    .where(sql<boolean>`not ${hasMoneyInReview(sql.ref('orders.id'))}`)
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('orders.expireAt', 'orders.id'), '>', tuple(after.expireAt, after.id)),
    )
  return query.orderBy('orders.expireAt').orderBy('orders.id').limit(scanned).execute()
}

/** Marks that the provider is asked about an order now; false when another process did so a moment ago. */
async function claim(ctx: BackendContext, orderId: number, now: Date): Promise<boolean> {
  const row = await ctx.db
    .updateTable('orders')
    .set({ askedAt: now })
    .where('orders.id', '=', orderId)
    .where('orders.status', '=', sql.lit(OrderStatus.waitPayment))
    .where(({ eb, or }) =>
      or([eb('orders.askedAt', 'is', null), eb('orders.askedAt', '<=', new Date(now.getTime() - claimMs))]),
    )
    .returning('orders.id')
    .executeTakeFirst()
  return row !== undefined
}

/** Closes unpaid orders whose time is over, each in a transaction of its own. */
export const expireOrdersJob: Job = {
  name: 'orders.expire',
  cron: '* * * * *',
  async run(ctx) {
    const now = new Date(ctx.clock.now())
    let last: DueOrder | undefined
    let closed = 0
    for (let seen = 0; seen < mostPerRun; seen += scanned) {
      const due = await listDue(ctx, last, now)
      for (const order of due) {
        if ((await claim(ctx, order.id, now)) && (await closeExpired(ctx, order.id))) closed++
      }
      last = due.at(-1)
      if (due.length < scanned) break
    }
    return closed
  },
}
