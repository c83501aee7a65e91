import { findOrderStatus } from './order-status-store.ts'
import { shareLearner } from './learner-lock-store.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { notify } from '#server/backend/message/notify.ts'
import { closePending } from '#server/backend/order/payment/close-pending.ts'
import { PayError } from '#server/backend/ports/pay/pay-provider.ts'
import { OrderKind, OrderStatus } from '#shared/contract/enums.ts'
import { addLog, type OrderLogEntry } from './order-log-store.ts'
import { freeSeat } from './order-product-store.ts'
import { releaseCoupon, releaseDeposit } from './release-discounts-store.ts'
import {
  lockOffer,
  findWhatHolds,
  lockSchedule,
  closeUnpaid,
  hasOpenPayment,
  giveOfferBack,
  closeUnpaidDeposit,
  findFirstItem,
} from './cancel-store.ts'

/** Who cancels an order, and what its timeline says. */
export interface Cancelling {
  readonly actor: OrderLogEntry['actor']
  readonly actorId?: number | undefined
  /** In words, for the learner. */
  readonly note: string
  /** Only an order whose time is over. */
  readonly expiredOnly?: boolean
  /** Runs in the transaction in which the order is closed. */
  readonly onCancelled?: (trx: DatabaseTransaction) => Promise<void>
}

/** 'paid': money was faster, the order is settled. 'over': it was cancelled or paid before. */
export type Cancelled = 'cancelled' | 'paid' | 'over'

const mostTries = 3

/**
 * Closes an unpaid order for good: what is open at the payment provider is closed there first, outside of any transaction;
 * then the order, its seat, coupon and deposit in one. Throws `PayError` when the provider can't say whether money came.
 */
export async function cancelOrder(ctx: BackendContext, orderId: number, cancelling: Cancelling): Promise<Cancelled> {
  for (let tries = 0; tries < mostTries; tries++) {
    // money that came for another amount doesn't make it paid: it goes back, and the order can be closed
    if ((await closePending(ctx, orderId)) === 'paid' && !(await isUnpaid(ctx, orderId))) return 'paid'
    try {
      return await ctx.tx((trx) => cancelInside(trx, orderId, cancelling, ctx.clock.now()))
    } catch (error) {
      if (!(error instanceof PayingAgain)) throw error
    }
  }
  throw new PayError(`Payments of order ${orderId} are opened faster than they can be closed.`)
}

async function isUnpaid(ctx: BackendContext, orderId: number): Promise<boolean> {
  const order = await findOrderStatus(ctx.db, orderId)
  return order?.status === OrderStatus.waitPayment
}

/** Thrown inside the transaction, so that nothing of it stays. */
class PayingAgain extends Error {}

async function cancelInside(
  trx: DatabaseTransaction,
  orderId: number,
  cancelling: Cancelling,
  now: number,
): Promise<Cancelled> {
  const order = await findWhatHolds(trx, orderId)
  if (!order) return 'over'
  const at = new Date(now)
  // the same order of locks as in opening and paying one: the learner, the class or offer, the order
  await shareLearner(trx, order.userId)
  if (order.scheduleId !== null) await lockSchedule(trx, order.scheduleId)
  if (order.orderKind === OrderKind.deposit) await lockOffer(trx, orderId)
  const isClosed = await closeUnpaid(trx, at, orderId, cancelling.expiredOnly)
  if (!isClosed) return 'over'
  // a payment that was opened since the provider was asked: whoever opens one holds the order meanwhile
  const pending = await hasOpenPayment(trx, orderId)
  if (pending) throw new PayingAgain()
  await giveBack(trx, orderId, order, at)
  const { actor, actorId, note } = cancelling
  await addLog(trx, {
    orderId,
    event: cancelling.expiredOnly ? 'expired' : 'cancelled',
    from: OrderStatus.waitPayment,
    to: OrderStatus.cancel,
    actor,
    actorId,
    note,
    at,
  })
  if (actor !== 'learner') await tell(trx, orderId, { userId: order.userId, note, at })
  await cancelling.onCancelled?.(trx)
  return 'cancelled'
}

/** Seat, coupon and deposit are free again; a coupon whose time ran out meanwhile is expired. */
async function giveBack(
  trx: DatabaseTransaction,
  orderId: number,
  order: { orderKind: number; scheduleId: number | null },
  at: Date,
): Promise<void> {
  if (order.orderKind === OrderKind.deposit) {
    await giveOfferBack(trx, orderId)
    await closeUnpaidDeposit(trx, orderId)
    return
  }
  if (order.scheduleId !== null) await freeSeat(trx, order.scheduleId)
  await releaseCoupon(trx, orderId, at)
  await releaseDeposit(trx, orderId)
}

async function tell(
  trx: DatabaseTransaction,
  orderId: number,
  { userId, note, at }: { userId: number; note: string; at: Date },
): Promise<void> {
  const item = await findFirstItem(trx, orderId)
  await notify(trx, at, {
    userId,
    topic: 'order',
    ref: `order:${orderId}:cancelled`,
    title: '订单已取消',
    text: `您的订单（${item?.name ?? ''}）已取消：${note}。占用的名额、优惠券和定金已退回。`,
    button: { name: '查看订单', url: '/user/order' },
  })
}

/**
 * Closes an order whose time is over; true when it is closed now, by whomever. False when it was paid meanwhile, or when
 * the provider can't be asked: the next run tries again.
 */
export async function closeExpired(ctx: BackendContext, orderId: number): Promise<boolean> {
  try {
    const outcome = await cancelOrder(ctx, orderId, { actor: 'system', note: '超时未支付', expiredOnly: true })
    if (outcome !== 'over') return outcome === 'cancelled'
  } catch (error) {
    if (!(error instanceof PayError)) throw error
    ctx.log.warn({ err: error, orderId }, 'an unpaid order could not be closed')
    return false
  }
  const order = await findOrderStatus(ctx.db, orderId)
  return order?.status === OrderStatus.cancel
}
