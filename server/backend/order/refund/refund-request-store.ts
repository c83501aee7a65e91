import type { PossibleRefund } from './refund-lines.ts'
import { isPaidBack } from './refund-view-store.ts'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import { RefundState } from '#shared/contract/enums.ts'

/** So often a learner may ask for the refund of one order: each asking stands for good, and staff look at it. */
export const mostAsked = 10

/** How often the learner has asked for this order, at most `mostAsked`. */
export function listAskings(trx: DatabaseTransaction, orderId: number): Promise<{ id: number }[]> {
  return trx
    .selectFrom('refundRequests')
    .select('refundRequests.id')
    .where('refundRequests.orderId', '=', orderId)
    .where('refundRequests.createdBy', 'is', null)
    .limit(mostAsked)
    .execute()
}

/** A request that was sent before. */
export function findSameRequest(trx: DatabaseTransaction, userId: number, clientToken: string) {
  return trx
    .selectFrom('refundRequests')
    .selectAll('refundRequests')
    .where('refundRequests.userId', '=', userId)
    .where('refundRequests.clientToken', '=', clientToken)
    .executeTakeFirst()
}

/** A request for a refund. */
export function insertRequest(
  trx: DatabaseTransaction,
  {
    orderId,
    userId,
    reason,
    amountFen,
    clientToken,
    staffId,
    now,
  }: {
    readonly orderId: number
    readonly userId: number
    readonly reason: string
    readonly amountFen: number
    readonly clientToken: string | undefined
    readonly staffId: number | null
    readonly now: Date
  },
) {
  return trx
    .insertInto('refundRequests')
    .values({
      orderId,
      userId,
      reason,
      amountFen,
      clientToken: clientToken ?? null,
      createdBy: staffId,
      createdAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What of it falls on which line. */
export async function insertRequestLines(
  trx: DatabaseTransaction,
  wanted: readonly PossibleRefund[],
  requestId: number,
): Promise<void> {
  await trx
    .insertInto('refundLines')
    .values(wanted.map((line) => ({ requestId, orderItemId: line.item.id, amountFen: line.amountFen })))
    .execute()
}

/** Takes back what is asked for; undefined when nothing is. */
export function withdrawRequest(
  trx: DatabaseTransaction,
  orderId: number,
  now: Date,
): Promise<{ amountFen: number } | undefined> {
  return trx
    .updateTable('refundRequests')
    .set({ state: RefundState.withdrawn, decidedAt: now })
    .where('refundRequests.orderId', '=', orderId)
    .where('refundRequests.state', '=', RefundState.asked)
    .returning('refundRequests.amountFen')
    .executeTakeFirst()
}

/** The order of a request. */
export function findRequestOrder(
  trx: DatabaseTransaction,
  requestId: number,
): Promise<{ orderId: number } | undefined> {
  return trx
    .selectFrom('refundRequests')
    .select('refundRequests.orderId')
    .where('refundRequests.id', '=', requestId)
    .executeTakeFirst()
}

/** A request is refused. */
export function refuseRequest(
  trx: DatabaseTransaction,
  {
    answer,
    staffId,
    requestId,
    now,
  }: { readonly answer: string; readonly staffId: number; readonly requestId: number; readonly now: Date },
) {
  return trx
    .updateTable('refundRequests')
    .set({ state: RefundState.refused, answer: answer || null, decidedBy: staffId, decidedAt: now })
    .where('refundRequests.id', '=', requestId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A refund request of an order; undefined when it isn't one of its. */
export async function findRequest(
  db: Database,
  orderId: number,
  id: number,
): Promise<
  { id: number; state: number; decidedAt: Date | null; decidedBy: number | null; isPaidBack: boolean } | undefined
> {
  return db
    .selectFrom('refundRequests')
    .select(['refundRequests.id', 'refundRequests.state', 'refundRequests.decidedAt', 'refundRequests.decidedBy'])
    .select(isPaidBack('refund_requests').as('isPaidBack'))
    .where('refundRequests.id', '=', id)
    .where('refundRequests.orderId', '=', orderId)
    .executeTakeFirst()
}
