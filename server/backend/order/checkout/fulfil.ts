import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { notify } from '#server/backend/message/notify.ts'
import { enrol } from '#server/backend/order/enrolment/enrol-store.ts'
import { followBundles } from '#server/backend/order/enrolment/follow-bundles-store.ts'
import { Account, credit, debit, ledgerRef, postLedger } from '#server/backend/order/ledger/ledger.ts'
import { EnrolmentSource, ItemState, LectureType, OrderKind, OrderStatus, PayChannel } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { moneyText } from '#shared/rules/money.ts'
import type { Order } from './order-lock-store.ts'
import { addLog } from './order-log-store.ts'
import {
  extendEnrolment,
  findItems,
  lockEnrolment,
  findPaidDeposit,
  holdDepositUntil,
  findBoughtProduct,
  useCoupon,
  useDeposit,
  markOnBehalf,
  findClassTeacher,
  findFirstTeacher,
  insertEntrance,
} from './fulfil-store.ts'

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
  const deposit = await findPaidDeposit(trx, order.id)
  const expireAt = new Date(now.getTime() + deposit.balanceDays * dayMs)
  await holdDepositUntil(trx, expireAt, deposit.id)
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
  const product = await findBoughtProduct(trx, order.productId)
  await useCoupon(trx, order.id, now)
  const deposit = await useDeposit(trx, order.id)
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
    await markOnBehalf(trx, order.id)
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
  const found = await lockEnrolment(trx, { userId: order.userId, productId, scheduleId })
  const until = serviceDays === null ? null : new Date(now.getTime() + serviceDays * dayMs)
  const ownEndAt = found.ownEndAt ?? found.endAt
  await extendEnrolment(trx, found.id, {
    endAt: ownEndAt === null || until === null ? null : new Date(Math.max(ownEndAt.getTime(), until.getTime())),
    ownEndAt: null,
    ...(found.orderId === null ? { orderId: order.id, orderItemId, source: EnrolmentSource.order } : {}),
  })
  return false
}

/** How to enter the class, with its teacher or else the product's first one. */
async function openEntrance(trx: DatabaseTransaction, order: Order, now: Date): Promise<void> {
  const ofClass = order.scheduleId === null ? undefined : await findClassTeacher(trx, order.scheduleId)
  const ofProduct = await findFirstTeacher(trx, order.productId)
  await insertEntrance(trx, {
    orderId: order.id,
    userId: order.userId,
    teacherId: ofClass?.teacherId ?? ofProduct?.teacherId ?? null,
    now,
  })
}
