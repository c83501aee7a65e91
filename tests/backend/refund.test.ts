import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decideRefund, openRefund } from '#server/backend/order/refund/refund-core.ts'
import { refundDeposit } from '#server/backend/order/refund/refund-deposit.ts'
import { settleNothing, settleOffline } from '#server/backend/order/payment/settle.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { createFakePay, type FakePay } from '../support/fake-pay-provider.ts'
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
import { couponState } from '../support/order-steps.ts'

const dayMs = 86_400_000
let backend: TestBackend
let pay: FakePay
let learner: Learner
let staffId: number

beforeAll(async () => {
  pay = createFakePay()
  backend = await startTestBackend({}, { pay })
  staffId = (await buildStaff(backend, 'education')).userId
})

beforeEach(async () => {
  backend.clock.set(testNow)
  pay.refundAnswers = []
  // what an earlier test has left
  await backend.runJob('refunds.push')
  learner = await registerLearner(backend)
})

afterAll(() => backend.close())

function api() {
  return backend.as(learner.cookie)
}

async function orderRow(order: BuiltOrder) {
  return backend.database.db
    .selectFrom('orders')
    .selectAll('orders')
    .where('orders.id', '=', order.id)
    .executeTakeFirstOrThrow()
}

/** Products that the learner is enrolled in now, with the class. */
async function courses(userId: number): Promise<string[]> {
  const rows = await backend.database.db
    .selectFrom('enrolments')
    .select(['enrolments.productId', 'enrolments.scheduleId'])
    .where('enrolments.userId', '=', userId)
    .where('enrolments.status', '=', 1)
    .orderBy('enrolments.id')
    .execute()
  return rows.map((row) => (row.scheduleId === null ? `${row.productId}` : `${row.productId}/${row.scheduleId}`))
}

async function refundsOf(order: BuiltOrder) {
  return backend.database.db
    .selectFrom('refunds')
    .selectAll('refunds')
    .where('refunds.orderId', '=', order.id)
    .orderBy('refunds.id')
    .execute()
}

async function ask(order: BuiltOrder, itemIds?: readonly number[]): Promise<number> {
  const info = await api().call('POST /api/order/refund/apply', {
    orderNo: order.sn,
    reason: '时间冲突',
    ...(itemIds ? { itemIds: [...itemIds] } : {}),
  })
  return info.id
}

async function approve(requestId: number): Promise<void> {
  await decideRefund(backend.context, { requestId, approve: true, answer: '', staffId })
}

/** A bundle of three courses for 300.00, of which a coupon takes 30.00. */
async function buildBundle(): Promise<{ order: BuiltOrder; scheduleId: number; couponId: number }> {
  const productId = await buildProduct(backend.database, { lectureType: 2, priceFen: 30_000 })
  const scheduleId = await buildSchedule(backend, productId, { enrolled: 5, capacity: 30 })
  const line = { priceFen: 10_000, couponFen: 1000 }
  const order = await buildOrder(backend, { userId: learner.userId, productId, scheduleId, lines: [line, line, line] })
  const couponId = await buildUserCoupon(backend, learner.userId, { orderId: order.id })
  await notifyPaid(backend, await buildPayment(backend, order))
  return { order, scheduleId, couponId }
}

