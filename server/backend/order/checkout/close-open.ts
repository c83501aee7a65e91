import { findOrderStatus } from './order-status-store.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { closeStalePayments } from '#server/backend/order/payment/close-pending.ts'
import { applyRefund, openRefund, type RefundInput } from '#server/backend/order/refund/refund-core.ts'
import { OrderStatus } from '#shared/contract/enums.ts'
import { type Cancelled, type Cancelling, cancelOrder } from './cancel.ts'
import { isOpen } from './open-state.ts'
import { soon } from './soon.ts'

/** Who ends an open order, and why. */
export interface Closing {
  /** Of an unpaid one. */
  readonly cancelling: Cancelling
  /** Of one that is paid in part: who asks its money back. */
  readonly refund: Pick<RefundInput, 'reason' | 'asker' | 'staffId' | 'onWritten'>
  /** The money waits for somebody's decision; else it goes back without one. */
  readonly waitsForDecision?: boolean
}

/**
 * Ends an open order: an unpaid one is closed, of one that is paid in part everything goes back. Throws `PayError` when the
 * provider can't say whether money came, `ApiError` when the order has changed meanwhile.
 */
export async function closeOpenOrder(
  ctx: BackendContext,
  orderId: number,
  { cancelling, refund, waitsForDecision = false }: Closing,
): Promise<Cancelled | 'refunding'> {
  const order = await findOrderStatus(ctx.db, orderId)
  if (!order || !isOpen(order)) return 'over'
  if (order.status === OrderStatus.waitPayment) return cancelOrder(ctx, orderId, cancelling)
  const input = { ...refund, orderId, onlyIn: OrderStatus.partlyPaid }
  if (waitsForDecision) await ctx.tx((trx) => applyRefund(trx, { ...input, now: new Date(ctx.clock.now()) }))
  else await openRefund(ctx, input)
  // what is open at the providers would only come back
  await soon(ctx, closeStalePayments(ctx, orderId))
  return 'refunding'
}

/** Ends an open order whose product its learner has; throws as `closeOpenOrder` does. */
export async function closeOwned(ctx: BackendContext, orderId: number): Promise<void> {
  await closeOpenOrder(ctx, orderId, {
    cancelling: { actor: 'system', note: '您已拥有该课程' },
    refund: { reason: '已通过其他方式拥有该课程，已付款项全额退回', asker: 'system', staffId: null },
  })
}
