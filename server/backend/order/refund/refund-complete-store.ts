import { sql } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
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

const revoked = 3

/** The money of these lines is back. */
export function closeLines(trx: DatabaseTransaction, requestId: number): Promise<{ orderItemId: number }[]> {
  return trx
    .updateTable('refundLines')
    .set({ done: true })
    .where('refundLines.requestId', '=', requestId)
    .returning('refundLines.orderItemId')
    .execute()
}

/** Lines that aren't the learner's any more. */
export async function setRefunded(trx: DatabaseTransaction, itemIds: readonly number[]): Promise<void> {
  await trx.updateTable('orderItems').set({ state: ItemState.refunded }).where('orderItems.id', 'in', itemIds).execute()
}

/** Where the order stands after it. */
export async function setRefundState(
  trx: DatabaseTransaction,
  status: OrderStatus,
  isWhole: boolean,
  orderId: number,
): Promise<void> {
  await trx
    .updateTable('orders')
    .set((eb) => ({ status, version: eb('orders.version', '+', 1), ...(isWhole ? { useState: UseState.over } : {}) }))
    .where('orders.id', '=', orderId)
    .execute()
}

/** The request is over. */
export function closeRequest(trx: DatabaseTransaction, requestId: number, now: Date) {
  return trx
    .updateTable('refundRequests')
    .set({ state: RefundState.done, doneAt: now })
    .where('refundRequests.id', '=', requestId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Courses that another order has paid for as well become that order's; answers the classes of both. */
export async function moveToOtherOrders(
  trx: DatabaseTransaction,
  itemIds: readonly number[],
  orderId: number,
  scheduleId: number | null,
): Promise<{ scheduleId: number | null; ownScheduleId: number | null }[]> {
  const { rows } = await sql<{ scheduleId: number | null; ownScheduleId: number | null }>`
    update enrolments e set order_id = o.id, order_item_id = i.id
    from order_items i join orders o on o.id = i.order_id
    where e.order_item_id = any(${itemIds}::bigint[]) and e.status = ${sql.lit(EnrolmentStatus.active)} and o.user_id = e.user_id and i.product_id = e.product_id
      and o.id <> ${orderId} and o.order_kind = ${sql.lit(OrderKind.product)} and o.status in (${sql.lit(OrderStatus.allPaid)}, ${sql.lit(OrderStatus.partRefund)}) and i.state = ${sql.lit(ItemState.sold)}
      and not exists (select 1 from enrolments own where own.order_item_id = i.id and own.status in (${sql.lit(EnrolmentStatus.active)}, ${sql.lit(EnrolmentStatus.over)}))
      and (e.schedule_id is null or e.schedule_id is distinct from ${scheduleId}::bigint or o.schedule_id = e.schedule_id)
    returning e.schedule_id, o.schedule_id as own_schedule_id`.execute(trx)
  return rows
}

/** Ends enrolments; answers their classes. */
export function endEnrolmentsOf(
  trx: DatabaseTransaction,
  by: 'enrolments.orderId' | 'enrolments.orderItemId',
  ids: readonly number[],
): Promise<{ scheduleId: number | null }[]> {
  return trx
    .updateTable('enrolments')
    .set({ status: revoked })
    .where(by, 'in', ids)
    .where('enrolments.status', '=', EnrolmentStatus.active)
    .returning('enrolments.scheduleId')
    .execute()
}

/** The seat of the order is free again. */
export async function freeClassSeat(trx: DatabaseTransaction, scheduleId: number): Promise<void> {
  await trx
    .updateTable('classSchedules')
    .set((eb) => ({ enrolled: eb('classSchedules.enrolled', '-', 1) }))
    .where('classSchedules.id', '=', scheduleId)
    .where('classSchedules.enrolled', '>', 0)
    .execute()
}

/** The coupon of the order comes back, or is expired. */
export async function returnCoupon(trx: DatabaseTransaction, orderId: number, now: Date): Promise<void> {
  await trx
    .updateTable('userCoupons')
    .set({
      state: sql<number>`case when valid_until > ${now} then ${sql.lit(UserCouponState.unused)} else ${sql.lit(UserCouponState.expired)} end`,
      orderId: null,
      usedAt: null,
    })
    .where('userCoupons.orderId', '=', orderId)
    .where('userCoupons.state', 'in', [UserCouponState.locked, UserCouponState.used])
    .execute()
}

/** A deposit that the order had locked is the learner's again. */
export async function returnLockedDeposit(trx: DatabaseTransaction, orderId: number): Promise<void> {
  await trx
    .updateTable('deposits')
    .set({ state: DepositState.held, usedOrderId: null })
    .where('deposits.usedOrderId', '=', orderId)
    .where('deposits.state', '=', DepositState.locked)
    .execute()
}
