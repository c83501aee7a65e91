import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import { PaymentReviewState, type ReviewReason } from '#shared/contract/enums.ts'

/** SQL: money of an order waits for somebody to decide: until then its time isn't over, because the money may count. */
export const hasMoneyInReview = (orderId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select 1 from payment_reviews v where v.order_id = ${orderId} and v.state = ${sql.lit(PaymentReviewState.waiting)})`

/** The provider has told the right amount of a trade that waited: nobody has to decide any more. */
export async function settleReview(
  trx: DatabaseTransaction,
  { paymentId, tradeNo, now }: { paymentId: number; tradeNo: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('paymentReviews')
    .set((eb) => ({
      state: PaymentReviewState.settled,
      proposal: null,
      proposedBy: null,
      proposedAt: null,
      decidedAt: now,
      version: eb('paymentReviews.version', '+', 1),
    }))
    .where('paymentReviews.paymentId', '=', paymentId)
    .where('paymentReviews.tradeNo', '=', tradeNo)
    .where('paymentReviews.state', '=', PaymentReviewState.waiting)
    .execute()
}

/** Locks what is kept of this money. */
export function lockKept(trx: DatabaseTransaction, paymentId: number, tradeNo: string) {
  return trx
    .selectFrom('paymentReviews')
    .selectAll('paymentReviews')
    .where('paymentReviews.paymentId', '=', paymentId)
    .where('paymentReviews.tradeNo', '=', tradeNo)
    .forUpdate()
    .executeTakeFirst()
}

/** Another amount came by the same trade number: what was proposed is void. */
export async function changeKept(trx: DatabaseTransaction, amountFen: number, reviewId: number): Promise<void> {
  await trx
    .updateTable('paymentReviews')
    .set((eb) => ({
      amountFen,
      proposal: null,
      proposedBy: null,
      proposedAt: null,
      version: eb('paymentReviews.version', '+', 1),
    }))
    .where('paymentReviews.id', '=', reviewId)
    .execute()
}

/** Keeps money for somebody to decide. */
export function insertReview(
  trx: DatabaseTransaction,
  {
    orderId,
    paymentId,
    paymentAmountFen,
    reason,
    tradeNo,
    amountFen,
    paidAt,
    now,
  }: {
    readonly orderId: number
    readonly paymentId: number
    readonly paymentAmountFen: number
    readonly reason: ReviewReason
    readonly tradeNo: string
    readonly amountFen: number
    readonly paidAt: Date
    readonly now: Date
  },
) {
  return trx
    .insertInto('paymentReviews')
    .values({
      orderId,
      paymentId,
      reason,
      tradeNo,
      amountFen,
      expectedFen: paymentAmountFen,
      paidAt,
      createdAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Money of an order that waits for a decision. */
export function listWaiting(
  db: Database,
  orderId: number,
): Promise<{ amountFen: number; reason: number; expectedFen: number }[]> {
  return db
    .selectFrom('paymentReviews')
    .select(['paymentReviews.reason', 'paymentReviews.amountFen', 'paymentReviews.expectedFen'])
    .where('paymentReviews.orderId', '=', orderId)
    .where('paymentReviews.state', '=', PaymentReviewState.waiting)
    .orderBy('paymentReviews.id')
    .execute()
}
