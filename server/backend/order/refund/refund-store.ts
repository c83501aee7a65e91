import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import type { Order } from '#server/backend/order/checkout/order-lock-store.ts'
import { PaymentStatus } from '#shared/contract/enums.ts'

export interface NewRefund {
  /** Null for money that came too late. */
  readonly requestId: number | null
  readonly paymentId: number
  readonly amountFen: number
  readonly reason: string
  readonly now: Date
}

/** One refund to be sent to the provider of its payment, with a number of ours; the order is locked. Answers its key. */
export async function createRefund(
  trx: DatabaseTransaction,
  order: Order,
  { requestId, paymentId, amountFen, reason, now }: NewRefund,
): Promise<number> {
  const { count } = await trx
    .selectFrom('refunds')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('refunds.orderId', '=', order.id)
    .executeTakeFirstOrThrow()
  const row = await trx
    .insertInto('refunds')
    .values({
      requestId,
      orderId: order.id,
      paymentId,
      outRefundNo: `${order.sn}R${count + 1}`,
      amountFen,
      reason,
      tryAt: now,
      createdAt: now,
    })
    .returning('refunds.id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * Shares an amount out over the order's payments, as far as each has not been given back; the order is locked.
 * Throws when the payments don't hold as much: more would be given back than was taken.
 */
export async function refundPayments(
  trx: DatabaseTransaction,
  order: Order,
  refund: Omit<NewRefund, 'paymentId'>,
): Promise<void> {
  const payments = await trx
    .selectFrom('payments')
    .select((eb) => [
      'payments.id',
      'payments.amountFen',
      eb
        .selectFrom('refunds')
        .select((inner) => inner.fn.coalesce(inner.fn.sum<number>('refunds.amountFen'), inner.lit(0)).as('sum'))
        .whereRef('refunds.paymentId', '=', 'payments.id')
        .as('backFen'),
    ])
    .where('payments.orderId', '=', order.id)
    .where('payments.status', '=', PaymentStatus.succeeded)
    .where('payments.isLate', '=', false)
    .orderBy('payments.id')
    .execute()
  let leftFen = refund.amountFen
  for (const payment of payments) {
    const amountFen = Math.min(leftFen, payment.amountFen - Number(payment.backFen ?? 0))
    if (amountFen <= 0) continue
    await createRefund(trx, order, { ...refund, paymentId: payment.id, amountFen })
    leftFen -= amountFen
  }
  if (leftFen > 0)
    throw new Error(`Order ${order.id} has not taken the ${refund.amountFen} fen that were to be given back.`)
}
