import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelOrder } from '#server/backend/order/checkout/cancel.ts'
import { settleNothing, settleOffline } from '#server/backend/order/payment/settle.ts'
import { registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { createFakePay } from '../support/fake-pay-provider.ts'
import {
  type BuiltOrder,
  buildDepositOrder,
  buildOrder,
  buildPaidOrder,
  buildPayment,
  buildSchedule,
  buildUserCoupon,
  ledgerBalances,
  notifyPaid,
} from '../support/order-factories.ts'
import { depositState } from '../support/order-steps.ts'

let backend: TestBackend

beforeAll(async () => {
  backend = await startTestBackend({}, { pay: createFakePay() })
})

afterAll(() => backend.close())

const one = (priceFen = 9900) => ({ lines: [{ priceFen }] })

async function orderRow(order: BuiltOrder) {
  return backend.database.db
    .selectFrom('orders')
    .selectAll('orders')
    .where('orders.id', '=', order.id)
    .executeTakeFirstOrThrow()
}

async function enrolmentsOf(order: BuiltOrder) {
  return backend.database.db
    .selectFrom('enrolments')
    .select([
      'enrolments.productId',
      'enrolments.scheduleId',
      'enrolments.orderItemId',
      'enrolments.status',
      'enrolments.endAt',
    ])
    .where('enrolments.userId', '=', order.userId)
    .orderBy('enrolments.id')
    .execute()
}

async function eventsOf(order: BuiltOrder): Promise<string[]> {
  const rows = await backend.database.db
    .selectFrom('orderLogs')
    .select('orderLogs.event')
    .where('orderLogs.orderId', '=', order.id)
    .orderBy('orderLogs.id')
    .execute()
  return rows.map((row) => row.event)
}

async function messagesOf(userId: number) {
  return backend.database.db
    .selectFrom('userMessages')
    .innerJoin('notifyMessages', 'notifyMessages.id', 'userMessages.messageId')
    .select(['notifyMessages.title', 'notifyMessages.buttonUrl'])
    .where('userMessages.userId', '=', userId)
    .orderBy('userMessages.id')
    .execute()
}

async function postings(order: BuiltOrder): Promise<string[]> {
  const rows = await backend.database.db
    .selectFrom('ledgerTransactions')
    .select('ledgerTransactions.kind')
    .where('ledgerTransactions.orderId', '=', order.id)
    .orderBy('ledgerTransactions.id')
    .execute()
  return rows.map((row) => row.kind)
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => [Math.random(), value] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, value]) => value)
}

