import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRefund } from '#server/backend/order/refund/refund-core.ts'
import { settleOffline, settlePayment } from '#server/backend/order/payment/settle.ts'
import { Code } from '#shared/contract/codes.ts'
import { OrderStatus } from '#shared/contract/enums.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { createFakePay, type FakePay } from '../support/fake-pay-provider.ts'
import { buildBundle, buildOffer, couponState, giveCoupon, readOrder, signUpFor } from '../support/order-steps.ts'

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

/** The school takes a part of an order's money itself. */
async function payPart(orderNo: string, amountFen: number): Promise<void> {
  const { id: orderId } = await backend.database.db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.sn', '=', orderNo)
    .executeTakeFirstOrThrow()
  const now = new Date(backend.clock.now())
  await backend.context.tx((trx) =>
    settleOffline(trx, { orderId, amountFen, tradeNo: `part-${orderNo}`, staffId, note: '现金', now }),
  )
}

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

const lastNote = async (orderNo: string): Promise<string> =>
  (await readOrder(backend, learner.cookie, orderNo)).timeline.map((step) => step.note ?? '').join('；')

describe('an order for a bundle, and its course bought elsewhere meanwhile', () => {
  test('the cashier shows the change, asks, takes the lower price', async () => {
    const { id, courseIds } = await buildBundle(backend, 30_000, [10_000, 20_000])
    const bundle = await signUpFor(backend, learner.cookie, id)
    await buy(await signUpFor(backend, learner.cookie, courseIds[0] ?? 0))
    await as().call('POST /api/order/check/check-agreement', { orderNo: bundle, agreementStatus: true })
    await expect(as().call('GET /api/pay/get-payment-list', { orderNo: bundle })).rejects.toMatchObject({
      code: Code.Toast,
      message: expect.stringContaining('由 ¥300.00 变为 ¥200.00'),
    })
    expect((await readOrder(backend, learner.cookie, bundle)).priceObject).toMatchObject({
      amount: '300.00',
      ownedAmount: '100.00',
      payAmount: '200.00',
    })
    expect(await openPayment(bundle)).toMatchObject({ amount: '200.00' })
  })

  test('a page with the old price is asked again', async () => {
    const courseId = await buildProduct(backend.database, { priceFen: 9900 })
    const orderNo = await signUpFor(backend, learner.cookie, courseId)
    await expect(openPayment(orderNo, '100.00')).rejects.toMatchObject({
      code: Code.Toast,
      message: '应付金额已变为 ¥99.00，请确认后再支付',
    })
    expect(await openPayment(orderNo, '99.00')).toMatchObject({ amount: '99.00' })
  })

  test('old-price money settles, the difference goes back', async () => {
    const { id, courseIds } = await buildBundle(backend, 30_000, [10_000, 20_000])
    const bundle = await signUpFor(backend, learner.cookie, id)
    const opened = await openPayment(bundle)
    await buy(await signUpFor(backend, learner.cookie, courseIds[0] ?? 0))
    expect(await moneyComes(opened)).toBe('paid')
    await settleUp()
    expect((await readOrder(backend, learner.cookie, bundle)).orderInfo).toMatchObject({
      status: OrderStatus.allPaid,
      paidAmount: '200.00',
    })
    expect(await moneyOf(learner.userId)).toEqual({ in: 40_000, back: 10_000 })
    expect(await lastNote(bundle)).toMatch(/《.+》您已拥有，不再计费，多付的 ¥100\.00 将原路退回/)
  })

  test('a course given back makes the bundle cost it again', async () => {
    const { id, courseIds } = await buildBundle(backend, 30_000, [10_000, 20_000])
    const course = await signUpFor(backend, learner.cookie, courseIds[0] ?? 0)
    await buy(course)
    const bundle = await signUpFor(backend, learner.cookie, id)
    expect((await readOrder(backend, learner.cookie, bundle)).priceObject.payAmount).toBe('200.00')
    const { id: orderId } = await backend.database.db
      .selectFrom('orders')
      .select('orders.id')
      .where('orders.sn', '=', course)
      .executeTakeFirstOrThrow()
    await openRefund(backend.context, { orderId, reason: '不学了', asker: 'staff', staffId })
    await backend.runJob('refunds.push')
    expect((await readOrder(backend, learner.cookie, bundle)).priceObject.payAmount).toBe('300.00')
  })

  test('a coupon below its threshold returns to the learner', async () => {
    const { id, courseIds } = await buildBundle(backend, 30_000, [10_000, 20_000])
    const couponId = await giveCoupon(backend, learner.userId, { amountFen: 5000, thresholdFen: 25_000 })
    const bundle = await signUpFor(backend, learner.cookie, id)
    await as().call('GET /api/order/discounts', { orderNo: bundle, userCouponId: couponId })
    await buy(await signUpFor(backend, learner.cookie, courseIds[0] ?? 0))
    expect((await readOrder(backend, learner.cookie, bundle)).priceObject).toMatchObject({
      couponAmount: '0.00',
      payAmount: '200.00',
    })
    expect(await couponState(backend, couponId)).toEqual({ state: 1, orderId: null })
  })
})

