import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settlePayment } from '#server/backend/order/payment/settle.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { type KeptCalls, keepCalls } from '../support/kept-calls.ts'
import {
  type BuiltOrder,
  type BuiltPayment,
  buildOrder,
  buildPayment,
  ledgerBalances,
  notifyPaid,
} from '../support/order-factories.ts'
import { buildSchedule } from '../support/order-steps.ts'
import { addLastingLearner } from '../support/order-world.ts'

const isFull = process.env.PROOF === 'full'
const clients = 16
const tries = isFull ? 500 : 10
const limitMs = isFull ? 1_200_000 : 60_000

let backend: TestBackend
let calls: KeptCalls
beforeAll(async () => {
  backend = await startTestBackend()
  calls = await keepCalls(backend.listener, clients)
})
afterAll(async () => {
  await calls?.close()
  await backend?.close()
})

/** Each client goes on as soon as it is answered; the answers, or the words of refusals. */
async function storm<T>(
  attempt: (client: number, turn: number) => Promise<T>,
): Promise<{ done: T[]; refused: string[] }> {
  const done: T[] = []
  const refused: string[] = []
  const runs = Array.from({ length: clients }, async (_, client) => {
    for (let turn = 0; turn < tries; turn += 1) {
      try {
        done.push(await attempt(client, turn))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        refused.push(error.message)
      }
    }
  })
  await Promise.all(runs)
  return { done, refused }
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => [Math.random(), value] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, value]) => value)
}

describe(`${clients} clients at once`, () => {
  test(
    `${clients * tries} tries for 7 coupons: exactly 7 (claimed < total)`,
    async () => {
      const coupon = await backend.database.db
        .insertInto('coupons')
        .values({
          name: '抢券',
          kind: 2,
          amountFen: 1000,
          total: 7,
          perUserLimit: 10_000,
          claimBeginAt: new Date(testNow),
          claimEndAt: new Date(testNow + 86_400_000),
          validDays: 7,
          createdAt: new Date(testNow),
        })
        .returning('coupons.id')
        .executeTakeFirstOrThrow()
      const learners = await Promise.all(
        Array.from({ length: clients }, () => addLastingLearner(backend.database, testNow)),
      )
      const { done, refused } = await storm((client) =>
        calls.as(learners[client]?.cookie ?? '').call('GET /api/coupon/get', { couponId: coupon.id }),
      )
      expect(new Set(done.map(({ userCouponId }) => userCouponId)).size).toBe(7)
      expect(new Set(refused)).toEqual(new Set(['优惠券已领完']))
      const { rows } =
        await sql`select c.claimed, (select count(*)::int from user_coupons u where u.coupon_id = c.id) as given from coupons c where c.id = ${coupon.id}`.execute(
          backend.database.db,
        )
      expect(rows).toEqual([{ claimed: 7, given: 7 }])
    },
    limitMs,
  )

  test(
    `${clients * tries} learners for 30 seats: exactly 30 (enrolled < capacity)`,
    async () => {
      const courseId = await buildProduct(backend.database, { lectureType: LectureType.live })
      const scheduleId = await buildSchedule(backend, courseId, { capacity: 30 })
      const { done, refused } = await storm(async () => {
        const { cookie } = await addLastingLearner(backend.database, testNow)
        return calls.as(cookie).call('GET /api/course/sign-up', { courseId, scheduleId })
      })
      expect(new Set(done.map(({ orderNo }) => orderNo)).size).toBe(30)
      expect(done).toHaveLength(30)
      expect(new Set(refused)).toEqual(new Set(['名额已满']))
      const { rows } =
        await sql`select s.enrolled, (select count(*)::int from orders o where o.schedule_id = s.id and o.status = 0) as orders from class_schedules s where s.id = ${scheduleId}`.execute(
          backend.database.db,
        )
      expect(rows).toEqual([{ enrolled: 30, orders: 30 }])
    },
    limitMs,
  )

  test(
    '200 kept-connection sign-ups: one order and seat (orders_one_open_uq)',
    async () => {
      const courseId = await buildProduct(backend.database, { lectureType: LectureType.live })
      const scheduleId = await buildSchedule(backend, courseId, { capacity: 300 })
      const { userId, cookie } = await registerLearner(backend)
      const api = calls.as(cookie)
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => api.call('GET /api/course/sign-up', { courseId, scheduleId })),
      )
      expect(new Set(answers.map(({ orderNo }) => orderNo)).size).toBe(1)
      const { rows } =
        await sql`select s.enrolled, (select count(*)::int from orders o where o.user_id = ${userId}) as orders from class_schedules s where s.id = ${scheduleId}`.execute(
          backend.database.db,
        )
      expect(rows).toEqual([{ enrolled: 1, orders: 1 }])
    },
    limitMs,
  )
})

