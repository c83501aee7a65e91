import type { BackendContext } from '#server/backend/backend-context.ts'
import { openRefund } from './refund-core.ts'

/**
 * Gives a held deposit back through its own order, without anybody's decision: what its offer promises when the balance
 * isn't paid in time. Throws `ApiError` when the deposit isn't held any more.
 */
export async function refundDeposit(ctx: BackendContext, depositId: number, reason = '定金到期未支付尾款，自动退款'): Promise<void> {
  const { orderId } = await ctx.db.selectFrom('deposits').select('deposits.orderId').where('deposits.id', '=', depositId).executeTakeFirstOrThrow()
  await openRefund(ctx, { orderId, reason, asker: 'system', staffId: null })
}
