import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { ItemState, RefundState } from '#shared/contract/enums.ts'

/** More than an order ever has: a learner asks ten times at most. */
const mostShown = 100

/** Whether all that a request, of a row under this name, asked for was paid back: by itself or by another. */
export function isPaidBack(request: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select bool_and(i.state = ${sql.lit(ItemState.refunded)}) from refund_lines l
    join order_items i on i.id = l.order_item_id where l.request_id = ${sql.ref(`${request}.id`)}), false)`
}

/** Whether an order, of a row under this name, has a refusal since then that wasn't appealed. */
export function hasOpenRefusal(order: string, since: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from refund_requests r where r.order_id = ${sql.ref(`${order}.id`)}
    and r.state = ${sql.lit(RefundState.refused)} and r.decided_at > ${since}
    and not exists (select 1 from tickets t where t.refund_request_id = r.id) and not ${isPaidBack('r')})`
}

/** The latest requests of an order. */
export function listRequests(db: Database, orderId: number) {
  return db
    .selectFrom('refundRequests')
    .leftJoin('tickets', 'tickets.refundRequestId', 'refundRequests.id')
    .selectAll('refundRequests')
    .select('tickets.no as appealNo')
    .select(isPaidBack('refund_requests').as('isPaidBack'))
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
