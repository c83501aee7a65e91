import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { moneyUnderWay } from '#server/backend/order/checkout/order-obstacle.ts'
import { Code } from '#shared/contract/codes.ts'
import { OrderStatus, PaymentReviewState } from '#shared/contract/enums.ts'
import type { PaymentReview } from '#shared/contract/staff-payment.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { createFakePay } from '../support/fake-pay-provider.ts'
import { type BuiltOrder, buildOrder, buildPayment, ledgerBalances, notifyPaid } from '../support/order-factories.ts'

const pay = createFakePay()
let backend: TestBackend
let admin: Learner
let second: Learner
beforeAll(async () => {
  backend = await startTestBackend({ SECOND_PERSON_FROM: '500' }, { pay })
  admin = await buildStaff(backend, 'administrator')
  second = await buildStaff(backend, 'administrator')
})
beforeEach(() => backend.clock.set(testNow))
afterAll(() => backend?.close())

const refusal = (message: string) =>
  expect.objectContaining({ code: Code.Toast, message: expect.stringContaining(message) })
const as = ({ cookie }: Learner) => backend.as(cookie)

/** An order for which other money came than was asked for. */
async function odd(
  priceFen: number,
  cameFen: number,
): Promise<{ learner: Learner; order: BuiltOrder; review: PaymentReview }> {
  const learner = await registerLearner(backend)
  const order = await buildOrder(backend, { userId: learner.userId, lines: [{ priceFen }] })
  expect(await notifyPaid(backend, await buildPayment(backend, order), { amountFen: cameFen })).toBe('review')
  return { learner, order, review: await reviewOf(order) }
}

async function reviewOf({ sn }: BuiltOrder): Promise<PaymentReview> {
  const { records } = await as(admin).call('GET /api/staff/payment/review', { orderNo: sn })
  const [review] = records
  if (!review) throw new Error('No money waits for this order.')
  return review
}

const inputOf = ({ id, version }: PaymentReview) => ({ id, version, note: '查过渠道账单' })
const detailOf = (learner: Learner, { sn }: BuiltOrder) => as(learner).call('GET /api/order/detail', { orderNo: sn })

async function audits(id: number): Promise<(readonly [string, number])[]> {
  const rows = await backend.db
    .selectFrom('staffAudits')
    .select(['action', 'staffId'])
    .where('subject', '=', 'paymentReview')
    .where('subjectId', '=', String(id))
    .orderBy('id')
    .execute()
  return rows.map(({ action, staffId }) => [action, staffId] as const)
}

async function refunded({ id }: BuiltOrder): Promise<number[]> {
  const rows = await backend.db
    .selectFrom('refunds')
    .select('refunds.amountFen')
    .where('refunds.orderId', '=', id)
    .orderBy('refunds.id')
    .execute()
  return rows.map(({ amountFen }) => amountFen)
}

async function enrolments(userId: number): Promise<number> {
  return (
    await backend.db
      .selectFrom('enrolments')
      .select('id')
      .where('userId', '=', userId)
      .where('status', '=', 1)
      .execute()
  ).length
}

