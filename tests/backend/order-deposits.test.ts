import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { depositsDueJob } from '#server/backend/order/deposit/deposits-due-job.ts'
import { expireOrdersJob } from '#server/backend/order/checkout/expire-job.ts'
import { settleOffline } from '#server/backend/order/payment/settle.ts'
import { Code } from '#shared/contract/codes.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { buildOffer, buildSchedule, payAtSchool, readOrder, seatsTaken, signUpFor } from '../support/order-steps.ts'

const dayMs = 86_400_000

let backend: TestBackend
let learner: Learner
beforeAll(async () => {
  backend = await startTestBackend()
})
beforeEach(async () => {
  backend.clock.set(testNow)
  learner = await registerLearner(backend)
})
afterAll(() => backend?.close())

const create = (
  productId: number,
  more: { type?: number; scheduleId?: number; clientToken?: string } = {},
  cookie = learner.cookie,
) => backend.as(cookie).call('POST /api/order/deposit/create-order', { productId, ...more })
const sold = async (offerId: number) =>
  (
    await backend.database.db
      .selectFrom('depositOffers')
      .select('depositOffers.sold')
      .where('depositOffers.id', '=', offerId)
      .executeTakeFirstOrThrow()
  ).sold
const deposits = () => backend.as(learner.cookie).call('GET /api/order/deposits', {})
const messages = () =>
  backend.database.db
    .selectFrom('userMessages')
    .innerJoin('notifyMessages', 'notifyMessages.id', 'userMessages.messageId')
    .select('notifyMessages.title')
    .where('userMessages.userId', '=', learner.userId)
    .orderBy('userMessages.id')
    .execute()
    .then((rows) => rows.map((row) => row.title))

/** A class system of 1,000 yuan with an offer: 100 paid, 200 taken off. */
async function offered(values: Parameters<typeof buildOffer>[2] = {}): Promise<{ productId: number; offerId: number }> {
  const productId = await buildProduct(backend.database, { lectureType: LectureType.classSystem, priceFen: 100_000 })
  return { productId, offerId: await buildOffer(backend, productId, values) }
}

describe('an offer to pay a deposit', () => {
  test('says what is paid now, deducted and left', async () => {
    const { productId, offerId } = await offered({ stock: 5, sold: 2, balanceDays: 15, refundable: false })
    expect(await backend.as(learner.cookie).call('GET /api/order/deposit/product-detail', { productId })).toMatchObject(
      {
        product: { id: productId, price: '1000.00', url: `/classes/${productId}` },
        offerId,
        channel: 4,
        depositAmount: '100.00',
        deductAmount: '200.00',
        balance: '800.00',
        balanceDays: 15,
        refundable: false,
        stock: 3,
        own: null,
      },
    )
    expect(await backend.api.call('GET /api/order/purchase', { productId })).toMatchObject({
      deposit: { channel: 4, amount: '100.00', deductAmount: '200.00' },
    })
  })

  test('early, over, foreign or missing ones are code 404', async () => {
    const early = await offered({ beginAt: new Date(testNow + 1) })
    const over = await offered({ beginAt: new Date(testNow - dayMs), endAt: new Date(testNow) })
    const none = await buildProduct(backend.database)
    for (const productId of [early.productId, over.productId, none, 987_654_321]) {
      await expect(
        backend.as(learner.cookie).call('GET /api/order/deposit/product-detail', { productId }),
      ).rejects.toMatchObject({ code: 404 })
      await expect(create(productId)).rejects.toMatchObject({ code: 404 })
    }
    const { productId } = await offered()
    await expect(create(productId, { type: 5 })).rejects.toMatchObject({ code: 404 })
  })
})

