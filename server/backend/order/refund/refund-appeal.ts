import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { findOwnOrder, type OrderRow } from '#server/backend/order/checkout/own-order-store.ts'
import { loadServiceHours } from '#server/backend/support/hours/hours.ts'
import { openTicket } from '#server/backend/support/ticket/open-ticket.ts'
import { findSame } from '#server/backend/support/ticket/ticket-store.ts'
import { answerWorkingDays, readWords } from '#server/backend/support/ticket/ticket-words.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { OrderStatus, TicketKind } from '#shared/contract/enums.ts'
import type { TicketOpened } from '#shared/contract/ticket-fields.ts'
import { refundAppealDays } from '#shared/rules/order-rules.ts'
import { addWorkingDays } from '#shared/rules/service-hours.ts'
import { findRequest } from './refund-request-store.ts'
import { appealUntil } from './refund-rule.ts'

/** A refused request of the caller's order, while it can be appealed. Throws in words. */
async function getAppealable(
  db: Database,
  order: OrderRow,
  refundId: number,
  now: number,
): Promise<{ id: number; decidedBy: number | null }> {
  const request = await findRequest(db, order.id, refundId)
  if (!request) throw new ApiError(Code.OrderMismatch)
  if (request.isPaidBack) throw new ApiError(Code.Toast, '这些课程已经退款，不用再申诉')
  const until = appealUntil(request)
  if (until === null) throw new ApiError(Code.Toast, '只有没有通过的退款申请可以申诉')
  if (order.status === OrderStatus.refund) throw new ApiError(Code.Toast, '订单已全部退款，不用再申诉')
  if (until <= now) throw new ApiError(Code.Toast, `没有通过超过 ${refundAppealDays} 天，不能再申诉，可以联系客服`)
  return request
}

/** Whoever doesn't accept a refusal says why; it is answered like a complaint, and hidden from who has refused. */
export async function appealRefund(
  ctx: CallContext,
  { userId }: Session,
  {
    orderNo,
    refundId,
    content,
    clientToken,
  }: { orderNo: string; refundId: number; content: string; clientToken: string },
): Promise<TicketOpened> {
  const order = await findOwnOrder(ctx.db, userId, orderNo)
  const now = ctx.clock.now()
  const same = await findSame(ctx.db, { userId, clientToken })
  if (same) return { no: same.no, dueTime: same.dueAt.getTime() }
  const { id, decidedBy } = await getAppealable(ctx.db, order, refundId, now)
  const words = readWords(content)
  await ctx.limits.take('ticketOpened', String(userId))
  const ticket = await openTicket(
    ctx.db,
    {
      kind: TicketKind.refundAppeal,
      userId,
      content: words,
      refundRequestId: id,
      dueAt: new Date(addWorkingDays(await loadServiceHours(ctx), now, answerWorkingDays)),
      hiddenFrom: decidedBy === null ? [] : [decidedBy],
      clientToken,
    },
    new Date(now),
  )
  // the same one, sent twice at once
  const twin = ticket.isNew ? undefined : await findSame(ctx.db, { userId, clientToken })
  if (!ticket.isNew && !twin) throw new ApiError(Code.Toast, `这次退款已经申诉过，编号 ${ticket.no}`)
  return { no: ticket.no, dueTime: ticket.dueAt.getTime() }
}
