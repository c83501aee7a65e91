import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelOrder } from '#server/backend/order/checkout/cancel.ts'
import { expireOrdersJob } from '#server/backend/order/checkout/expire-job.ts'
import { Code } from '#shared/contract/codes.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import {
  buildHeldDeposit,
  buildOffer,
  buildSchedule,
  couponState,
  depositState,
  giveCoupon,
  readOrder,
  seatsTaken,
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
  await backend.database.db
    .updateTable('orders')
    .set({ expireAt: new Date(testNow + 900 * minuteMs) })
    .where('orders.status', '=', 0)
    .execute()
  learner = await registerLearner(backend)
})
afterAll(() => backend?.close())

const cancel = (orderNo: string, cookie = learner.cookie) =>
  backend.as(cookie).call('POST /api/order/cancel', { orderNo })
const idOf = async (sn: string) =>
  (
    await backend.database.db
      .selectFrom('orders')
      .select('orders.id')
      .where('orders.sn', '=', sn)
      .executeTakeFirstOrThrow()
  ).id

/** An unpaid order that holds a seat, a coupon and a deposit. */
async function fullOrder(): Promise<{
  orderNo: string
  scheduleId: number
  userCouponId: number
  depositId: number
  courseId: number
}> {
  const courseId = await buildProduct(backend.database, { lectureType: LectureType.live, priceFen: 100_000 })
  const scheduleId = await buildSchedule(backend, courseId, { capacity: 1 })
  const depositId = await buildHeldDeposit(backend, learner.userId, courseId, await buildOffer(backend, courseId))
  const userCouponId = await giveCoupon(backend, learner.userId)
  const orderNo = await signUpFor(backend, learner.cookie, courseId, scheduleId)
  await backend.as(learner.cookie).call('GET /api/order/discounts', { orderNo, userCouponId, depositId })
  return { orderNo, scheduleId, userCouponId, depositId, courseId }
}

async function expectGivenBack({
  scheduleId,
  userCouponId,
  depositId,
}: Awaited<ReturnType<typeof fullOrder>>): Promise<void> {
  expect(await seatsTaken(backend, scheduleId)).toBe(0)
  expect(await couponState(backend, userCouponId)).toEqual({ state: 1, orderId: null })
  expect(await depositState(backend, depositId)).toEqual({ state: 1, usedOrderId: null })
}

describe('cancelling', () => {
  test('gives seat, coupon and deposit back, once, on the timeline', async () => {
    const order = await fullOrder()
    expect(await cancel(order.orderNo)).toBe(true)
    expect(await cancel(order.orderNo)).toBe(true)
    await expectGivenBack(order)
    const { orderInfo, timeline } = await readOrder(backend, learner.cookie, order.orderNo)
    expect(orderInfo).toMatchObject({ status: 5, paidAmount: '0.00' })
    expect(timeline.at(-1)).toMatchObject({ event: 'cancelled', note: '您取消了订单' })
    // and the same course can be bought anew
    expect(await signUpFor(backend, learner.cookie, order.courseId, order.scheduleId)).not.toBe(order.orderNo)
  })

  test('ten times at once frees the seat once (orders.status)', async () => {
    const order = await fullOrder()
    await backend.database.db
      .updateTable('classSchedules')
      .set({ capacity: 9, enrolled: 5 })
      .where('classSchedules.id', '=', order.scheduleId)
      .execute()
    expect(await Promise.all(Array.from({ length: 10 }, () => cancel(order.orderNo)))).toEqual(Array(10).fill(true))
    expect(await seatsTaken(backend, order.scheduleId)).toBe(4)
    expect(
      (await readOrder(backend, learner.cookie, order.orderNo)).timeline.filter((step) => step.event === 'cancelled'),
    ).toHaveLength(1)
  })

  test('and signing up at once leave one order and seat', async () => {
    const courseId = await buildProduct(backend.database, { lectureType: LectureType.live })
    const scheduleId = await buildSchedule(backend, courseId)
    const first = await signUpFor(backend, learner.cookie, courseId, scheduleId)
    const rounds = Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0 ? cancel(first) : signUpFor(backend, learner.cookie, courseId, scheduleId),
    )
    const answers = await Promise.all(rounds)
    const open = await backend.as(learner.cookie).call('GET /api/user/order/list', { status: 0 })
    expect(open.total).toBeLessThanOrEqual(1)
    expect(answers).not.toContain(false)
    expect(await seatsTaken(backend, scheduleId)).toBe(open.total)
  })

  test('a coupon whose time ran out meanwhile comes back expired', async () => {
    const order = await fullOrder()
    await backend.database.db
      .updateTable('userCoupons')
      .set({ validUntil: new Date(testNow) })
      .where('userCoupons.id', '=', order.userCouponId)
      .execute()
    await cancel(order.orderNo)
    expect(
      await backend.database.db
        .selectFrom('userCoupons')
        .select('userCoupons.state')
        .where('userCoupons.id', '=', order.userCouponId)
        .executeTakeFirst(),
    ).toEqual({ state: 4 })
  })

  test('an order that is paid is refused', async () => {
    const { orderNo } = await fullOrder()
    await backend.database.db
      .updateTable('orders')
      .set((eb) => ({ status: 1, paidFen: eb.ref('orders.payAmountFen'), paidAt: new Date(testNow) }))
      .where('orders.sn', '=', orderNo)
      .execute()
    await expect(cancel(orderNo)).rejects.toMatchObject({ code: Code.Toast, message: '订单已支付，不能取消' })
  })

  test('by staff tells the learner', async () => {
    const { orderNo } = await fullOrder()
    expect(
      await cancelOrder(backend.context, await idOf(orderNo), {
        actor: 'staff',
        actorId: learner.userId,
        note: '班期取消',
      }),
    ).toBe('cancelled')
    const message = await backend.database.db
      .selectFrom('userMessages')
      .innerJoin('notifyMessages', 'notifyMessages.id', 'userMessages.messageId')
      .select(['notifyMessages.title', 'notifyMessages.contentHtml'])
      .where('userMessages.userId', '=', learner.userId)
      .execute()
    expect(message).toEqual([{ title: '订单已取消', contentHtml: expect.stringContaining('班期取消') }])
  })
})

