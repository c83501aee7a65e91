import type { Selectable } from 'kysely'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import type { PaymentsTable } from '#server/backend/db/tables/order-tables.ts'
import { fulfilOrder } from '#server/backend/order/checkout/fulfil.ts'
import { dueFen, isOpen } from '#server/backend/order/checkout/open-state.ts'
import { lockOrderOfLearner, type Order } from '#server/backend/order/checkout/order-lock-store.ts'
import { addLog, type OrderLogEntry } from '#server/backend/order/checkout/order-log-store.ts'
import { recountOrder } from '#server/backend/order/checkout/recount.ts'
import { isGoingBack } from '#server/backend/order/checkout/recount-store.ts'
import { countStudy } from '#server/backend/order/enrolment/study-count.ts'
import { Account, credit, debit, ledgerRef, postLedger } from '#server/backend/order/ledger/ledger.ts'
import { alertMoney } from '#server/backend/order/ledger/money-alert-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { OrderStatus, PaymentStatus, ReviewReason } from '#shared/contract/enums.ts'
import { keepForReview } from './payment-review.ts'
import { settleReview } from './money-review-store.ts'
import { reasonByStatus, returnExcess, returnPayment } from './returned-money.ts'
import {
  type SettleOutcome,
  askOpenPayments,
  noteNotice,
  noteOutcome,
  findPaymentOrder,
  lockPaymentOf,
  takePayment,
  findHolder,
  keepPayment,
  keepPaid,
  addPaid,
  completeForNothing,
  isRegistered,
  countPayments,
  insertOfflinePayment,
} from './settle-store.ts'

/** What a provider says of money that it has taken. */
export interface PaidNotice {
  readonly provider: string
  /** The provider's number of the notification, or one of ours where we have asked ourselves. The same one is handled once. */
  readonly notifyId: string
  readonly outTradeNo: string
  readonly tradeNo: string
  readonly amountFen: number
  readonly paidAt: Date
  /** Kept as it is; without secrets. */
  readonly raw: unknown
}

/**
 * Takes money of a provider for an order, in one transaction with everything that follows from it. The only way in for
 * notifications, for answers to our own questions, and for a payment that was faster than its closing.
 */
export async function settlePayment(ctx: BackendContext, notice: PaidNotice): Promise<SettleOutcome> {
  const { outcome, given = [] } = await ctx.tx((trx) => settleOnce(trx, notice, new Date(ctx.clock.now())))
  if (given.length > 0) countStudy(ctx, given)
  if (given.length > 0 || outcome === 'late') await ctx.jobs.wake('orders.owned')
  if (outcome === 'late' || outcome === 'paid') await ctx.jobs.wake('refunds.push')
  if (outcome === 'review' || outcome === 'unknown')
    ctx.log.warn(
      { provider: notice.provider, outTradeNo: notice.outTradeNo, outcome },
      'money came that no order takes',
    )
  return outcome
}

interface Settled {
  readonly outcome: SettleOutcome
  /** Products that the learner has from now on. */
  readonly given?: readonly number[]
}

async function settleOnce(trx: DatabaseTransaction, notice: PaidNotice, now: Date): Promise<Settled> {
  const { provider, notifyId, outTradeNo, raw } = notice
  const noted = await noteNotice(trx, { provider, notifyId, outTradeNo, raw, now })
  if (!noted) return { outcome: 'repeat' }
  const settled = await matchPayment(trx, notice, now)
  await noteOutcome(trx, settled.outcome, noted.id)
  return settled
}

async function matchPayment(trx: DatabaseTransaction, notice: PaidNotice, now: Date): Promise<Settled> {
  const { provider, outTradeNo, tradeNo, amountFen, paidAt } = notice
  const found = await findPaymentOrder(trx, outTradeNo, provider)
  if (!found) {
    await alertMoney(trx, now, {
      kind: 'unknown-payment',
      ref: `${provider}:${tradeNo}`,
      detail: { outTradeNo, tradeNo, amountFen },
      differenceFen: amountFen,
    })
    return { outcome: 'unknown' }
  }
  // the order's row before the payment's, as everywhere
  const order = await lockOrderOfLearner(trx, found.orderId)
  const payment = await lockPaymentOf(trx, outTradeNo)
  if (!order || !payment) return { outcome: 'unknown' }
  const met: Met = { order, payment, notice, now }
  const refused = (await refuseTradeNumber(trx, met)) ?? (await refuseAmount(trx, met))
  if (refused) return refused
  const taken = await takePayment(trx, { tradeNo, paidAt, paymentId: payment.id, amountFen })
  if (!taken) return { outcome: 'repeat' }
  await settleReview(trx, { paymentId: taken.id, tradeNo, now })
  const given = await countPayment(trx, order, taken, { now, actor: 'provider' })
  return given ? { outcome: 'paid', given } : { outcome: 'late' }
}

