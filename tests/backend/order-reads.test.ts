import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrol } from '#server/backend/order/enrolment/enrol-store.ts'
import { Code } from '#shared/contract/codes.ts'
import { EnrolmentSource, LectureType } from '#shared/contract/enums.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { buildOffer, buildSchedule, payAtSchool, readOrder, signUpFor } from '../support/order-steps.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

const list = (learner: Learner, input: { status?: '' | number; pageNum?: number; pageSize?: number } = {}) =>
  backend.as(learner.cookie).call('GET /api/user/order/list', input)

describe('my orders', () => {
  test('stand under their tabs, the newest first, page by page', async () => {
    const learner = await registerLearner(backend)
    const numbers: string[] = []
    for (let count = 0; count < 5; count++)
      numbers.unshift(await signUpFor(backend, learner.cookie, await buildProduct(backend.database)))
    const [open, paid, cancelled] = [numbers[0] ?? '', numbers[1] ?? '', numbers[2] ?? '']
    await payAtSchool(backend, paid, learner.userId)
    await backend.as(learner.cookie).call('POST /api/order/cancel', { orderNo: cancelled })
    const all = await list(learner)
    expect(all.records.map((order) => order.orderNo)).toEqual(numbers)
    expect(await list(learner, { status: '' })).toEqual(all)
    expect(all).toMatchObject({ total: 5, current: 1, pages: 1, size: 10 })
    const tab = async (status: number) => (await list(learner, { status })).records.map((order) => order.orderNo)
    expect(await tab(0)).toEqual([open, ...numbers.slice(3)])
    expect(await tab(1)).toEqual([paid])
    expect(await tab(5)).toEqual([cancelled])
    for (const status of [2, 3, 4]) expect(await tab(status)).toEqual([])
    const second = await list(learner, { pageNum: 2, pageSize: 2 })
    expect(second.records.map((order) => order.orderNo)).toEqual(numbers.slice(2, 4))
    expect(second).toMatchObject({ total: 5, pages: 3 })
    expect(all.records[1]).toMatchObject({
      status: 1,
      payAmount: '99.00',
      paidAmount: '99.00',
      paidTime: testNow,
      canRefund: true,
      canAppeal: false,
      refundState: null,
      items: [{ payAmount: '99.00' }],
    })
    expect(all.records[0]).toMatchObject({
      status: 0,
      canRefund: false,
      hasEntrance: false,
      expireTime: testNow + 30 * 60_000,
    })
    await expect(list(learner, { status: 6 as 5 })).rejects.toMatchObject({ status: 400 })
  })

  test("are nobody else's", async () => {
    const learner = await registerLearner(backend)
    await signUpFor(backend, learner.cookie, await buildProduct(backend.database))
    expect(await list(await registerLearner(backend))).toMatchObject({ records: [], total: 0 })
  })

  test('10,000 of somebody’s are read by index, a page each', async () => {
    const [learner, other] = [await registerLearner(backend), await registerLearner(backend)]
    const productId = await buildProduct(backend.database)
    // every fourth order is theirs
    await sql`insert into orders (sn, user_id, order_kind, product_id, status, amount_fen, pay_amount_fen, expire_at, cancelled_at, created_at)
      select lpad(n::text, 20, '0'), case when n % 4 = 0 then ${learner.userId}::bigint else ${other.userId}::bigint end, 1, ${productId}, 5, 100, 100, now(), now(), now()
      from generate_series(1, 40000) n`.execute(backend.database.db)
    // two learners share these orders, thousands a real school's: without figures of its own the planner assumes a share as small as theirs
    await sql`alter table orders alter column user_id set statistics 0`.execute(backend.database.db)
    await sql`vacuum analyze orders`.execute(backend.database.db)
    expect(await list(learner)).toMatchObject({ total: 210, records: { length: 10 } })
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`explain select id from orders where user_id = ${learner.userId} order by id desc limit 10`.execute(
      backend.database.db,
    )
    expect(rows.map((row) => Object.values(row)[0]).join('\n')).toMatch(/Index Only Scan|orders_user_ix/)
    expect(await list(learner, { pageNum: 1000, pageSize: 10 })).toMatchObject({
      total: 10_000,
      records: { length: 10 },
    })
  })
})

describe('an order', () => {
  test('is found by its number under both names', async () => {
    const learner = await registerLearner(backend)
    const orderNo = await signUpFor(backend, learner.cookie, await buildProduct(backend.database))
    expect(await backend.as(learner.cookie).call('GET /api/order/detail', { sn: orderNo })).toEqual(
      await readOrder(backend, learner.cookie, orderNo),
    )
  })

  test("is nobody else's: code 405, like none", async () => {
    const orderNo = await signUpFor(
      backend,
      (await registerLearner(backend)).cookie,
      await buildProduct(backend.database),
    )
    const other = backend.as((await registerLearner(backend)).cookie)
    for (const sn of [orderNo, '20260311000000000000']) {
      await expect(other.call('GET /api/order/detail', { sn })).rejects.toMatchObject({ code: Code.OrderMismatch })
      await expect(other.call('GET /api/pay/get-payment-list', { orderNo: sn })).rejects.toMatchObject({
        code: Code.OrderMismatch,
      })
    }
  })

  test('that is paid shows when, and no coupons', async () => {
    const learner = await registerLearner(backend)
    const orderNo = await signUpFor(backend, learner.cookie, await buildProduct(backend.database))
    await payAtSchool(backend, orderNo, learner.userId)
    const order = await readOrder(backend, learner.cookie, orderNo)
    expect(order).toMatchObject({
      orderInfo: { status: 1, paidTime: testNow, payType: null, hasEntrance: true },
      priceObject: { payAmount: '0.00', paidAmount: '99.00', amount: '99.00' },
      couponList: [],
      refunds: [],
    })
    expect(order.timeline.length).toBeGreaterThan(1)
  })
})

