import type { Test } from 'supertest'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OrderStatus } from '#shared/contract/enums.ts'
import type { Payment } from '#shared/contract/pay.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { testNow } from '../support/backend-harness.ts'
import { signUpFor } from '../support/order-steps.ts'
import { sharePayKeys, startPayProvider, type TestPayProvider } from '../support/pay-provider.ts'
import { loopbackHost, type School, startSchool, startTestSite, testHost, testOrigin } from '../support/test-site.ts'

let school: School
let provider: TestPayProvider
let learner: Learner
beforeAll(async () => {
  provider = await startPayProvider(() => school?.backend.clock.now() ?? testNow)
  school = await startSchool({ PAY_EMBEDDED_URL: provider.url, ORIGIN: testOrigin })
  sharePayKeys(provider.keys, school.backend.context.config.dataDir)
  provider.notify(school.site.base, testHost)
  learner = await registerLearner(school.backend)
})
afterAll(async () => {
  await provider?.close()
  await school?.close()
})

const ownCall = { reqSource: 'pcSite', 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' }

/** An order that waits for its payment, and the cashier's path of its first code. */
async function openCashier(): Promise<{ orderNo: string; path: string; name: string }> {
  const productId = await buildProduct(school.backend.database, { priceFen: 698_000, name: '水彩 <风景> & 静物' })
  const orderNo = await signUpFor(school.backend, learner.cookie, productId)
  await school.backend.as(learner.cookie).call('POST /api/order/check/check-agreement', { orderNo })
  const answer = await school.site
    .get(`/api/pay/get-payment-list?orderNo=${orderNo}`)
    .set({ ...ownCall, Cookie: learner.cookie })
  const address = new URL((answer.body.body as Payment[])[0]?.qrCode ?? '')
  expect(address.origin).toBe(testOrigin)
  return { orderNo, path: `${address.pathname}${address.search}`, name: '水彩 <风景> & 静物' }
}

const press = (
  path: string,
  answer: string,
  headers: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin', Origin: testOrigin },
): Test => school.site.request('post', path).set(headers).type('form').send({ answer })
const statusOf = (orderNo: string) => school.backend.as(learner.cookie).call('GET /api/pay/status', { orderNo })

describe('the cashier', () => {
  test('shows payee, sum and end, a sandbox without script', async () => {
    const { path } = await openCashier()
    const page = await school.site.get(path)
    expect(page.status).toBe(200)
    for (const text of [
      '沙箱',
      '不会真的扣款',
      '¥<span>6,980.00</span>',
      '学园-水彩 &#60;风景&#62; &#38; 静物',
      '3/11 12:30:00',
      '还有 30 分钟',
      '确认支付 ¥6,980.00',
      '放弃支付',
    ])
      expect(page.text).toContain(text)
    expect(page.text).not.toMatch(/<script|style=|<风景>/)
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'same-origin',
    })
    expect(page.headers['content-security-policy']).toContain("style-src 'self'")
    const style = await school.site.get('/pay/cashier.css')
    expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  })
  test('takes its form’s money once; the order is paid later', async () => {
    const { orderNo, path } = await openCashier()
    const pressed = await press(path, 'pay')
    expect([pressed.status, pressed.headers.location]).toEqual([303, path])
    const page = await school.site.get(path)
    expect(page.text).toContain('支付成功')
    expect(page.text).toContain(`href="${testOrigin}/order/result/${orderNo}"`)
    expect(page.text).not.toContain('<form')
    await vi.waitFor(async () => expect((await statusOf(orderNo)).status).toBe(OrderStatus.allPaid), {
      timeout: 15_000,
    })
    expect((await press(path, 'abandon')).status).toBe(303)
    expect((await school.site.get(path)).text).toContain('支付成功')
  })
  test('lets the payer give up, and back to the order', async () => {
    const { orderNo, path } = await openCashier()
    await press(path, 'abandon')
    const page = await school.site.get(path)
    expect(page.text).toContain('付款已关闭')
    expect(page.text).toContain(`/order/result/${orderNo}`)
    await press(path, 'pay')
    expect((await school.site.get(path)).text).toContain('付款已关闭')
    expect((await statusOf(orderNo)).status).toBe(OrderStatus.waitPayment)
  })
  test('does nothing for a press that its form doesn’t have', async () => {
    const { path } = await openCashier()
    expect((await press(path, 'other')).status).toBe(303)
    expect((await school.site.get(path)).text).toContain('确认支付')
  })
  test('pays nothing for another site’s page', async () => {
    const { orderNo, path } = await openCashier()
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'none' },
      {},
    ] as Record<string, string>[])
      expect((await press(path, 'pay', headers)).status).toBe(403)
    expect((await school.site.get(path)).text).toContain('确认支付')
    expect((await statusOf(orderNo)).status).toBe(OrderStatus.waitPayment)
  })
  test('opens to its own sealed address only', async () => {
    const [one, other] = [await openCashier(), await openCashier()]
    const bare = one.path.split('?')[0] ?? ''
    for (const path of [
      bare,
      `${bare}?sign=`,
      `${bare}?sign=AAAA`,
      `${bare}${other.path.slice(other.path.indexOf('?'))}`,
      '/pay/cashier/P1?sign=x',
    ]) {
      const page = await school.site.get(path)
      expect([path, page.status]).toEqual([path, 404])
      expect(page.text).not.toContain('6,980.00')
      expect((await press(path, 'pay')).status).toBe(404)
    }
    expect((await school.site.get('/pay/control')).status).toBe(404)
    expect((await press(one.path, 'x'.repeat(5000))).status).toBe(413)
  })
  test('says that the provider is gone, and comes back', async () => {
    const { path } = await openCashier()
    await provider.stop()
    const page = await school.site.get(path)
    expect([page.status, page.headers['retry-after']]).toEqual([503, '2'])
    await provider.restart()
    expect((await school.site.get(path)).text).toContain('确认支付')
  })
  test('does not exist on a site with real providers', async () => {
    const { path } = await openCashier()
    // A phone that scanned the code comes from elsewhere, under the site's own name.
    expect((await school.site.get(path).set('X-Forwarded-For', '192.168.1.20')).status).toBe(200)
    const site = await startTestSite(
      undefined,
      {},
      { PAY_PROVIDER: 'none', DATA_DIR: school.backend.context.config.dataDir },
    )
    expect((await site.get(path)).status).toBe(404)
    await site.close()
  })
})

