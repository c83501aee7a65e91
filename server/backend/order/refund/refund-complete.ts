import type { Selectable } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import type { OrderTables } from '#server/backend/db/tables/order-tables.ts'
import { notify } from '#server/backend/message/notify.ts'
import { findItems } from '#server/backend/order/checkout/fulfil-store.ts'
import type { Order } from '#server/backend/order/checkout/order-lock-store.ts'
import { addLog } from '#server/backend/order/checkout/order-log-store.ts'
import { freeSeat } from '#server/backend/order/checkout/order-product-store.ts'
import { followBundles } from '#server/backend/order/enrolment/follow-bundles-store.ts'
import { ItemState, OrderKind, OrderStatus } from '#shared/contract/enums.ts'
import { moneyText } from '#shared/rules/money.ts'
import {
  closeLines,
  setRefunded,
  setRefundState,
  closeRequest,
  moveToOtherOrders,
  endEnrolmentsOf,
  freeClassSeat,
  returnCoupon,
  returnLockedDeposit,
} from './refund-complete-store.ts'

type RefundRequestRow = Selectable<OrderTables['refundRequests']>

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
  const lines = await closeLines(trx, request.id)
  const itemIds = lines.map((line) => line.orderItemId)
  if (itemIds.length > 0) {
    await setRefunded(trx, itemIds)
    await keepForOthers(trx, order, itemIds)
    await revoke(trx, order, 'enrolments.orderItemId', itemIds)
  }
  const items = await findItems(trx, order.id)
  const isWhole = items.every((item) => item.state !== ItemState.sold)
  const status = isWhole ? OrderStatus.refund : OrderStatus.partRefund
  await setRefundState(trx, status, isWhole, order.id)
  if (isWhole && order.orderKind === OrderKind.product) {
    await takeBackWhole(trx, order, now)
    const productIds = items.flatMap((item) => (item.state === ItemState.ownedBefore ? [item.productId] : []))
    if (productIds.length > 0) await followBundles(trx, { userId: order.userId, productIds, now })
  }
  const done = await closeRequest(trx, request.id, now)
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
  const rows = await moveToOtherOrders(trx, itemIds, order.id, order.scheduleId)
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
  const rows = await endEnrolmentsOf(trx, by, ids)
  const chosen = rows.flatMap(({ scheduleId }) =>
    scheduleId === null || scheduleId === order.scheduleId ? [] : [scheduleId],
  )
  // in one order, so that two refunds never wait for each other
  for (const scheduleId of chosen.sort((a, b) => a - b)) await freeSeat(trx, scheduleId)
}

async function takeBackWhole(trx: DatabaseTransaction, order: Order, now: Date): Promise<void> {
  await revoke(trx, order, 'enrolments.orderId', [order.id])
  if (order.scheduleId !== null) {
    await freeClassSeat(trx, order.scheduleId)
  }
  await returnCoupon(trx, order.id, now)
  // a deposit that an order paid in part had locked is the learner's again
  await returnLockedDeposit(trx, order.id)
}
