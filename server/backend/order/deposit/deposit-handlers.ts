import type { Handlers } from '#server/backend/http/binding.ts'
import { openFresh } from '#server/backend/order/checkout/open-fresh.ts'
import { getOrderProduct } from '#server/backend/order/checkout/order-product-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PayChannel } from '#shared/contract/enums.ts'
import type { orderApi } from '#shared/contract/order.ts'
import { findDeposit, findLiveDeposit, findOffer, listDeposits, toOffer } from './deposit-store.ts'
import { openDeposit } from './open-deposit.ts'

export const depositHandlers: Pick<Handlers<typeof orderApi>, 'depositProduct' | 'depositCreate' | 'deposits'> = {
  async depositProduct(ctx, { productId, type, activityId }, session) {
    const now = new Date(ctx.clock.now())
    const product = await getOrderProduct(ctx.db, productId)
    const offer = await findOffer(ctx.db, { productId, channel: type, offerId: activityId, now })
    if (!offer) throw new ApiError(Code.NotFound, '该课程暂不支持定金')
    return toOffer(offer, product, await findLiveDeposit(ctx.db, session.userId, productId, now))
  },

  async depositCreate(ctx, { productId, type, scheduleId, clientToken }, session) {
    const channel = type === PayChannel.activityDeposit ? PayChannel.activityDeposit : PayChannel.deposit
    const input = { userId: session.userId, productId, channel, scheduleId, clientToken, now: ctx.clock.now() } as const
    const { sn } = await openFresh(ctx, input, (trx) => openDeposit({ ...ctx, db: trx }, input))
    return { orderNo: sn }
  },

  async deposits(ctx, { id, ...page }, session) {
    if (id === undefined) return listDeposits(ctx.db, session.userId, page)
    const deposit = await findDeposit(ctx.db, session.userId, id)
    // another learner's is as unknown as one that never was
    if (!deposit) throw new ApiError(Code.NotFound, '定金不存在')
    return [deposit]
  },
}
