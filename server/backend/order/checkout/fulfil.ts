import type { Selectable } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import type { OrderItemsTable } from '#server/backend/db/tables/order-tables.ts'
import { notify } from '#server/backend/message/notify.ts'
import { enrol } from '#server/backend/order/enrolment/enrol.ts'
import { followBundles } from '#server/backend/order/enrolment/follow-bundles.ts'
import { Account, credit, debit, ledgerRef, postLedger } from '#server/backend/order/ledger/ledger.ts'
import {
  DepositState,
  EnrolmentSource,
  EnrolmentStatus,
  ItemState,
  LectureType,
  OrderKind,
  OrderStatus,
  PayChannel,
  UseState,
  UserCouponState,
} from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { moneyText } from '#shared/rules/money.ts'
import type { Order } from './order-lock.ts'
import { addLog } from './order-log-store.ts'

/**
 * Gives what a complete order has bought; runs in the transaction that completes it, under its lock. Answers the products
 * that the learner has from now on and hadn't before.
 */
export async function fulfilOrder(trx: DatabaseTransaction, order: Order, now: Date): Promise<number[]> {
  if (order.orderKind === OrderKind.product) return openCourse(trx, order, now)
  await holdDeposit(trx, order, now)
  return []
}

/** The deposit is the learner's to take off a later order. */
async function holdDeposit(trx: DatabaseTransaction, order: Order, now: Date): Promise<void> {
  const deposit = await trx
    .selectFrom('deposits')
    .innerJoin('depositOffers', 'depositOffers.id', 'deposits.offerId')
    .innerJoin('products', 'products.id', 'deposits.productId')
    .select(['deposits.id', 'deposits.amountFen', 'deposits.deductFen', 'depositOffers.balanceDays', 'products.name'])
    .where('deposits.orderId', '=', order.id)
    .executeTakeFirstOrThrow()
  const expireAt = new Date(now.getTime() + deposit.balanceDays * dayMs)
  await trx
    .updateTable('deposits')
    .set({ state: DepositState.held, expireAt })
    .where('deposits.id', '=', deposit.id)
    .where('deposits.state', '=', DepositState.unpaid)
    .execute()
  await postLedger(trx, {
    kind: 'deposit-complete',
    ref: ledgerRef('complete', order.id),
    orderId: order.id,
    at: now,
    entries: [debit(Account.advance, order.payAmountFen), credit(Account.depositHeld, order.payAmountFen)],
  })
  await addLog(trx, {
    orderId: order.id,
    event: 'completed',
    from: order.status,
    to: OrderStatus.allPaid,
    actor: 'system',
    note: '定金支付成功',
    at: now,
  })
  await notify(trx, now, {
    userId: order.userId,
    topic: 'deposit',
    ref: `order:${order.id}:complete`,
    title: '定金支付成功',
    text: `您已支付《${deposit.name}》的定金 ${moneyText(deposit.amountFen)}，报名时可抵扣 ${moneyText(deposit.deductFen)}。请在 ${deposit.balanceDays} 天内支付尾款。`,
    button: { name: '查看定金', url: `/deposits/${deposit.id}` },
  })
}

async function openCourse(trx: DatabaseTransaction, order: Order, now: Date): Promise<number[]> {
  const product = await trx
    .selectFrom('products')
    .select(['products.id', 'products.name', 'products.lectureType', 'products.serviceDays'])
    .where('products.id', '=', order.productId)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('userCoupons')
    .set({ state: UserCouponState.used, usedAt: now })
    .where('userCoupons.orderId', '=', order.id)
    .where('userCoupons.state', '=', UserCouponState.locked)
    .execute()
  const deposit = await trx
    .updateTable('deposits')
    .set({ state: DepositState.used })
    .where('deposits.usedOrderId', '=', order.id)
    .where('deposits.state', '=', DepositState.locked)
    .returning('deposits.amountFen')
    .executeTakeFirst()
  const items = await findItems(trx, order.id)
  const give = { order, now, serviceDays: product.serviceDays }
  const given: number[] = []
  if (
    product.lectureType === LectureType.classSystem &&
    (await giveProduct(trx, give, { productId: order.productId, scheduleId: order.scheduleId, orderItemId: null }))
  )
    given.push(order.productId)
  for (const item of items) {
    const scheduleId = item.productId === order.productId ? order.scheduleId : null
    if (
      item.state === ItemState.sold &&
      (await giveProduct(trx, give, { productId: item.productId, scheduleId, orderItemId: item.id }))
    )
      given.push(item.productId)
  }
  const productIds = items.map((item) => item.productId)
  await followBundles(trx, { userId: order.userId, productIds, now })
  await openEntrance(trx, order, now)
  if (order.payChannel === PayChannel.onBehalf || order.payChannel === PayChannel.adminInject) {
    await trx.updateTable('orders').set({ useState: UseState.onBehalf }).where('orders.id', '=', order.id).execute()
  }
  const depositFen = deposit?.amountFen ?? 0
  await postLedger(trx, {
    kind: 'order-complete',
    ref: ledgerRef('complete', order.id),
    orderId: order.id,
    at: now,
    entries: [
      debit(Account.advance, order.payAmountFen),
      debit(Account.depositHeld, depositFen),
      debit(Account.depositBonus, order.depositFen - depositFen),
      debit(Account.coupon, order.couponFen),
      credit(Account.revenue, order.amountFen - order.ownedFen),
    ],
  })
  await addLog(trx, {
    orderId: order.id,
    event: 'completed',
    from: order.status,
    to: OrderStatus.allPaid,
    actor: 'system',
    note: '报名成功，课程已开通',
    at: now,
  })
  await notify(trx, now, {
    userId: order.userId,
    topic: 'order',
    ref: `order:${order.id}:complete`,
    title: '报名成功',
    text: `您已成功报名《${product.name}》，请按指引进入班级学习。`,
    button: { name: '进入班级', url: `/entrance/${order.sn}` },
  })
  return given
}

