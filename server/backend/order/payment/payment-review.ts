import type { Selectable } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import type { PaymentReviewsTable, PaymentsTable } from '#server/backend/db/tables/order-tables.ts'
import { notify } from '#server/backend/message/notify.ts'
import { isOpen } from '#server/backend/order/checkout/open-state.ts'
import type { Order } from '#server/backend/order/checkout/order-lock-store.ts'
import { addLog } from '#server/backend/order/checkout/order-log-store.ts'
import { OrderStatus, PaymentReviewState, ReviewReason } from '#shared/contract/enums.ts'
import { moneyText } from '#shared/rules/money.ts'
import { lockKept, changeKept, insertReview, listWaiting } from './money-review-store.ts'

export type PaymentReviewRow = Selectable<PaymentReviewsTable>

/** Money that came for a payment, as the provider tells it. */
interface Came {
  readonly order: Order
  readonly payment: Selectable<PaymentsTable>
  readonly notice: { readonly tradeNo: string; readonly amountFen: number; readonly paidAt: Date }
  readonly reason: (typeof ReviewReason)[keyof typeof ReviewReason]
  readonly now: Date
}

/**
 * Keeps money for the staff to decide on, once a trade number; a learner is told of it. One whose amount the provider corrects
 * waits with the new one, and what was proposed for the old one is void. 'decided': somebody has decided on it already. The
 * order and the payment are locked.
 */
export async function keepForReview(
  trx: DatabaseTransaction,
  { order, payment, notice, reason, now }: Came,
): Promise<'waiting' | 'decided'> {
  const { tradeNo, amountFen, paidAt } = notice
  // a "payment" of nothing is the provider's mistake: there is nothing to count or to give back
  if (amountFen <= 0) return 'waiting'
  const known = await lockKept(trx, payment.id, tradeNo)
  if (known && known.state !== PaymentReviewState.waiting) return 'decided'
  if (known?.amountFen === amountFen) return 'waiting'
  if (known) {
    await changeKept(trx, amountFen, known.id)
    return 'waiting'
  }
  const review = await insertReview(trx, {
    orderId: order.id,
    paymentId: payment.id,
    paymentAmountFen: payment.amountFen,
    reason,
    tradeNo,
    amountFen,
    paidAt,
    now,
  })
  await tellLearner(trx, order, review, now)
  return 'waiting'
}

/** What is known of money that waits, a whole sentence for its learner: true as long as the order is as it is. */
export function reviewText(
  { status }: Pick<Order, 'status'>,
  { reason, amountFen, expectedFen }: Pick<PaymentReviewRow, 'reason' | 'amountFen' | 'expectedFen'>,
): string {
  const what =
    reason === ReviewReason.amount
      ? `收到一笔 ${moneyText(amountFen)} 的付款，与应付的 ${moneyText(expectedFen)} 不一致，正在人工核对`
      : `另外收到一笔 ${moneyText(amountFen)} 的付款，正在人工核对`
  if (isOpen({ status })) return `${what}：会计入这个订单，或原路退回。核对完之前请不要重复付款。`
  if (status === OrderStatus.cancel) return `${what}。订单已取消，核对后这笔款项会原路退回。`
  return `${what}。订单不再收款，核对后这笔款项会原路退回。`
}

/** What waits for an order, in words for its learner; null when nothing does. */
export async function findReviewText(db: Database, order: Pick<Order, 'id' | 'status'>): Promise<string | null> {
  const rows = await listWaiting(db, order.id)
  return rows.length === 0 ? null : rows.map((row) => reviewText(order, row)).join('')
}

async function tellLearner(trx: DatabaseTransaction, order: Order, review: PaymentReviewRow, now: Date): Promise<void> {
  const { amountFen, reason } = review
  const note =
    reason === ReviewReason.amount
      ? `收到一笔 ${moneyText(amountFen)} 的付款，与应付金额不一致，正在人工核对`
      : `另外收到一笔 ${moneyText(amountFen)} 的付款，正在人工核对`
  await addLog(trx, {
    orderId: order.id,
    event: 'payment-review',
    from: order.status,
    to: order.status,
    actor: 'provider',
    amountFen,
    note,
    at: now,
  })
  await notify(trx, now, {
    userId: order.userId,
    topic: 'order',
    ref: `review:${review.id}`,
    title: '付款正在核对',
    text: `订单 ${order.sn}：${reviewText(order, review)}`,
    button: { name: '查看订单', url: `/order/result/${order.sn}` },
  })
}
