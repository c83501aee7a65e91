import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { countStudy } from '#server/backend/order/enrolment/study-count.ts'
import { closeStalePayments } from '#server/backend/order/payment/close-pending.ts'
import { OrderStatus } from '#shared/contract/enums.ts'
import { closeExpired } from './cancel.ts'
import { closeOwned } from './close-open.ts'
import { hasMoved } from './moved-store.ts'
import { isOpen } from './open-state.ts'
import { lockOrderOfLearner, type Order } from './order-lock-store.ts'
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

/**
 * Counts an open order anew, outside of any transaction of the caller: one whose product is owned is closed, what was paid in
 * part for it goes back; else its price follows what is owned, and payments that were opened at the old one are closed.
 * Whatever the providers do, it takes no longer than a moment.
 */
export async function bringUpToDate(ctx: BackendContext, order: Order): Promise<BroughtUpToDate> {
  const now = new Date(ctx.clock.now())
  if (!isOpen(order) || !(await hasMoved(ctx.db, order, now))) return asItWas
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
