import type { Server } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { signMessage } from '#server/dev-providers/payment/signature.ts'
import { OrderStatus } from '#shared/contract/enums.ts'
import type { Payment } from '#shared/contract/pay.ts'
import { freshAddress, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { signUpFor } from '../support/order-steps.ts'
import { pressCashier, startPayProvider, type TestPayProvider } from '../support/pay-provider.ts'
import { listenLow } from '../support/test-server.ts'

const minuteMs = 60_000
const notifyPath = '/api/pay/notify/embedded'
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

/** Sends what the provider would send, as it is given. */
function tell(
  event: object,
  {
    at = backend.clock.now(),
    privateKey = provider.keys.provider.privateKey,
    change = (body: string) => body,
    address = freshAddress(),
  } = {},
) {
  const body = JSON.stringify({ merchant: 'sandbox', ...event })
  return backend.agent
    .post(notifyPath)
    .set({ 'Content-Type': 'application/json', 'X-Forwarded-For': address, ...signMessage(privateKey, at, [], body) })
    .send(change(body))
}

describe('a notification that the provider has not sent', () => {
  async function open(): Promise<{
    one: Buyer
    event: { notifyId: string; event: string; outTradeNo: string; tradeNo: string; amountFen: number; paidAt: number }
  }> {
    const one = await buyer()
    await one.list()
    const { outTradeNo = '' } = (await paymentsOf(one.orderNo))[0] ?? {}
    return {
      one,
      event: {
        notifyId: `N-${outTradeNo}`,
        event: 'paid',
        outTradeNo,
        tradeNo: `5${outTradeNo}`,
        amountFen: 698_000,
        paidAt: testNow,
      },
    }
  }
  test('forged, altered, unsigned or old is refused, unpaid', async () => {
    const { one, event } = await open()
    const answers = [
      await tell(event, { privateKey: provider.keys.merchant.privateKey }),
      await tell(event, { change: (body) => body.replace('698000', '698001') }),
      await tell(event, { at: testNow - 6 * minuteMs }),
      await tell({ ...event, merchant: 'other' }),
      await backend.agent.post(notifyPath).set('X-Forwarded-For', freshAddress()).send(event),
      await backend.agent.post(notifyPath).set('X-Forwarded-For', freshAddress()).send('<xml/>'),
    ]
    for (const answer of answers) expect([answer.status, answer.text]).toEqual([400, 'fail'])
    expect((await one.status()).status).toBe(OrderStatus.waitPayment)
  })
  test('repeated word for word is read and changes nothing', async () => {
    const { one, event } = await open()
    for (let time = 0; time < 3; time += 1) {
      const answer = await tell(event)
      expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
        200,
        'success',
        'text/plain; charset=utf-8',
      ])
    }
    expect((await one.status()).status).toBe(OrderStatus.allPaid)
    expect(
      await backend.database.db
        .selectFrom('paymentNotifications')
        .select('paymentNotifications.outcome')
        .where('paymentNotifications.outTradeNo', '=', event.outTradeNo)
        .execute(),
    ).toEqual([{ outcome: 'paid' }])
  })
  test('of another amount pays nothing and needs a person', async () => {
    const { one, event } = await open()
    expect((await tell({ ...event, amountFen: 1 })).text).toBe('success')
    expect((await one.status()).status).toBe(OrderStatus.waitPayment)
    expect((await paymentsOf(one.orderNo))[0]?.status).toBe(5)
  })
  test('of unused providers is unknown; forgers aren’t looked at', async () => {
    expect((await backend.agent.post('/api/pay/notify/alipay').send('a=1')).status).toBe(404)
    const { event } = await open()
    const address = freshAddress()
    let last = 0
    for (let time = 0; time < 70 && last !== 429; time += 1)
      last = (await tell(event, { address, privateKey: provider.keys.merchant.privateKey })).status
    expect(last).toBe(429)
    expect((await tell(event)).status).toBe(200)
  })
})