test('developers find how to delay or lose notifications', async () => {
  const { text } = await school.site.get('/dev/accounts').set('Host', loopbackHost)
  expect(text).toContain(`${provider.url}/control`)
  expect(text).toContain('keys.json')
  expect(text).not.toContain(provider.keys.controlToken)
})

describe('the address where providers tell of payments', () => {
  const path = '/api/pay/notify/embedded'
  test('takes foreign messages, believing their signature alone', async () => {
    const answer = await school.site.request('post', path).type('json').send('{}')
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
      400,
      'fail',
      'text/plain; charset=utf-8',
    ])
  })
  test('is exactly that: other forms and calls are refused', async () => {
    for (const other of [
      '/api/pay/notify/other',
      '/api/pay/notify',
      `${path}/`,
      '/api/pay/NOTIFY/embedded',
      '/api/order/cancel',
    ]) {
      const answer = await school.site.request('post', other).type('json').send('{}')
      expect([other, answer.status]).toEqual([other, 403])
    }
    expect((await school.site.get(path)).status).toBe(404)
  })
  test('takes no large body', async () => {
    expect(
      (
        await school.site
          .request('post', path)
          .type('json')
          .send(`"${'x'.repeat(70_000)}"`)
      ).status,
    ).toBe(413)
    expect(
      (
        await school.site
          .request('post', path)
          .type('json')
          .send(`"${'x'.repeat(110_000)}"`)
      ).status,
    ).toBe(413)
  })
})