describe('a deposit order', () => {
  test('needs a login, code 401', async () => {
    const { productId } = await offered()
    await expect(backend.api.call('POST /api/order/deposit/create-order', { productId })).rejects.toMatchObject({
      code: Code.LogoutCode,
      status: 200,
    })
    expect(
      (await backend.agent.post('/api/order/deposit/create-order').send({}).set('reqSource', 'pcSite')).body,
    ).toMatchObject({ code: Code.LogoutCode })
  })

  test('takes stock, no seat; 30 are one (orders_one_open_uq)', async () => {
    const { productId, offerId } = await offered({ channel: 5, stock: 10 })
    const scheduleId = await buildSchedule(backend, productId, { capacity: 5 })
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(productId, { type: 5, scheduleId })))
    expect(new Set(answers.map((answer) => answer.orderNo)).size).toBe(1)
    expect(await sold(offerId)).toBe(1)
    expect(await seatsTaken(backend, scheduleId)).toBe(0)
    expect(await readOrder(backend, learner.cookie, answers[0]?.orderNo ?? '')).toMatchObject({
      orderInfo: { orderKind: 2, payChannel: 5, status: 0, payAmount: '100.00', items: [{ payAmount: '100.00' }] },
      depositInfo: { state: 0, amount: '100.00', expireTime: null },
      couponList: [],
    })
    expect(await deposits()).toMatchObject([{ state: 0, orderNo: answers[0]?.orderNo, balance: '800.00' }])
  })

  test('the last goes to one of ten (deposit_offers.sold)', async () => {
    const { productId, offerId } = await offered({ stock: 3, sold: 2 })
    const learners = await Promise.all(Array.from({ length: 10 }, () => registerLearner(backend)))
    const answers = await Promise.allSettled(learners.map(({ cookie }) => create(productId, {}, cookie)))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 0, message: '定金名额已满' })
    expect(await sold(offerId)).toBe(3)
  })

  test('stands beside the product’s order, without coupon, one a token', async () => {
    const { productId } = await offered()
    const main = await signUpFor(backend, learner.cookie, productId)
    const { orderNo } = await create(productId, { clientToken: 'a-token' })
    expect(orderNo).not.toBe(main)
    await expect(
      backend.as(learner.cookie).call('GET /api/order/discounts', { orderNo, userCouponId: 5 }),
    ).rejects.toMatchObject({ code: Code.Toast, message: '定金订单不能使用优惠' })
    await backend.as(learner.cookie).call('POST /api/order/cancel', { orderNo })
    expect(await create(productId, { clientToken: 'a-token' })).toEqual({ orderNo })
    expect(await create(productId)).not.toEqual({ orderNo })
  })

  test('cancelled or expired gives its stock back once', async () => {
    const { productId, offerId } = await offered({ stock: 2 })
    const { orderNo } = await create(productId)
    await Promise.all(
      Array.from({ length: 5 }, () => backend.as(learner.cookie).call('POST /api/order/cancel', { orderNo })),
    )
    expect(await sold(offerId)).toBe(0)
    const second = await create(productId)
    backend.clock.set(testNow + 30 * 60_000)
    await expireOrdersJob.run(backend.context)
    expect(await sold(offerId)).toBe(0)
    expect((await readOrder(backend, learner.cookie, second.orderNo)).orderInfo.status).toBe(5)
    expect(await deposits()).toEqual([])
  })

  test('who has paid one, or has the course, needs none', async () => {
    const { productId } = await offered()
    const { orderNo } = await create(productId)
    await payAtSchool(backend, orderNo, learner.userId)
    await expect(create(productId)).rejects.toMatchObject({ code: Code.Toast, message: '您已支付该课程的定金' })
    const [own] = await deposits()
    expect(await backend.as(learner.cookie).call('GET /api/order/purchase', { productId })).toMatchObject({
      isSignUp: false,
      depositId: own?.id,
    })
    expect(await backend.as(learner.cookie).call('GET /api/order/deposit/product-detail', { productId })).toMatchObject(
      { own: { id: own?.id, state: 1 } },
    )
  })
})

describe('deposits', () => {
  test("another learner's is as unknown as none", async () => {
    const { productId } = await offered()
    await create(productId)
    const [own] = await deposits()
    expect(await backend.as(learner.cookie).call('GET /api/order/deposits', { id: own?.id ?? 0 })).toEqual([own])
    const other = await registerLearner(backend)
    for (const id of [own?.id ?? 0, 987_654])
      await expect(backend.as(other.cookie).call('GET /api/order/deposits', { id })).rejects.toMatchObject({
        code: 404,
        message: '定金不存在',
      })
    expect(await backend.as(other.cookie).call('GET /api/order/deposits', {})).toEqual([])
  })
})

