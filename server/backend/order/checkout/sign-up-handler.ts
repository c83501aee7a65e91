import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Handler } from '#server/backend/http/binding.ts'
import { settleNothing } from '#server/backend/order/payment/settle.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { OrderStatus, PayChannel } from '#shared/contract/enums.ts'
import type { orderApi } from '#shared/contract/order.ts'
import { closeExpired } from './cancel.ts'
import { chooseClass } from './choose-class.ts'
import { signUpFree } from './free-sign-up.ts'
import { type Opening, type OrderInput, openOrder } from './open-order.ts'
import { getOrderProduct } from './order-product.ts'
import { soon } from './soon.ts'

/**
 * Opens an order in a transaction of its own; one whose time is over is closed first and makes room for the new one. While a
 * provider can't say whether money came for that one, it is what is answered: its page says so.
 */
async function openFreshOrder(ctx: BackendContext, order: OrderInput): Promise<Opening> {
  const open = (): Promise<Opening> => ctx.tx((trx) => openOrder({ ...ctx, db: trx }, order))
  const opened = await open()
  if (opened === 'enrolled' || opened.status !== OrderStatus.waitPayment || opened.expireAt.getTime() > order.now)
    return opened
  let isClosed = false
  await soon(
    ctx,
    closeExpired(ctx, opened.id).then((closed) => {
      isClosed = closed
    }),
  )
  return isClosed ? open() : opened
}

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
  const opened = await openFreshOrder(ctx, {
    userId,
    productId: product.id,
    scheduleId,
    channel: PayChannel.online,
    now,
  })
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
