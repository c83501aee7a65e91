import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import { type PaymentStatus, ReviewReason } from '#shared/contract/enums.ts'
import type { PaymentReviewRow } from './payment-review.ts'

/** Money as a payment that has succeeded. */
export interface ReviewedMoney {
  readonly amountFen: number
  readonly paidAt: Date
  readonly askAt: null
  readonly status: PaymentStatus
  readonly providerTradeNo: string | null
}

/** Who of the staff, in words. */
export async function findStaffName(db: Database, userId: number | null): Promise<string> {
  if (userId === null) return '支付渠道'
  const row = await db.selectFrom('users').select('users.nickname').where('users.id', '=', userId).executeTakeFirst()
  return row?.nickname ?? '其他同事'
}

type Moved = Partial<
  Pick<PaymentReviewRow, 'state' | 'proposal' | 'proposedBy' | 'proposedAt' | 'decidedBy' | 'decidedAt'>
>

/** Writes where a decision stands. */
export async function moveReview(
  trx: DatabaseTransaction,
  { id }: PaymentReviewRow,
  values: Moved,
): Promise<PaymentReviewRow> {
  return trx
    .updateTable('paymentReviews')
    .set((eb) => ({ ...values, version: eb('paymentReviews.version', '+', 1) }))
    .where('paymentReviews.id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The order whose money waits. */
export function findReviewOrder(trx: DatabaseTransaction, id: number): Promise<{ orderId: number } | undefined> {
  return trx
    .selectFrom('paymentReviews')
    .select('paymentReviews.orderId')
    .where('paymentReviews.id', '=', id)
    .executeTakeFirst()
}

/** Locks money that waits. */
export function lockReviewRow(trx: DatabaseTransaction, id: number) {
  return trx
    .selectFrom('paymentReviews')
    .selectAll('paymentReviews')
    .where('paymentReviews.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks a payment. */
export function lockPayment(trx: DatabaseTransaction, paymentId: number) {
  return trx
    .selectFrom('payments')
    .selectAll('payments')
    .where('payments.id', '=', paymentId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Another payment of the provider has this trade number. */
export async function hasTradeNumber(
  trx: DatabaseTransaction,
  provider: string,
  paymentId: number,
  tradeNo: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('payments')
    .select('payments.id')
    .where('payments.provider', '=', provider)
    .where('payments.providerTradeNo', '=', tradeNo)
    .where('payments.id', '<>', paymentId)
    .executeTakeFirst()
  return row !== undefined
}

/** The payment has taken the money that came. */
export function setMoney(trx: DatabaseTransaction, money: ReviewedMoney, paymentId: number) {
  return trx
    .updateTable('payments')
    .set(money)
    .where('payments.id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Money that came by a payment that has taken other money already. */
export function insertSecondPayment(
  trx: DatabaseTransaction,
  {
    money,
    orderId,
    outTradeNo,
    reviewId,
    providerOutTradeNo,
    payType,
    provider,
    now,
  }: {
    readonly money: ReviewedMoney
    readonly orderId: number
    readonly outTradeNo: string
    readonly reviewId: number
    readonly providerOutTradeNo: string | null
    readonly payType: string
    readonly provider: string
    readonly now: Date
  },
) {
  return trx
    .insertInto('payments')
    .values({
      ...money,
      orderId,
      outTradeNo: `${outTradeNo}S${reviewId}`,
      providerOutTradeNo: providerOutTradeNo ?? outTradeNo,
      payType,
      provider,
      payUrl: null,
      qrCode: null,
      createdAt: now,
      expireAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Nobody has to look at the alert of this money any more. */
export async function markAlertSeen(
  trx: DatabaseTransaction,
  {
    staffId,
    reason,
    paymentId,
    tradeNo,
    provider,
    known,
    now,
  }: {
    readonly staffId: number
    readonly reason: number
    readonly paymentId: number
    readonly tradeNo: string
    readonly provider: string
    readonly known: string
    readonly now: Date
  },
): Promise<void> {
  await trx
    .updateTable('moneyAlerts')
    .set({ seenBy: staffId, seenAt: now })
    .where('moneyAlerts.seenAt', 'is', null)
    .where('moneyAlerts.kind', '=', reason === ReviewReason.amount ? 'amount-differs' : 'trade-number')
    .where(
      'moneyAlerts.ref',
      '=',
      reason === ReviewReason.amount ? `payment:${paymentId}` : `${provider}:${tradeNo}:${known}`,
    )
    .execute()
}

/** What an order costs, and what of it is paid. */
export function readPaid(
  trx: DatabaseTransaction,
  id: number,
): Promise<{ status: number; payAmountFen: number; paidFen: number }> {
  return trx
    .selectFrom('orders')
    .select(['orders.status', 'orders.payAmountFen', 'orders.paidFen'])
    .where('orders.id', '=', id)
    .executeTakeFirstOrThrow()
}