describe('an order for a course, and its bundle bought meanwhile', () => {
  test('is closed; late money goes back in full, explained', async () => {
    const { id, courseIds } = await buildBundle(backend, 30_000, [10_000, 20_000])
    const course = await signUpFor(backend, learner.cookie, courseIds[0] ?? 0)
    const opened = await openPayment(course)
    const bundle = await signUpFor(backend, learner.cookie, id)
    await moneyComes(await openPayment(bundle))
    expect(await moneyComes(opened)).toBe('late')
    await settleUp()
    expect((await readOrder(backend, learner.cookie, course)).orderInfo).toMatchObject({ status: OrderStatus.cancel })
    expect(await lastNote(course)).toContain('您已通过其他方式拥有该课程，¥100.00 将全额原路退回')
    expect(await moneyOf(learner.userId)).toEqual({ in: 40_000, back: 10_000 })
  })

  test('is closed as soon as the bundle is paid', async () => {
    const { id, courseIds } = await buildBundle(backend, 30_000, [10_000, 20_000])
    const course = await signUpFor(backend, learner.cookie, courseIds[0] ?? 0)
    await buy(await signUpFor(backend, learner.cookie, id))
    await settleUp()
    expect((await readOrder(backend, learner.cookie, course)).orderInfo).toMatchObject({ status: OrderStatus.cancel })
    await expect(as().call('GET /api/pay/get-payment-list', { orderNo: course })).rejects.toMatchObject({
      code: Code.Toast,
    })
  })

  test('paid together: each course is owned and paid once', async () => {
    const { id, courseIds } = await buildBundle(backend, 30_000, [10_000, 20_000])
    const orders = [
      await signUpFor(backend, learner.cookie, courseIds[0] ?? 0),
      await signUpFor(backend, learner.cookie, id),
    ]
    const opened = [await openPayment(orders[0] ?? ''), await openPayment(orders[1] ?? '')]
    await Promise.all(opened.map(moneyComes))
    await settleUp()
    const money = await moneyOf(learner.userId)
    expect(money.in - money.back).toBe(30_000)
  })
})

