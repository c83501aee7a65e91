import type { Server } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { expireOrdersJob } from '#server/backend/order/checkout/expire-job.ts'
import { settleOffline } from '#server/backend/order/payment/settle.ts'
import { askPaymentsJob } from '#server/backend/order/payment/ask-job.ts'
import { closePending } from '#server/backend/order/payment/close-pending.ts'
import { PayError } from '#server/backend/ports/pay/pay-provider.ts'
import { Code } from '#shared/contract/codes.ts'
import { OrderStatus, PayState } from '#shared/contract/enums.ts'
import type { Payment } from '#shared/contract/pay.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { giveCoupon, signUpFor } from '../support/order-steps.ts'
import { pressCashier, readCashier, startPayProvider, type TestPayProvider } from '../support/pay-provider.ts'
import { listenLow } from '../support/test-server.ts'

const minuteMs = 60_000
let backend: TestBackend
let provider: TestPayProvider
let front: Server
beforeAll(async () => {
  provider = await startPayProvider(() => backend?.clock.now() ?? testNow)
  backend = await startTestBackend({ DATA_DIR: provider.dataDir, PAY_EMBEDDED_URL: provider.url })
  const { server, base } = await listenLow((req, res) => backend.listener(req, res))
  front = server
  provider.notify(base)
})
beforeEach(() => backend.clock.set(testNow))
afterEach(() => provider.control({ mode: 'normal', times: 15, refunds: 'done' }))
afterAll(async () => {
  front?.closeAllConnections()
  front?.close()
  await provider?.close()
  await backend?.close()
})

interface Buyer extends Learner {
  readonly orderNo: string
  list(): Promise<Payment[]>
  status(): Promise<{ status: number; payState: number }>
}

/** A learner with an order whose agreement is accepted. */
async function buyer(priceFen = 698_000): Promise<Buyer> {
  const learner = await registerLearner(backend)
  const orderNo = await signUpFor(backend, learner.cookie, await buildProduct(backend.database, { priceFen }))
  const api = backend.as(learner.cookie)
  await api.call('POST /api/order/check/check-agreement', { orderNo })
  return {
    ...learner,
    orderNo,
    list: () => api.call('GET /api/pay/get-payment-list', { orderNo }),
    status: () => api.call('GET /api/pay/status', { orderNo }),
  }
}

async function orderIdOf(orderNo: string): Promise<number> {
  return (
    await backend.database.db
      .selectFrom('orders')
      .select('orders.id')
      .where('orders.sn', '=', orderNo)
      .executeTakeFirstOrThrow()
  ).id
}

/** The first price’s first, WeChat Pay before Alipay: they are opened at the same time. */
async function paymentsOf(orderNo: string) {
  return backend.database.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.orderId')
    .select(['payments.payType', 'payments.status', 'payments.outTradeNo', 'payments.amountFen'])
    .where('orders.sn', '=', orderNo)
    .orderBy('payments.amountFen', 'desc')
    .orderBy('payments.payType', 'desc')
    .orderBy('payments.id')
    .execute()
}

const paid = (one: Buyer) =>
  vi.waitFor(async () => expect((await one.status()).status).toBe(OrderStatus.allPaid), { timeout: 15_000 })
const addressOf = (payments: readonly Payment[], payType = 'wechat'): string =>
  payments.find((payment) => payment.payType === payType)?.qrCode ?? ''

