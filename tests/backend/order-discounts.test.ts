import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/calls.ts'
import { Code } from '#shared/contract/codes.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import {
  buildBundle,
  buildHeldDeposit,
  buildOffer,
  couponState,
  depositState,
  giveCoupon,
  readOrder,
  signUpFor,
} from '../support/order-steps.ts'

const minuteMs = 60_000

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

const choose = (input: CallInput<'GET /api/order/discounts'>, cookie = learner.cookie) =>
  backend.as(cookie).call('GET /api/order/discounts', input)
const orderOf = (priceFen = 9900) =>
  buildProduct(backend.database, { priceFen }).then((id) => signUpFor(backend, learner.cookie, id))

describe('a coupon on an unpaid order', () => {
  test('makes it cheaper by line; 0 takes it away', async () => {
    const { id } = await buildBundle(backend, 30_000, [1, 2])
    const orderNo = await signUpFor(backend, learner.cookie, id)
    const userCouponId = await giveCoupon(backend, learner.userId, { amountFen: 1000 })
    const cheaper = { amount: '300.00', couponAmount: '10.00', payAmount: '290.00', userCouponId, depositId: null }
    expect(await choose({ orderNo, userCouponId })).toMatchObject(cheaper)
    expect(await choose({ orderNo, userCouponId })).toMatchObject(cheaper)
    expect(await choose({ orderNo })).toMatchObject(cheaper)
    const order = await readOrder(backend, learner.cookie, orderNo)
    expect(order.priceObject).toMatchObject(cheaper)
    expect(order.orderInfo.items.map((item) => item.payAmount)).toEqual(['96.67', '193.33'])
    expect(order.timeline.map((step) => step.event)).toEqual(['created', 'discount'])
    expect(await couponState(backend, userCouponId)).toMatchObject({ state: 2 })
    expect(await choose({ orderNo, userCouponId: 0 })).toMatchObject({
      couponAmount: '0.00',
      payAmount: '300.00',
      userCouponId: null,
    })
    expect(await couponState(backend, userCouponId)).toEqual({ state: 1, orderId: null })
  })

  test('gives way to another one', async () => {
    const orderNo = await orderOf()
    const [first, second] = [
      await giveCoupon(backend, learner.userId),
      await giveCoupon(backend, learner.userId, { amountFen: 2000 }),
    ]
    await choose({ orderNo, userCouponId: first })
    expect(await choose({ orderNo, userCouponId: second })).toMatchObject({
      couponAmount: '20.00',
      userCouponId: second,
    })
    expect([await couponState(backend, first), await couponState(backend, second)]).toMatchObject([
      { state: 1, orderId: null },
      { state: 2 },
    ])
  })

  test('worth more than the order makes it cost 0.00', async () => {
    const orderNo = await orderOf(990)
    expect(
      await choose({ orderNo, userCouponId: await giveCoupon(backend, learner.userId, { amountFen: 5000 }) }),
    ).toMatchObject({ couponAmount: '9.90', payAmount: '0.00' })
  })

  test('is refused in words, and the one before stays', async () => {
    const courseId = await buildProduct(backend.database)
    const orderNo = await signUpFor(backend, learner.cookie, courseId)
    const good = await giveCoupon(backend, learner.userId)
    await choose({ orderNo, userCouponId: good })
    const cases = [
      [await giveCoupon(backend, learner.userId, { thresholdFen: 10_000 }), '该优惠券不可用：未满 ¥100.00'],
      [
        await giveCoupon(backend, learner.userId, { products: [await buildProduct(backend.database)] }),
        '该优惠券不可用：不适用于该课程',
      ],
      [await giveCoupon(backend, learner.userId, { validUntil: new Date(testNow) }), '该优惠券不可用：已过期'],
      [await giveCoupon(backend, (await registerLearner(backend)).userId), '优惠券不存在'],
      [2_000_000_000, '优惠券不存在'],
    ] as const
    for (const [userCouponId, message] of cases)
      await expect(choose({ orderNo, userCouponId })).rejects.toMatchObject({ code: Code.Toast, message })
    expect((await readOrder(backend, learner.cookie, orderNo)).priceObject).toMatchObject({
      userCouponId: good,
      payAmount: '89.00',
    })
  })

  test('is on one of two orders (guard user_coupons.state)', async () => {
    const orders = [await orderOf(), await orderOf(), await orderOf()]
    const userCouponId = await giveCoupon(backend, learner.userId)
    const answers = await Promise.allSettled(orders.map((orderNo) => choose({ orderNo, userCouponId })))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected')
        expect(answer.reason).toMatchObject({ code: Code.Toast, message: '该优惠券不可用：已被其他订单占用' })
    const paid = await Promise.all(
      orders.map(async (orderNo) => (await readOrder(backend, learner.cookie, orderNo)).priceObject.payAmount),
    )
    expect(paid.toSorted()).toEqual(['89.00', '99.00', '99.00'])
  })

  test('is its order’s only one (order lock, user_coupons_one_per_order)', async () => {
    const orderNo = await orderOf()
    const coupons = await Promise.all(
      [1, 2, 3, 4].map((times) => giveCoupon(backend, learner.userId, { amountFen: 100 * times })),
    )
    await Promise.all(coupons.map((userCouponId) => choose({ orderNo, userCouponId })))
    const locked = (await Promise.all(coupons.map((id) => couponState(backend, id)))).filter((row) => row.state === 2)
    expect(locked).toHaveLength(1)
    const { priceObject } = await readOrder(backend, learner.cookie, orderNo)
    expect(priceObject.couponAmount).toBe(`${(coupons.indexOf(priceObject.userCouponId ?? 0) + 1).toFixed(2)}`)
  })

  test('two orders swapping coupons hear so, without waiting for ever', async () => {
    const orders = [await orderOf(), await orderOf()]
    const coupons = [await giveCoupon(backend, learner.userId), await giveCoupon(backend, learner.userId)]
    for (const [index, orderNo] of orders.entries()) await choose({ orderNo, userCouponId: coupons[index] ?? 0 })
    for (let round = 0; round < 15; round++) {
      const answers = await Promise.allSettled(
        orders.map((orderNo, index) => choose({ orderNo, userCouponId: coupons[1 - index] ?? 0 })),
      )
      for (const answer of answers)
        expect(answer).toMatchObject({
          status: 'rejected',
          reason: { code: Code.Toast, message: '该优惠券不可用：已被其他订单占用' },
        })
    }
    for (const [index, orderNo] of orders.entries())
      expect((await readOrder(backend, learner.cookie, orderNo)).priceObject.userCouponId).toBe(coupons[index])
  })
})