describe('an order that is paid in part', () => {
  async function partlyPaid(priceFen = 30_000): Promise<{ orderNo: string; productId: number }> {
    const productId = await buildProduct(backend.database, { priceFen })
    const orderNo = await signUpFor(backend, learner.cookie, productId)
    await payPart(orderNo, 10_000)
    return { orderNo, productId }
  }

  test('is where signing up leads, days later too', async () => {
    const { orderNo, productId } = await partlyPaid()
    backend.clock.set(testNow + 3 * 86_400_000)
    expect(await signUpFor(backend, learner.cookie, productId)).toBe(orderNo)
    expect((await readOrder(backend, learner.cookie, orderNo)).orderInfo).toMatchObject({
      payAmount: '300.00',
      paidAmount: '100.00',
      dueAmount: '200.00',
    })
  })

  test('takes the agreement and the rest of the money', async () => {
    const { orderNo } = await partlyPaid()
    const opened = await openPayment(orderNo)
    expect(opened.amount).toBe('200.00')
    expect(await moneyComes(opened)).toBe('paid')
    expect((await readOrder(backend, learner.cookie, orderNo)).orderInfo.status).toBe(OrderStatus.allPaid)
  })

  test('more than the rest settles, the excess goes back', async () => {
    const productId = await buildProduct(backend.database, { priceFen: 30_000 })
    const orderNo = await signUpFor(backend, learner.cookie, productId)
    const opened = await openPayment(orderNo)
    await payPart(orderNo, 10_000)
    expect(await moneyComes(opened)).toBe('paid')
    await settleUp()
    expect((await readOrder(backend, learner.cookie, orderNo)).orderInfo).toMatchObject({
      status: OrderStatus.allPaid,
      paidAmount: '300.00',
    })
    expect(await moneyOf(learner.userId)).toEqual({ in: 40_000, back: 10_000 })
  })

  test('cancelled by its learner gives everything back', async () => {
    const { orderNo } = await partlyPaid()
    expect(await as().call('POST /api/order/cancel', { orderNo })).toBe(true)
    await backend.runJob('refunds.push')
    expect((await readOrder(backend, learner.cookie, orderNo)).orderInfo).toMatchObject({
      status: OrderStatus.refund,
      refundedAmount: '100.00',
    })
  })

  test('for a bundled course goes back in full', async () => {
    const { id, courseIds } = await buildBundle(backend, 30_000, [10_000, 20_000])
    const orderNo = await signUpFor(backend, learner.cookie, courseIds[1] ?? 0)
    await payPart(orderNo, 5000)
    await buy(await signUpFor(backend, learner.cookie, id))
    await settleUp()
    expect((await readOrder(backend, learner.cookie, orderNo)).orderInfo).toMatchObject({
      status: OrderStatus.refund,
      refundedAmount: '50.00',
    })
  })

  test('for a cheapened bundle completes it, the rest returns', async () => {
    const { id, courseIds } = await buildBundle(backend, 30_000, [10_000, 20_000])
    const orderNo = await signUpFor(backend, learner.cookie, id)
    await payPart(orderNo, 15_000)
    await buy(await signUpFor(backend, learner.cookie, courseIds[1] ?? 0))
    const detail = await readOrder(backend, learner.cookie, orderNo)
    await backend.runJob('refunds.push')
    expect(detail.orderInfo).toMatchObject({ status: OrderStatus.allPaid, paidAmount: '100.00' })
    expect(await lastNote(orderNo)).toContain('多付的 ¥50.00 将原路退回')
  })

  test('completed days later by a cheaper price is dated then', async () => {
    const { id, courseIds } = await buildBundle(backend, 30_000, [10_000, 20_000])
    const orderNo = await signUpFor(backend, learner.cookie, id)
    await payPart(orderNo, 15_000)
    backend.clock.set(testNow + 3 * 86_400_000)
    await buy(await signUpFor(backend, learner.cookie, courseIds[1] ?? 0))
    await settleUp()
    const { paidTime } = (await readOrder(backend, learner.cookie, orderNo)).orderInfo
    expect(paidTime).toBeGreaterThanOrEqual(testNow + 3 * 86_400_000)
  })

  test('for such a cancelled bundle all goes back', async () => {
    const { id, courseIds } = await buildBundle(backend, 30_000, [10_000, 20_000])
    const orderNo = await signUpFor(backend, learner.cookie, id)
    await payPart(orderNo, 15_000)
    await as().call('POST /api/order/cancel', { orderNo })
    await buy(await signUpFor(backend, learner.cookie, courseIds[1] ?? 0))
    expect((await readOrder(backend, learner.cookie, orderNo)).orderInfo.status).toBe(OrderStatus.partlyPaid)
    await settleUp()
    expect((await readOrder(backend, learner.cookie, orderNo)).orderInfo).toMatchObject({
      status: OrderStatus.refund,
      refundedAmount: '150.00',
    })
  })

  test('asked back takes no more money, returns it all', async () => {
    const clerk = await buildStaff(backend, 'headMaster')
    const administrator = await buildStaff(backend, 'administrator')
    const { orderNo } = await partlyPaid()
    const opened = await openPayment(orderNo)
    await backend.as(clerk.cookie).call('POST /api/staff/order/refund/open', { orderNo, reason: '学员要求' })
    await expect(openPayment(orderNo)).rejects.toMatchObject({ message: '订单正在退款，不能继续支付' })
    expect(await moneyComes(opened)).toBe('late')
    const [request] = (await readOrder(backend, learner.cookie, orderNo)).refunds
    await backend
      .as(administrator.cookie)
      .call('POST /api/staff/order/refund/decide', { id: request?.id ?? 0, approve: true, answer: '' })
    await settleUp()
    expect((await readOrder(backend, learner.cookie, orderNo)).orderInfo).toMatchObject({
      status: OrderStatus.refund,
      refundedAmount: '100.00',
    })
    expect(await moneyOf(learner.userId)).toEqual({ in: 30_000, back: 30_000 })
  })

  test('for a deposit is cancelled, or returned upon purchase', async () => {
    const depositOf = async (productId: number): Promise<string> => {
      await buildOffer(backend, productId, { amountFen: 10_000, deductFen: 12_000 })
      const { orderNo } = await as().call('POST /api/order/deposit/create-order', { productId })
      await payPart(orderNo, 4000)
      return orderNo
    }
    const cancelled = await depositOf(await buildProduct(backend.database, { priceFen: 30_000 }))
    expect(await as().call('POST /api/order/cancel', { orderNo: cancelled })).toBe(true)
    const productId = await buildProduct(backend.database, { priceFen: 30_000 })
    const needless = await depositOf(productId)
    await buy(await signUpFor(backend, learner.cookie, productId))
    await settleUp()
    for (const orderNo of [cancelled, needless]) {
      expect((await readOrder(backend, learner.cookie, orderNo)).orderInfo).toMatchObject({
        status: OrderStatus.refund,
        refundedAmount: '40.00',
      })
    }
  })
})

test('an expired course, bought anew and refunded, is gone', async () => {
  const courseId = await buildProduct(backend.database, { priceFen: 9900, serviceDays: 2 })
  await buy(await signUpFor(backend, learner.cookie, courseId))
  backend.clock.set(testNow + 3 * 86_400_000)
  const orderNo = await signUpFor(backend, learner.cookie, courseId)
  await buy(orderNo)
  await as().call('POST /api/order/refund/apply', { orderNo, reason: '不学了' })
  const administrator = await buildStaff(backend, 'administrator')
  const [request] = (await readOrder(backend, learner.cookie, orderNo)).refunds
  await backend
    .as(administrator.cookie)
    .call('POST /api/staff/order/refund/decide', { id: request?.id ?? 0, approve: true, answer: '' })
  await settleUp()
  expect((await readOrder(backend, learner.cookie, orderNo)).orderInfo.status).toBe(OrderStatus.refund)
  expect(await as().call('GET /api/order/purchase', { productId: courseId })).toMatchObject({ isSignUp: false })
})
