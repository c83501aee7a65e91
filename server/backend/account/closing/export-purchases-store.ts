import type { Database } from '#server/backend/db/database.ts'
import { type OrderStatus, UserCouponState } from '#shared/contract/enums.ts'
import { toYuan } from '#shared/rules/money.ts'
import { orderStatusTexts } from '#shared/rules/order-rules.ts'
import { listById, listPart, moment } from './export-part.ts'

const couponStates: Readonly<Record<number, string>> = {
  [UserCouponState.unused]: '未使用',
  [UserCouponState.locked]: '订单占用',
  [UserCouponState.used]: '已使用',
  [UserCouponState.expired]: '已过期',
}
const enrolmentSources = ['下单', '免费报名', '老师开通'] as const
const enrolmentStates = ['在学', '已到期', '已退'] as const

function listRefunds(db: Database, orderIds: readonly number[]) {
  return db
    .selectFrom('refundRequests')
    .select([
      'refundRequests.orderId',
      'refundRequests.amountFen',
      'refundRequests.reason',
      'refundRequests.answer',
      'refundRequests.createdAt',
    ])
    .where('refundRequests.orderId', 'in', [...orderIds])
    .orderBy('refundRequests.id')
    .execute()
}

export const orders = listPart(
  '订单.json',
  listById(
    async (db, userId, afterId, most) => {
      const rows = await db
        .selectFrom('orders')
        .selectAll('orders')
        .where('orders.userId', '=', userId)
        .where('orders.id', '>', afterId)
        .orderBy('orders.id')
        .limit(most)
        .execute()
      if (rows.length === 0) return []
      const items = await db
        .selectFrom('orderItems')
        .select(['orderItems.orderId', 'orderItems.name', 'orderItems.priceFen'])
        .where(
          'orderItems.orderId',
          'in',
          rows.map(({ id }) => id),
        )
        .orderBy('orderItems.id')
        .execute()
      const itemsOf = Map.groupBy(items, (item) => item.orderId)
      const refundsOf = Map.groupBy(
        await listRefunds(
          db,
          rows.map(({ id }) => id),
        ),
        (refund) => refund.orderId,
      )
      return rows.map((row) => ({ ...row, items: itemsOf.get(row.id) ?? [], refunds: refundsOf.get(row.id) ?? [] }))
    },
    (row) => ({
      订单号: row.sn,
      状态: orderStatusTexts[row.status as OrderStatus],
      课程: row.items.map((item) => ({ 名称: item.name, 价格: toYuan(item.priceFen) })),
      应付: toYuan(row.payAmountFen),
      已付: toYuan(row.paidFen),
      已退: toYuan(row.refundedFen),
      退款申请: row.refunds.map((refund) => ({
        金额: toYuan(refund.amountFen),
        原因: refund.reason,
        答复: refund.answer,
        时间: moment(refund.createdAt),
      })),
      收货地址: row.address
        ? [
            row.address.consignee,
            row.address.phone,
            row.address.province,
            row.address.city,
            row.address.district,
            row.address.detail,
          ]
            .filter(Boolean)
            .join(' ')
        : null,
      下单时间: moment(row.createdAt),
      支付时间: moment(row.paidAt),
    }),
  ),
)

export const enrolments = listPart(
  '报名.json',
  listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('enrolments')
        .innerJoin('products', 'products.id', 'enrolments.productId')
        .leftJoin('classSchedules', 'classSchedules.id', 'enrolments.scheduleId')
        .select([
          'enrolments.id',
          'products.name',
          'classSchedules.name as className',
          'enrolments.source',
          'enrolments.status',
          'enrolments.beginAt',
          'enrolments.endAt',
        ])
        .where('enrolments.userId', '=', userId)
        .where('enrolments.id', '>', afterId)
        .orderBy('enrolments.id')
        .limit(most)
        .execute(),
    (row) => ({
      课程: row.name,
      班次: row.className,
      来源: enrolmentSources[row.source - 1],
      状态: enrolmentStates[row.status - 1],
      开始: moment(row.beginAt),
      到期: moment(row.endAt),
    }),
  ),
)

export const coupons = listPart(
  '优惠券.json',
  listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('userCoupons')
        .innerJoin('coupons', 'coupons.id', 'userCoupons.couponId')
        .select(['userCoupons.id', 'coupons.name', 'userCoupons.state', 'userCoupons.validUntil'])
        .where('userCoupons.userId', '=', userId)
        .where('userCoupons.id', '>', afterId)
        .orderBy('userCoupons.id')
        .limit(most)
        .execute(),
    (row) => ({ 名称: row.name, 状态: couponStates[row.state], 有效期至: moment(row.validUntil) }),
  ),
)
