import type { Database } from '#server/backend/db/database.ts'

/** More than an order ever has: a learner asks ten times at most. */
const mostShown = 100

/** The latest requests of an order. */
export function listRequests(db: Database, orderId: number) {
  return db
    .selectFrom('refundRequests')
    .leftJoin('tickets', 'tickets.refundRequestId', 'refundRequests.id')
    .selectAll('refundRequests')
    .select('tickets.no as appealNo')
    .where('refundRequests.orderId', '=', orderId)
    .orderBy('refundRequests.id', 'desc')
    .limit(mostShown)
    .execute()
}

/** What they are about. */
export function listRequestedItems(
  db: Database,
  requests: {
    id: number
    userId: number
    amountFen: number
    clientToken: string | null
    createdBy: number | null
    createdAt: Date
    orderId: number
    state: number
    reason: string
    decidedBy: number | null
    decidedAt: Date | null
    answer: string | null
    doneAt: Date | null
  }[],
): Promise<
  {
    name: string
    couponFen: number
    depositFen: number
    priceFen: number
    amountFen: number
    requestId: number
    itemId: number
  }[]
> {
  return db
    .selectFrom('refundLines')
    .innerJoin('orderItems', 'orderItems.id', 'refundLines.orderItemId')
    .select([
      'refundLines.requestId',
      'refundLines.amountFen',
      'orderItems.id as itemId',
      'orderItems.name',
      'orderItems.priceFen',
      'orderItems.couponFen',
      'orderItems.depositFen',
    ])
    .where(
      'refundLines.requestId',
      'in',
      requests.map(({ id }) => id),
    )
    .orderBy('orderItems.lineNo')
    .execute()
}