describe('a payment of an order', () => {
  test('gives course, entrance and message; the books balance', async () => {
    const productId = await buildProduct(backend.database, { priceFen: 9900, serviceDays: 365 })
    const order = await buildOrder(backend, { lines: [{ productId, priceFen: 9900 }] })
    expect(await notifyPaid(backend, await buildPayment(backend, order))).toBe('paid')
    expect(await orderRow(order)).toMatchObject({ status: 1, paidFen: 9900, paidAt: new Date(testNow) })
    expect(await enrolmentsOf(order)).toEqual([
      {
        productId,
        scheduleId: null,
        orderItemId: order.itemIds[0],
        status: 1,
        endAt: new Date(testNow + 365 * 86_400_000),
      },
    ])
    expect(
      await backend.database.db
        .selectFrom('entrances')
        .select('entrances.userId')
        .where('entrances.orderId', '=', order.id)
        .execute(),
    ).toEqual([{ userId: order.userId }])
    expect(await messagesOf(order.userId)).toEqual([{ title: '报名成功', buttonUrl: `/entrance/${order.sn}` }])
    expect(await eventsOf(order)).toEqual(['paid', 'completed'])
    expect(await ledgerBalances(backend, [order.id])).toEqual({ 'cash:embedded': 9900, revenue: -9900 })
    await backend.context.background.settled()
    expect(
      await backend.database.db
        .selectFrom('products')
        .select('products.studyCount')
        .where('products.id', '=', productId)
        .executeTakeFirst(),
    ).toEqual({ studyCount: 1 })
  })

  test('of a system class gives seat and courses not owned', async () => {
    const bundle = await buildProduct(backend.database, { lectureType: 2, priceFen: 30_000 })
    const scheduleId = await buildSchedule(backend, bundle, { enrolled: 1 })
    const { userId } = await registerLearner(backend)
    const owned = await buildPaidOrder(backend, { userId, ...one(8000) })
    const [ownedId] = owned.productIds
    const order = await buildOrder(backend, {
      userId,
      productId: bundle,
      scheduleId,
      lines: [{ priceFen: 10_000 }, { priceFen: 12_000 }, { productId: ownedId, priceFen: 8000, owned: true }],
    })
    await notifyPaid(backend, await buildPayment(backend, order))
    expect(await enrolmentsOf(order)).toMatchObject([
      { productId: ownedId, orderItemId: owned.itemIds[0] },
      { productId: bundle, scheduleId, orderItemId: null },
      { productId: order.productIds[0], scheduleId: null, orderItemId: order.itemIds[0] },
      { productId: order.productIds[1], scheduleId: null, orderItemId: order.itemIds[1] },
    ])
    expect(await ledgerBalances(backend, [order.id])).toEqual({ 'cash:embedded': 22_000, revenue: -22_000 })
  })

  test('uses its coupon and its deposit up', async () => {
    const { userId } = await registerLearner(backend)
    const productId = await buildProduct(backend.database, { priceFen: 50_000 })
    const { order: depositOrder, depositId } = await buildDepositOrder(backend, userId, productId)
    await notifyPaid(backend, await buildPayment(backend, depositOrder))
    const held = await backend.database.db
      .selectFrom('deposits')
      .selectAll('deposits')
      .where('deposits.id', '=', depositId)
      .executeTakeFirstOrThrow()
    expect(held).toMatchObject({ state: 1, expireAt: new Date(testNow + 30 * 86_400_000) })
    const order = await buildOrder(backend, {
      userId,
      lines: [{ productId, priceFen: 50_000, couponFen: 1000, depositFen: 15_000 }],
    })
    const couponId = await buildUserCoupon(backend, userId, { orderId: order.id })
    await backend.database.db
      .updateTable('deposits')
      .set({ state: 2, usedOrderId: order.id })
      .where('deposits.id', '=', depositId)
      .execute()
    expect(await notifyPaid(backend, await buildPayment(backend, order))).toBe('paid')
    expect(
      await backend.database.db
        .selectFrom('userCoupons')
        .select('userCoupons.state')
        .where('userCoupons.id', '=', couponId)
        .executeTakeFirst(),
    ).toEqual({ state: 3 })
    expect(await depositState(backend, depositId)).toEqual({ state: 3, usedOrderId: order.id })
    expect(await ledgerBalances(backend, [order.id, depositOrder.id])).toEqual({
      'cash:embedded': 44_000,
      coupon: 1000,
      'deposit-bonus': 5000,
      revenue: -50_000,
    })
    expect((await messagesOf(userId)).map((message) => message.buttonUrl)).toEqual([
      `/deposits/${depositId}`,
      `/entrance/${order.sn}`,
    ])
  })

  test('for a course owned meanwhile goes back and says so', async () => {
    const { userId } = await registerLearner(backend)
    const productId = await buildProduct(backend.database, { priceFen: 9900, serviceDays: 365 })
    const order = await buildOrder(backend, { userId, lines: [{ productId, priceFen: 9900 }] })
    await backend.database.db
      .insertInto('enrolments')
      .values({
        userId,
        productId,
        source: 2,
        beginAt: new Date(testNow),
        endAt: new Date(testNow + 86_400_000),
        createdAt: new Date(testNow),
      })
      .execute()
    expect(await notifyPaid(backend, await buildPayment(backend, order))).toBe('late')
    expect(await messagesOf(userId)).toMatchObject([{ title: '课程已拥有，款项将退回' }])
    await backend.runJob('orders.owned')
    expect(await orderRow(order)).toMatchObject({ status: 5, paidFen: 0 })
  })
})