describe('a learner asks for a refund', () => {
  test('sees each line’s refund and rule, asks, reads it back', async () => {
    const { order } = await buildBundle()
    const preview = await api().call('GET /api/order/refund/preview', { orderNo: order.sn })
    expect(preview.rule).toContain('7 天')
    expect(
      preview.lines.map(({ amount, couponShare, refundable, why }) => ({ amount, couponShare, refundable, why })),
    ).toEqual(Array(3).fill({ amount: '90.00', couponShare: '10.00', refundable: true, why: null }))
    const id = await ask(order, order.itemIds.slice(0, 1))
    const [info] = await api().call('GET /api/order/refund/detail', { orderNo: order.sn })
    expect(info).toMatchObject({
      id,
      state: 1,
      reason: '时间冲突',
      amount: '90.00',
      answer: null,
      lines: [{ itemId: order.itemIds[0], amount: '90.00' }],
    })
    const after = await api().call('GET /api/order/refund/preview', { orderNo: order.sn })
    expect(after.lines.every((line) => !line.refundable && line.why === '已有退款申请在处理中')).toBe(true)
  })

  test('twice with a token is one (refund_requests_open_uq, order row lock)', async () => {
    const { order } = await buildBundle()
    const input = { orderNo: order.sn, reason: '时间冲突', clientToken: 'token-1' }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api().call('POST /api/order/refund/apply', input)),
    )
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
    await expect(ask(order)).rejects.toMatchObject({ code: 0, message: '已有退款申请在处理中' })
  })

  test('takes it back, and may ask again', async () => {
    const { order } = await buildBundle()
    await ask(order)
    expect(await api().call('POST /api/order/refund/withdraw', { orderNo: order.sn })).toBe(true)
    await expect(api().call('POST /api/order/refund/withdraw', { orderNo: order.sn })).rejects.toMatchObject({
      code: 0,
    })
    await ask(order)
    const infos = await api().call('GET /api/order/refund/detail', { orderNo: order.sn })
    expect(infos.map((info) => info.state)).toEqual([1, 4])
  })

  test('refused by the school keeps the course, with an answer', async () => {
    const { order } = await buildBundle()
    const requestId = await ask(order)
    await decideRefund(backend.context, { requestId, approve: false, answer: '课程已开班', staffId })
    await expect(approve(requestId)).rejects.toThrow('退款申请已处理')
    const [info] = await api().call('GET /api/order/refund/detail', { orderNo: order.sn })
    expect(info).toMatchObject({ state: 3, answer: '课程已开班' })
    expect(await courses(learner.userId)).toHaveLength(4)
  })

  test('is refused after 7 days or without reason, except staff', async () => {
    const { order } = await buildBundle()
    await expect(api().call('POST /api/order/refund/apply', { orderNo: order.sn, reason: '  ' })).rejects.toMatchObject(
      { message: '请填写退款原因' },
    )
    await expect(
      api().call('POST /api/order/refund/apply', { orderNo: order.sn, reason: '长'.repeat(201) }),
    ).rejects.toMatchObject({ message: '退款原因最多 200 个字' })
    backend.clock.set(testNow + 7 * dayMs + 1)
    await expect(ask(order)).rejects.toMatchObject({ code: 0, message: expect.stringContaining('7 天') })
    const unpaid = await buildOrder(backend, { userId: learner.userId, lines: [{ priceFen: 100 }] })
    await expect(ask(unpaid)).rejects.toMatchObject({ message: '订单未支付，无需退款' })
    const foreign = await buildPaidOrder(backend, { lines: [{ priceFen: 100 }] })
    for (const orderNo of [foreign.sn, '1234567890123456', 'x']) {
      await expect(api().call('GET /api/order/refund/preview', { orderNo })).rejects.toMatchObject({
        code: 405,
        message: '当前用户与订单不匹配',
      })
      await expect(api().call('POST /api/order/refund/apply', { orderNo, reason: '时间冲突' })).rejects.toMatchObject({
        code: 405,
      })
      await expect(api().call('GET /api/order/receipt', { orderNo })).rejects.toMatchObject({ code: 405 })
    }
    expect(
      await openRefund(backend.context, { orderId: order.id, reason: '特殊情况', asker: 'staff', staffId }),
    ).toMatchObject({ state: 2 })
  })
})