describe('at the provider', () => {
  const port = () => {
    const found = backend.context.pay.byName('embedded')
    if (!found) throw new Error('The embedded provider is missing.')
    return found
  }
  async function payOne(): Promise<string> {
    const one = await buyer()
    await pressCashier(provider.url, addressOf(await one.list()), 'pay')
    await paid(one)
    return (await paymentsOf(one.orderNo))[0]?.outTradeNo ?? ''
  }
  test('refunds go from way to done, once, never over paid', async () => {
    await provider.control({ refunds: 'wait' })
    const outTradeNo = await payOne()
    const refund = {
      outTradeNo,
      outRefundNo: `R${outTradeNo}`,
      amountFen: 600_000,
      totalFen: 698_000,
      reason: '时间冲突',
    }
    expect((await port().queryRefund(refund)).state).toBe('none')
    expect((await port().refund(refund)).state).toBe('processing')
    expect((await port().refund(refund)).state).toBe('processing')
    await expect(port().refund({ ...refund, outRefundNo: `S${outTradeNo}`, amountFen: 98_001 })).rejects.toThrow(
      'NOT_ENOUGH',
    )
    await expect(port().refund({ ...refund, amountFen: 1 })).rejects.toThrow('REFUND_DIFFERS')
    await provider.control({ refunds: 'done', endRefunds: true })
    expect(await port().queryRefund(refund)).toEqual({ state: 'done', message: null })
  })
  test('a failed refund is retried under its number', async () => {
    await provider.control({ refunds: 'wait' })
    const outTradeNo = await payOne()
    const refund = {
      outTradeNo,
      outRefundNo: `R${outTradeNo}`,
      amountFen: 698_000,
      totalFen: 698_000,
      reason: '时间冲突',
    }
    await port().refund(refund)
    await provider.control({ refunds: 'fail', endRefunds: true })
    expect(await port().queryRefund(refund)).toEqual({ state: 'failed', message: '原支付账户异常，退款失败' })
    await provider.control({ refunds: 'wait' })
    expect((await port().refund(refund)).state).toBe('processing')
    await provider.control({ refunds: 'done', endRefunds: true })
    expect((await port().queryRefund(refund)).state).toBe('done')
  })
  test('a day’s bill has its payments and refunds, Shanghai’s day', async () => {
    backend.clock.set(Date.parse('2026-05-01T23:59:00+08:00'))
    await provider.control({ refunds: 'done' })
    const outTradeNo = await payOne()
    backend.clock.set(Date.parse('2026-05-02T00:01:00+08:00'))
    const refund = { outTradeNo, outRefundNo: `R${outTradeNo}`, amountFen: 100, totalFen: 698_000, reason: '' }
    await port().refund(refund)
    await vi.waitFor(async () => expect((await port().queryRefund(refund)).state).toBe('done'), { timeout: 15_000 })
    expect(await port().bill('2026-05-01')).toEqual([{ outTradeNo, outRefundNo: null, amountFen: 698_000 }])
    expect(await port().bill('2026-05-02')).toEqual([{ outTradeNo, outRefundNo: `R${outTradeNo}`, amountFen: -100 }])
    expect(await port().bill('2026-05-03')).toEqual([])
  })
  test('unsigned and repeated calls are refused', async () => {
    const body = JSON.stringify({
      outTradeNo: 'P-replayed',
      amountFen: 1,
      subject: '课',
      expireAt: testNow + minuteMs,
      returnUrl: 'https://school.example/',
    })
    const headers = signMessage(provider.keys.merchant.privateKey, testNow, ['POST', '/v1/payments'], body)
    const send = (more: Record<string, string> = {}, text = body) =>
      fetch(`${provider.url}/v1/payments`, { method: 'POST', headers: { ...headers, ...more }, body: text })
    expect((await send({ 'pay-signature': 'AAAA' })).status).toBe(401)
    expect((await send({}, body.replace('"amountFen":1', '"amountFen":2'))).status).toBe(401)
    expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(401)
    expect((await fetch(`${provider.url}/control`)).status).toBe(404)
    expect((await fetch(`${provider.url}/control`, { headers: { authorization: 'Bearer wrong' } })).status).toBe(404)
  })
})
