import { enrolled } from '#server/backend/db/predicates.ts'
import { sql } from 'kysely'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { countStudy } from '#server/backend/order/enrolment/study-count.ts'
import { closeStalePayments } from '#server/backend/order/payment/close-pending.ts'
import { ItemState, OrderStatus } from '#shared/contract/enums.ts'
import { closeExpired } from './cancel.ts'
import { closeOwned } from './close-open.ts'
import { isOpen } from './open-state.ts'
import { lockOrderOfLearner, type Order } from './order-lock.ts'
import { recountOrder } from './recount.ts'
import { soon } from './soon.ts'

/** What an order turned out to be when it was counted anew. */
export interface BroughtUpToDate {
  /** Something changed: the order has to be read again. */
  readonly isChanged: boolean
  /** What the learner has to know before they pay, whole sentences; null when nothing is to be said. */
  readonly words: string | null
}

const asItWas: BroughtUpToDate = { isChanged: false, words: null }

/** SQL reads alone: the product or one of the courses has changed hands since the order's price was computed. */
async function hasMoved(ctx: BackendContext, order: Order): Promise<boolean> {
  const now = new Date(ctx.clock.now())
  const { rows } = await sql<{ moved: boolean }>`
    with owned as (
      select e.product_id from enrolments e where e.user_id = ${order.userId} and ${enrolled('e', now)})
    select exists (select 1 from owned where product_id = ${order.productId})
      or exists (select 1 from order_items i where i.order_id = ${order.id} and i.state in (${sql.lit(ItemState.sold)}, ${sql.lit(ItemState.ownedBefore)})
        and (i.state = ${sql.lit(ItemState.ownedBefore)}) <> exists (select 1 from owned where product_id = i.product_id)) as moved`.execute(
    ctx.db,
  )
  return rows[0]?.moved === true
}

/**
 * Counts an open order anew, outside of any transaction of the caller: one whose product is owned is closed, what was paid in
 * part for it goes back; else its price follows what is owned, and payments that were opened at the old one are closed.
 * Whatever the providers do, it takes no longer than a moment.
 */
export async function bringUpToDate(ctx: BackendContext, order: Order): Promise<BroughtUpToDate> {
  if (!isOpen(order) || !(await hasMoved(ctx, order))) return asItWas
  const now = new Date(ctx.clock.now())
  const counted = await ctx.tx(async (trx) => {
    const locked = await lockOrderOfLearner(trx, order.id)
    return locked && recountOrder(trx, locked, now)
  })
  if (!counted) return asItWas
  if (counted.isOwned) {
    await soon(ctx, closeOwned(ctx, order.id))
    const isPartlyPaid = order.status === OrderStatus.partlyPaid
    return {
      isChanged: true,
      words: `您已拥有该课程，无需支付，${isPartlyPaid ? '已付的款项将全额原路退回' : '订单将自动关闭'}`,
    }
  }
  if (counted.change === null) return asItWas
  if (counted.given !== undefined) {
    countStudy(ctx, counted.given)
    await ctx.jobs.wake('orders.owned')
    await ctx.jobs.wake('refunds.push')
  }
  await soon(ctx, closeStalePayments(ctx, order.id))
  const next = counted.given === undefined ? '请确认后再支付' : '已付的款项已经足够，报名已完成'
  return { isChanged: true, words: `${counted.change}，${next}` }
}

/** Closes an order whose time is over, as soon as the provider has said that no money came. */
export async function closeOverdue(ctx: BackendContext, orderId: number): Promise<void> {
  await soon(ctx, closeExpired(ctx, orderId))
}