describe('an approved refund', () => {
  test('of one line takes just that course, the rest stays', async () => {
    const { order, scheduleId, couponId } = await buildBundle()
    await approve(await ask(order, order.itemIds.slice(1, 2)))
    expect(await courses(learner.userId)).toHaveLength(4)
    expect(backend.woken.at(-1)).toBe('refunds.push')
    await backend.runJob('refunds.push')
    expect(await courses(learner.userId)).toEqual([
      `${order.productId}/${scheduleId}`,
      `${order.productIds[0]}`,
      `${order.productIds[2]}`,
    ])
    expect(await orderRow(order)).toMatchObject({ status: 4, refundedFen: 9000 })
    const [refund] = await refundsOf(order)
    expect(refund).toMatchObject({ status: 3, amountFen: 9000 })
    expect(pay.refunds.get(refund?.outRefundNo ?? '')).toEqual({ amountFen: 9000, totalFen: 27_000, asked: 1 })
    expect(
      await backend.database.db
        .selectFrom('classSchedules')
        .select('classSchedules.enrolled')
        .where('classSchedules.id', '=', scheduleId)
        .executeTakeFirst(),
    ).toEqual({ enrolled: 5 })
    expect(
      await backend.database.db
        .selectFrom('userCoupons')
        .select('userCoupons.state')
        .where('userCoupons.id', '=', couponId)
        .executeTakeFirst(),
    ).toEqual({ state: 3 })
    expect(await ledgerBalances(backend, [order.id])).toEqual({
      'cash:embedded': 18_000,
      coupon: 2000,
      revenue: -20_000,
    })
  })

  test('of every line ends class, seat, coupon; books are empty', async () => {
    const { order, scheduleId, couponId } = await buildBundle()
    await approve(await ask(order, order.itemIds.slice(0, 1)))
    await backend.runJob('refunds.push')
    await approve(await ask(order))
    await backend.runJob('refunds.push')
    expect(await courses(learner.userId)).toEqual([])
    expect(await orderRow(order)).toMatchObject({ status: 3, refundedFen: 27_000, useState: 3 })
    expect(
      await backend.database.db
        .selectFrom('classSchedules')
        .select('classSchedules.enrolled')
        .where('classSchedules.id', '=', scheduleId)
        .executeTakeFirst(),
    ).toEqual({ enrolled: 4 })
    expect(await couponState(backend, couponId)).toEqual({ state: 1, orderId: null })
    expect(await ledgerBalances(backend, [order.id])).toEqual({})
    await expect(ask(order)).rejects.toMatchObject({ message: '已退款' })
  })

  test('gives an expired coupon back as expired', async () => {
    const order = await buildOrder(backend, { userId: learner.userId, lines: [{ priceFen: 5000, couponFen: 1000 }] })
    const couponId = await buildUserCoupon(backend, learner.userId, {
      orderId: order.id,
      validUntil: new Date(testNow + dayMs),
    })
    await notifyPaid(backend, await buildPayment(backend, order))
    backend.clock.set(testNow + 2 * dayMs)
    await approve(await ask(order))
    await backend.runJob('refunds.push')
    expect(
      await backend.database.db
        .selectFrom('userCoupons')
        .select('userCoupons.state')
        .where('userCoupons.id', '=', couponId)
        .executeTakeFirst(),
    ).toEqual({ state: 4 })
  })

  test('of a free order is done without the provider', async () => {
    const order = await buildOrder(backend, { userId: learner.userId, lines: [{ priceFen: 5000, couponFen: 5000 }] })
    await backend.context.tx((trx) => settleNothing(trx, { orderId: order.id, now: new Date(testNow) }))
    await approve(await ask(order))
    expect(await orderRow(order)).toMatchObject({ status: 3, refundedFen: 0 })
    expect(await courses(learner.userId)).toEqual([])
    expect(await refundsOf(order)).toEqual([])
    expect(await ledgerBalances(backend, [order.id])).toEqual({})
  })

  test('of money in two parts returns to each of them', async () => {
    const order = await buildOrder(backend, { userId: learner.userId, lines: [{ priceFen: 6000 }, { priceFen: 4000 }] })
    await backend.context.tx((trx) =>
      settleOffline(trx, {
        orderId: order.id,
        amountFen: 3000,
        tradeNo: null,
        staffId,
        note: '现金',
        now: new Date(testNow),
      }),
    )
    await notifyPaid(backend, await buildPayment(backend, order, { amountFen: 7000 }))
    await approve(await ask(order, order.itemIds.slice(0, 1)))
    expect((await refundsOf(order)).map((refund) => refund.amountFen)).toEqual([3000, 3000])
    await backend.runJob('refunds.push')
    expect(await orderRow(order)).toMatchObject({ status: 4, refundedFen: 6000 })
    expect(await ledgerBalances(backend, [order.id])).toEqual({ 'cash:embedded': 4000, revenue: -4000 })
  })

  test('of a part-paid order gives it back, and closes payment', async () => {
    const order = await buildOrder(backend, { userId: learner.userId, lines: [{ priceFen: 6000 }, { priceFen: 4000 }] })
    const late = await buildPayment(backend, order, { amountFen: 7000 })
    await backend.context.tx((trx) =>
      settleOffline(trx, {
        orderId: order.id,
        amountFen: 3000,
        tradeNo: null,
        staffId,
        note: '现金',
        now: new Date(testNow),
      }),
    )
    await expect(ask(order)).rejects.toMatchObject({ message: '订单尚未付清，请联系客服办理退款' })
    await expect(
      openRefund(backend.context, {
        orderId: order.id,
        itemIds: order.itemIds.slice(0, 1),
        reason: '不学了',
        asker: 'staff',
        staffId,
      }),
    ).rejects.toThrow('未付清的订单只能整单退款')
    await openRefund(backend.context, { orderId: order.id, reason: '不学了', asker: 'staff', staffId })
    expect(await notifyPaid(backend, late)).toBe('late')
    await backend.runJob('refunds.push')
    expect(await orderRow(order)).toMatchObject({ status: 3, paidFen: 3000, refundedFen: 3000 })
    expect(await ledgerBalances(backend, [order.id])).toEqual({})
  })

  test('of the whole order returns its deposit, a part doesn’t', async () => {
    const productId = await buildProduct(backend.database, { lectureType: 2, priceFen: 50_000 })
    const { order: depositOrder, depositId } = await buildDepositOrder(backend, learner.userId, productId)
    await notifyPaid(backend, await buildPayment(backend, depositOrder))
    const order = await buildOrder(backend, {
      userId: learner.userId,
      productId,
      lines: [
        { priceFen: 25_000, depositFen: 7500 },
        { priceFen: 25_000, depositFen: 7500 },
      ],
    })
    await backend.database.db
      .updateTable('deposits')
      .set({ state: 2, usedOrderId: order.id })
      .where('deposits.id', '=', depositId)
      .execute()
    await notifyPaid(backend, await buildPayment(backend, order))
    await approve(await ask(order, order.itemIds.slice(0, 1)))
    await backend.runJob('refunds.push')
    expect(await orderRow(depositOrder)).toMatchObject({ status: 1, refundedFen: 0 })
    await expect(ask(depositOrder)).rejects.toMatchObject({ message: '定金已用于订单抵扣' })
    await approve(await ask(order))
    await backend.runJob('refunds.push')
    expect(await orderRow(order)).toMatchObject({ status: 3, refundedFen: 35_000 })
    expect(await orderRow(depositOrder)).toMatchObject({ status: 3, refundedFen: 10_000 })
    expect(
      await backend.database.db
        .selectFrom('deposits')
        .select('deposits.state')
        .where('deposits.id', '=', depositId)
        .executeTakeFirst(),
    ).toEqual({ state: 4 })
    expect(await ledgerBalances(backend, [order.id, depositOrder.id])).toEqual({})
  })

  test('of a held deposit is made once, retried (deposits.state)', async () => {
    const { order, depositId } = await buildDepositOrder(backend, learner.userId, await buildProduct(backend.database))
    await notifyPaid(backend, await buildPayment(backend, order))
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => refundDeposit(backend.context, depositId)))
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    await backend.runJob('refunds.push')
    expect(await orderRow(order)).toMatchObject({ status: 3, refundedFen: 10_000 })
    expect(await ledgerBalances(backend, [order.id])).toEqual({})
  })
})

test('the receipt shows payment and refunds; unpaid has none', async () => {
  const { order } = await buildBundle()
  await approve(await ask(order, order.itemIds.slice(0, 1)))
  await backend.runJob('refunds.push')
  const receipt = await api().call('GET /api/order/receipt', { orderNo: order.sn })
  expect(receipt).toMatchObject({
    orderNo: order.sn,
    amount: '300.00',
    couponAmount: '30.00',
    paidAmount: '270.00',
    refundedAmount: '90.00',
    payType: 'wechat',
    paidTime: testNow,
  })
  expect(receipt.tradeNo).toMatch(/^trade-/)
  expect(receipt.items).toHaveLength(3)
  const unpaid = await buildOrder(backend, { userId: learner.userId, lines: [{ priceFen: 100 }] })
  await expect(api().call('GET /api/order/receipt', { orderNo: unpaid.sn })).rejects.toMatchObject({
    code: 0,
    message: '订单未支付，暂无收据',
  })
})
