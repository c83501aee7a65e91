import { listAddresses } from '#server/backend/account/profile/address-store.ts'
import { inetOf } from '#server/backend/account/sign-in/sign-in.ts'
import { within } from '#server/backend/base/within.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { depositHandlers } from '#server/backend/order/deposit/deposit-handlers.ts'
import { closeStalePayments } from '#server/backend/order/payment/close-pending.ts'
import { viewOrderDetail } from '#server/backend/order/read/order-detail.ts'
import { countOrders, listOrders } from '#server/backend/order/read/order-list-store.ts'
import { toPriceObject, viewOrders } from '#server/backend/order/read/order-view.ts'
import { findChosen } from '#server/backend/order/read/order-view-store.ts'
import { refundHandlers } from '#server/backend/order/refund/refund-handlers.ts'
import { PayError } from '#server/backend/ports/pay/pay-provider.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { OrderStatus } from '#shared/contract/enums.ts'
import type { orderApi } from '#shared/contract/order.ts'
import { findAgreementOf, saveAcceptance } from './agreement-store.ts'
import { bringUpToDate, closeOverdue } from './bring-up-to-date.ts'
import { closeOpenOrder } from './close-open.ts'
import { isOpen } from './open-state.ts'
import { chooseDiscounts } from './order-discounts.ts'
import { findOwnOrder, lockOwnOrder, saveOrderAddress } from './own-order-store.ts'
import { productHandlers } from './product-handlers.ts'
import { soon } from './soon.ts'

const confirming = '正在确认支付结果，请稍后再试'
/** Who presses waits longer than who looks at a page: providers are asked one after another. */
const pressPatience = 10
const nothing = (): void => undefined

export const orderHandlers: Handlers<typeof orderApi> = {
  ...productHandlers,
  ...depositHandlers,
  ...refundHandlers,

  async list(ctx, { status, ...page }, { userId }) {
    const wanted = status === undefined || status === '' ? undefined : (status as OrderStatus)
    const [orders, total] = await Promise.all([
      listOrders(ctx.db, userId, wanted, page),
      countOrders(ctx.db, userId, wanted, page),
    ])
    return toPage(await viewOrders(ctx.db, orders, ctx.clock.now()), total, page)
  },

  async detail(ctx, { orderNo, sn }, { userId }) {
    const number = orderNo ?? sn
    const order = await findOwnOrder(ctx.db, userId, number)
    const isOver = order.status === OrderStatus.waitPayment && order.expireAt.getTime() <= ctx.clock.now()
    if (isOver) await closeOverdue(ctx, order.id)
    else if (!(await bringUpToDate(ctx, order)).isChanged) return viewOrderDetail(ctx, order)
    return viewOrderDetail(ctx, await findOwnOrder(ctx.db, userId, number))
  },

  async discounts(ctx, { orderNo, userCouponId, depositId }, { userId }) {
    const input = { userId, sn: orderNo, choices: { userCouponId, depositId }, now: new Date(ctx.clock.now()) }
    const { order, isChanged } = await ctx.tx(async (trx) => {
      const chosen = await chooseDiscounts(trx, input)
      if (chosen.isChanged) await ctx.limits.take('orderChanged', String(userId))
      return chosen
    })
    // a provider that hangs doesn't keep the new price from the learner
    if (isChanged) await soon(ctx, closeStalePayments(ctx, order.id))
    return toPriceObject(order, await findChosen(ctx.db, order.id))
  },

  async checkAgreement(ctx, { orderNo, agreementStatus }, { userId }) {
    const order = await lockOwnOrder(ctx.db, userId, orderNo)
    if (!isOpen(order)) return true
    const at = new Date(ctx.clock.now())
    const agreement = await findAgreementOf(ctx.db, order.productId, at)
    if (agreement)
      await saveAcceptance(ctx.db, {
        orderId: order.id,
        agreementId: agreement.id,
        accepted: agreementStatus,
        ip: inetOf(ctx.address),
        at,
      })
    return true
  },

  async address(ctx, { orderNo, addressId }, { userId }) {
    const order = await lockOwnOrder(ctx.db, userId, orderNo)
    if (!isOpen(order)) throw new ApiError(Code.Toast, '订单已支付或已取消，不能更改收货地址')
    const address = (await listAddresses(ctx.db, userId)).find((one) => one.id === addressId)
    if (!address) throw new ApiError(Code.NotFound, '地址不存在')
    const { id, isDefault: _isDefault, ...kept } = address
    await saveOrderAddress(ctx.db, order.id, { addressId: id, ...kept })
    return true
  },

  async cancel(ctx, { orderNo }, { userId }) {
    const order = await findOwnOrder(ctx.db, userId, orderNo)
    if (order.status === OrderStatus.cancel) return true
    if (!isOpen(order)) throw new ApiError(Code.Toast, '订单已支付，不能取消')
    const closing = closeOpenOrder(ctx, order.id, {
      cancelling: { actor: 'learner', actorId: userId, note: '您取消了订单' },
      // nothing was given for what was paid: the rest isn't owed, and it goes back without anybody's decision
      refund: { reason: '您取消了订单，已付款项全额退回', asker: 'system', staffId: null },
    })
    // a provider that hangs keeps nobody waiting: the order is closed when it has answered
    ctx.background.later('cancel an order', () => closing.then(nothing, nothing))
    try {
      const outcome = await within(closing, ctx.config.pay.waitMs * pressPatience)
      if (outcome === 'cancelled' || outcome === 'refunding') return true
      if (outcome === undefined) throw new ApiError(Code.Toast, confirming)
    } catch (error) {
      if (error instanceof PayError) throw new ApiError(Code.Toast, confirming)
      throw error
    }
    const now = await findOwnOrder(ctx.db, userId, orderNo)
    if (now.status === OrderStatus.cancel) return true
    throw new ApiError(Code.Toast, '订单已支付，不能取消')
  },
}