/** What one paid order leaves behind, exactly once each. */
async function expectPaidOnce(order: BuiltOrder): Promise<void> {
  const { rows } = await sql`
    select o.status, o.paid_fen,
      (select count(*)::int from enrolments e where e.order_id = o.id and e.status = 1) as enrolments,
      (select count(*)::int from entrances e where e.order_id = o.id) as entrances,
      (select count(*)::int from order_logs l where l.order_id = o.id and l.event = 'paid') as transitions,
      (select count(*)::int from user_messages m where m.user_id = o.user_id) as messages,
      (select count(*)::int from refunds r where r.order_id = o.id) as refunds
    from orders o where o.id = ${order.id}`.execute(backend.database.db)
  expect(rows).toEqual([
    { status: 1, paidFen: order.payAmountFen, enrolments: 1, entrances: 1, transitions: 1, messages: 1, refunds: 0 },
  ])
  expect(await ledgerBalances(backend, [order.id])).toEqual({
    'cash:embedded': order.payAmountFen,
    revenue: -order.payAmountFen,
  })
}

describe('notifications', () => {
  const orderCount = isFull ? 100 : 4

  test(
    `${orderCount} orders, 15 times each: paid once (notify_id, row lock)`,
    async () => {
      const orders: { order: BuiltOrder; payment: BuiltPayment }[] = []
      for (let index = 0; index < orderCount; index += 1) {
        const order = await buildOrder(backend, {
          userId: (await addLastingLearner(backend.database, testNow)).userId,
          lines: [{ priceFen: 9900 + index }],
        })
        orders.push({ order, payment: await buildPayment(backend, order) })
      }
      // each third has its own number, as when a provider makes a new one for a repetition
      const sendings = shuffled(
        orders.flatMap(({ payment }) =>
          Array.from({ length: 15 }, (_, time) => ({
            payment,
            notifyId: time % 3 === 0 ? `storm-${payment.id}-${time}` : `storm-${payment.id}`,
          })),
        ),
      )
      const outcomes: string[] = []
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          for (let next = sendings.pop(); next; next = sendings.pop())
            outcomes.push(await notifyPaid(backend, next.payment, { notifyId: next.notifyId }))
        }),
      )
      expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(orderCount)
      expect(outcomes.filter((outcome) => outcome === 'repeat')).toHaveLength(orderCount * 14)
      for (const { order } of orders) await expectPaidOnce(order)
    },
    limitMs,
  )

  test('during and after an uncommitted payment: one later one counts', async (test) => {
    // the embedded database has one connection: nothing comes in between
    if (backend.database.kind === 'embedded') test.skip()
    const order = await buildOrder(backend, {
      userId: (await addLastingLearner(backend.database, testNow)).userId,
      lines: [{ priceFen: 9900 }],
    })
    const outTradeNo = `T${order.sn}-early`
    const notice = {
      provider: 'embedded',
      notifyId: `early-${order.id}`,
      outTradeNo,
      tradeNo: `trade-early-${order.id}`,
      amountFen: 9900,
      paidAt: new Date(testNow),
      raw: {},
    }
    const tell = (times: number) =>
      Promise.all(Array.from({ length: times }, () => settlePayment(backend.context, notice)))
    // as another caller would: outside of the transaction that is open around it
    const outside = AsyncLocalStorage.snapshot()
    const early = await backend.context.tx(async (trx) => {
      const now = new Date(testNow)
      await trx
        .insertInto('payments')
        .values({
          orderId: order.id,
          outTradeNo,
          payType: 'wechat',
          provider: 'embedded',
          amountFen: 9900,
          createdAt: now,
          expireAt: new Date(testNow + 1_800_000),
        })
        .execute()
      return outside(() => tell(5))
    })
    expect(new Set(early)).toEqual(new Set(['unknown']))
    const later = await tell(10)
    expect(later.filter((outcome) => outcome === 'paid')).toHaveLength(1)
    await expectPaidOnce(order)
  })
})
