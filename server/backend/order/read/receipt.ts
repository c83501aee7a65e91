import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { findItems } from '#server/backend/order/checkout/fulfil-store.ts'
import type { Order } from '#server/backend/order/checkout/order-lock-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { ItemState } from '#shared/contract/enums.ts'
import { toYuan } from '#shared/rules/money.ts'
import { findBuyer, listTakenPayments } from './receipt-store.ts'

type Receipt = CallOutput<'GET /api/order/receipt'>

/** The receipt of a paid order. Throws `ApiError` when nothing has been paid or given yet. */
export async function makeReceipt(
  { db, config }: Pick<BackendContext, 'db' | 'config'>,
  order: Order,
): Promise<Receipt> {
  if (order.paidAt === null) throw new ApiError(Code.Fail, '订单未支付，暂无收据')
  const buyer = await findBuyer(db, order.userId)
  const payments = await listTakenPayments(db, order.id)
  const items = await findItems(db, order.id)
  return {
    orderNo: order.sn,
    buyer: buyer.realName ?? buyer.nickname,
    seller: config.brand.name,
    items: items.map((item) => ({
      name: item.name,
      price: toYuan(item.priceFen),
      payAmount: toYuan(item.state === ItemState.ownedBefore ? 0 : item.priceFen - item.couponFen - item.depositFen),
    })),
    amount: toYuan(order.amountFen),
    ownedAmount: toYuan(order.ownedFen),
    couponAmount: toYuan(order.couponFen),
    depositAmount: toYuan(order.depositFen),
    paidAmount: toYuan(order.paidFen),
    refundedAmount: toYuan(order.refundedFen),
    payType: payments.at(-1)?.payType ?? null,
    tradeNo: payments.flatMap((payment) => payment.providerTradeNo ?? []).join('、') || null,
    createTime: order.createdAt.getTime(),
    paidTime: order.paidAt.getTime(),
  }
}
