import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type OpenedPayment,
  PayError,
  type PayProvider,
  type PayProviders,
} from '#server/backend/ports/pay/pay-provider.ts'
import { Code } from '#shared/contract/codes.ts'
import type { Payment } from '#shared/contract/pay.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { createFakePay } from '../support/fake-pay-provider.ts'
import { buildBundle, buildOffer, giveCoupon, signUpFor } from '../support/order-steps.ts'

/** What the WeChat side does when it is asked to open or to close; the Alipay side always answers. */
let wechat: { open: () => Promise<OpenedPayment>; close: () => Promise<'closed' | 'paid'> }
let opened = 0
/** Ends what never answers, as a provider's time limit does; a backend waits for it before it closes. */
const giveUp: (() => void)[] = []
const never = <T>(): Promise<T> =>
  new Promise((_resolve, reject) => {
    giveUp.push(() => reject(new PayError('given up')))
  })
function openSlow(): Promise<OpenedPayment> {
  opened += 1
  return wechat.open()
}
const fake = createFakePay()
const provider = (): PayProvider => fake.all[0] as PayProvider
const hanging: PayProviders = {
  ...fake,
  forType: (type) =>
    type === 'alipay' ? provider() : { ...provider(), name: 'slow', open: openSlow, close: () => wechat.close() },
  byName: (name) =>
    name === 'slow' ? { ...provider(), name: 'slow', close: () => wechat.close() } : fake.byName(name),
}
const code: OpenedPayment = { payUrl: null, qrCode: 'weixin://slow' }

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({ PAY_WAIT_MS: '20' }, { pay: hanging })
})
beforeEach(() => {
  opened = 0
  wechat = { open: never, close: async () => 'closed' }
  backend.clock.set(testNow)
})
afterAll(async () => {
  wechat = { open: async () => code, close: async () => 'closed' }
  for (const end of giveUp.splice(0)) end()
  await backend?.close()
})

async function buyer(
  productId?: number,
): Promise<Learner & { orderNo: string; list: (again?: 'wechat') => Promise<Payment[]> }> {
  const learner = await registerLearner(backend)
  const api = backend.as(learner.cookie)
  const bought = productId ?? (await buildProduct(backend.database, { priceFen: 698_000 }))
  const orderNo = await signUpFor(backend, learner.cookie, bought)
  await api.call('POST /api/order/check/check-agreement', { orderNo })
  return {
    ...learner,
    orderNo,
    list: (again) => api.call('GET /api/pay/get-payment-list', { orderNo, ...(again ? { again } : {}) }),
  }
}

const states = (payments: readonly Payment[]) => payments.map(({ payType, state }) => [payType, state])
/** Asks until the other way is as it is waited for. */
async function until(list: () => Promise<Payment[]>, state: Payment['state'], payType = 'wechat'): Promise<Payment[]> {
  for (let asked = 0; asked < 500; asked++) {
    const payments = await list()
    if (payments.find((one) => one.payType === payType)?.state === state) return payments
  }
  throw new Error(`It never was ${state}.`)
}

