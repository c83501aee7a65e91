import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { RefundState, RefundStatus } from '#shared/contract/enums.ts'

/** A refund by the number that the provider knows. */
export function findRefund(
  trx: DatabaseTransaction,
  outRefundNo: string,
): Promise<{ id: number; orderId: number } | undefined> {
  return trx
    .selectFrom('refunds')
    .select(['refunds.id', 'refunds.orderId'])
    .where('refunds.outRefundNo', '=', outRefundNo)
    .executeTakeFirst()
}

/** The money is back; undefined when it was before. */
export function closeRefund(trx: DatabaseTransaction, refundId: number, now: Date) {
  return trx
    .updateTable('refunds')
    .set({ status: RefundStatus.done, doneAt: now, lastError: null })
    .where('refunds.id', '=', refundId)
    .where('refunds.status', 'in', [RefundStatus.requested, RefundStatus.processing, RefundStatus.failed])
    .returningAll()
    .executeTakeFirst()
}

/** The payment that is given back. */
export function getRefundedPayment(
  trx: DatabaseTransaction,
  paymentId: number,
): Promise<{ provider: string; isLate: boolean }> {
  return trx
    .selectFrom('payments')
    .select(['payments.provider', 'payments.isLate'])
    .where('payments.id', '=', paymentId)
    .executeTakeFirstOrThrow()
}

/** The order has given back so much more. */
export async function addRefunded(trx: DatabaseTransaction, amountFen: number, orderId: number): Promise<void> {
  await trx
    .updateTable('orders')
    .set((eb) => ({ refundedFen: eb('orders.refundedFen', '+', amountFen) }))
    .where('orders.id', '=', orderId)
    .execute()
}

/** More of the request is on its way. */
export async function hasOpenRefund(trx: DatabaseTransaction, requestId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('refunds')
    .select('refunds.id')
    .where('refunds.requestId', '=', requestId)
    .where('refunds.status', '<>', RefundStatus.done)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The request, while it is approved. */
export function findApproved(trx: DatabaseTransaction, requestId: number) {
  return trx
    .selectFrom('refundRequests')
    .selectAll('refundRequests')
    .where('refundRequests.id', '=', requestId)
    .where('refundRequests.state', '=', RefundState.approved)
    .executeTakeFirst()
}

/** Locks a refund that is on its way. */
export function lockOpenRefund(trx: DatabaseTransaction, refundId: number) {
  return trx
    .selectFrom('refunds')
    .selectAll('refunds')
    .where('refunds.id', '=', refundId)
    .where('refunds.status', 'in', [RefundStatus.requested, RefundStatus.processing])
    .forUpdate()
    .executeTakeFirst()
}

/** It didn't work: how often, why, and when it is tried again. */
export async function noteFailure(
  trx: DatabaseTransaction,
  {
    tries,
    lastError,
    isOver,
    refundId,
    tryAt,
  }: {
    readonly tries: number
    readonly lastError: string
    readonly isOver: boolean
    readonly refundId: number
    readonly tryAt: Date
  },
): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({
      tries,
      lastError,
      status: isOver ? RefundStatus.failed : RefundStatus.requested,
      tryAt,
    })
    .where('refunds.id', '=', refundId)
    .execute()
}
