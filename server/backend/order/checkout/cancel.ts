import { sql } from 'kysely'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { notify } from '#server/backend/message/notify.ts'
import { closePending } from '#server/backend/order/payment/close-pending.ts'
import { hasMoneyInReview } from '#server/backend/order/payment/payment-review.ts'
import { PayError } from '#server/backend/ports/pay/pay-provider.ts'
import { DepositState, OrderKind, OrderStatus, PaymentStatus } from '#shared/contract/enums.ts'
import { addLog, type OrderLogEntry } from './order-log-store.ts'
import { freeSeat } from './order-product.ts'
import { releaseCoupon, releaseDeposit } from './release-discounts.ts'

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
  const order = await ctx.db
    .selectFrom('orders')
    .select('orders.status')
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
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
  const order = await trx
    .selectFrom('orders')
    .select(['orders.userId', 'orders.productId', 'orders.orderKind', 'orders.scheduleId', 'orders.status'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  if (!order) return 'over'
  const at = new Date(now)
  // the same order of locks as in opening and paying one: the learner, the class or offer, the order
  await trx.selectFrom('users').select('users.id').where('users.id', '=', order.userId).forKeyShare().execute()
  if (order.scheduleId !== null)
    await trx
      .selectFrom('classSchedules')
      .select('classSchedules.id')
      .where('classSchedules.id', '=', order.scheduleId)
      .forNoKeyUpdate()
      .execute()
  if (order.orderKind === OrderKind.deposit) await lockOffer(trx, orderId)
  const { rows } = await sql<{ id: number }>`
    update orders set status = ${OrderStatus.cancel}, cancelled_at = ${at}, version = version + 1
    where id = ${orderId} and status = ${sql.lit(OrderStatus.waitPayment)} and paid_fen = 0 and (${cancelling.expiredOnly ?? false} = false or (expire_at <= ${at} and not ${hasMoneyInReview(sql`orders.id`)})) returning id`.execute(
    trx,
  )
  if (rows.length === 0) return 'over'
  // a payment that was opened since the provider was asked: whoever opens one holds the order meanwhile
  const pending = await trx
    .selectFrom('payments')
    .select('payments.id')
    .where('payments.orderId', '=', orderId)
    .where('payments.status', '=', sql.lit(PaymentStatus.pending))
    .limit(1)
    .executeTakeFirst()
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

/** The offer of a deposit order comes before the order. */
async function lockOffer(trx: DatabaseTransaction, orderId: number): Promise<void> {
  await sql`select o.id from deposit_offers o where o.id = (select d.offer_id from deposits d where d.order_id = ${orderId}) for no key update`.execute(
    trx,
  )
}

/** Seat, coupon and deposit are free again; a coupon whose time ran out meanwhile is expired. */
async function giveBack(
  trx: DatabaseTransaction,
  orderId: number,
  order: { orderKind: number; scheduleId: number | null },
  at: Date,
): Promise<void> {
  if (order.orderKind === OrderKind.deposit) {
    await sql`update deposit_offers set sold = sold - 1 where id = (select d.offer_id from deposits d where d.order_id = ${orderId} and d.state = ${sql.lit(DepositState.unpaid)})`.execute(
      trx,
    )
    await sql`update deposits set state = ${sql.lit(DepositState.closed)} where order_id = ${orderId} and state = ${sql.lit(DepositState.unpaid)}`.execute(
      trx,
    )
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
  const item = await trx
    .selectFrom('orderItems')
    .select(['orderItems.name'])
    .where('orderItems.orderId', '=', orderId)
    .orderBy('orderItems.lineNo')
    .limit(1)
    .executeTakeFirst()
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
  const order = await ctx.db
    .selectFrom('orders')
    .select('orders.status')
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  return order?.status === OrderStatus.cancel
}