describe('the same notification', () => {
  test('15 times, mixed: each order paid once (unique notify_id)', async () => {
    const orders = await Promise.all([one(), one(), one()].map((values) => buildOrder(backend, values)))
    const payments = await Promise.all(orders.map((order) => buildPayment(backend, order)))
    const outcomes: string[] = []
    for (const payment of shuffled(payments.flatMap((payment) => Array.from({ length: 15 }, () => payment))))
      outcomes.push(await notifyPaid(backend, payment, { notifyId: `same-${payment.id}` }))
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(3)
    expect(outcomes.filter((outcome) => outcome === 'repeat')).toHaveLength(42)
    for (const order of orders) {
      expect(await eventsOf(order)).toEqual(['paid', 'completed'])
      expect(await postings(order)).toEqual(['payment', 'order-complete'])
      expect(await enrolmentsOf(order)).toHaveLength(1)
      expect(await messagesOf(order.userId)).toHaveLength(1)
    }
  })

  test('20 numbers at once: one counts (payments row lock, status)', async () => {
    const order = await buildOrder(backend, one())
    const payment = await buildPayment(backend, order)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => notifyPaid(backend, payment)))
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'repeat')).toHaveLength(19)
    expect(await postings(order)).toEqual(['payment', 'order-complete'])
    expect(await enrolmentsOf(order)).toHaveLength(1)
    expect(await orderRow(order)).toMatchObject({ status: 1, paidFen: 9900 })
  })

  test('20 times one number: one counts (unique notify_id)', async () => {
    const order = await buildOrder(backend, one())
    const payment = await buildPayment(backend, order)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => notifyPaid(backend, payment, { notifyId: `storm-${payment.id}` })),
    )
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(1)
    const { rows } = {
      rows: await backend.database.db
        .selectFrom('paymentNotifications')
        .select('paymentNotifications.outcome')
        .where('paymentNotifications.notifyId', '=', `storm-${payment.id}`)
        .execute(),
    }
    expect(rows).toEqual([{ outcome: 'paid' }])
  })
})

test('paying while cancelling: course or money back (orders.status, row lock)', async () => {
  for (let round = 0; round < 15; round++) {
    const order = await buildOrder(backend, one())
    const payment = await buildPayment(backend, order, { status: 4 })
    const [outcome, cancelled] = await Promise.all([
      notifyPaid(backend, payment),
      cancelOrder(backend.context, order.id, { actor: 'learner', note: '不想买了' }),
    ])
    const { status } = await orderRow(order)
    expect([outcome, cancelled, status]).toEqual(outcome === 'paid' ? ['paid', 'over', 1] : ['late', 'cancelled', 5])
    expect(await enrolmentsOf(order)).toHaveLength(outcome === 'paid' ? 1 : 0)
    const refunds = await backend.database.db
      .selectFrom('refunds')
      .select('refunds.id')
      .where('refunds.orderId', '=', order.id)
      .execute()
    expect(refunds).toHaveLength(outcome === 'paid' ? 0 : 1)
  }
})

describe('an order', () => {
  test('that costs nothing is complete at once, and only once', async () => {
    const order = await buildOrder(backend, { lines: [{ priceFen: 5000, couponFen: 5000 }] })
    const now = new Date(testNow)
    const done = await Promise.all(
      Array.from({ length: 5 }, () => backend.context.tx((trx) => settleNothing(trx, { orderId: order.id, now }))),
    )
    expect(done.filter(Boolean)).toHaveLength(1)
    expect(await orderRow(order)).toMatchObject({ status: 1, paidFen: 0 })
    expect(await enrolmentsOf(order)).toHaveLength(1)
    expect(await ledgerBalances(backend, [order.id])).toEqual({ coupon: 5000, revenue: -5000 })
  })

  test('that costs something isn’t given for nothing', async () => {
    const order = await buildOrder(backend, one())
    expect(await backend.context.tx((trx) => settleNothing(trx, { orderId: order.id, now: new Date(testNow) }))).toBe(
      false,
    )
    expect(await orderRow(order)).toMatchObject({ status: 0 })
  })

  test('part-paid outside gives nothing yet; the rest online completes', async () => {
    const order = await buildOrder(backend, one(10_000))
    const money = {
      orderId: order.id,
      amountFen: 4000,
      tradeNo: 'bank-1',
      staffId: order.userId,
      note: '银行转账',
      now: new Date(testNow),
    }
    expect(await backend.context.tx((trx) => settleOffline(trx, money))).toBe(2)
    expect(await orderRow(order)).toMatchObject({ status: 2, paidFen: 4000 })
    expect(await enrolmentsOf(order)).toEqual([])
    await expect(backend.context.tx((trx) => settleOffline(trx, { ...money, amountFen: 100 }))).rejects.toThrow(
      '该收款单号已登记',
    )
    await expect(
      backend.context.tx((trx) => settleOffline(trx, { ...money, tradeNo: null, amountFen: 6001 })),
    ).rejects.toThrow('收款金额超过待支付金额')
    expect(await notifyPaid(backend, await buildPayment(backend, order, { amountFen: 6000 }))).toBe('paid')
    expect(await orderRow(order)).toMatchObject({ status: 1, paidFen: 10_000 })
    expect(await enrolmentsOf(order)).toHaveLength(1)
    expect(await ledgerBalances(backend, [order.id])).toEqual({
      'cash:embedded': 6000,
      'cash:offline': 4000,
      revenue: -10_000,
    })
  })
})
