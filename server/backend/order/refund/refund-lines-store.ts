import type { Database } from '#server/backend/db/database.ts'
import { RefundState } from '#shared/contract/enums.ts'

/** The request that is asked or approved, undefined without one. */
export async function openRequest(db: Database, orderId: number) {
  return db
    .selectFrom('refundRequests')
    .selectAll('refundRequests')
    .where('refundRequests.orderId', '=', orderId)
    .where('refundRequests.state', 'in', [RefundState.asked, RefundState.approved])
    .executeTakeFirst()
}

/** Where a deposit stands, and whether its offer gives it back. */
export function getDepositTerms(db: Database, orderId: number): Promise<{ refundable: boolean; state: number }> {
  return db
    .selectFrom('deposits')
    .innerJoin('depositOffers', 'depositOffers.id', 'deposits.offerId')
    .select(['deposits.state', 'depositOffers.refundable'])
    .where('deposits.orderId', '=', orderId)
    .executeTakeFirstOrThrow()
}