describe('the coupons of an order', () => {
  test('stand best first, unusable ones with their reason', async () => {
    const courseId = await buildProduct(backend.database, { priceFen: 10_000 })
    const otherOrder = await orderOf()
    const orderNo = await signUpFor(backend, learner.cookie, courseId)
    const small = await giveCoupon(backend, learner.userId, { amountFen: 500 })
    const soon = await giveCoupon(backend, learner.userId, { amountFen: 900, validUntil: new Date(testNow + minuteMs) })
    const later = await giveCoupon(backend, learner.userId, { amountFen: 900 })
    const best = await giveCoupon(backend, learner.userId, {
      amountFen: 1000,
      thresholdFen: 10_000,
      products: [courseId],
    })
    const held = await giveCoupon(backend, learner.userId)
    await choose({ orderNo: otherOrder, userCouponId: held })
    const much = await giveCoupon(backend, learner.userId, { thresholdFen: 10_001 })
    const elsewhere = await giveCoupon(backend, learner.userId, { products: [await buildProduct(backend.database)] })
    const over = await giveCoupon(backend, learner.userId, { validUntil: new Date(testNow - 1) })
    const { couponList } = await readOrder(backend, learner.cookie, orderNo)
    expect(couponList.filter((coupon) => coupon.usable).map(({ id, saves }) => [id, saves])).toEqual([
      [best, '10.00'],
      [soon, '9.00'],
      [later, '9.00'],
      [small, '5.00'],
    ])
    const reasons = new Map(
      couponList.filter((coupon) => !coupon.usable).map(({ id, reason, saves }) => [id, `${reason} ${saves}`]),
    )
    expect(reasons).toEqual(
      new Map([
        [held, '已被其他订单占用 0.00'],
        [much, '未满 ¥100.01 0.00'],
        [elsewhere, '不适用于该课程 0.00'],
        [over, '已过期 0.00'],
      ]),
    )
    // the one that it holds itself stays usable
    await choose({ orderNo, userCouponId: small })
    expect(
      (await readOrder(backend, learner.cookie, orderNo)).couponList.find((coupon) => coupon.id === small),
    ).toMatchObject({ usable: true, state: 2 })
  })
})