interface Giving {
  readonly order: Order
  readonly now: Date
  /** Null: for good. */
  readonly serviceDays: number | null
}

/**
 * One enrolment. A learner who has come to have it otherwise since the order was made keeps the longer time of both; one that
 * belongs to no order becomes this order's, so that a refund takes back what was paid for. False for such a one.
 */
async function giveProduct(
  trx: DatabaseTransaction,
  { order, now, serviceDays }: Giving,
  { productId, scheduleId, orderItemId }: { productId: number; scheduleId: number | null; orderItemId: number | null },
): Promise<boolean> {
  if (
    await enrol(trx, {
      userId: order.userId,
      productId,
      scheduleId,
      orderId: order.id,
      orderItemId,
      source: EnrolmentSource.order,
      now,
      serviceDays,
    })
  )
    return true
  const own = trx
    .selectFrom('enrolments')
    .select(['enrolments.id', 'enrolments.orderId', 'enrolments.endAt', 'enrolments.ownEndAt'])
    .where('enrolments.userId', '=', order.userId)
    .where('enrolments.productId', '=', productId)
    .where('enrolments.status', '=', EnrolmentStatus.active)
  const found = await (scheduleId === null
    ? own.where('enrolments.scheduleId', 'is', null)
    : own.where('enrolments.scheduleId', '=', scheduleId)
  )
    .forUpdate()
    .executeTakeFirstOrThrow()
  const until = serviceDays === null ? null : new Date(now.getTime() + serviceDays * dayMs)
  const ownEndAt = found.ownEndAt ?? found.endAt
  await trx
    .updateTable('enrolments')
    .set({
      endAt: ownEndAt === null || until === null ? null : new Date(Math.max(ownEndAt.getTime(), until.getTime())),
      ownEndAt: null,
      ...(found.orderId === null ? { orderId: order.id, orderItemId, source: EnrolmentSource.order } : {}),
    })
    .where('enrolments.id', '=', found.id)
    .execute()
  return false
}

/** How to enter the class, with its teacher or else the product's first one. */
async function openEntrance(trx: DatabaseTransaction, order: Order, now: Date): Promise<void> {
  const ofClass =
    order.scheduleId === null
      ? undefined
      : await trx
          .selectFrom('classSchedules')
          .select('classSchedules.teacherId')
          .where('classSchedules.id', '=', order.scheduleId)
          .executeTakeFirst()
  const ofProduct = await trx
    .selectFrom('productTeachers')
    .select('productTeachers.teacherId')
    .where('productTeachers.productId', '=', order.productId)
    .orderBy('productTeachers.sort')
    .limit(1)
    .executeTakeFirst()
  await trx
    .insertInto('entrances')
    .values({
      orderId: order.id,
      userId: order.userId,
      teacherId: ofClass?.teacherId ?? ofProduct?.teacherId ?? null,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.column('orderId').doNothing())
    .execute()
}

/** The lines of an order in their order. */
export async function findItems(db: Database, orderId: number): Promise<Selectable<OrderItemsTable>[]> {
  return db
    .selectFrom('orderItems')
    .selectAll('orderItems')
    .where('orderItems.orderId', '=', orderId)
    .orderBy('orderItems.lineNo')
    .execute()
}
