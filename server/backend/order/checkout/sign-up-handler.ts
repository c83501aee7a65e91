import type { Handler } from '#server/backend/http/binding.ts'
import { settleNothing } from '#server/backend/order/payment/settle.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PayChannel } from '#shared/contract/enums.ts'
import type { orderApi } from '#shared/contract/order.ts'
import { chooseClass } from './choose-class.ts'
import { signUpFree } from './free-sign-up.ts'
import { openFresh } from './open-fresh.ts'
import { openOrder } from './open-order.ts'
import { getOrderProduct } from './order-product-store.ts'

/** Signs the caller up: at once for what costs nothing, by an order to pay for everything else. Who has the course without a class chooses one so. */
export const signUp: Handler<typeof orderApi.signUp> = async (ctx, input, session) => {
  const { userId } = session
  const product = await getOrderProduct(ctx.db, input.courseId)
  if (input.lectureType !== undefined && input.lectureType !== product.lectureType) throw new ApiError(Code.NotFound)
  const scheduleId = input.scheduleId ?? input.classScheduleId
  if (scheduleId !== undefined && (await chooseClass(ctx, { userId, product, scheduleId }))) return { result: true }
  if (product.priceFen === 0) {
    await signUpFree(ctx, { userId, product, scheduleId })
    return { result: true }
  }
  const now = ctx.clock.now()
  const order = { userId, productId: product.id, scheduleId, channel: PayChannel.online, now }
  const opened = await openFresh(ctx, order, (trx) => openOrder({ ...ctx, db: trx }, order))
  if (opened === 'enrolled') return { doPay: true }
  // nothing is to be paid: everything in it is the learner's already
  if (
    opened.payAmountFen === 0 &&
    (await ctx.tx((trx) => settleNothing(trx, { orderId: opened.id, now: new Date(now) })))
  ) {
    await ctx.jobs.wake('orders.owned')
    return { result: true }
  }
  return { orderNo: opened.sn, doPay: true }
}
