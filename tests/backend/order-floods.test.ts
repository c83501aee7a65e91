import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitPolicies } from '#server/backend/context/limit-policies.ts'
import { mostAsked } from '#server/backend/order/refund/refund-request-store.ts'
import { registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { createFakePay } from '../support/fake-pay-provider.ts'
import { buildPaidOrder } from '../support/order-factories.ts'
import { buildOffer, buildSchedule, giveCoupon, seatsTaken, signUpFor } from '../support/order-steps.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({}, { pay: createFakePay() })
})
afterAll(() => backend?.close())

/** Uses up what an account may do of something in a while. */
async function spend(name: 'orderOpened' | 'orderChanged' | 'paymentOpened', userId: number): Promise<void> {
  for (let time = 0; time < limitPolicies[name].points; time++) await backend.context.limits.take(name, String(userId))
}

const tooOften = { code: 4004, status: 429, message: expect.stringContaining('操作太频繁') }

test('who opens order after order waits, and takes no seat', async () => {
  const { userId, cookie } = await registerLearner(backend)
  const open = await buildProduct(backend.database, { priceFen: 9900 })
  const orderNo = await signUpFor(backend, cookie, open)
  await spend('orderOpened', userId).catch(() => undefined)
  const productId = await buildProduct(backend.database, { priceFen: 9900 })
  const scheduleId = await buildSchedule(backend, productId, { capacity: 1 })
  const api = backend.as(cookie)
  await expect(api.call('GET /api/course/sign-up', { courseId: productId })).rejects.toMatchObject(tooOften)
  expect(await seatsTaken(backend, scheduleId)).toBe(0)
  // what is open already is still found
  expect(await signUpFor(backend, cookie, open)).toBe(orderNo)
})

test('who opens deposit after deposit waits, and none is sold', async () => {
  const { userId, cookie } = await registerLearner(backend)
  await spend('orderOpened', userId)
  const productId = await buildProduct(backend.database, { priceFen: 90_000 })
  const offerId = await buildOffer(backend, productId, { stock: 1 })
  await expect(backend.as(cookie).call('POST /api/order/deposit/create-order', { productId })).rejects.toMatchObject(
    tooOften,
  )
  const offer = backend.db
    .selectFrom('depositOffers')
    .select('depositOffers.sold')
    .where('depositOffers.id', '=', offerId)
  expect(await offer.executeTakeFirst()).toEqual({ sold: 0 })
})

test('who opens payment after payment waits', async () => {
  const { userId, cookie } = await registerLearner(backend)
  const api = backend.as(cookie)
  const orderNo = await signUpFor(backend, cookie, await buildProduct(backend.database, { priceFen: 9900 }))
  await api.call('POST /api/order/check/check-agreement', { orderNo })
  await spend('paymentOpened', userId)
  await expect(api.call('GET /api/pay/get-payment-list', { orderNo })).rejects.toMatchObject(tooOften)
})

test('who keeps changing a coupon waits; the price stands', async () => {
  const { userId, cookie } = await registerLearner(backend)
  const api = backend.as(cookie)
  const orderNo = await signUpFor(backend, cookie, await buildProduct(backend.database, { priceFen: 9900 }))
  const userCouponId = await giveCoupon(backend, userId)
  await spend('orderChanged', userId)
  await expect(api.call('GET /api/order/discounts', { orderNo, userCouponId })).rejects.toMatchObject(tooOften)
  expect(await api.call('GET /api/order/discounts', { orderNo })).toMatchObject({ payAmount: '99.00' })
})

test('an order’s page has the newest of many steps', async () => {
  const { userId, cookie } = await registerLearner(backend)
  const { id, sn: orderNo } = await buildPaidOrder(backend, { userId, lines: [{ priceFen: 9900 }] })
  await sql`insert into order_logs (order_id, event, to_status, actor, note, at)
    select ${id}, 'discount', 1, 'system', 'step ' || n, now() from generate_series(1, 300) n`.execute(backend.db)
  const { timeline } = await backend.as(cookie).call('GET /api/order/detail', { orderNo })
  expect(timeline.length).toBeLessThanOrEqual(200)
  expect(timeline.at(-1)).toMatchObject({ note: 'step 300' })
})

test('a learner asks an order back ten times at most', async () => {
  const { userId, cookie } = await registerLearner(backend)
  const api = backend.as(cookie)
  const { sn: orderNo } = await buildPaidOrder(backend, { userId, lines: [{ priceFen: 9900 }] })
  const ask = () => api.call('POST /api/order/refund/apply', { orderNo, reason: '不想学了' })
  for (let time = 0; time < mostAsked; time++) {
    await ask()
    await api.call('POST /api/order/refund/withdraw', { orderNo })
  }
  await expect(ask()).rejects.toMatchObject({ message: '该订单申请退款的次数过多，请联系客服' })
})
