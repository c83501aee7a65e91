import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settlePayment } from '#server/backend/order/payment/settle.ts'
import { OrderStatus } from '#shared/contract/enums.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { createFakePay, type FakePay } from '../support/fake-pay-provider.ts'
import {
  buildBundle,
  buildOffer,
  depositState,
  giveCoupon,
  payAtSchool,
  readOrder,
  signUpFor,
} from '../support/order-steps.ts'

let backend: TestBackend
let pay: FakePay
let learner: Learner
let staffId: number
beforeAll(async () => {
  pay = createFakePay()
  backend = await startTestBackend({}, { pay })
  staffId = (await registerLearner(backend)).userId
})
beforeEach(async () => {
  backend.clock.set(testNow)
  learner = await registerLearner(backend)
})
afterAll(() => backend?.close())

const as = () => backend.as(learner.cookie)
const settleUp = async (): Promise<void> => {
  await backend.runJob('orders.owned')
  await backend.runJob('refunds.push')
}

/** Opens a payment by WeChat; answers its number and what it asks for. */
async function openPayment(orderNo: string, amount?: string): Promise<{ outTradeNo: string; amount: string }> {
  await as().call('POST /api/order/check/check-agreement', { orderNo, agreementStatus: true })
  const [way] = await as().call('GET /api/pay/get-payment-list', {
    orderNo,
    ...(amount === undefined ? {} : { amount }),
  })
  if (!way?.qrCode) throw new Error('No payment was opened.')
  return { outTradeNo: way.qrCode, amount: way.amount }
}

let count = 0
async function moneyComes({ outTradeNo, amount }: { outTradeNo: string; amount: string }): Promise<string> {
  const paidAt = new Date(backend.clock.now())
  const amountFen = Math.round(Number(amount) * 100)
  pay.payments.set(outTradeNo, { state: 'paid', tradeNo: `T${++count}`, amountFen, paidAt })
  return settlePayment(backend.context, {
    provider: 'embedded',
    notifyId: `N${count}`,
    outTradeNo,
    tradeNo: `T${count}`,
    amountFen,
    paidAt,
    raw: {},
  })
}

const buy = async (orderNo: string): Promise<string> => moneyComes(await openPayment(orderNo))

/** Fen that came in and went back, over all of the learner's orders. */
async function moneyOf(userId: number): Promise<{ in: number; back: number }> {
  const { db } = backend.database
  const taken = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.orderId')
    .select(({ fn }) => fn.sum<number>('payments.amountFen').as('fen'))
    .where('orders.userId', '=', userId)
    .where('payments.status', '=', 2)
    .executeTakeFirst()
  const back = await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.orderId')
    .select(({ fn }) => fn.sum<number>('refunds.amountFen').as('fen'))
    .where('orders.userId', '=', userId)
    .where('refunds.status', '=', 3)
    .executeTakeFirst()
  return { in: Number(taken?.fen ?? 0), back: Number(back?.fen ?? 0) }
}

describe('a deposit', () => {
  async function held(): Promise<{ productId: number; depositId: number }> {
    const productId = await buildProduct(backend.database, { priceFen: 100_000 })
    return { productId, depositId: await holdFor(productId) }
  }

  async function holdFor(productId: number): Promise<number> {
    await buildOffer(backend, productId, { refundable: false })
    const { orderNo } = await as().call('POST /api/order/deposit/create-order', { productId })
    await buy(orderNo)
    const { id } = await backend.database.db
      .selectFrom('deposits')
      .select('deposits.id')
      .where('deposits.productId', '=', productId)
      .where('deposits.userId', '=', learner.userId)
      .executeTakeFirstOrThrow()
    return id
  }

  test('is taken off beforehand when its course is ordered', async () => {
    const { productId, depositId } = await held()
    const orderNo = await signUpFor(backend, learner.cookie, productId)
    expect((await readOrder(backend, learner.cookie, orderNo)).priceObject).toMatchObject({
      depositAmount: '200.00',
      payAmount: '800.00',
      depositId,
    })
  })

  test('for a course bought without it goes back whole', async () => {
    const { productId, depositId } = await held()
    const orderNo = await signUpFor(backend, learner.cookie, productId)
    await as().call('GET /api/order/discounts', { orderNo, depositId: 0 })
    await payAtSchool(backend, orderNo, staffId)
    await settleUp()
    expect(await depositState(backend, depositId)).toEqual({ state: 4, usedOrderId: null })
  })

  test('for a course in a bundle goes back whole', async () => {
    const { id, courseIds } = await buildBundle(backend, 30_000, [10_000, 20_000])
    const depositId = await holdFor(courseIds[0] ?? 0)
    await buy(await signUpFor(backend, learner.cookie, id))
    await settleUp()
    expect(await depositState(backend, depositId)).toEqual({ state: 4, usedOrderId: null })
  })

  test('that is owed nothing for any more is never forfeited', async () => {
    const { productId, depositId } = await held()
    await backend.database.db
      .insertInto('enrolments')
      .values({
        userId: learner.userId,
        productId,
        source: 3,
        beginAt: new Date(testNow),
        createdAt: new Date(testNow),
      })
      .execute()
    backend.clock.set(testNow + 31 * 86_400_000)
    await backend.runJob('deposits.due')
    expect(await depositState(backend, depositId)).toEqual({ state: 4, usedOrderId: null })
  })

  test('worth more than what is due goes back whole', async () => {
    const productId = await buildProduct(backend.database, { priceFen: 24_000 })
    const depositId = await holdFor(productId)
    const orderNo = await signUpFor(backend, learner.cookie, productId)
    expect((await readOrder(backend, learner.cookie, orderNo)).priceObject).toMatchObject({
      payAmount: '40.00',
      depositId,
    })
    const userCouponId = await giveCoupon(backend, learner.userId, { amountFen: 15_000 })
    const priced = await as().call('GET /api/order/discounts', { orderNo, userCouponId })
    expect(priced).toMatchObject({ couponAmount: '150.00', depositAmount: '0.00', payAmount: '90.00', depositId: null })
    await expect(as().call('GET /api/order/discounts', { orderNo, depositId })).rejects.toMatchObject({
      message: '订单应付金额低于定金，无需使用定金；报名后定金全额退回',
    })
    await buy(orderNo)
    await settleUp()
    expect(await depositState(backend, depositId)).toEqual({ state: 4, usedOrderId: null })
    expect(await moneyOf(learner.userId)).toEqual({ in: 19_000, back: 10_000 })
  })

  test('an open one is closed when its course is bought', async () => {
    const productId = await buildProduct(backend.database, { priceFen: 100_000 })
    await buildOffer(backend, productId)
    const { orderNo } = await as().call('POST /api/order/deposit/create-order', { productId })
    await buy(await signUpFor(backend, learner.cookie, productId))
    await settleUp()
    expect((await readOrder(backend, learner.cookie, orderNo)).orderInfo.status).toBe(OrderStatus.cancel)
  })
})