type Payment = Selectable<PaymentsTable>

/** A notice with the order and the payment that it is about, both locked. */
interface Met {
  readonly order: Order
  readonly payment: Payment
  readonly notice: PaidNotice
  readonly now: Date
}

/** A payment that has a trade number already, or a number that another payment has: told once, for review; undefined: it is new. */
async function refuseTradeNumber(
  trx: DatabaseTransaction,
  { order, payment, notice, now }: Met,
): Promise<Settled | undefined> {
  const { provider, outTradeNo, tradeNo, amountFen } = notice
  if (payment.status === PaymentStatus.succeeded && payment.providerTradeNo === tradeNo) return { outcome: 'repeat' }
  const other = await findHolder(trx, provider, tradeNo, payment.id)
  if (payment.status === PaymentStatus.succeeded || other) {
    const kept = await keepForReview(trx, { order, payment, notice, reason: ReviewReason.tradeNumber, now })
    if (kept === 'decided') return { outcome: 'repeat' }
    // nothing more is asked for under its number: it would keep the order open for ever
    if (payment.status === PaymentStatus.pending) await keepPayment(trx, payment.id)
    await alertMoney(trx, now, {
      kind: 'trade-number',
      ref: `${provider}:${tradeNo}:${outTradeNo}`,
      detail: { outTradeNo, tradeNo, amountFen, known: payment.providerTradeNo, other: other?.id ?? null },
      differenceFen: amountFen,
    })
    return { outcome: 'review' }
  }
  return undefined
}

/** Another amount than was asked for: for review. */
async function refuseAmount(
  trx: DatabaseTransaction,
  { order, payment, notice, now }: Met,
): Promise<Settled | undefined> {
  const { outTradeNo, tradeNo, amountFen } = notice
  if (payment.amountFen === amountFen) return undefined
  if ((await keepForReview(trx, { order, payment, notice, reason: ReviewReason.amount, now })) === 'decided')
    return { outcome: 'repeat' }
  if (payment.status === PaymentStatus.review) return { outcome: 'review' }
  await keepPaid(trx, tradeNo, payment.id)
  await alertMoney(trx, now, {
    kind: 'amount-differs',
    ref: `payment:${payment.id}`,
    detail: { outTradeNo, tradeNo, expectedFen: payment.amountFen, amountFen },
    differenceFen: amountFen - payment.amountFen,
  })
  return { outcome: 'review' }
}

/** When money is counted, by whom, and what the timeline says of it. */
export interface Happening {
  readonly now: Date
  readonly actor: OrderLogEntry['actor']
  readonly actorId?: number
  /** `countedFen`: what the order has taken. */
  readonly note?: string | ((countedFen: number) => string)
}

/**
 * Counts a succeeded payment for its order, at what the order costs now: what is more goes back. Answers the products that it
 * gives. Undefined when the order doesn't take it (closed, paid already, its product owned): then it goes back in full.
 */
export async function countPayment(
  trx: DatabaseTransaction,
  locked: Order,
  payment: Payment,
  { now, actor, actorId, note }: Happening,
): Promise<number[] | undefined> {
  const { order, isOwned, given } = await recountOrder(trx, locked, now)
  if (given !== undefined) {
    await returnPayment(trx, order, payment, { reason: 'covered', now })
    return [...given]
  }
  const reason = isOwned ? 'owned' : await refusal(trx, order)
  if (reason !== null) {
    await returnPayment(trx, order, payment, { reason, now })
    return undefined
  }
  const leftFen = dueFen(order)
  if (leftFen === 0) {
    await returnPayment(trx, order, payment, { reason: 'covered', now })
    return (await completeFree(trx, order, now)) ?? []
  }
  const excessFen = Math.max(0, payment.amountFen - leftFen)
  const paidFen = order.paidFen + payment.amountFen - excessFen
  const status = paidFen === order.payAmountFen ? OrderStatus.allPaid : OrderStatus.partlyPaid
  const paid = await addPaid(trx, {
    paidFen,
    status,
    orderId: order.id,
    orderStatus: order.status,
    orderPaidFen: order.paidFen,
    now,
  })
  await postReceived(trx, order, payment, { excessFen, now })
  const usual = status === OrderStatus.allPaid ? '支付成功' : '已支付部分金额'
  const countedFen = payment.amountFen - excessFen
  await addLog(trx, {
    orderId: order.id,
    event: status === OrderStatus.allPaid ? 'paid' : 'part-paid',
    from: order.status,
    to: status,
    actor,
    actorId,
    amountFen: countedFen,
    note: (typeof note === 'function' ? note(countedFen) : note) ?? usual,
    at: now,
  })
  if (excessFen > 0) await returnExcess(trx, paid, payment, { excessFen, now })
  await askOpenPayments(trx, order.id, now)
  return status === OrderStatus.allPaid ? fulfilOrder(trx, paid, now) : []
}