describe('the ways to pay an order', () => {
  test('are WeChat Pay and Alipay, the same until over', async () => {
    const one = await buyer()
    expect(await one.status()).toMatchObject({
      status: OrderStatus.waitPayment,
      payState: PayState.notPay,
      expireTime: testNow + 30 * minuteMs,
    })
    const first = await one.list()
    expect(first).toEqual(
      ['wechat', 'alipay'].map((payType) => ({
        payType,
        name: payType === 'wechat' ? '微信支付' : '支付宝',
        icon: expect.any(String),
        state: 'ready',
        amount: '6980.00',
        payUrl: expect.stringMatching(/\/pay\/cashier\/P20260311\w+\?sign=/),
        qrCode: expect.any(String),
        expireTime: testNow + 30 * minuteMs,
      })),
    )
    expect(await one.status()).toMatchObject({ status: OrderStatus.waitPayment, payState: PayState.paying })
    expect(await one.list()).toEqual(first)
  })
  test('need the agreement', async () => {
    const one = await buyer()
    await backend
      .as(one.cookie)
      .call('POST /api/order/check/check-agreement', { orderNo: one.orderNo, agreementStatus: false })
    await expect(one.list()).rejects.toMatchObject({ code: Code.Toast, message: '请先阅读并同意购买协议' })
    expect(await paymentsOf(one.orderNo)).toEqual([])
  })
  test('need an address where something is sent', async () => {
    const one = await buyer()
    await backend.database.db
      .updateTable('orders')
      .set({ needsAddress: true })
      .where('orders.sn', '=', one.orderNo)
      .execute()
    await expect(one.list()).rejects.toMatchObject({ code: Code.Toast, message: '请先选择收货地址' })
  })
  test('of a part-paid order’s rest stay open until refund', async () => {
    const one = await buyer(698_000)
    const id = await orderIdOf(one.orderNo)
    await backend.context.tx((trx) =>
      settleOffline(trx, {
        orderId: id,
        amountFen: 600_000,
        tradeNo: null,
        staffId: one.userId,
        note: '线下收款',
        now: new Date(testNow),
      }),
    )
    expect((await one.list()).map(({ amount }) => amount)).toEqual(['980.00', '980.00'])
    await backend.database.db
      .insertInto('refundRequests')
      .values({
        orderId: id,
        userId: one.userId,
        state: 2,
        reason: '不学了',
        amountFen: 600_000,
        answer: null,
        clientToken: null,
        createdBy: null,
        createdAt: new Date(testNow),
        decidedBy: null,
        decidedAt: null,
        doneAt: null,
      })
      .execute()
    await expect(one.list()).rejects.toMatchObject({ code: Code.Toast, message: '订单正在退款，不能继续支付' })
  })
  test('of foreign orders and none: the same refusal', async () => {
    const [one, other] = [await buyer(), await registerLearner(backend)]
    for (const orderNo of [one.orderNo, '2026031100000000', 'x', ''])
      for (const route of ['GET /api/pay/get-payment-list', 'GET /api/pay/status'] as const)
        await expect(backend.as(other.cookie).call(route, { orderNo })).rejects.toMatchObject({
          code: Code.OrderMismatch,
        })
  })
  test('asked for 20 times at once are one payment each', async () => {
    const one = await buyer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => one.list()))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await paymentsOf(one.orderNo)).toMatchObject([
      { payType: 'wechat', status: 1 },
      { payType: 'alipay', status: 1 },
    ])
  })
  test('change with the price: a new code, the old closed', async () => {
    const one = await buyer(698_000)
    const before = addressOf(await one.list())
    const userCouponId = await giveCoupon(backend, one.userId, { amountFen: 8000 })
    await backend.as(one.cookie).call('GET /api/order/discounts', { orderNo: one.orderNo, userCouponId })
    const after = await one.list()
    expect(after.map(({ amount }) => amount)).toEqual(['6900.00', '6900.00'])
    expect(addressOf(after)).not.toBe(before)
    expect(await pressCashier(provider.url, before, 'pay')).toContain('付款已关闭')
    expect((await one.status()).status).toBe(OrderStatus.waitPayment)
    expect((await paymentsOf(one.orderNo)).map(({ status, amountFen }) => [status, amountFen])).toEqual([
      [4, 698_000],
      [4, 698_000],
      [1, 690_000],
      [1, 690_000],
    ])
  })
  test('of an order without cost are none: it is paid', async () => {
    const one = await buyer(5000)
    const userCouponId = await giveCoupon(backend, one.userId, { amountFen: 5000 })
    await backend.as(one.cookie).call('GET /api/order/discounts', { orderNo: one.orderNo, userCouponId })
    expect(await one.list()).toEqual([])
    expect((await one.status()).status).toBe(OrderStatus.allPaid)
  })
  test('are gone when the order’s time is over', async () => {
    const one = await buyer()
    const address = addressOf(await one.list())
    backend.clock.set(testNow + 30 * minuteMs)
    await expect(one.list()).rejects.toMatchObject({ code: Code.Toast })
    expect(await pressCashier(provider.url, address, 'pay')).toContain('付款已过期')
    await expireOrdersJob.run(backend.context)
    expect((await one.status()).status).toBe(OrderStatus.cancel)
    await expect(one.list()).rejects.toMatchObject({ code: Code.Toast, message: '订单已取消，请重新下单' })
    expect(await readCashier(provider.url, address)).toContain('付款已关闭')
  })
  test('are missing during an outage, and come back unchanged', async () => {
    const [one, other] = [await buyer(), await buyer()]
    const before = await one.list()
    await provider.stop()
    try {
      await expect(other.list()).rejects.toMatchObject({ code: Code.Toast, message: '支付暂时不可用，请稍后再试' })
      expect(await one.list()).toEqual(before)
    } finally {
      await provider.restart()
    }
    expect((await other.list()).map(({ payType }) => payType)).toEqual(['wechat', 'alipay'])
    await pressCashier(provider.url, addressOf(before), 'pay')
    await paid(one)
  })
})

