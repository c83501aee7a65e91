import { type Selectable, sql } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import type { OrderTables } from '#server/backend/db/tables/order-tables.ts'
import { notify } from '#server/backend/message/notify.ts'
import { findItems } from '#server/backend/order/checkout/fulfil.ts'
import type { Order } from '#server/backend/order/checkout/order-lock.ts'
import { addLog } from '#server/backend/order/checkout/order-log-store.ts'
import { freeSeat } from '#server/backend/order/checkout/order-product.ts'
import { followBundles } from '#server/backend/order/enrolment/follow-bundles.ts'
import {
  DepositState,
  EnrolmentStatus,
  ItemState,
  OrderKind,
  OrderStatus,
  RefundState,
  UseState,
  UserCouponState,
} from '#shared/contract/enums.ts'
import { moneyText } from '#shared/rules/money.ts'

type RefundRequestRow = Selectable<OrderTables['refundRequests']>

const revoked = 3

/**
 * A request whose money is back: its lines are refunded and their enrolments end; with the last sold line the whole order's
 * do, the seat is free again and the coupon comes back. The order is locked, its seat for change.
 */
export async function completeRequest(
  trx: DatabaseTransaction,
  order: Order,
  request: RefundRequestRow,
  now: Date,
): Promise<RefundRequestRow> {
  const lines = await trx
    .updateTable('refundLines')
    .set({ done: true })
    .where('refundLines.requestId', '=', request.id)
    .returning('refundLines.orderItemId')
    .execute()
  const itemIds = lines.map((line) => line.orderItemId)
  if (itemIds.length > 0) {
    await trx
      .updateTable('orderItems')
      .set({ state: ItemState.refunded })
      .where('orderItems.id', 'in', itemIds)
      .execute()
    await keepForOthers(trx, order, itemIds)
    await revoke(trx, order, 'enrolments.orderItemId', itemIds)
  }
  const items = await findItems(trx, order.id)
  const isWhole = items.every((item) => item.state !== ItemState.sold)
  const status = isWhole ? OrderStatus.refund : OrderStatus.partRefund
  await trx
    .updateTable('orders')
    .set((eb) => ({ status, version: eb('orders.version', '+', 1), ...(isWhole ? { useState: UseState.over } : {}) }))
    .where('orders.id', '=', order.id)
    .execute()
  if (isWhole && order.orderKind === OrderKind.product) {
    await takeBackWhole(trx, order, now)
    const productIds = items.flatMap((item) => (item.state === ItemState.ownedBefore ? [item.productId] : []))
    if (productIds.length > 0) await followBundles(trx, { userId: order.userId, productIds, now })
  }
  const done = await trx
    .updateTable('refundRequests')
    .set({ state: RefundState.done, doneAt: now })
    .where('refundRequests.id', '=', request.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await addLog(trx, {
    orderId: order.id,
    event: 'refund-done',
    from: order.status,
    to: status,
    actor: 'system',
    amountFen: request.amountFen,
    note: isWhole ? '退款完成' : '部分课程退款完成',
    at: now,
  })
  const names = items.filter((item) => itemIds.includes(item.id)).map((item) => `《${item.name}》`)
  await notify(trx, now, {
    userId: order.userId,
    topic: 'refund',
    ref: `request:${request.id}:done`,
    title: '退款已完成',
    text: `订单 ${order.sn} 中${names.join('、')}的退款 ${moneyText(request.amountFen)} 已完成${order.orderKind === OrderKind.product ? '，对应课程已停止学习' : ''}。`,
    button: { name: '查看订单', url: '/user/order' },
  })
  return done
}

/**
 * A course that another order of the learner has paid for as well stays theirs: the enrolment is that order's from now on,
 * unless it has one of its own or had one whose time is over. Not where it is in the class whose seat this order gives back: then only an order with a seat
 * of its own there keeps it, and one without a class has an enrolment without one. A seat that was chosen beside the other
 * order's own is free again.
 */
async function keepForOthers(trx: DatabaseTransaction, order: Order, itemIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ scheduleId: number | null; ownScheduleId: number | null }>`
    update enrolments e set order_id = o.id, order_item_id = i.id
    from order_items i join orders o on o.id = i.order_id
    where e.order_item_id = any(${itemIds}::bigint[]) and e.status = ${sql.lit(EnrolmentStatus.active)} and o.user_id = e.user_id and i.product_id = e.product_id
      and o.id <> ${order.id} and o.order_kind = ${sql.lit(OrderKind.product)} and o.status in (${sql.lit(OrderStatus.allPaid)}, ${sql.lit(OrderStatus.partRefund)}) and i.state = ${sql.lit(ItemState.sold)}
      and not exists (select 1 from enrolments own where own.order_item_id = i.id and own.status in (${sql.lit(EnrolmentStatus.active)}, ${sql.lit(EnrolmentStatus.over)}))
      and (e.schedule_id is null or e.schedule_id is distinct from ${order.scheduleId}::bigint or o.schedule_id = e.schedule_id)
    returning e.schedule_id, o.schedule_id as own_schedule_id`.execute(trx)
  for (const { scheduleId, ownScheduleId } of rows) {
    if (scheduleId !== null && scheduleId === ownScheduleId && scheduleId !== order.scheduleId)
      await freeSeat(trx, scheduleId)
  }
}

/** Ends enrolments. A class that was chosen after the order has its seat back at once; the order's own goes with the whole order. */
async function revoke(
  trx: DatabaseTransaction,
  order: Order,
  by: 'enrolments.orderItemId' | 'enrolments.orderId',
  ids: readonly number[],
): Promise<void> {
  const rows = await trx
    .updateTable('enrolments')
    .set({ status: revoked })
    .where(by, 'in', ids)
    .where('enrolments.status', '=', EnrolmentStatus.active)
    .returning('enrolments.scheduleId')
    .execute()
  const chosen = rows.flatMap(({ scheduleId }) =>
    scheduleId === null || scheduleId === order.scheduleId ? [] : [scheduleId],
  )
  // in one order, so that two refunds never wait for each other
  for (const scheduleId of chosen.sort((a, b) => a - b)) await freeSeat(trx, scheduleId)
}

async function takeBackWhole(trx: DatabaseTransaction, order: Order, now: Date): Promise<void> {
  await revoke(trx, order, 'enrolments.orderId', [order.id])
  if (order.scheduleId !== null) {
    await trx
      .updateTable('classSchedules')
      .set((eb) => ({ enrolled: eb('classSchedules.enrolled', '-', 1) }))
      .where('classSchedules.id', '=', order.scheduleId)
      .where('classSchedules.enrolled', '>', 0)
      .execute()
  }
  await trx
    .updateTable('userCoupons')
    .set({
      state: sql<number>`case when valid_until > ${now} then ${sql.lit(UserCouponState.unused)} else ${sql.lit(UserCouponState.expired)} end`,
      orderId: null,
      usedAt: null,
    })
    .where('userCoupons.orderId', '=', order.id)
    .where('userCoupons.state', 'in', [UserCouponState.locked, UserCouponState.used])
    .execute()
  // a deposit that an order paid in part had locked is the learner's again
  await trx
    .updateTable('deposits')
    .set({ state: DepositState.held, usedOrderId: null })
    .where('deposits.usedOrderId', '=', order.id)
    .where('deposits.state', '=', DepositState.locked)
    .execute()
}
