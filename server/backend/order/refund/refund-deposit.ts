import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { openRefund } from './refund-core.ts'
import { getDepositOrder } from './refund-deposit-store.ts'

/** Why a deposit goes back whose course the learner has come to have without it. */
export const ownedReason = '已报名该课程且未使用定金，定金全额退回'

/**
 * Gives a held deposit back through its own order, without anybody's decision: what its offer promises when the balance
 * isn't paid in time. Throws `ApiError` when the deposit isn't held any more.
 */
export async function refundDeposit(
  ctx: BackendContext,
  depositId: number,
  reason = '定金到期未支付尾款，自动退款',
): Promise<void> {
  const { orderId } = await getDepositOrder(ctx.db, depositId)
  await openRefund(ctx, { orderId, reason, asker: 'system', staffId: null })
}
