import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { OrderStatus } from '#shared/contract/enums.ts'
import { cancelOrder } from './cancel.ts'
import { openRefund } from '#server/backend/order/refund/refund-core.ts'

/**
 * Ends an open order whose product its learner has: an unpaid one is closed, of one that is paid in part everything goes back.
 * Throws `PayError` when the provider can't say whether money came, `ApiError` when the order has changed meanwhile.
 */
export async function closeOwned(ctx: BackendContext, orderId: number): Promise<void> {
  const order = await ctx.db
    .selectFrom('orders')
    .select('orders.status')
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  if (order?.status === OrderStatus.partlyPaid) {
    await openRefund(ctx, {
      orderId,
      reason: '已通过其他方式拥有该课程，已付款项全额退回',
      asker: 'system',
      staffId: null,
      onlyIn: OrderStatus.partlyPaid,
    })
    return
  }
  if (order?.status === OrderStatus.waitPayment)
    await cancelOrder(ctx, orderId, { actor: 'system', note: '您已拥有该课程' })
}