describe('paying in the cashier', () => {
  test('pays the order at once and closes the other code', async () => {
    const one = await buyer()
    const payments = await one.list()
    expect(await pressCashier(provider.url, addressOf(payments), 'pay')).toContain('支付成功')
    await paid(one)
    expect(await one.list()).toEqual([])
    await askPaymentsJob.run(backend.context)
    expect((await paymentsOf(one.orderNo)).map(({ status }) => status)).toEqual([2, 4])
    expect(await pressCashier(provider.url, addressOf(payments, 'alipay'), 'pay')).toContain('付款已关闭')
  })
  test('told 15 times at once, pays once', async () => {
    await provider.control({ mode: 'repeat', times: 15 })
    const one = await buyer()
    await pressCashier(provider.url, addressOf(await one.list()), 'pay')
    await paid(one)
    const rows = await backend.database.db
      .selectFrom('ledgerTransactions')
      .select(['ledgerTransactions.kind'])
      .where('ledgerTransactions.orderId', '=', await orderIdOf(one.orderNo))
      .where('ledgerTransactions.kind', '=', 'payment')
      .execute()
    expect(rows).toHaveLength(1)
  })
  test('whose notification is lost is found by asking', async () => {
    await provider.control({ mode: 'lose' })
    const one = await buyer()
    await pressCashier(provider.url, addressOf(await one.list()), 'pay')
    await askPaymentsJob.run(backend.context)
    expect((await one.status()).status).toBe(OrderStatus.waitPayment)
    backend.clock.set(testNow + 30_000)
    await askPaymentsJob.run(backend.context)
    expect((await one.status()).status).toBe(OrderStatus.allPaid)
    // the word that comes after all changes nothing and is read
    const { outTradeNo } = (await paymentsOf(one.orderNo))[0] ?? {}
    expect((await provider.control({ deliver: 'in-order', outTradeNo })).read).toBe(1)
    expect((await paymentsOf(one.orderNo)).filter(({ status }) => status === 2)).toHaveLength(1)
  })
  test('told late and in another order, pays what was paid', async () => {
    await provider.control({ mode: 'reorder' })
    const buyers = [await buyer(), await buyer(), await buyer()]
    for (const one of buyers) await pressCashier(provider.url, addressOf(await one.list()), 'pay')
    expect((await Promise.all(buyers.map((one) => one.status()))).map(({ status }) => status)).toEqual([0, 0, 0])
    await provider.control({ deliver: 'reversed' })
    expect((await Promise.all(buyers.map((one) => one.status()))).map(({ status }) => status)).toEqual([1, 1, 1])
  })
  test('given up leaves the order unpaid, for a new code', async () => {
    const one = await buyer()
    const payments = await one.list()
    for (const payType of ['wechat', 'alipay'])
      expect(await pressCashier(provider.url, addressOf(payments, payType), 'abandon')).toContain('付款已关闭')
    await vi.waitFor(
      async () =>
        expect(await one.status()).toMatchObject({ status: OrderStatus.waitPayment, payState: PayState.unpaid }),
      { timeout: 15_000 },
    )
    const again = await one.list()
    expect(addressOf(again)).not.toBe(addressOf(payments))
    await pressCashier(provider.url, addressOf(again), 'pay')
    await paid(one)
  })
})

describe('before an order is closed', () => {
  test('what is open is closed at the provider', async () => {
    const one = await buyer()
    const address = addressOf(await one.list())
    expect(await closePending(backend.context, await orderIdOf(one.orderNo))).toBe('closed')
    expect(await pressCashier(provider.url, address, 'pay')).toContain('付款已关闭')
    expect((await paymentsOf(one.orderNo)).map(({ status }) => status)).toEqual([4, 4])
  })
  test('faster money counts, though unreported', async () => {
    await provider.control({ mode: 'lose' })
    const one = await buyer()
    await pressCashier(provider.url, addressOf(await one.list()), 'pay')
    expect(await closePending(backend.context, await orderIdOf(one.orderNo))).toBe('paid')
    expect((await one.status()).status).toBe(OrderStatus.allPaid)
  })
  test('an unreachable provider leaves everything as it is', async () => {
    const one = await buyer()
    await one.list()
    await provider.stop()
    try {
      await expect(closePending(backend.context, await orderIdOf(one.orderNo))).rejects.toThrow(PayError)
    } finally {
      await provider.restart()
    }
    expect((await paymentsOf(one.orderNo)).map(({ status }) => status)).toEqual([1, 1])
  })
})