describe('the balance that is due', () => {
  test('reminds the learner a week and a day before', async () => {
    const { productId } = await offered({ balanceDays: 30 })
    await payAtSchool(backend, (await create(productId)).orderNo, learner.userId)
    expect((await deposits())[0]).toMatchObject({ state: 1, expireTime: testNow + 30 * dayMs })
    backend.clock.set(testNow + 23 * dayMs - 1)
    await depositsDueJob.run(backend.context)
    expect(await messages()).toEqual(['定金支付成功'])
    const runThrice = async (): Promise<void> => {
      await Promise.all([depositsDueJob.run(backend.context), depositsDueJob.run(backend.context)])
      await depositsDueJob.run(backend.context)
    }
    backend.clock.set(testNow + 23 * dayMs)
    await runThrice()
    expect(await messages()).toEqual(['定金支付成功', '请尽快支付尾款'])
    backend.clock.set(testNow + 29 * dayMs)
    await runThrice()
    expect(await messages()).toEqual(['定金支付成功', '请尽快支付尾款', '定金明天到期'])
  })

  test('unpaid in time it is lost and booked so', async () => {
    const { productId } = await offered({ balanceDays: 10, refundable: false })
    const { orderNo } = await create(productId)
    await payAtSchool(backend, orderNo, learner.userId)
    const [own] = await deposits()
    backend.clock.set(testNow + 9 * dayMs)
    await depositsDueJob.run(backend.context)
    backend.clock.set(testNow + 10 * dayMs)
    const runs = await Promise.all([depositsDueJob.run(backend.context), depositsDueJob.run(backend.context)])
    expect(runs.toSorted()).toEqual([0, 1])
    expect((await deposits())[0]).toMatchObject({ state: 5, balance: '0.00' })
    expect((await messages()).at(-1)).toBe('定金已失效')
    expect((await readOrder(backend, learner.cookie, orderNo)).timeline.at(-1)).toMatchObject({
      event: 'deposit-expired',
      amount: '100.00',
    })
    const entries = await backend.database.db
      .selectFrom('ledgerEntries')
      .innerJoin('ledgerTransactions', 'ledgerTransactions.id', 'ledgerEntries.transactionId')
      .select(['ledgerEntries.account', 'ledgerEntries.amountFen'])
      .where('ledgerTransactions.ref', '=', `deposit:${own?.id}:forfeited`)
      .orderBy('ledgerEntries.account')
      .execute()
    expect(entries).toEqual([
      { account: 'deposit-held', amountFen: 10_000 },
      { account: 'revenue', amountFen: -10_000 },
    ])
    const main = await signUpFor(backend, learner.cookie, productId)
    await expect(
      backend.as(learner.cookie).call('GET /api/order/discounts', { orderNo: main, depositId: own?.id ?? 0 }),
    ).rejects.toMatchObject({ message: '该定金不可用' })
  })

  test('an unannounced end has a day more', async () => {
    const { productId } = await offered({ balanceDays: 10, refundable: false })
    await payAtSchool(backend, (await create(productId)).orderNo, learner.userId)
    backend.clock.set(testNow + 8 * dayMs)
    const main = await signUpFor(backend, learner.cookie, productId)
    const { id: orderId } = await backend.database.db
      .selectFrom('orders')
      .select('orders.id')
      .where('orders.sn', '=', main)
      .executeTakeFirstOrThrow()
    await backend.context.tx((trx) =>
      settleOffline(trx, {
        orderId,
        amountFen: 100,
        tradeNo: null,
        staffId: learner.userId,
        note: '现金',
        now: new Date(backend.clock.now()),
      }),
    )
    backend.clock.set(testNow + 12 * dayMs)
    await depositsDueJob.run(backend.context)
    await backend.as(learner.cookie).call('POST /api/order/cancel', { orderNo: main })
    await backend.runJob('refunds.push')
    expect(await depositsDueJob.run(backend.context)).toBe(1)
    expect((await deposits())[0]).toMatchObject({ state: 1, expireTime: testNow + 13 * dayMs })
    expect(await messages()).toContain('定金明天到期')
    backend.clock.set(testNow + 13 * dayMs)
    expect(await depositsDueJob.run(backend.context)).toBe(1)
    expect((await deposits())[0]).toMatchObject({ state: 5 })
  })

  test('a refundable one is given back', async () => {
    const { productId } = await offered({ balanceDays: 10, refundable: true })
    const { orderNo } = await create(productId)
    await payAtSchool(backend, orderNo, learner.userId)
    backend.clock.set(testNow + 10 * dayMs)
    expect(await depositsDueJob.run(backend.context)).toBe(1)
    expect(await depositsDueJob.run(backend.context)).toBe(0)
    const refunds = await backend.database.db
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.id', 'refunds.orderId')
      .select('refunds.amountFen')
      .where('orders.sn', '=', orderNo)
      .execute()
    expect(refunds).toEqual([{ amountFen: 10_000 }])
  })

  test('one that an order holds waits for that order', async () => {
    const { productId } = await offered({ balanceDays: 1, refundable: false })
    await payAtSchool(backend, (await create(productId)).orderNo, learner.userId)
    backend.clock.set(testNow + dayMs - 60_000)
    const main = await signUpFor(backend, learner.cookie, productId)
    const [own] = await deposits()
    await backend.as(learner.cookie).call('GET /api/order/discounts', { orderNo: main, depositId: own?.id ?? 0 })
    backend.clock.set(testNow + dayMs + 60_000)
    expect(await depositsDueJob.run(backend.context)).toBe(0)
    await backend.as(learner.cookie).call('POST /api/order/cancel', { orderNo: main })
    expect(await depositsDueJob.run(backend.context)).toBe(1)
  })
})