describe('thirty minutes without payment', () => {
  test('the job closes it, returns everything, tells once', async () => {
    const order = await fullOrder()
    const young = await signUpFor(backend, learner.cookie, await buildProduct(backend.database))
    backend.clock.set(testNow + 30 * minuteMs - 1)
    expect(await expireOrdersJob.run(backend.context)).toBe(0)
    await backend.database.db
      .updateTable('orders')
      .set({ expireAt: new Date(testNow + 90 * minuteMs) })
      .where('orders.sn', '=', young)
      .execute()
    backend.clock.set(testNow + 30 * minuteMs)
    const runs = await Promise.all(Array.from({ length: 5 }, () => expireOrdersJob.run(backend.context)))
    expect(runs.reduce((total, count) => total + count, 0)).toBe(1)
    expect(await expireOrdersJob.run(backend.context)).toBe(0)
    await expectGivenBack(order)
    const { orderInfo, timeline } = await readOrder(backend, learner.cookie, order.orderNo)
    expect(orderInfo.status).toBe(5)
    expect(timeline.filter((step) => step.event === 'expired')).toMatchObject([
      { note: '超时未支付', time: testNow + 30 * minuteMs },
    ])
    expect((await readOrder(backend, learner.cookie, young)).orderInfo.status).toBe(0)
    const messages = await backend.database.db
      .selectFrom('userMessages')
      .select('userMessages.id')
      .where('userMessages.userId', '=', learner.userId)
      .execute()
    expect(messages).toHaveLength(1)
  })

  test('reading the order closes it as well', async () => {
    const order = await fullOrder()
    backend.clock.set(testNow + 30 * minuteMs)
    const read = await Promise.all(Array.from({ length: 5 }, () => readOrder(backend, learner.cookie, order.orderNo)))
    for (const { orderInfo } of read) expect(orderInfo.status).toBe(5)
    await expectGivenBack(order)
  })

  test('signing up again makes an order, the seat still theirs', async () => {
    const order = await fullOrder()
    backend.clock.set(testNow + 30 * minuteMs)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => signUpFor(backend, learner.cookie, order.courseId, order.scheduleId)),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).not.toBe(order.orderNo)
    expect(await seatsTaken(backend, order.scheduleId)).toBe(1)
  })

  test('250 orders at once are closed in one run', async () => {
    const courses = await Promise.all(Array.from({ length: 5 }, () => buildProduct(backend.database)))
    const orders: string[] = []
    for (let count = 0; count < 50; count++) {
      const { cookie } = await registerLearner(backend)
      for (const courseId of courses) orders.push(await signUpFor(backend, cookie, courseId))
    }
    backend.clock.set(testNow + 30 * minuteMs)
    expect(await expireOrdersJob.run(backend.context)).toBe(250)
  }, 120_000)
})
