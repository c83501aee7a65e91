import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { findItems } from '#server/backend/order/checkout/fulfil.ts'
import type { Order } from '#server/backend/order/checkout/order-lock.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { ItemState, PaymentStatus } from '#shared/contract/enums.ts'
import { toYuan } from '#shared/rules/money.ts'

type Receipt = CallOutput<'GET /api/order/receipt'>

/** The receipt of a paid order. Throws `ApiError` when nothing has been paid or given yet. */
export async function makeReceipt(
  { db, config }: Pick<BackendContext, 'db' | 'config'>,
  order: Order,
): Promise<Receipt> {
  if (order.paidAt === null) throw new ApiError(Code.Fail, '订单未支付，暂无收据')
  const buyer = await db
    .selectFrom('users')
    .select(['users.nickname', 'users.realName'])
    .where('users.id', '=', order.userId)
    .executeTakeFirstOrThrow()
  const payments = await db
    .selectFrom('payments')
    .select(['payments.payType', 'payments.providerTradeNo'])
    .where('payments.orderId', '=', order.id)
    .where('payments.status', '=', PaymentStatus.succeeded)
    .where('payments.isLate', '=', false)
    .orderBy('payments.id')
    .execute()
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
