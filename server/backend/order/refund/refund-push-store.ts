import type { DatabaseTransaction, Database } from '#server/backend/db/database.ts'
import { RefundStatus } from '#shared/contract/enums.ts'
import { nextTry } from './refund-tries.ts'

const perRun = 50

/** For so long nobody else takes a refund that a process has begun to send. */
const claimMs = 60_000

/** A refund that the provider is to be told of, or asked about. */
export interface DueRefund {
  readonly id: number
  readonly status: number
  readonly tries: number
  readonly outRefundNo: string
  readonly amountFen: number
  readonly reason: string | null
  readonly tryAt: Date
  readonly provider: string
  readonly outTradeNo: string
  readonly providerOutTradeNo: string | null
  readonly providerTradeNo: string | null
  readonly totalFen: number
}

/** Refunds that are to be pushed on, the longest due first. */
export async function dueRefunds(db: Database, now: number): Promise<DueRefund[]> {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select([
      'refunds.id',
      'refunds.status',
      'refunds.tries',
      'refunds.outRefundNo',
      'refunds.amountFen',
      'refunds.reason',
      'refunds.tryAt',
      'payments.provider',
      'payments.outTradeNo',
      'payments.providerOutTradeNo',
      'payments.providerTradeNo',
      'payments.amountFen as totalFen',
    ])
    .where('refunds.status', 'in', [RefundStatus.requested, RefundStatus.processing])
    .where('refunds.tryAt', '<=', new Date(now))
    .orderBy('refunds.tryAt')
    .limit(perRun)
    .execute()
}

/** Takes a refund that is due; false when another process has it. */
export async function claimRefund(
  db: Database,
  { id, status, tries, tryAt }: DueRefund,
  now: number,
): Promise<boolean> {
  const row = await db
    .updateTable('refunds')
    .set({ tryAt: new Date(now + claimMs) })
    .where('refunds.id', '=', id)
    .where('refunds.status', '=', status)
    .where('refunds.tries', '=', tries)
    .where('refunds.tryAt', '=', tryAt)
    .returning('refunds.id')
    .executeTakeFirst()
  return row !== undefined
}

/** The provider has taken a refund, or is to be asked again. */
export async function notePushed(
  db: Database,
  status: RefundStatus,
  refund: Pick<DueRefund, 'tries' | 'id' | 'status'>,
  now: number,
): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ status, tries: refund.tries + 1, tryAt: nextTry(now, refund.tries + 1) })
    .where('refunds.id', '=', refund.id)
    .where('refunds.status', '=', refund.status)
    .execute()
}

/** The order of a refund. */
export function findRefundOrder(trx: DatabaseTransaction, refundId: number): Promise<{ orderId: number } | undefined> {
  return trx.selectFrom('refunds').select('refunds.orderId').where('refunds.id', '=', refundId).executeTakeFirst()
}

/** A failed refund is tried anew; undefined when it hasn't failed. */
export function reopenRefund(
  trx: DatabaseTransaction,
  refundId: number,
  now: Date,
): Promise<{ amountFen: number } | undefined> {
  return trx
    .updateTable('refunds')
    .set({ status: RefundStatus.requested, tries: 0, tryAt: now })
    .where('refunds.id', '=', refundId)
    .where('refunds.status', '=', RefundStatus.failed)
    .returning('refunds.amountFen')
    .executeTakeFirst()
}
