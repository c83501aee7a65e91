import type { Handlers } from '#server/backend/http/binding.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { orderApi } from '#shared/contract/order.ts'
import { toYuan } from '#shared/rules/money.ts'
import { findOwnOrder } from '#server/backend/order/checkout/own-order-store.ts'
import { makeReceipt } from '#server/backend/order/read/receipt.ts'
import { appealRefund } from './refund-appeal.ts'
import { applyRefund, withdrawRefund } from './refund-core.ts'
import { possibleRefunds } from './refund-lines.ts'
import { refundRule } from './refund-rule.ts'
import { listRefundInfos } from './refund-view.ts'

type RefundHandlers = Pick<
  Handlers<typeof orderApi>,
  'refundPreview' | 'refundApply' | 'refundWithdraw' | 'refundAppeal' | 'refundDetail' | 'receipt'
>

/** The learner's side of refunds; an order that isn't theirs is code 405. */
export const refundHandlers: RefundHandlers = {
  async refundPreview(ctx, { orderNo }, session) {
    const order = await findOwnOrder(ctx.db, session.userId, orderNo)
    const lines = await possibleRefunds(ctx.db, order, ctx.clock.now(), 'learner')
    return {
      orderNo: order.sn,
      lines: lines.map(({ item, amountFen, why }) => ({
        itemId: item.id,
        name: item.name,
        price: toYuan(item.priceFen),
        couponShare: toYuan(item.couponFen),
        depositShare: toYuan(item.depositFen),
        amount: toYuan(amountFen),
        refundable: why === null,
        why,
      })),
      rule: refundRule.text,
    }
  },
  async refundApply(ctx, { orderNo, itemIds, reason, clientToken }, session) {
    const order = await findOwnOrder(ctx.db, session.userId, orderNo)
    const request = await applyRefund(ctx.db as DatabaseTransaction, {
      orderId: order.id,
      itemIds,
      reason,
      clientToken,
      asker: 'learner',
      staffId: null,
      now: new Date(ctx.clock.now()),
    })
    const info = (await listRefundInfos(ctx.db, order.id)).find(({ id }) => id === request.id)
    if (!info) throw new Error(`Refund request ${request.id} can't be read.`)
    return info
  },
  async refundWithdraw(ctx, { orderNo }, session) {
    const order = await findOwnOrder(ctx.db, session.userId, orderNo)
    if (!(await withdrawRefund(ctx.db as DatabaseTransaction, order.id, new Date(ctx.clock.now()))))
      throw new ApiError(Code.Fail, '没有可撤回的退款申请')
    return true
  },
  async refundAppeal(ctx, input, session) {
    return appealRefund(ctx, session, input)
  },
  async refundDetail(ctx, { orderNo }, session) {
    const order = await findOwnOrder(ctx.db, session.userId, orderNo)
    return listRefundInfos(ctx.db, order.id)
  },
  async receipt(ctx, { orderNo }, session) {
    return makeReceipt(ctx, await findOwnOrder(ctx.db, session.userId, orderNo))
  },
}
