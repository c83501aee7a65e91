import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { OrderAddress } from '#server/backend/db/tables/order-tables.ts'
import { findAcceptance, findAgreement } from '#server/backend/order/checkout/agreement-store.ts'
import type { OrderRow } from '#server/backend/order/checkout/own-order-store.ts'
import { listCouponsFor } from '#server/backend/order/coupon/order-coupons.ts'
import { findDepositOf } from '#server/backend/order/deposit/deposit-store.ts'
import { findReviewText } from '#server/backend/order/payment/payment-review.ts'
import { listRefundInfos } from '#server/backend/order/refund/refund-view.ts'
import { OrderKind, OrderStatus } from '#shared/contract/enums.ts'
import type { OrderDetail } from '#shared/contract/order-fields.ts'
import { toPriceObject, viewOrders } from './order-view.ts'
import { findChosen } from './order-view-store.ts'
import { listSteps, findPayType, findAgreementType, findScheduleName } from './order-detail-store.ts'

function toAddress(address: OrderAddress): NonNullable<OrderDetail['address']> {
  const { addressId, consignee, phone, province, city, district, detail } = address
  return { addressId, consignee, phone, text: [province, city, district, detail].filter(Boolean).join(' ') }
}

/** Everything that the cashier and the order's page show of a learner's order. */
export async function viewOrderDetail(ctx: BackendContext, order: OrderRow): Promise<OrderDetail> {
  const { db } = ctx
  const now = new Date(ctx.clock.now())
  const product = await findAgreementType(db, order.productId)
  const takesCoupons = order.orderKind === OrderKind.product && order.status === OrderStatus.waitPayment
  const [
    summaries,
    payType,
    chosen,
    deposit,
    agreement,
    accepted,
    couponList,
    reviewText,
    timeline,
    refunds,
    schedule,
  ] = await Promise.all([
    viewOrders(db, [order], now.getTime()),
    findPayType(db, order.id),
    findChosen(db, order.id),
    findDepositOf(db, order, now),
    findAgreement(db, product.agreementType, now),
    findAcceptance(db, order.id),
    takesCoupons
      ? listCouponsFor(db, {
          userId: order.userId,
          order: { orderId: order.id, productId: order.productId, baseFen: order.amountFen - order.ownedFen },
          now,
        })
      : [],
    findReviewText(db, order),
    listSteps(db, order.id),
    listRefundInfos(db, order.id),
    order.scheduleId === null ? undefined : findScheduleName(db, order.scheduleId),
  ])
  const [summary] = summaries
  if (!summary) throw new Error(`Order ${order.id} can't be shown.`)
  return {
    orderInfo: {
      ...summary,
      payType,
      scheduleName: schedule?.name ?? null,
    },
    priceObject: toPriceObject(order, chosen),
    depositInfo: deposit ?? null,
    agreementStatus: accepted ?? ctx.config.accounts.agreementTicked,
    agreement: agreement ? { type: agreement.type, version: agreement.version, title: agreement.title } : null,
    couponList,
    needsAddress: order.needsAddress,
    address: order.address ? toAddress(order.address) : null,
    reviewText,
    timeline,
    refunds,
  }
}
