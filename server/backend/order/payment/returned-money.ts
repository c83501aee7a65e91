import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { notify } from '#server/backend/message/notify.ts'
import { findItems } from '#server/backend/order/checkout/fulfil-store.ts'
import type { Order } from '#server/backend/order/checkout/order-lock-store.ts'
import { addLog } from '#server/backend/order/checkout/order-log-store.ts'
import { Account, credit, debit, ledgerRef, postLedger } from '#server/backend/order/ledger/ledger.ts'
import { createRefund } from '#server/backend/order/refund/refund-store.ts'
import { ItemState, OrderStatus } from '#shared/contract/enums.ts'
import { moneyText } from '#shared/rules/money.ts'
import { markLate } from './returned-money-store.ts'

/** Why an order takes none of the money that came for it. */
export type ReturnReason =
  | 'closed'
  | 'paid'
  | 'refunded'
  | 'refunding'
  | 'owned'
  | 'covered'
  | 'amount-differs'
  | 'second-trade'

interface ReturnWords {
  /** Of the message; what is done with the money follows. */
  readonly title: string
  /** What has happened, a clause. */
  readonly cause: string
}

const words: Readonly<Record<ReturnReason, ReturnWords>> = {
  closed: { title: '订单已取消', cause: '订单在这笔支付到账前已经取消' },
  paid: { title: '重复支付', cause: '订单此前已经付清，这是一笔重复的支付' },
  refunded: { title: '订单已退款', cause: '订单此前已经全部退款' },
  refunding: { title: '订单正在退款', cause: '订单正在退款，不再收款' },
  owned: { title: '课程已拥有', cause: '您已通过其他方式拥有该课程' },
  'amount-differs': { title: '付款已核对', cause: '到账金额与应付金额不一致，经核对未计入订单' },
  'second-trade': { title: '付款已核对', cause: '这笔付款与另一笔重复，经核对未计入订单' },
  covered: { title: '订单无需付款', cause: '订单中的课程您均已拥有，无需付款' },
}

/** Why an order that can't be paid any more can't, by its state. */
export function reasonByStatus(order: Pick<Order, 'status'>): ReturnReason {
  if (order.status === OrderStatus.cancel) return 'closed'
  if (order.status === OrderStatus.refund) return 'refunded'
  return order.status === OrderStatus.allPaid || order.status === OrderStatus.partRefund ? 'paid' : 'refunding'
}

/** Money of a provider that came for an order. */
export interface CameIn {
  readonly id: number
  readonly provider: string
  readonly amountFen: number
  readonly paidAt: Date | null
}

/**
 * Gives money back in full that an order doesn't take: recorded, refunded to where it came from, on the order's timeline and in
 * a message with what happened. The order is locked. `by`: the member of staff who decided it; without one nobody had to.
 */
export async function returnPayment(
  trx: DatabaseTransaction,
  order: Order,
  payment: CameIn,
  { reason, now, by }: { reason: ReturnReason; now: Date; by?: number },
): Promise<void> {
  const { amountFen } = payment
  const { title, cause } = words[reason]
  await markLate(trx, payment.id)
  await postLedger(trx, {
    kind: 'late-payment',
    ref: ledgerRef('payment', payment.id),
    orderId: order.id,
    at: payment.paidAt ?? now,
    entries: [debit(Account.cash(payment.provider), amountFen), credit(Account.unmatched, amountFen)],
  })
  const refundId = await createRefund(trx, order, {
    requestId: null,
    paymentId: payment.id,
    amountFen,
    reason: `${title}，原路退回`,
    now,
  })
  await postLedger(trx, {
    kind: 'late-refund',
    ref: `refund:${refundId}:approved`,
    orderId: order.id,
    at: now,
    entries: [debit(Account.unmatched, amountFen), credit(Account.refundDue, amountFen)],
  })
  const note = `${cause}，${moneyText(amountFen)} 将全额原路退回`
  await addLog(trx, {
    orderId: order.id,
    event: 'late-payment',
    from: order.status,
    to: order.status,
    actor: by === undefined ? 'provider' : 'staff',
    actorId: by,
    amountFen,
    note,
    at: now,
  })
  await notify(trx, now, {
    userId: order.userId,
    topic: 'order',
    ref: `payment:${payment.id}:late`,
    title: `${title}，款项将退回`,
    text: `订单 ${order.sn} 收到一笔 ${moneyText(amountFen)} 的支付。${cause}，这笔款项将全额原路退回。`,
    button: { name: '查看订单', url: `/order/result/${order.sn}` },
  })
}

/** What of a payment is more than its order costs: it goes back to where it came from. The order is locked and is as it is after it. */
export async function returnExcess(
  trx: DatabaseTransaction,
  order: Order,
  payment: CameIn,
  { excessFen, now }: { excessFen: number; now: Date },
): Promise<void> {
  const refundId = await createRefund(trx, order, {
    requestId: null,
    paymentId: payment.id,
    amountFen: excessFen,
    reason: '应付金额减少，差额退回',
    now,
  })
  await postLedger(trx, {
    kind: 'price-difference',
    ref: `refund:${refundId}:approved`,
    orderId: order.id,
    at: now,
    entries: [debit(Account.unmatched, excessFen), credit(Account.refundDue, excessFen)],
  })
  await tellExcess(trx, order, { amountFen: excessFen, ref: `payment:${payment.id}:excess`, now })
}

/** Tells of a difference that goes back, and for which of the order's courses. */
export async function tellExcess(
  trx: DatabaseTransaction,
  order: Order,
  { amountFen, ref, now }: { amountFen: number; ref: string; now: Date },
): Promise<void> {
  const owned = (await findItems(trx, order.id))
    .filter((item) => item.state === ItemState.ownedBefore)
    .map((item) => `《${item.name}》`)
  const cause = owned.length > 0 ? `订单中的${owned.join('')}您已拥有，不再计费` : '这笔支付多于订单的应付金额'
  const note = `${cause}，多付的 ${moneyText(amountFen)} 将原路退回`
  await addLog(trx, {
    orderId: order.id,
    event: 'price-difference',
    from: order.status,
    to: order.status,
    actor: 'system',
    amountFen,
    note,
    at: now,
  })
  await notify(trx, now, {
    userId: order.userId,
    topic: 'order',
    ref,
    title: '差额将退回',
    text: `订单 ${order.sn}：${note}。`,
    button: { name: '查看订单', url: `/order/result/${order.sn}` },
  })
}
