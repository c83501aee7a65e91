import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expireOrdersJob } from '#server/backend/order/checkout/expire-job.ts'
import { Code } from '#shared/contract/codes.ts'
import { OrderStatus } from '#shared/contract/enums.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { giveCoupon, readOrder, signUpFor } from '../support/order-steps.ts'
import { pressCashier, startPayProvider, type TestPayProvider } from '../support/pay-provider.ts'

const minuteMs = 60_000
let backend: TestBackend
let provider: TestPayProvider
let learner: Learner
beforeAll(async () => {
  provider = await startPayProvider(() => backend?.clock.now() ?? testNow)
  backend = await startTestBackend({ DATA_DIR: provider.dataDir, PAY_EMBEDDED_URL: provider.url })
})
beforeEach(async () => {
  backend.clock.set(testNow)
  learner = await registerLearner(backend)
  // no notification arrives: what is known is what was asked for
  await provider.control({ mode: 'lose' })
})
afterEach(() => provider.control({ mode: 'normal' }))
afterAll(async () => {
  await provider?.close()
  await backend?.close()
})

/** An order of 99.00 whose ways to pay stand open. */
async function paying(): Promise<{ orderNo: string; code: string }> {
  const orderNo = await signUpFor(backend, learner.cookie, await buildProduct(backend.database))
  const api = backend.as(learner.cookie)
  await api.call('POST /api/order/check/check-agreement', { orderNo })
  const payments = await api.call('GET /api/pay/get-payment-list', { orderNo })
  return { orderNo, code: payments[0]?.qrCode ?? '' }
}

const cancel = (orderNo: string) => backend.as(learner.cookie).call('POST /api/order/cancel', { orderNo })
const statusOf = async (orderNo: string) => (await readOrder(backend, learner.cookie, orderNo)).orderInfo.status

describe('an order whose payment is open at the provider', () => {
  test('is closed there first: its codes take no money', async () => {
    const { orderNo, code } = await paying()
    expect(await cancel(orderNo)).toBe(true)
    await pressCashier(provider.url, code, 'pay')
    expect(await statusOf(orderNo)).toBe(OrderStatus.cancel)
    const rows = await backend.database.db
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.orderId')
      .select('payments.status')
      .where('orders.sn', '=', orderNo)
      .execute()
    expect(rows.map((row) => row.status)).toEqual([4, 4])
  })

  test('is paid when money was faster than the cancelling learner', async () => {
    const { orderNo, code } = await paying()
    await pressCashier(provider.url, code, 'pay')
    await expect(cancel(orderNo)).rejects.toMatchObject({ code: Code.Toast, message: '订单已支付，不能取消' })
    expect(await readOrder(backend, learner.cookie, orderNo)).toMatchObject({
      orderInfo: { status: OrderStatus.allPaid },
      priceObject: { paidAmount: '99.00' },
    })
  })

  test('is paid when unreported money came in time', async () => {
    const { orderNo, code } = await paying()
    await pressCashier(provider.url, code, 'pay')
    backend.clock.set(testNow + 30 * minuteMs)
    expect(await expireOrdersJob.run(backend.context)).toBe(0)
    expect(await statusOf(orderNo)).toBe(OrderStatus.allPaid)
  })

  test("stays while the provider can't answer, then closes", async () => {
    const { orderNo } = await paying()
    await provider.stop()
    await expect(cancel(orderNo)).rejects.toMatchObject({ code: Code.Toast, message: '正在确认支付结果，请稍后再试' })
    const staff = await buildStaff(backend, 'education')
    await expect(
      backend.as(staff.cookie).call('POST /api/staff/order/close', { orderNo, note: '学员要求' }),
    ).rejects.toMatchObject({ message: '支付渠道暂时无法确认该订单是否已付款，请稍后再试' })
    backend.clock.set(testNow + 30 * minuteMs)
    expect(await expireOrdersJob.run(backend.context)).toBe(0)
    expect(await statusOf(orderNo)).toBe(OrderStatus.waitPayment)
    await provider.restart()
    backend.clock.set(testNow + 31 * minuteMs)
    expect(await expireOrdersJob.run(backend.context)).toBe(1)
    expect(await statusOf(orderNo)).toBe(OrderStatus.cancel)
  })

  test('whose price fell: the old code takes no money', async () => {
    const { orderNo, code } = await paying()
    await backend
      .as(learner.cookie)
      .call('GET /api/order/discounts', { orderNo, userCouponId: await giveCoupon(backend, learner.userId) })
    await pressCashier(provider.url, code, 'pay').catch(() => undefined)
    expect(await cancel(orderNo)).toBe(true)
    expect(
      await backend.database.db
        .selectFrom('refunds')
        .innerJoin('orders', 'orders.id', 'refunds.orderId')
        .select('refunds.amountFen')
        .where('orders.sn', '=', orderNo)
        .execute(),
    ).toEqual([])
    expect(await statusOf(orderNo)).toBe(OrderStatus.cancel)
  })
})
