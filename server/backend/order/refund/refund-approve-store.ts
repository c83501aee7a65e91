import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { DepositState, RefundState } from '#shared/contract/enums.ts'

/** The order of the deposit that an order has used: it is locked together with it. */
export async function depositOrderOf(trx: DatabaseTransaction, orderId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('deposits')
    .select('deposits.orderId')
    .where('deposits.usedOrderId', '=', orderId)
    .where('deposits.state', '=', DepositState.used)
    .execute()
  return rows.map((row) => row.orderId)
}

/** A request that is asked for is approved. */
export function approve(
  trx: DatabaseTransaction,
  {
    answer,
    staffId,
    requestId,
    now,
  }: { readonly answer: string; readonly staffId: number | null; readonly requestId: number; readonly now: Date },
) {
  return trx
    .updateTable('refundRequests')
    .set({ state: RefundState.approved, answer: answer || null, decidedBy: staffId, decidedAt: now })
    .where('refundRequests.id', '=', requestId)
    .where('refundRequests.state', '=', RefundState.asked)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What of the order is on its way back or has gone, in fen. */
export function sumGoingBack(trx: DatabaseTransaction, orderId: number): Promise<{ back: number }> {
  return (
    trx
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.paymentId')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('refunds.amountFen'), eb.lit(0)).as('back'))
      .where('refunds.orderId', '=', orderId)
      .where('payments.isLate', '=', false)
      // a difference that went back was never counted as paid
      .where('refunds.requestId', 'is not', null)
      .executeTakeFirstOrThrow()
  )
}

/** A deposit is given back; undefined when it isn't in this state. */
export function takeBackDeposit(
  trx: DatabaseTransaction,
  orderId: number,
  state: DepositState,
): Promise<{ amountFen: number } | undefined> {
  return trx
    .updateTable('deposits')
    .set({ state: DepositState.refunded, usedOrderId: null })
    .where('deposits.orderId', '=', orderId)
    .where('deposits.state', '=', state)
    .returning('deposits.amountFen')
    .executeTakeFirst()
}

/** The lines that a request is about. */
export function listRequestLines(trx: DatabaseTransaction, requestId: number): Promise<{ orderItemId: number }[]> {
  return trx
    .selectFrom('refundLines')
    .select('refundLines.orderItemId')
    .where('refundLines.requestId', '=', requestId)
    .execute()
}

/** The deposit that an order has used. */
export function findUsedDeposit(
  trx: DatabaseTransaction,
  orderId: number,
): Promise<{ amountFen: number; orderId: number } | undefined> {
  return trx
    .selectFrom('deposits')
    .select(['deposits.orderId', 'deposits.amountFen'])
    .where('deposits.usedOrderId', '=', orderId)
    .where('deposits.state', '=', DepositState.used)
    .executeTakeFirst()
}

/** A request for a deposit, because the order that used it goes back whole. */
export function insertDepositRequest(
  trx: DatabaseTransaction,
  {
    ownId,
    userId,
    paidFen,
    sn,
    staffId,
    now,
  }: {
    readonly ownId: number
    readonly userId: number
    readonly paidFen: number
    readonly sn: string
    readonly staffId: number | null
    readonly now: Date
  },
) {
  return trx
    .insertInto('refundRequests')
    .values({
      orderId: ownId,
      userId,
      reason: `订单 ${sn} 已全部退款`,
      amountFen: paidFen,
      createdBy: staffId,
      createdAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What of it falls on which line. */
export async function insertLines(
  trx: DatabaseTransaction,
  items: readonly { readonly id: number; readonly priceFen: number }[],
  requestId: number,
): Promise<void> {
  await trx
    .insertInto('refundLines')
    .values(items.map((item) => ({ requestId, orderItemId: item.id, amountFen: item.priceFen })))
    .execute()
}
