import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { OrderStatus, PayChannel } from '#shared/contract/enums.ts'
import type { orderApi } from '#shared/contract/order.ts'
import { closeExpired } from '#server/backend/order/checkout/cancel.ts'
import { findDeposit, findLiveDeposit, findOffer, listDeposits, toOffer } from './deposit-store.ts'
import type { OpenOrder } from '#server/backend/order/checkout/insert-order.ts'
import { type DepositInput, openDeposit } from './open-deposit.ts'
import { getOrderProduct } from '#server/backend/order/checkout/order-product.ts'

/** Opens a deposit order in a transaction of its own; one whose time is over is closed first and makes room for the new one. */
async function openFreshDeposit(ctx: BackendContext, input: DepositInput): Promise<OpenOrder> {
  const open = (): Promise<OpenOrder> => ctx.tx((trx) => openDeposit({ ...ctx, db: trx }, input))
  const opened = await open()
  if (opened.status !== OrderStatus.waitPayment || opened.expireAt.getTime() > input.now) return opened
  return (await closeExpired(ctx, opened.id)) ? open() : opened
}

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
    const { sn } = await openFreshDeposit(ctx, {
      userId: session.userId,
      productId,
      channel,
      scheduleId,
      clientToken,
      now: ctx.clock.now(),
    })
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
