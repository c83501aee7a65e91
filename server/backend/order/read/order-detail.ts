import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import type { OrderAddress } from '#server/backend/db/tables/order-tables.ts'
import { findAcceptance, findAgreement } from '#server/backend/order/checkout/agreement-store.ts'
import type { OrderRow } from '#server/backend/order/checkout/own-order-store.ts'
import { listCouponsFor } from '#server/backend/order/coupon/order-coupons.ts'
import { findDepositOf } from '#server/backend/order/deposit/deposit-store.ts'
import { findReviewText } from '#server/backend/order/payment/payment-review.ts'
import { listRefundInfos } from '#server/backend/order/refund/refund-view.ts'
import { OrderKind, OrderStatus, type PayType, PaymentStatus, payTypes } from '#shared/contract/enums.ts'
import type { OrderDetail, OrderStep } from '#shared/contract/order-fields.ts'
import { toYuan } from '#shared/rules/money.ts'
import { findChosen, toPriceObject, viewOrders } from './order-view.ts'

async function listSteps(db: Database, orderId: number): Promise<OrderStep[]> {
  const rows = await db
    .selectFrom('orderLogs')
    .select(['orderLogs.event', 'orderLogs.note', 'orderLogs.amountFen', 'orderLogs.at'])
    .where('orderLogs.orderId', '=', orderId)
    .orderBy('orderLogs.id')
    .execute()
  return rows.map((row) => ({
    event: row.event,
    note: row.note ?? '',
    amount: row.amountFen === null ? null : toYuan(row.amountFen),
    time: row.at.getTime(),
  }))
}

/** The way in which the money came; null while none came, and for money that the school took itself. */
async function findPayType(db: Database, orderId: number): Promise<PayType | null> {
  const row = await db
    .selectFrom('payments')
    .select('payments.payType')
    .where('payments.orderId', '=', orderId)
    .where('payments.status', '=', PaymentStatus.succeeded)
    .where('payments.isLate', '=', false)
    .orderBy('payments.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return payTypes.find((type) => type === row?.payType) ?? null
}

function toAddress(address: OrderAddress): NonNullable<OrderDetail['address']> {
  const { addressId, consignee, phone, province, city, district, detail } = address
  return { addressId, consignee, phone, text: [province, city, district, detail].filter(Boolean).join(' ') }
}

/** Everything that the cashier and the order's page show of a learner's order. */
export async function viewOrderDetail(ctx: BackendContext, order: OrderRow): Promise<OrderDetail> {
  const { db } = ctx
  const now = new Date(ctx.clock.now())
  const product = await db
    .selectFrom('products')
    .select('products.agreementType')
    .where('products.id', '=', order.productId)
    .executeTakeFirstOrThrow()
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
    order.scheduleId === null
      ? undefined
      : db
          .selectFrom('classSchedules')
          .select('classSchedules.name')
          .where('classSchedules.id', '=', order.scheduleId)
          .executeTakeFirst(),
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
