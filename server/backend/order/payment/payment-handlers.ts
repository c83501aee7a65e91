import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { findAcceptance } from '#server/backend/order/checkout/agreement-store.ts'
import { bringUpToDate } from '#server/backend/order/checkout/bring-up-to-date.ts'
import { dueFen, isOpen } from '#server/backend/order/checkout/open-state.ts'
import type { Order } from '#server/backend/order/checkout/order-lock-store.ts'
import { findOwnOrder } from '#server/backend/order/checkout/own-order-store.ts'
import { isGoingBack } from '#server/backend/order/checkout/recount-store.ts'
import { settleNothing } from '#server/backend/order/payment/settle.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { OrderStatus, type PayState } from '#shared/contract/enums.ts'
import type { payApi } from '#shared/contract/pay.ts'
import { toYuan } from '#shared/rules/money.ts'
import { OrderMoved } from './open-payments.ts'
import { openWays } from './open-ways.ts'

const mostReadings = 3

/** Throws in words what the learner has to do first. */
async function demandReady(ctx: CallContext, order: Order): Promise<void> {
  if (order.status === OrderStatus.cancel) throw new ApiError(Code.Toast, '订单已取消，请重新下单')
  if (order.status === OrderStatus.waitPayment && order.expireAt.getTime() <= ctx.clock.now()) {
    await ctx.jobs.wake('orders.expire')
    throw new ApiError(Code.Toast, '订单已超过支付时间，请重新下单')
  }
  if (order.status === OrderStatus.partlyPaid && (await isGoingBack(ctx.db, order.id)))
    throw new ApiError(Code.Toast, '订单正在退款，不能继续支付')
  if ((await findAcceptance(ctx.db, order.id)) !== true) throw new ApiError(Code.Toast, '请先阅读并同意购买协议')
  if (order.needsAddress && order.address === null) throw new ApiError(Code.Toast, '请先选择收货地址')
}

/** Throws in words when the order costs something else than the learner has seen: they are asked again. */
async function demandSamePrice(ctx: CallContext, order: Order, seen: string | undefined): Promise<void> {
  const { words } = await bringUpToDate(ctx, order)
  if (words !== null) throw new ApiError(Code.Toast, words)
  const due = toYuan(dueFen(order))
  if (seen !== undefined && seen !== due) throw new ApiError(Code.Toast, `应付金额已变为 ¥${due}，请确认后再支付`)
}

/** Paying (spec §7, paycenter). */
export const paymentHandlers: Handlers<typeof payApi> = {
  async paymentList(ctx, { orderNo, amount, again }, session) {
    for (let readings = 0; readings < mostReadings; readings += 1) {
      const order = await findOwnOrder(ctx.db, session.userId, orderNo)
      if (!isOpen(order) && order.status !== OrderStatus.cancel) return []
      await demandReady(ctx, order)
      await demandSamePrice(ctx, order, amount)
      if (isOpen(order) && dueFen(order) === 0) {
        await ctx.tx((trx) => settleNothing(trx, { orderId: order.id, now: new Date(ctx.clock.now()) }))
        await ctx.jobs.wake('orders.owned')
        return []
      }
      try {
        return await openWays(ctx, order, again)
      } catch (error) {
        // It was paid, or its price changed, while the payment was opened.
        if (!(error instanceof OrderMoved)) throw error
      }
    }
    throw new ApiError(Code.Toast, '订单正在变化，请稍后再试')
  },
  async status(ctx, { orderNo }, session) {
    const { sn, status, payState, expireAt } = await findOwnOrder(ctx.db, session.userId, orderNo)
    return {
      orderNo: sn,
      status: status as OrderStatus,
      payState: payState as PayState,
      expireTime: expireAt.getTime(),
    }
  },
}
