import { type OrderStatus, UserCouponState } from '#shared/contract/enums.ts'
import { toYuan } from '#shared/rules/money.ts'
import { orderStatusTexts } from '#shared/rules/order-rules.ts'
import { type ExportPart, listPart, moment } from './export-part.ts'

const couponStates: Readonly<Record<number, string>> = {
  [UserCouponState.unused]: '未使用',
  [UserCouponState.locked]: '订单占用',
  [UserCouponState.used]: '已使用',
  [UserCouponState.expired]: '已过期',
}
const enrolmentSources = ['下单', '免费报名', '老师开通'] as const
const enrolmentStates = ['在学', '已到期', '已退'] as const

export const orders: ExportPart = {
  name: '订单.json',
  async read(db, userId) {
    const rows = await db
      .selectFrom('orders')
      .selectAll('orders')
      .where('orders.userId', '=', userId)
      .orderBy('orders.id')
      .execute()
    const items = await db
      .selectFrom('orderItems')
      .innerJoin('orders', 'orders.id', 'orderItems.orderId')
      .select(['orderItems.orderId', 'orderItems.name', 'orderItems.priceFen'])
      .where('orders.userId', '=', userId)
      .orderBy('orderItems.id')
      .execute()
    const itemsOf = Map.groupBy(items, (item) => item.orderId)
    return rows.map((row) => ({
      订单号: row.sn,
      状态: orderStatusTexts[row.status as OrderStatus],
      课程: (itemsOf.get(row.id) ?? []).map((item) => ({ 名称: item.name, 价格: toYuan(item.priceFen) })),
      应付: toYuan(row.payAmountFen),
      已付: toYuan(row.paidFen),
      已退: toYuan(row.refundedFen),
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
    }))
  },
}

export const enrolments = listPart(
  '报名.json',
  (db, userId) =>
    db
      .selectFrom('enrolments')
      .innerJoin('products', 'products.id', 'enrolments.productId')
      .leftJoin('classSchedules', 'classSchedules.id', 'enrolments.scheduleId')
      .select([
        'products.name',
        'classSchedules.name as className',
        'enrolments.source',
        'enrolments.status',
        'enrolments.beginAt',
        'enrolments.endAt',
      ])
      .where('enrolments.userId', '=', userId)
      .orderBy('enrolments.id')
      .execute(),
  (row) => ({
    课程: row.name,
    班次: row.className,
    来源: enrolmentSources[row.source - 1],
    状态: enrolmentStates[row.status - 1],
    开始: moment(row.beginAt),
    到期: moment(row.endAt),
  }),
)

export const coupons = listPart(
  '优惠券.json',
  (db, userId) =>
    db
      .selectFrom('userCoupons')
      .innerJoin('coupons', 'coupons.id', 'userCoupons.couponId')
      .select(['coupons.name', 'userCoupons.state', 'userCoupons.validUntil'])
      .where('userCoupons.userId', '=', userId)
      .orderBy('userCoupons.id')
      .execute(),
  (row) => ({ 名称: row.name, 状态: couponStates[row.state], 有效期至: moment(row.validUntil) }),
)