describe('money of another amount', () => {
  test('stands in the list with amount and waiting time', async () => {
    const { order } = await odd(10_000, 9000)
    backend.clock.set(testNow + 3 * 86_400_000)
    expect(await reviewOf(order)).toMatchObject({
      reason: 'amount',
      state: PaymentReviewState.waiting,
      expected: '100.00',
      amount: '90.00',
      difference: '-10.00',
      days: 3,
      userId: order.userId,
      proposal: null,
    })
    backend.clock.set(testNow)
    const decided = { state: PaymentReviewState.counted, orderNo: order.sn }
    expect((await as(admin).call('GET /api/staff/payment/review', decided)).total).toBe(0)
  })

  test('is named on the order’s page until somebody has decided', async () => {
    const { learner, order, review } = await odd(10_000, 9000)
    const before = await detailOf(learner, order)
    expect(before.reviewText).toBe(
      '收到一笔 ¥90.00 的付款，与应付的 ¥100.00 不一致，正在人工核对：会计入这个订单，或原路退回。核对完之前请不要重复付款。',
    )
    await as(learner).call('POST /api/order/cancel', { orderNo: order.sn })
    expect((await detailOf(learner, order)).reviewText).toContain('订单已取消，核对后这笔款项会原路退回')
    await expect(as(admin).call('POST /api/staff/payment/count', inputOf(review))).rejects.toEqual(
      refusal('订单已取消，这笔款项只能原路退回'),
    )
    await as(admin).call('POST /api/staff/payment/give-back', inputOf(review))
    expect((await detailOf(learner, order)).reviewText).toBeNull()
  })

  test('keeps the order open past its time', async () => {
    const { learner, order, review } = await odd(10_000, 9000)
    backend.clock.set(testNow + 2 * 3_600_000)
    await backend.runJob('orders.expire')
    expect((await detailOf(learner, order)).orderInfo.status).toBe(OrderStatus.waitPayment)
    await as(admin).call('POST /api/staff/payment/count', inputOf(review))
    expect((await detailOf(learner, order)).orderInfo.status).toBe(OrderStatus.partlyPaid)
  })

  test('given back past its time lets the order close', async () => {
    const { learner, order, review } = await odd(10_000, 9000)
    backend.clock.set(testNow + 2 * 3_600_000)
    await as(admin).call('POST /api/staff/payment/give-back', inputOf(review))
    await backend.runJob('orders.expire')
    expect((await detailOf(learner, order)).orderInfo.status).toBe(OrderStatus.cancel)
  })

  test('stands in the way of its owner’s account end', async () => {
    const { learner, order } = await odd(10_000, 9000)
    await as(learner).call('POST /api/order/cancel', { orderNo: order.sn })
    expect(await moneyUnderWay(backend.db, learner.userId)).toBe('有一笔付款正在人工核对，请等核对完成')
  })

  test('that is less, counted, leaves the rest to pay', async () => {
    const { learner, order, review } = await odd(10_000, 9000)
    const done = await as(admin).call('POST /api/staff/payment/count', inputOf(review))
    expect(done).toMatchObject({ state: PaymentReviewState.counted, proposal: null, decidedBy: expect.any(String) })
    const detail = await detailOf(learner, order)
    expect(detail).toMatchObject({
      orderInfo: { status: OrderStatus.partlyPaid, dueAmount: '10.00' },
      reviewText: null,
    })
    expect(detail.timeline.map(({ note }) => note)).toContain('核对完成，¥90.00 已计入订单')
    const rest = await backend.db
      .selectFrom('orders')
      .select('payAmountFen')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(await notifyPaid(backend, await buildPayment(backend, order, { amountFen: rest.payAmountFen - 9000 }))).toBe(
      'paid',
    )
    expect(await enrolments(learner.userId)).toBe(1)
  })

  test('that is more, counted, opens the course, returns the rest', async () => {
    const { learner, order, review } = await odd(10_000, 12_000)
    await as(admin).call('POST /api/staff/payment/count', inputOf(review))
    await backend.runJob('refunds.push')
    const detail = await detailOf(learner, order)
    expect(detail.orderInfo).toMatchObject({ status: OrderStatus.allPaid, paidAmount: '100.00' })
    expect(detail.timeline.map(({ note }) => note)).toContain('核对完成，¥100.00 已计入订单')
    expect(await refunded(order)).toEqual([2000])
    expect(await enrolments(learner.userId)).toBe(1)
    expect(await ledgerBalances(backend, [order.id])).toEqual({ 'cash:embedded': 10_000, revenue: -10_000 })
  })

  test('given back goes back in full, with its own words', async () => {
    const { learner, order, review } = await odd(10_000, 9000)
    await as(admin).call('POST /api/staff/payment/give-back', inputOf(review))
    await backend.runJob('refunds.push')
    const detail = await detailOf(learner, order)
    expect(detail.orderInfo.status).toBe(OrderStatus.waitPayment)
    expect(detail.timeline.map(({ note }) => note)).toContain(
      '到账金额与应付金额不一致，经核对未计入订单，¥90.00 将全额原路退回',
    )
    expect(await refunded(order)).toEqual([9000])
    expect(await ledgerBalances(backend, [order.id])).toEqual({})
  })

  test('that the provider corrects counts, and nobody decides any more', async () => {
    const { order, review } = await odd(60_000, 59_000)
    await as(admin).call('POST /api/staff/payment/count', inputOf(review))
    const payment = await backend.db
      .selectFrom('payments')
      .selectAll()
      .where('orderId', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(await notifyPaid(backend, payment)).toBe('paid')
    expect(await reviewOf(order)).toMatchObject({ state: PaymentReviewState.settled, proposal: null })
    await expect(as(second).call('POST /api/staff/payment/count', inputOf(review))).rejects.toEqual(
      refusal('更正了这笔款项'),
    )
  })
})

describe('two persons', () => {
  test('decide on much: one proposes, another carries it out', async () => {
    const { learner, order, review } = await odd(60_000, 50_000)
    const proposed = await as(admin).call('POST /api/staff/payment/count', inputOf(review))
    expect(proposed).toMatchObject({ state: PaymentReviewState.waiting, proposal: 'count', needsSecond: true })
    expect((await detailOf(learner, order)).orderInfo.status).toBe(OrderStatus.waitPayment)
    expect((await detailOf(learner, order)).reviewText).toContain('正在人工核对')
    expect(await as(admin).call('POST /api/staff/payment/count', inputOf(proposed))).toEqual(proposed)
    await expect(as(second).call('POST /api/staff/payment/count', inputOf(review))).rejects.toEqual(
      refusal('提议计入订单，请刷新'),
    )
    await expect(as(second).call('POST /api/staff/payment/give-back', inputOf(proposed))).rejects.toEqual(
      refusal('请先撤回该提议'),
    )
    const done = await as(second).call('POST /api/staff/payment/count', inputOf(proposed))
    expect(done).toMatchObject({ state: PaymentReviewState.counted })
    expect(await as(second).call('POST /api/staff/payment/count', inputOf(proposed))).toEqual(done)
    await expect(as(admin).call('POST /api/staff/payment/count', inputOf(proposed))).rejects.toEqual(
      refusal('将这笔款项计入订单，请刷新'),
    )
    expect(await audits(review.id)).toEqual([
      ['payment.count.propose', admin.userId],
      ['payment.count', second.userId],
    ])
  })

  test('can take a proposal back and make another one', async () => {
    const { order, review } = await odd(60_000, 50_000)
    const proposed = await as(admin).call('POST /api/staff/payment/count', inputOf(review))
    await expect(as(second).call('POST /api/staff/payment/withdraw', inputOf(review))).rejects.toEqual(
      refusal('请刷新'),
    )
    const open = await as(second).call('POST /api/staff/payment/withdraw', inputOf(proposed))
    expect(open).toMatchObject({ state: PaymentReviewState.waiting, proposal: null })
    expect(await as(second).call('POST /api/staff/payment/withdraw', inputOf(open))).toEqual(open)
    await expect(as(admin).call('POST /api/staff/payment/count', inputOf(proposed))).rejects.toEqual(
      refusal('提议已撤回'),
    )
    const back = await as(second).call('POST /api/staff/payment/give-back', inputOf(open))
    await as(admin).call('POST /api/staff/payment/give-back', inputOf(back))
    expect(await refunded(order)).toEqual([50_000])
    expect((await audits(review.id)).map(([action]) => action)).toEqual([
      'payment.count.propose',
      'payment.withdraw',
      'payment.give-back.propose',
      'payment.give-back',
    ])
  })

  test('at once count it once', async () => {
    const { learner, order, review } = await odd(10_000, 12_000)
    const calls = [admin, second, admin, second].map((who) =>
      as(who)
        .call('POST /api/staff/payment/count', inputOf(review))
        .catch((error: Error) => error.message),
    )
    const answers = await Promise.all(calls)
    expect(answers.filter((answer) => typeof answer === 'string')).toHaveLength(2)
    expect(await refunded(order)).toEqual([2000])
    expect(await enrolments(learner.userId)).toBe(1)
  })
})

describe('a second trade number', () => {
  test('a paid order’s second goes back by provider number', async () => {
    const learner = await registerLearner(backend)
    const order = await buildOrder(backend, { userId: learner.userId, lines: [{ priceFen: 10_000 }] })
    const payment = await buildPayment(backend, order)
    await notifyPaid(backend, payment)
    expect(await notifyPaid(backend, payment, { tradeNo: `again-${payment.id}` })).toBe('review')
    const review = await reviewOf(order)
    expect(review).toMatchObject({ reason: 'tradeNo', difference: '0.00', amount: '100.00' })
    expect((await detailOf(learner, order)).reviewText).toContain('另外收到一笔 ¥100.00 的付款')
    await expect(as(admin).call('POST /api/staff/payment/count', inputOf(review))).rejects.toEqual(
      refusal('只能原路退回'),
    )
    await as(admin).call('POST /api/staff/payment/give-back', inputOf(review))
    await backend.runJob('refunds.push')
    expect(await refunded(order)).toEqual([10_000])
    expect((await detailOf(learner, order)).orderInfo).toMatchObject({
      status: OrderStatus.allPaid,
      paidAmount: '100.00',
      refundedAmount: '0.00',
    })
    expect(await ledgerBalances(backend, [order.id])).toEqual({ 'cash:embedded': 10_000, revenue: -10_000 })
    expect(await notifyPaid(backend, payment, { tradeNo: `again-${payment.id}` })).toBe('repeat')
    const alerts = await backend.db
      .selectFrom('moneyAlerts')
      .select('seenAt')
      .where('ref', '=', `embedded:again-${payment.id}:${payment.outTradeNo}`)
      .execute()
    expect(alerts).toEqual([{ seenAt: expect.any(Date) }])
  })

  test('owned by another payment doesn’t keep orders open', async () => {
    const first = await buildOrder(backend, { lines: [{ priceFen: 10_000 }] })
    await notifyPaid(backend, await buildPayment(backend, first), { tradeNo: `shared-${first.id}` })
    const learner = await registerLearner(backend)
    const order = await buildOrder(backend, { userId: learner.userId, lines: [{ priceFen: 10_000 }] })
    const payment = await buildPayment(backend, order)
    expect(await notifyPaid(backend, payment, { tradeNo: `shared-${first.id}` })).toBe('review')
    pay.payments.set(payment.outTradeNo, {
      state: 'paid',
      tradeNo: `shared-${first.id}`,
      amountFen: 10_000,
      paidAt: new Date(testNow),
    })
    const review = await reviewOf(order)
    expect(await as(learner).call('POST /api/order/cancel', { orderNo: order.sn })).toBe(true)
    await as(admin).call('POST /api/staff/payment/give-back', inputOf(review))
    expect(await refunded(order)).toEqual([10_000])
  })

  test('beside a corrected amount keeps its own money', async () => {
    const { order, review } = await odd(10_000, 9000)
    const payment = await backend.db
      .selectFrom('payments')
      .selectAll()
      .where('orderId', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(await notifyPaid(backend, payment, { tradeNo: `right-${payment.id}` })).toBe('paid')
    expect((await reviewOf(order)).state).toBe(PaymentReviewState.waiting)
    await as(admin).call('POST /api/staff/payment/give-back', inputOf(review))
    expect(await refunded(order)).toEqual([9000])
    expect(await ledgerBalances(backend, [order.id])).toMatchObject({ 'cash:embedded': 19_000, 'refund-due': -9000 })
  })
})