/** Why an order takes no money, null when it does: it waits for some, and nothing of it is on its way back. */
async function refusal(trx: DatabaseTransaction, order: Order) {
  if (!isOpen(order)) return reasonByStatus(order)
  return (await isGoingBack(trx, order.id)) ? 'refunding' : null
}

/** The money itself, in the ledger: what the order takes of it, and what goes back. */
async function postReceived(
  trx: DatabaseTransaction,
  order: Order,
  payment: Payment,
  { excessFen, now }: { excessFen: number; now: Date },
): Promise<void> {
  const { id, provider, amountFen, paidAt } = payment
  await postLedger(trx, {
    kind: 'payment',
    ref: ledgerRef('payment', id),
    orderId: order.id,
    at: paidAt ?? now,
    entries: [
      debit(Account.cash(provider), amountFen),
      credit(Account.advance, amountFen - excessFen),
      credit(Account.unmatched, excessFen),
    ],
  })
}

/**
 * Completes an order that costs nothing (any more): all of it was owned, or coupon and deposit cover it. Locks the order and
 * counts it anew. False when it isn't unpaid or does cost something.
 */
export async function settleNothing(
  trx: DatabaseTransaction,
  { orderId, now }: { orderId: number; now: Date },
): Promise<boolean> {
  const locked = await lockOrderOfLearner(trx, orderId)
  if (!locked) return false
  const { order, isOwned, given } = await recountOrder(trx, locked, now)
  return given !== undefined || (!isOwned && (await completeFree(trx, order, now)) !== undefined)
}

/** The products that a locked order of 0.00 gives; undefined when it isn't one that waits. */
async function completeFree(trx: DatabaseTransaction, order: Order, now: Date): Promise<number[] | undefined> {
  const free = await completeForNothing(trx, order.id, now)
  if (!free) return undefined
  await addLog(trx, {
    orderId: order.id,
    event: 'paid',
    from: order.status,
    to: free.status,
    actor: 'system',
    amountFen: 0,
    note: '应付金额为 0.00，无需支付',
    at: now,
  })
  await askOpenPayments(trx, order.id, now)
  return fulfilOrder(trx, free, now)
}

/** Money that the school has taken outside, in full or in part. */
export interface OfflineMoney {
  readonly orderId: number
  readonly amountFen: number
  /** Number of the transfer or the paper; null without one. The same one is taken once. */
  readonly tradeNo: string | null
  readonly staffId: number
  readonly note: string
  readonly now: Date
}

/** Counts money that a member of staff has taken outside. Throws `ApiError` when it is more than what is left to pay, or when the order takes none. */
export async function settleOffline(
  trx: DatabaseTransaction,
  { orderId, amountFen, tradeNo, staffId, note, now }: OfflineMoney,
): Promise<OrderStatus> {
  const locked = await lockOrderOfLearner(trx, orderId)
  if (!locked || !isOpen(locked)) throw new ApiError(Code.Fail, '订单当前状态不能收款')
  const { order, isOwned, given } = await recountOrder(trx, locked, now)
  if (given !== undefined) throw new ApiError(Code.Fail, '该学员已付的金额已足够，订单已完成，请刷新')
  if (isOwned) throw new ApiError(Code.Fail, '该学员已经有这门课')
  if (amountFen <= 0 || amountFen > dueFen(order)) throw new ApiError(Code.Fail, '收款金额超过待支付金额')
  if (tradeNo !== null) {
    const known = await isRegistered(trx, tradeNo)
    if (known) throw new ApiError(Code.Fail, '该收款单号已登记')
  }
  const { count } = await countPayments(trx, orderId)
  const payment = await insertOfflinePayment(trx, { orderId, sn: order.sn, count, amountFen, tradeNo, now })
  if (!(await countPayment(trx, order, payment, { now, actor: 'staff', actorId: staffId, note })))
    throw new ApiError(Code.Fail, '订单当前状态不能收款')
  return order.paidFen + amountFen === order.payAmountFen ? OrderStatus.allPaid : OrderStatus.partlyPaid
}