describe('what a visitor and a learner have of a product', () => {
  test('a visitor nothing; a learner sign-ups, orders and payments', async () => {
    const productId = await buildProduct(backend.database, { lectureType: LectureType.live })
    const scheduleId = await buildSchedule(backend, productId)
    const nothing = {
      isSignUp: false,
      isBuy: false,
      openOrderNo: null,
      openOrderPaid: false,
      depositId: null,
      entranceOrderNo: null,
      scheduleId: null,
      needsClass: false,
      deposit: null,
      way: null,
    }
    expect(await backend.api.call('GET /api/order/purchase', { productId })).toEqual(nothing)
    const learner = await registerLearner(backend)
    const mine = () => backend.as(learner.cookie).call('GET /api/order/purchase', { productId })
    expect(await mine()).toEqual(nothing)
    const orderNo = await signUpFor(backend, learner.cookie, productId)
    expect(await mine()).toEqual({ ...nothing, openOrderNo: orderNo })
    await payAtSchool(backend, orderNo, learner.userId)
    expect(await mine()).toEqual({ ...nothing, isSignUp: true, isBuy: true, entranceOrderNo: orderNo, scheduleId })
    expect(await backend.api.call('GET /api/order/purchase', { productId })).toEqual(nothing)
  })

  test("expired orders and enrolments don't count", async () => {
    const productId = await buildProduct(backend.database)
    const learner = await registerLearner(backend)
    await signUpFor(backend, learner.cookie, productId)
    await backend.database.db
      .updateTable('orders')
      .set({ expireAt: new Date(testNow) })
      .where('orders.userId', '=', learner.userId)
      .execute()
    await backend.context.tx((trx) =>
      enrol(trx, {
        userId: learner.userId,
        productId,
        scheduleId: null,
        orderId: null,
        orderItemId: null,
        source: EnrolmentSource.staff,
        now: new Date(testNow - 86_400_000),
        serviceDays: 1,
      }),
    )
    expect(await backend.as(learner.cookie).call('GET /api/order/purchase', { productId })).toMatchObject({
      isSignUp: false,
      openOrderNo: null,
    })
  })
})

describe('the classes of a product', () => {
  test('joinable ones, the soonest first, with free seats', async () => {
    const courseId = await buildProduct(backend.database, { lectureType: LectureType.live })
    const later = await buildSchedule(backend, courseId, {
      beginDate: '2026-05-01',
      capacity: 30,
      enrolled: 28,
      name: '晚班',
    })
    const sooner = await buildSchedule(backend, courseId, { beginDate: '2026-03-20', capacity: null })
    await buildSchedule(backend, courseId, { status: 2 })
    await buildSchedule(backend, courseId, { beginDate: '2026-01-01', endDate: '2026-03-10' })
    expect(await backend.api.call('GET /api/course/schedule-seats', { courseId })).toMatchObject([
      { id: sooner, capacity: null, left: null, beginDate: '2026-03-20' },
      { id: later, name: '晚班', capacity: 30, left: 2, endDate: '2026-06-30', status: 1 },
    ])
  })

  test('stand beside a product, by key or order number', async () => {
    const productId = await buildProduct(backend.database, {
      lectureType: LectureType.live,
      priceFen: 19_900,
      originPriceFen: 29_900,
      sendsMaterials: true,
    })
    const scheduleId = await buildSchedule(backend, productId, { capacity: 10 })
    await buildOffer(backend, productId)
    const learner = await registerLearner(backend)
    const orderNo = await signUpFor(backend, learner.cookie, productId)
    const byKey = await backend
      .as(learner.cookie)
      .call('GET /api/common/get-product-detail', { productId, productType: LectureType.live })
    expect(byKey).toMatchObject({
      id: productId,
      price: '199.00',
      originPrice: '299.00',
      url: `/course/live/${productId}`,
      sendsMaterials: true,
      schedules: [{ id: scheduleId, left: 9 }],
      depositInfo: { depositAmount: '100.00' },
    })
    expect(await backend.as(learner.cookie).call('GET /api/common/get-product-detail', { orderNo })).toEqual(byKey)
    for (const input of [{}, { productId: 987_654 }, { productId, productType: LectureType.video }])
      await expect(backend.as(learner.cookie).call('GET /api/common/get-product-detail', input)).rejects.toMatchObject({
        code: 404,
      })
  })
})