describe('a deposit on an unpaid order', () => {
  test('is deducted beside a coupon; 0 gives it back', async () => {
    const courseId = await buildProduct(backend.database, { priceFen: 100_000 })
    const depositId = await buildHeldDeposit(backend, learner.userId, courseId, await buildOffer(backend, courseId))
    const orderNo = await signUpFor(backend, learner.cookie, courseId)
    expect((await readOrder(backend, learner.cookie, orderNo)).depositInfo).toMatchObject({
      id: depositId,
      state: 2,
      amount: '100.00',
      deductAmount: '200.00',
      balance: '800.00',
    })
    const userCouponId = await giveCoupon(backend, learner.userId, { amountFen: 5000 })
    expect(await choose({ orderNo, depositId, userCouponId })).toMatchObject({
      amount: '1000.00',
      couponAmount: '50.00',
      depositAmount: '200.00',
      payAmount: '750.00',
      depositId,
      userCouponId,
    })
    expect(await depositState(backend, depositId)).toMatchObject({ state: 2 })
    expect((await readOrder(backend, learner.cookie, orderNo)).depositInfo).toMatchObject({
      id: depositId,
      state: 2,
      usedOrderNo: orderNo,
    })
    expect(await choose({ orderNo, depositId: 0 })).toMatchObject({
      depositAmount: '0.00',
      payAmount: '950.00',
      depositId: null,
    })
    expect(await depositState(backend, depositId)).toEqual({ state: 1, usedOrderId: null })
    expect(await choose({ orderNo, depositId })).toMatchObject({
      depositAmount: '200.00',
      payAmount: '750.00',
      depositId,
    })
  })

  test('another product’s, learner’s or an old one is refused', async () => {
    const courseId = await buildProduct(backend.database, { priceFen: 100_000 })
    const offerId = await buildOffer(backend, courseId)
    const otherId = await buildProduct(backend.database)
    const orderNo = await signUpFor(backend, learner.cookie, courseId)
    const own = await buildHeldDeposit(backend, learner.userId, courseId, offerId)
    const wrong = [
      await buildHeldDeposit(backend, learner.userId, otherId, offerId),
      await buildHeldDeposit(backend, (await registerLearner(backend)).userId, courseId, offerId),
      1_999_999_999,
    ]
    for (const depositId of wrong)
      await expect(choose({ orderNo, depositId })).rejects.toMatchObject({ code: Code.Toast, message: '该定金不可用' })
    await backend.database.db
      .updateTable('deposits')
      .set({ expireAt: new Date(testNow) })
      .where('deposits.id', '=', own)
      .execute()
    await expect(choose({ orderNo, depositId: own })).rejects.toMatchObject({ message: '该定金不可用' })
  })
})

describe("choices that can't be made", () => {
  test('on foreign, unknown and misnumbered orders: code 405', async () => {
    const orderNo = await orderOf()
    const other = await registerLearner(backend)
    for (const number of [orderNo, '20260311999999999999', 'x', '', '1'.repeat(64)]) {
      await expect(choose({ orderNo: number, userCouponId: 0 }, other.cookie)).rejects.toMatchObject({
        code: 405,
        message: '当前用户与订单不匹配',
        status: 200,
      })
      await expect(readOrder(backend, other.cookie, number)).rejects.toMatchObject({
        code: 405,
        message: '当前用户与订单不匹配',
        status: 200,
      })
      await expect(backend.as(other.cookie).call('POST /api/order/cancel', { orderNo: number })).rejects.toMatchObject({
        code: 405,
      })
      await expect(
        backend.as(other.cookie).call('POST /api/order/check/check-agreement', { orderNo: number }),
      ).rejects.toMatchObject({ code: 405 })
      await expect(
        backend.as(other.cookie).call('POST /api/order/address', { orderNo: number, addressId: 1 }),
      ).rejects.toMatchObject({ code: 405 })
      await expect(
        backend.as(other.cookie).call('GET /api/common/get-product-detail', { orderNo: number }),
      ).rejects.toMatchObject({ code: 405 })
    }
    await expect(backend.as(other.cookie).call('GET /api/order/detail', {})).rejects.toMatchObject({ code: 405 })
  })

  test('on a cancelled or expired order', async () => {
    const userCouponId = await giveCoupon(backend, learner.userId)
    const cancelled = await orderOf()
    await backend.as(learner.cookie).call('POST /api/order/cancel', { orderNo: cancelled })
    await expect(choose({ orderNo: cancelled, userCouponId })).rejects.toMatchObject({
      code: Code.Toast,
      message: '订单已支付或已取消，不能更改优惠',
    })
    const late = await orderOf()
    backend.clock.set(testNow + 30 * minuteMs)
    await expect(choose({ orderNo: late, userCouponId })).rejects.toMatchObject({
      code: Code.Toast,
      message: '订单已超时，请重新报名',
    })
    expect(await couponState(backend, userCouponId)).toEqual({ state: 1, orderId: null })
  })
})

