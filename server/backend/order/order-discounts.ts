import { sql } from 'kysely'
import { fitsProduct, type UserCouponRow, userCouponColumns, whyNot } from '#server/backend/coupon/order-coupons.ts'
import type { Database } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { OrderStatus } from '#shared/contract/enums.ts'
import { releaseCoupon, releaseDeposit } from './cancel.ts'
import { ItemState, OrderKind } from './fulfil.ts'
import { addLog } from './order-log.ts'
import { lockOwnOrder, type OrderRow } from './own-order.ts'
import { priceOrder } from './price.ts'

/** What a learner chooses for an order: 0 takes a choice away, undefined keeps it. */
export interface Choices {
  readonly userCouponId?: number | undefined
  readonly depositId?: number | undefined
}

/**
 * Keeps the chosen coupon and deposit on an unpaid order and computes its price anew, line by line; choosing what is chosen
 * already changes nothing. Throws code 405 for an order that isn't the learner's, 4004 in words when a choice can't be taken;
 * then nothing has changed.
 */
export async function chooseDiscounts(trx: Database, wish: { userId: number; sn: string; choices: Choices; now: Date }): Promise<OrderRow> {
  const { userId, sn, choices, now } = wish
  const order = await lockOwnOrder(trx, userId, sn)
  const asked = choices.userCouponId !== undefined || choices.depositId !== undefined
  if (order.status !== OrderStatus.waitPayment) {
    if (asked) throw new ApiError(Code.Toast, '订单已支付或已取消，不能更改优惠')
    return order
  }
  if (!asked) return order
  if (order.expireAt <= now) throw new ApiError(Code.Toast, '订单已超时，请重新报名')
  if (order.orderKind === OrderKind.deposit) {
    if (choices.userCouponId || choices.depositId) throw new ApiError(Code.Toast, '定金订单不能使用优惠')
    return order
  }
  if (choices.userCouponId !== undefined) await chooseCoupon(trx, order, choices.userCouponId, now)
  if (choices.depositId !== undefined) await chooseDeposit(trx, order, choices.depositId, now)
  return reprice(trx, order, now)
}

async function chooseCoupon(trx: Database, order: OrderRow, id: number, now: Date): Promise<void> {
  const current = await trx.selectFrom('userCoupons').select('userCoupons.id').where('userCoupons.orderId', '=', order.id).where('userCoupons.state', '=', 2).executeTakeFirst()
  if (current?.id === id) return
  await releaseCoupon(trx, order.id, now)
  if (id === 0) return
  // this decides; the words for a coupon that can't be had are found afterwards, and everything is rolled back then
  const locked = await sql<{ id: number }>`
    update user_coupons set state = 2, order_id = ${order.id}
    where id = ${id} and user_id = ${order.userId} and state = 1 and valid_until > ${now} returning id`.execute(trx)
  const { rows } = await sql<UserCouponRow & { fits: boolean }>`
    select ${userCouponColumns}, ${fitsProduct(order.productId)} as fits
    from user_coupons u join coupons c on c.id = u.coupon_id where u.id = ${id} and u.user_id = ${order.userId}`.execute(trx)
  if (!rows[0]) throw new ApiError(Code.Toast, '优惠券不存在')
  const reason = whyNot(rows[0], { orderId: order.id, productId: order.productId, baseFen: order.amountFen - order.ownedFen }, now)
  if (reason !== null) throw new ApiError(Code.Toast, `该优惠券不可用：${reason}`)
  if (locked.rows.length === 0) throw new ApiError(Code.Toast, '该优惠券不可用')
}

async function chooseDeposit(trx: Database, order: OrderRow, id: number, now: Date): Promise<void> {
  const current = await trx.selectFrom('deposits').select('deposits.id').where('deposits.usedOrderId', '=', order.id).where('deposits.state', '=', 2).executeTakeFirst()
  if (current?.id === id) return
  await releaseDeposit(trx, order.id)
  if (id === 0) return
  const locked = await sql<{ id: number }>`
    update deposits set state = 2, used_order_id = ${order.id}
    where id = ${id} and user_id = ${order.userId} and product_id = ${order.productId} and state = 1 and (expire_at is null or expire_at > ${now}) returning id`.execute(trx)
  if (locked.rows.length === 0) throw new ApiError(Code.Toast, '该定金不可用')
}

/** Computes the price from what is locked for the order now, and writes it when it differs. */
async function reprice(trx: Database, order: OrderRow, now: Date): Promise<OrderRow> {
  const lines = await trx
    .selectFrom('orderItems')
    .select(['orderItems.id', 'orderItems.priceFen', 'orderItems.state', 'orderItems.couponFen', 'orderItems.depositFen'])
    .where('orderItems.orderId', '=', order.id)
    .orderBy('orderItems.lineNo')
    .execute()
  const coupon = await trx.selectFrom('userCoupons').innerJoin('coupons', 'coupons.id', 'userCoupons.couponId').select('coupons.amountFen').where('userCoupons.orderId', '=', order.id).where('userCoupons.state', '=', 2).executeTakeFirst()
  const deposit = await trx.selectFrom('deposits').select('deposits.deductFen').where('deposits.usedOrderId', '=', order.id).where('deposits.state', '=', 2).executeTakeFirst()
  const price = priceOrder({ lines: lines.map((line) => ({ priceFen: line.priceFen, owned: line.state === ItemState.ownedBefore })), couponFen: coupon?.amountFen ?? 0, depositFen: deposit?.deductFen ?? 0 })
  const { couponFen, depositFen, payAmountFen } = price
  for (const [index, line] of lines.entries()) {
    const share = price.lines[index]
    if (!share || (share.couponFen === line.couponFen && share.depositFen === line.depositFen)) continue
    await trx.updateTable('orderItems').set({ couponFen: share.couponFen, depositFen: share.depositFen }).where('orderItems.id', '=', line.id).execute()
  }
  if (couponFen === order.couponFen && depositFen === order.depositFen) return order
  const row = await trx
    .updateTable('orders')
    .set((eb) => ({ couponFen, depositFen, payAmountFen, version: eb('orders.version', '+', 1) }))
    .where('orders.id', '=', order.id)
    .where('orders.status', '=', OrderStatus.waitPayment)
    .returningAll('orders')
    .executeTakeFirstOrThrow()
  await addLog(trx, { orderId: order.id, event: 'discount', from: order.status, to: order.status, actor: 'learner', actorId: order.userId, amountFen: payAmountFen, note: '更改优惠', at: now })
  return row
}
