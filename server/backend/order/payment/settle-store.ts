import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { OrderStatus, PaymentStatus, PayState } from '#shared/contract/enums.ts'

/** 'paid': counted for the order; 'repeat': known; 'late': goes back in full; 'review': somebody has to look; 'unknown': no such payment of ours. */
export type SettleOutcome = 'paid' | 'repeat' | 'late' | 'review' | 'unknown'

/** What else is open at a provider fits the order no more: it is asked about, and closed there. */
export async function askOpenPayments(trx: DatabaseTransaction, orderId: number, now: Date): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ askAt: now })
    .where('payments.orderId', '=', orderId)
    .where('payments.status', '=', PaymentStatus.pending)
    .execute()
}

/** Notes a notice of a provider; undefined when it was heard before. */
export function noteNotice(
  trx: DatabaseTransaction,
  {
    provider,
    notifyId,
    outTradeNo,
    raw,
    now,
  }: {
    readonly provider: string
    readonly notifyId: string
    readonly outTradeNo: string
    readonly raw: unknown
    readonly now: Date
  },
): Promise<{ id: number } | undefined> {
  return (
    trx
      .insertInto('paymentNotifications')
      .values({ provider, notifyId, outTradeNo, raw: JSON.stringify(raw ?? null), receivedAt: now })
      // one that came before its payment could be seen may find it now
      .onConflict((conflict) =>
        conflict
          .columns(['provider', 'notifyId'])
          .doUpdateSet({ receivedAt: now })
          .where('paymentNotifications.outcome', '=', 'unknown'),
      )
      .returning('paymentNotifications.id')
      .executeTakeFirst()
  )
}

/** What a notice has led to. */
export async function noteOutcome(trx: DatabaseTransaction, outcome: SettleOutcome, noticeId: number): Promise<void> {
  await trx
    .updateTable('paymentNotifications')
    .set({ outcome })
    .where('paymentNotifications.id', '=', noticeId)
    .execute()
}

/** The order of a payment. */
export function findPaymentOrder(
  trx: DatabaseTransaction,
  outTradeNo: string,
  provider: string,
): Promise<{ orderId: number } | undefined> {
  return trx
    .selectFrom('payments')
    .select(['payments.orderId'])
    .where('payments.outTradeNo', '=', outTradeNo)
    .where('payments.provider', '=', provider)
    .executeTakeFirst()
}

/** Locks a payment by its number. */
export function lockPaymentOf(trx: DatabaseTransaction, outTradeNo: string) {
  return trx
    .selectFrom('payments')
    .selectAll('payments')
    .where('payments.outTradeNo', '=', outTradeNo)
    .forUpdate()
    .executeTakeFirst()
}

/** The payment has succeeded; undefined when it had before. */
export function takePayment(
  trx: DatabaseTransaction,
  {
    tradeNo,
    paidAt,
    paymentId,
    amountFen,
  }: { readonly tradeNo: string; readonly paidAt: Date; readonly paymentId: number; readonly amountFen: number },
) {
  return trx
    .updateTable('payments')
    .set({ status: PaymentStatus.succeeded, providerTradeNo: tradeNo, paidAt, askAt: null })
    .where('payments.id', '=', paymentId)
    .where('payments.status', 'in', [
      PaymentStatus.pending,
      PaymentStatus.failed,
      PaymentStatus.closed,
      PaymentStatus.review,
    ])
    .where('payments.amountFen', '=', amountFen)
    .returningAll()
    .executeTakeFirst()
}

/** Another payment that has this trade number. */
export function findHolder(
  trx: DatabaseTransaction,
  provider: string,
  tradeNo: string,
  paymentId: number,
): Promise<{ id: number } | undefined> {
  return trx
    .selectFrom('payments')
    .select('payments.id')
    .where('payments.provider', '=', provider)
    .where('payments.providerTradeNo', '=', tradeNo)
    .where('payments.id', '<>', paymentId)
    .executeTakeFirst()
}

/** Nothing more is asked for under the number of this payment. */
export async function keepPayment(trx: DatabaseTransaction, paymentId: number): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ status: PaymentStatus.review, askAt: null })
    .where('payments.id', '=', paymentId)
    .execute()
}

/** Money came for the payment that has to be looked at. */
export async function keepPaid(trx: DatabaseTransaction, tradeNo: string, paymentId: number): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ status: PaymentStatus.review, providerTradeNo: tradeNo, askAt: null })
    .where('payments.id', '=', paymentId)
    .execute()
}

/** The order has taken money. */
export function addPaid(
  trx: DatabaseTransaction,
  {
    paidFen,
    status,
    orderId,
    orderStatus,
    orderPaidFen,
    now,
  }: {
    readonly paidFen: number
    readonly status: OrderStatus
    readonly orderId: number
    readonly orderStatus: number
    readonly orderPaidFen: number
    readonly now: Date
  },
) {
  return trx
    .updateTable('orders')
    .set((eb) => ({ paidFen, status, payState: PayState.paying, paidAt: now, version: eb('orders.version', '+', 1) }))
    .where('orders.id', '=', orderId)
    .where('orders.status', '=', orderStatus)
    .where('orders.paidFen', '=', orderPaidFen)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** An unpaid order that costs nothing is paid; undefined when it does, or isn't. */
export function completeForNothing(trx: DatabaseTransaction, orderId: number, now: Date) {
  return trx
    .updateTable('orders')
    .set((eb) => ({ status: OrderStatus.allPaid, paidAt: now, version: eb('orders.version', '+', 1) }))
    .where('orders.id', '=', orderId)
    .where('orders.status', '=', OrderStatus.waitPayment)
    .where('orders.payAmountFen', '=', 0)
    .returningAll()
    .executeTakeFirst()
}

/** Money with this number was registered before. */
export async function isRegistered(trx: DatabaseTransaction, tradeNo: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payments')
    .select('payments.id')
    .where('payments.provider', '=', 'offline')
    .where('payments.providerTradeNo', '=', tradeNo)
    .executeTakeFirst()
  return row !== undefined
}

/** How many payments an order has. */
export function countPayments(trx: DatabaseTransaction, orderId: number): Promise<{ count: number }> {
  return trx
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('payments.orderId', '=', orderId)
    .executeTakeFirstOrThrow()
}

/** Money that was taken outside. */
export function insertOfflinePayment(
  trx: DatabaseTransaction,
  {
    orderId,
    sn,
    count,
    amountFen,
    tradeNo,
    now,
  }: {
    readonly orderId: number
    readonly sn: string
    readonly count: number
    readonly amountFen: number
    readonly tradeNo: string | null
    readonly now: Date
  },
) {
  return trx
    .insertInto('payments')
    .values({
      orderId,
      outTradeNo: `${sn}F${count + 1}`,
      payType: 'offline',
      provider: 'offline',
      amountFen,
      status: PaymentStatus.succeeded,
      providerTradeNo: tradeNo,
      createdAt: now,
      expireAt: now,
      paidAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
