import { appealUntil } from './refund-rule.ts'
import type { Database } from '#server/backend/db/database.ts'
import type { RefundState } from '#shared/contract/enums.ts'
import type { RefundInfo } from '#shared/contract/order-fields.ts'
import { toYuan } from '#shared/rules/money.ts'
import { listRequests, listRequestedItems } from './refund-view-store.ts'

/** The refund requests of an order with their lines, newest first. */
export async function listRefundInfos(db: Database, orderId: number): Promise<RefundInfo[]> {
  const requests = await listRequests(db, orderId)
  if (requests.length === 0) return []
  const lines = await listRequestedItems(db, requests)
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
