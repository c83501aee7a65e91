import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '#shared/contract/codes.ts'
import { OrderStatus, PayChannel, RefundState } from '#shared/contract/enums.ts'
import { buildStaff, freshPhone, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { buildPaidOrder } from '../support/order-factories.ts'

let backend: TestBackend
let staff: Learner
let admin: Learner
beforeAll(async () => {
  backend = await startTestBackend()
  staff = await buildStaff(backend, 'education', { phone: freshPhone() })
  admin = await buildStaff(backend, 'administrator')
})
afterAll(() => backend?.close())

const failure = (code: number, message?: string) =>
  expect.objectContaining(message === undefined ? { code } : { code, message })

async function audits(subjectId: string | number, by = staff): Promise<string[]> {
  const rows = await backend.database.db
    .selectFrom('staffAudits')
    .select('staffAudits.action')
    .where('staffAudits.subjectId', '=', String(subjectId))
    .where('staffAudits.staffId', '=', by.userId)
    .orderBy('staffAudits.id')
    .execute()
  return rows.map(({ action }) => action)
}

async function isEnrolled(userId: number, productId: number): Promise<boolean> {
  const row = await backend.database.db
    .selectFrom('enrolments')
    .select('enrolments.id')
    .where('enrolments.userId', '=', userId)
    .where('enrolments.productId', '=', productId)
    .where('enrolments.status', '=', 1)
    .executeTakeFirst()
  return row !== undefined
}

test('a learner isn’t let in', async () => {
  const { cookie } = await registerLearner(backend)
  await expect(backend.as(cookie).call('GET /api/staff/order/list', {})).rejects.toEqual(failure(Code.NotFound))
  await expect(
    backend.as(cookie).call('POST /api/staff/order/inject', { userId: 1, productId: 1, note: 'x' }),
  ).rejects.toEqual(failure(Code.NotFound))
})

describe('selling on behalf', () => {
  test('an order on behalf waits for the learner’s payment', async () => {
    const learner = await registerLearner(backend)
    const productId = await buildProduct(backend.database, { priceFen: 50_000 })
    const sold = await backend
      .as(staff.cookie)
      .call('POST /api/staff/order/create', { phone: learner.phone, productId, note: '电话里说好的' })
    expect(sold.status).toBe(OrderStatus.waitPayment)
    const { records } = await backend.as(learner.cookie).call('GET /api/user/order/list', {})
    expect(records).toEqual([
      expect.objectContaining({ orderNo: sold.orderNo, payChannel: PayChannel.onBehalf, amount: '500.00' }),
    ])
    expect(await audits(sold.orderNo)).toEqual(['order.create'])
  })

  test('outside money in part leaves a rest, in full opens', async () => {
    const learner = await registerLearner(backend)
    const api = backend.as(staff.cookie)
    const [part, full] = [
      await buildProduct(backend.database, { priceFen: 50_000 }),
      await buildProduct(backend.database, { priceFen: 30_000 }),
    ]
    const first = await api.call('POST /api/staff/order/create', {
      userId: learner.userId,
      productId: part,
      paid: '200',
      note: '现金',
    })
    expect(first.status).toBe(OrderStatus.partlyPaid)
    expect(await isEnrolled(learner.userId, part)).toBe(false)
    const second = await api.call('POST /api/staff/order/create', {
      userId: learner.userId,
      productId: full,
      paid: '300.00',
      tradeNo: 'POS-1',
      note: '刷卡',
    })
    expect(second.status).toBe(OrderStatus.allPaid)
    expect(await isEnrolled(learner.userId, full)).toBe(true)
    await expect(
      api.call('POST /api/staff/order/create', {
        userId: learner.userId,
        productId: await buildProduct(backend.database, { priceFen: 100 }),
        paid: '1.01',
        note: '多收',
      }),
    ).rejects.toEqual(failure(Code.Fail))
  })

  test('one token is one order, another hears of it', async () => {
    const learner = await registerLearner(backend)
    const productId = await buildProduct(backend.database, { priceFen: 50_000 })
    const api = backend.as(staff.cookie)
    const input = { userId: learner.userId, productId, note: '代下单', clientToken: `t-${learner.userId}` }
    const [first, second] = [
      await api.call('POST /api/staff/order/create', input),
      await api.call('POST /api/staff/order/create', input),
    ]
    expect(second).toEqual(first)
    expect(await audits(first.orderNo)).toEqual(['order.create'])
    await expect(api.call('POST /api/staff/order/create', { ...input, clientToken: 'another' })).rejects.toEqual(
      failure(Code.Fail, `该学员有未支付的订单 ${first.orderNo}`),
    )
  })

  test('nobody is found by an unknown number', async () => {
    await expect(
      backend.as(staff.cookie).call('POST /api/staff/order/create', { phone: '13099999999', productId: 1, note: 'x' }),
    ).rejects.toEqual(failure(Code.UserError))
  })
})

test('a given course is there at once, for nothing', async () => {
  const learner = await registerLearner(backend)
  const productId = await buildProduct(backend.database, { priceFen: 80_000 })
  const api = backend.as(staff.cookie)
  const { orderNo, status } = await api.call('POST /api/staff/order/inject', {
    userId: learner.userId,
    productId,
    note: '比赛一等奖',
  })
  expect(status).toBe(OrderStatus.allPaid)
  expect(await isEnrolled(learner.userId, productId)).toBe(true)
  const { records } = await backend.as(learner.cookie).call('GET /api/user/order/list', {})
  expect(records[0]).toMatchObject({ orderNo, payChannel: PayChannel.adminInject, amount: '0.00', paidAmount: '0.00' })
  await expect(
    api.call('POST /api/staff/order/inject', { userId: learner.userId, productId, note: '再来一次' }),
  ).rejects.toEqual(failure(Code.Fail, '该学员已经有这门课'))
})

test('an unpaid order closes with reason, a paid doesn’t', async () => {
  const learner = await registerLearner(backend)
  const productId = await buildProduct(backend.database, { priceFen: 50_000 })
  const api = backend.as(staff.cookie)
  const { orderNo } = await backend.as(learner.cookie).call('GET /api/course/sign-up', { courseId: productId })
  expect(await api.call('POST /api/staff/order/close', { orderNo: orderNo ?? '', note: '学员要求' })).toBe(true)
  const detail = await backend.as(learner.cookie).call('GET /api/order/detail', { orderNo: orderNo ?? '' })
  expect(detail.orderInfo.status).toBe(OrderStatus.cancel)
  expect(detail.timeline.map(({ note }) => note)).toContain('学员要求')
  const paid = await buildPaidOrder(backend, { lines: [{ priceFen: 10_000 }] })
  await expect(api.call('POST /api/staff/order/close', { orderNo: paid.sn, note: '不行' })).rejects.toEqual(
    failure(Code.Fail),
  )
  await expect(api.call('POST /api/staff/order/close', { orderNo: '9999999999999999', note: '不行' })).rejects.toEqual(
    failure(Code.NotFound),
  )
})

describe('refunds', () => {
  test('a request waits and is decided once, with reason', async () => {
    const order = await buildPaidOrder(backend, { lines: [{ priceFen: 10_000 }] })
    const learnerId = order.userId
    await backend.database.db
      .insertInto('refundRequests')
      .values({
        orderId: order.id,
        userId: learnerId,
        reason: '没有时间',
        amountFen: 10_000,
        createdAt: new Date(testNow),
      })
      .execute()
    const api = backend.as(admin.cookie)
    const task = (
      await api.call('GET /api/staff/order/refund/list', { state: RefundState.asked, pageSize: 50 })
    ).records.find(({ orderNo }) => orderNo === order.sn)
    expect(task).toMatchObject({ reason: '没有时间', amount: '100.00', userId: learnerId })
    const id = task?.id ?? 0
    expect(
      await api.call('POST /api/staff/order/refund/decide', { id, approve: false, answer: '课程已经学完' }),
    ).toMatchObject({ state: RefundState.refused, answer: '课程已经学完' })
    await expect(api.call('POST /api/staff/order/refund/decide', { id, approve: true })).rejects.toEqual(
      failure(Code.Fail),
    )
    expect(await audits(id, admin)).toEqual(['refund.refuse'])
  })

  test('one that the office opens waits for an administrator', async () => {
    const order = await buildPaidOrder(backend, { lines: [{ priceFen: 10_000 }] })
    const input = { orderNo: order.sn, reason: '报错了班', clientToken: 'office-1' }
    const info = await backend.as(staff.cookie).call('POST /api/staff/order/refund/open', input)
    expect(info).toMatchObject({ state: RefundState.asked, amount: '100.00' })
    expect(await backend.as(staff.cookie).call('POST /api/staff/order/refund/open', input)).toEqual(info)
    expect(await audits(order.sn)).toEqual(['refund.open'])
    expect(
      await backend.as(admin.cookie).call('POST /api/staff/order/refund/decide', { id: info.id, approve: true }),
    ).toMatchObject({ state: RefundState.approved })
  })

  test('an administrator’s own for a paid line is approved', async () => {
    const order = await buildPaidOrder(backend, { lines: [{ priceFen: 10_000 }, { priceFen: 20_000 }] })
    const info = await backend.as(admin.cookie).call('POST /api/staff/order/refund/open', {
      orderNo: order.sn,
      itemIds: [order.itemIds[1] ?? 0],
      reason: '这门课停开',
    })
    expect(info).toMatchObject({
      state: RefundState.approved,
      amount: '200.00',
      lines: [expect.objectContaining({ itemId: order.itemIds[1] })],
    })
    expect(await audits(order.sn, admin)).toEqual(['refund.open'])
  })
})

describe('coupon batches', () => {
  const batch = {
    batchNo: 'spring-1',
    name: '春季券',
    kind: 1,
    amount: '50',
    threshold: '300',
    total: 100,
    claimBeginTime: testNow,
    claimEndTime: testNow + 1000,
    validDays: 7,
  } as const

  test('a batch is made once and can be claimed', async () => {
    const api = backend.as(staff.cookie)
    const { id } = await api.call('POST /api/staff/coupon/create', batch)
    expect(await api.call('POST /api/staff/coupon/create', batch)).toEqual({ id })
    expect(await api.call('GET /api/coupon/info', { couponId: id })).toMatchObject({
      amount: '50.00',
      threshold: '300.00',
      remaining: 100,
      state: 2,
    })
    expect(await audits(id)).toEqual(['coupon.create'])
  })

  test.each([
    ['nothing off', { amount: '0' }],
    ['more off than it takes', { amount: '301' }],
    ['a threshold on a direct one', { kind: 2 }],
    ['an end before the beginning', { claimEndTime: testNow }],
    ['no end at all', { validDays: undefined }],
  ])('is refused with %s', async (_what, change) => {
    await expect(
      backend.as(staff.cookie).call('POST /api/staff/coupon/create', { ...batch, batchNo: `bad-${_what}`, ...change }),
    ).rejects.toEqual(failure(Code.Toast))
  })

  test('missing courses are refused, leaving nothing', async () => {
    await expect(
      backend
        .as(staff.cookie)
        .call('POST /api/staff/coupon/create', { ...batch, batchNo: 'bad-products', productIds: [999_999_999] }),
    ).rejects.toEqual(failure(Code.NotFound))
    expect(
      await backend.database.db
        .selectFrom('coupons')
        .select('coupons.id')
        .where('coupons.batchNo', '=', 'bad-products')
        .execute(),
    ).toEqual([])
  })
})

test('an alert stays first until somebody has seen it', async () => {
  const { id } = await backend.database.db
    .insertInto('moneyAlerts')
    .values({ kind: 'test', ref: 'r1', detail: '{}', differenceFen: -150, createdAt: new Date(testNow) })
    .returning('moneyAlerts.id')
    .executeTakeFirstOrThrow()
  const api = backend.as(admin.cookie)
  expect((await api.call('GET /api/staff/money/alerts', {})).records[0]).toMatchObject({
    id,
    difference: '-1.50',
    seen: false,
  })
  expect(await api.call('POST /api/staff/money/alert-seen', { id })).toBe(true)
  expect(await api.call('POST /api/staff/money/alert-seen', { id })).toBe(false)
  expect((await api.call('GET /api/staff/money/alerts', {})).records.find((alert) => alert.id === id)).toMatchObject({
    seen: true,
  })
})