describe('while one provider hangs', () => {
  test('a deposit whose time is over answers at once', async () => {
    const learner = await registerLearner(backend)
    const api = backend.as(learner.cookie)
    const productId = await buildProduct(backend.database, { priceFen: 90_000 })
    await buildOffer(backend, productId)
    const { orderNo } = await api.call('POST /api/order/deposit/create-order', { productId })
    await api.call('POST /api/order/check/check-agreement', { orderNo })
    wechat.open = async () => code
    await api.call('GET /api/pay/get-payment-list', { orderNo })
    wechat.close = never
    backend.clock.set(testNow + 3_600_000)
    expect(await api.call('POST /api/order/deposit/create-order', { productId })).toEqual({ orderNo })
  })

  test('the other one can be paid, asked once', async () => {
    const one = await buyer()
    const payments = await until(one.list, 'ready', 'alipay')
    expect(states(payments)).toEqual([
      ['wechat', 'opening'],
      ['alipay', 'ready'],
    ])
    expect(payments[0]).toMatchObject({ qrCode: null, payUrl: null, amount: '6980.00' })
    await one.list()
    expect(opened).toBe(1)
  })

  test('it comes when it comes, as the same payment', async () => {
    const one = await buyer()
    const answer = Promise.withResolvers<OpenedPayment>()
    wechat.open = () => answer.promise
    await until(one.list, 'opening')
    answer.resolve(code)
    expect(await until(one.list, 'ready')).toContainEqual(
      expect.objectContaining({ payType: 'wechat', qrCode: 'weixin://slow' }),
    )
    expect(opened).toBe(1)
  })

  test('one that never comes is out of reach, and retried', async () => {
    const one = await buyer()
    const answer = Promise.withResolvers<OpenedPayment>()
    wechat.open = () => answer.promise
    await until(one.list, 'opening')
    // it may not have been asked yet
    await expect.poll(() => opened).toBe(1)
    answer.reject(new PayError('too late'))
    expect(states(await until(one.list, 'unavailable'))).toContainEqual(['wechat', 'unavailable'])
    await one.list()
    expect(opened).toBe(1)
    wechat.open = async () => code
    await one.list('wechat')
    expect(states(await until(one.list, 'ready'))).toContainEqual(['wechat', 'ready'])
  })

  test('choosing coupons and the order’s page don’t wait', async () => {
    const one = await buyer()
    wechat.open = async () => code
    await until(one.list, 'ready')
    wechat.close = never
    const userCouponId = await giveCoupon(backend, one.userId)
    const api = backend.as(one.cookie)
    expect(await api.call('GET /api/order/discounts', { orderNo: one.orderNo, userCouponId })).toMatchObject({
      payAmount: '6970.00',
    })
    expect((await api.call('GET /api/order/detail', { orderNo: one.orderNo })).orderInfo.dueAmount).toBe('6970.00')
    const payments = await until(one.list, 'ready', 'alipay')
    expect(payments).toContainEqual(expect.objectContaining({ payType: 'alipay', amount: '6970.00' }))
    expect(states(payments)).toContainEqual(['wechat', 'opening'])
  })

  /** An order with its WeChat code, a new one of a lower price on its way: first the old one has to be closed. */
  async function codeUnderWay(one: Awaited<ReturnType<typeof buyer>>): Promise<{ finish: () => Promise<void> }> {
    for (const end of giveUp.splice(0)) end()
    wechat.open = async () => code
    await until(one.list, 'ready')
    const closings: (() => void)[] = []
    wechat.close = () => new Promise((resolve) => closings.push(() => resolve('closed')))
    await backend.as(one.cookie).call('GET /api/order/discounts', {
      orderNo: one.orderNo,
      userCouponId: await giveCoupon(backend, one.userId),
    })
    await one.list()
    return {
      async finish() {
        wechat.close = async () => 'closed'
        for (const close of closings) close()
        await backend.context.background.settled()
      },
    }
  }
  const amountsOf = async (orderNo: string): Promise<number[]> => {
    const made = await backend.db
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.orderId')
      .select('payments.amountFen')
      .where('orders.sn', '=', orderNo)
      .where('payments.payType', '=', 'wechat')
      .orderBy('payments.id')
      .execute()
    return made.map(({ amountFen }) => amountFen)
  }

  test('a price that changes meanwhile makes no old code', async () => {
    const one = await buyer()
    const { finish } = await codeUnderWay(one)
    await backend.as(one.cookie).call('GET /api/order/discounts', { orderNo: one.orderNo, userCouponId: 0 })
    await finish()
    expect(await amountsOf(one.orderNo)).toEqual([698_000])
    expect((await until(one.list, 'ready')).map(({ amount }) => amount)).toEqual(['6980.00', '6980.00'])
  })

  test('a course owned meanwhile is in no code’s price', async () => {
    const { id, courseIds } = await buildBundle(backend, 30_000, [10_000, 20_000])
    const one = await buyer(id)
    const { finish } = await codeUnderWay(one)
    const { cookie } = await buildStaff(backend, 'administrator')
    const gift = { userId: one.userId, productId: courseIds[0] ?? 0, note: '奖品' }
    await backend.as(cookie).call('POST /api/staff/order/inject', gift)
    await finish()
    expect(await amountsOf(one.orderNo)).toEqual([30_000])
    await expect(one.list()).rejects.toMatchObject({ message: expect.stringContaining('您已拥有') })
    expect((await until(one.list, 'ready')).map(({ amount }) => amount)).toEqual(['190.00', '190.00'])
  })

  test('a new price still closes the other one’s code', async () => {
    const one = await buyer()
    wechat.open = async () => code
    await until(one.list, 'ready')
    const codes = () =>
      backend.db
        .selectFrom('payments')
        .innerJoin('orders', 'orders.id', 'payments.orderId')
        .select(['payments.payType', 'payments.status'])
        .where('orders.sn', '=', one.orderNo)
        .orderBy('payments.payType', 'desc')
        .execute()
    expect(await codes()).toEqual([
      { payType: 'wechat', status: 1 },
      { payType: 'alipay', status: 1 },
    ])
    wechat.close = never
    const userCouponId = await giveCoupon(backend, one.userId)
    await backend.as(one.cookie).call('GET /api/order/discounts', { orderNo: one.orderNo, userCouponId })
    await expect.poll(codes).toEqual([
      { payType: 'wechat', status: 1 },
      { payType: 'alipay', status: 4 },
    ])
  })

  test('cancelling answers at once, and is done later', async () => {
    const one = await buyer()
    wechat.open = async () => code
    await until(one.list, 'ready')
    const answer = Promise.withResolvers<'closed'>()
    wechat.close = () => answer.promise
    const api = backend.as(one.cookie)
    await expect(api.call('POST /api/order/cancel', { orderNo: one.orderNo })).rejects.toMatchObject({
      message: '正在确认支付结果，请稍后再试',
    })
    answer.resolve('closed')
    const status = async () => (await api.call('GET /api/order/detail', { orderNo: one.orderNo })).orderInfo.status
    await expect.poll(status).toBe(5)
  })

  test('signing up beside an ended order doesn’t wait', async () => {
    const one = await buyer()
    wechat.open = async () => code
    await until(one.list, 'ready')
    wechat.close = never
    backend.clock.set(testNow + 31 * 60_000)
    const { productId: courseId } = await backend.db
      .selectFrom('orders')
      .select('productId')
      .where('sn', '=', one.orderNo)
      .executeTakeFirstOrThrow()
    const signUp = () => backend.as(one.cookie).call('GET /api/course/sign-up', { courseId })
    expect(await signUp()).toEqual({ orderNo: one.orderNo, doPay: true })
    wechat.close = async () => 'closed'
    for (const end of giveUp.splice(0)) end()
    // what takes longer than a moment on a busy machine is there for the next click
    await expect.poll(async () => (await signUp()).orderNo).not.toBe(one.orderNo)
  })

  test('no way at all is said, and retried by pressing', async () => {
    const one = await buyer()
    wechat.open = () => Promise.reject(new PayError('down'))
    const { open } = provider()
    const down = provider() as { open: PayProvider['open'] }
    down.open = () => Promise.reject(new PayError('down'))
    try {
      await expect(until(one.list, 'ready')).rejects.toMatchObject({
        code: Code.Toast,
        message: '支付暂时不可用，请稍后再试',
      })
    } finally {
      down.open = open
    }
    wechat.open = async () => code
    expect(states(await until(one.list, 'ready'))).toContainEqual(['wechat', 'ready'])
  })
})
