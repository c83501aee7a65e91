import { refuseOneself } from '#server/backend/audit/staff-call.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import {
  applyRefund,
  decideRefund,
  openRefund,
  type RefundInput,
  type RefundRequestRow,
} from '#server/backend/order/refund/refund-core.ts'
import { repeatRefund } from '#server/backend/order/refund/refund-push.ts'
import { listRefundInfos } from '#server/backend/order/refund/refund-view.ts'
import { RefundState } from '#shared/contract/enums.ts'
import type { RefundInfo } from '#shared/contract/order-fields.ts'
import type { staffOrderApi } from '#shared/contract/staff-order.ts'
import { hasRight } from '#shared/contract/staff-rights.ts'
import { findAnyOrder, findOrderOwner, listRefundTasks } from './staff-order-store.ts'

async function infoOf(ctx: CallContext, orderId: number, requestId: number): Promise<RefundInfo> {
  const info = (await listRefundInfos(ctx.db, orderId)).find(({ id }) => id === requestId)
  if (!info) throw new Error(`Refund request ${requestId} can't be read.`)
  return info
}

/** What the register of acts keeps of a request. */
export const stateOf = ({ state, amountFen }: RefundRequestRow): object => ({ state, amountFen })

/** Refuses a request or a refund of the caller's own order; one that there isn't is for others to say. */
async function refuseOwn(
  db: Database,
  session: Session,
  which: { requestId: number } | { refundId: number },
  doing: string,
): Promise<void> {
  const ownerId = await findOrderOwner(db, which)
  if (ownerId !== undefined) refuseOneself(session, ownerId, doing)
}

/** Opens a request; whoever may decide approves it in the same step. */
function open(ctx: CallContext, session: Session, input: Omit<RefundInput, 'now'>): Promise<RefundRequestRow> {
  if (hasRight(session, 'refund.decide')) return openRefund(ctx, input)
  return ctx.tx((trx) => applyRefund(trx, { ...input, now: new Date(ctx.clock.now()) }))
}

type RefundCalls = Pick<Handlers<typeof staffOrderApi>, 'refunds' | 'refundOpen' | 'refundDecide' | 'refundRepeat'>

/** Refunds as staff see, open and decide them. */
export const staffRefundHandlers: RefundCalls = {
  async refunds(ctx, { state, ...page }) {
    const { rows, total } = await listRefundTasks(ctx.db, state, page)
    const records = []
    for (const { id, orderId, ...task } of rows) records.push({ ...(await infoOf(ctx, orderId, id)), ...task })
    return toPage(records, total, page)
  },

  async refundOpen(ctx, { orderNo, itemIds, reason, clientToken }, session) {
    const order = await findAnyOrder(ctx.db, orderNo)
    refuseOneself(session, order.userId, '给自己的订单退款')
    const act = {
      action: 'refund.open',
      subject: 'order',
      subjectId: orderNo,
      detail: { itemIds: itemIds ?? null, reason },
    }
    let isWritten = false
    const request = await open(ctx, session, {
      orderId: order.id,
      itemIds,
      reason,
      clientToken,
      asker: 'staff',
      staffId: session.userId,
      async onWritten(trx, written) {
        isWritten = true
        await ctx.acts.record(trx, { ...act, after: { request: written.id, ...stateOf(written) } })
      },
    })
    if (!isWritten) ctx.acts.unchanged()
    return infoOf(ctx, order.id, request.id)
  },

  async refundDecide(ctx, { id, approve, answer }, session) {
    await refuseOwn(ctx.db, session, { requestId: id }, '审核自己的退款')
    const act = {
      action: approve ? 'refund.approve' : 'refund.refuse',
      subject: 'refundRequest',
      subjectId: id,
      detail: { answer },
    }
    const request = await decideRefund(ctx, {
      requestId: id,
      approve,
      answer: answer.trim(),
      staffId: session.userId,
      onDecided: (trx, decided) =>
        ctx.acts.record(trx, { ...act, before: { state: RefundState.asked }, after: stateOf(decided) }),
    })
    return infoOf(ctx, request.orderId, id)
  },

  async refundRepeat(ctx, { id }, session) {
    await refuseOwn(ctx.db, session, { refundId: id }, '重新提交自己的退款')
    const repeated = await repeatRefund(ctx, id, session.userId, (trx) =>
      ctx.acts.record(trx, {
        action: 'refund.repeat',
        subject: 'refund',
        subjectId: id,
        before: { status: 'failed' },
        after: { status: 'requested' },
      }),
    )
    if (!repeated) ctx.acts.unchanged()
    return repeated
  },
}
