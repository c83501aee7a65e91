import type { Database } from '#server/backend/db/database.ts'
import type { RefundState } from '#shared/contract/enums.ts'
import type { RefundInfo } from '#shared/contract/order-fields.ts'
import { toYuan } from '#shared/rules/money.ts'
import { appealUntil } from './refund-rule.ts'

/** More than an order ever has: a learner asks ten times at most. */
const mostShown = 100

/** The refund requests of an order with their lines, newest first. */
export async function listRefundInfos(db: Database, orderId: number): Promise<RefundInfo[]> {
  const requests = await db
    .selectFrom('refundRequests')
    .leftJoin('tickets', 'tickets.refundRequestId', 'refundRequests.id')
    .selectAll('refundRequests')
    .select('tickets.no as appealNo')
    .where('refundRequests.orderId', '=', orderId)
    .orderBy('refundRequests.id', 'desc')
    .limit(mostShown)
    .execute()
  if (requests.length === 0) return []
  const lines = await db
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
  return requests.map((request) => ({
    id: request.id,
    state: request.state as RefundState,
    reason: request.reason,
    answer: request.answer,
    amount: toYuan(request.amountFen),
    lines: lines
      .filter((line) => line.requestId === request.id)
      .map((line) => ({
        itemId: line.itemId,
        name: line.name,
        price: toYuan(line.priceFen),
        couponShare: toYuan(line.couponFen),
        depositShare: toYuan(line.depositFen),
        amount: toYuan(line.amountFen),
      })),
    createTime: request.createdAt.getTime(),
    decidedTime: request.decidedAt?.getTime() ?? null,
    doneTime: request.doneAt?.getTime() ?? null,
    appealUntil: appealUntil(request),
    appealNo: request.appealNo,
  }))
}