describe('the agreement of a purchase', () => {
  test('is ticked beforehand, its answer kept with version and time', async () => {
    const orderNo = await orderOf()
    expect(await readOrder(backend, learner.cookie, orderNo)).toMatchObject({
      agreementStatus: true,
      agreement: { type: 'purchase', version: expect.any(Number) },
    })
    const say = (agreementStatus: boolean) =>
      backend.as(learner.cookie, '10.1.2.3').call('POST /api/order/check/check-agreement', { orderNo, agreementStatus })
    expect(await say(false)).toBe(true)
    expect((await readOrder(backend, learner.cookie, orderNo)).agreementStatus).toBe(false)
    expect(await say(true)).toBe(true)
    const rows = await backend.database.db
      .selectFrom('orderAgreements')
      .innerJoin('orders', 'orders.id', 'orderAgreements.orderId')
      .select(['orderAgreements.accepted', 'orderAgreements.ip', 'orderAgreements.at'])
      .where('orders.sn', '=', orderNo)
      .execute()
    expect(rows).toEqual([{ accepted: true, ip: '10.1.2.3', at: new Date(testNow) }])
  })
})

describe('where to send what belongs to an order', () => {
  test("copies the learner's address; later changes don't matter", async () => {
    const courseId = await buildProduct(backend.database, { sendsMaterials: true })
    const orderNo = await signUpFor(backend, learner.cookie, courseId)
    const as = backend.as(learner.cookie)
    const address = {
      consignee: '陆小鹿',
      nationCode: 86,
      phone: '13900001111',
      province: '上海市',
      city: '上海市',
      district: '徐汇区',
      detail: '漕溪路 1 号',
      isDefault: true,
    }
    const { id } = await as.call('POST /api/user/address', address)
    expect(await as.call('POST /api/order/address', { orderNo, addressId: id })).toBe(true)
    await as.call('POST /api/user/address', { ...address, id, detail: '别处' })
    expect(await readOrder(backend, learner.cookie, orderNo)).toMatchObject({
      needsAddress: true,
      address: { addressId: id, consignee: '陆小鹿', phone: '13900001111', text: '上海市 上海市 徐汇区 漕溪路 1 号' },
    })
    const other = await registerLearner(backend)
    const { id: foreign } = await backend.as(other.cookie).call('POST /api/user/address', address)
    await expect(as.call('POST /api/order/address', { orderNo, addressId: foreign })).rejects.toMatchObject({
      code: 404,
    })
  })
})

// the last one: it takes away the index that keeps a learner from having two open orders of a product
test('a deposit is in one of two orders (deposits_used_uq)', async () => {
  const courseId = await buildProduct(backend.database, { priceFen: 100_000 })
  const depositId = await buildHeldDeposit(backend, learner.userId, courseId, await buildOffer(backend, courseId))
  const orders = [await orderOf(100_000), await orderOf(100_000)]
  await sql`drop index orders_one_open_uq`.execute(backend.database.db)
  await backend.database.db
    .updateTable('orders')
    .set({ productId: courseId })
    .where('orders.sn', 'in', orders)
    .execute()
  const answers = await Promise.allSettled(orders.map((orderNo) => choose({ orderNo, depositId })))
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
  const paid = await Promise.all(
    orders.map(async (orderNo) => (await readOrder(backend, learner.cookie, orderNo)).priceObject.payAmount),
  )
  expect(paid.toSorted()).toEqual(['1000.00', '800.00'])
})
