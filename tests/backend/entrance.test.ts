import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '#shared/contract/calls.ts'
import { Code } from '#shared/contract/codes.ts'
import { registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { type BuiltOrder, buildOrder, buildPaidOrder, buildSchedule } from '../support/order-factories.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

const failure = (code: number) => expect.objectContaining({ code })

/** A learner with a paid order of a class that a teacher takes care of. */
async function buyClass(): Promise<{ api: Api; order: BuiltOrder; teacherUser: number | null }> {
  const { db } = backend.database
  const { userId, cookie } = await registerLearner(backend)
  const teacher = await db
    .selectFrom('teachers')
    .select(['teachers.id', 'teachers.userId'])
    .where('teachers.userId', 'is not', null)
    .executeTakeFirstOrThrow()
  const productId = await buildProduct(backend.database, { priceFen: 50_000, lectureType: 1 })
  const scheduleId = await buildSchedule(backend, productId, { teacherId: teacher.id })
  const order = await buildPaidOrder(backend, { userId, scheduleId, lines: [{ priceFen: 50_000, productId }] })
  return { api: backend.as(cookie), order, teacherUser: teacher.userId }
}

describe('the entrance after a purchase', () => {
  test('is there once paid: teacher, class and first steps', async () => {
    const { api, order } = await buyClass()
    const entrance = await api.call('GET /api/user/entrance/get-by-order-no', { orderNo: order.sn })
    expect(entrance).toMatchObject({
      orderNo: order.sn,
      isRead: false,
      scheduleName: '一班',
      beginDate: '2026-04-01',
      calledAt: null,
      callAgainTime: null,
      teacher: { name: expect.any(String) },
    })
    expect(entrance.steps.length).toBeGreaterThanOrEqual(2)
  })

  test('is read once, however often its page is opened', async () => {
    const { api, order } = await buyClass()
    expect(await api.call('POST /api/user/entrance/read', { orderNo: order.sn })).toBe(true)
    const first = await backend.database.db
      .selectFrom('entrances')
      .select('entrances.readAt')
      .where('entrances.orderId', '=', order.id)
      .executeTakeFirstOrThrow()
    backend.clock.set(testNow + 60_000)
    expect(await api.call('POST /api/user/entrance/read', { orderNo: order.sn })).toBe(true)
    const again = await backend.database.db
      .selectFrom('entrances')
      .select('entrances.readAt')
      .where('entrances.orderId', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(again).toEqual(first)
    expect(await api.call('GET /api/user/entrance/get-by-order-no', { orderNo: order.sn })).toMatchObject({
      isRead: true,
    })
    backend.clock.set(testNow)
  })

  test('without a number: the latest unread, latest, or none', async () => {
    const { cookie } = await registerLearner(backend)
    expect(await backend.as(cookie).call('GET /api/user/entrance/get-by-login', {})).toBeNull()
    const { api, order } = await buyClass()
    const second = await buildPaidOrder(backend, { userId: order.userId, lines: [{ priceFen: 1000 }] })
    expect(await api.call('GET /api/user/entrance/get-by-login', {})).toMatchObject({ orderNo: second.sn })
    await api.call('POST /api/user/entrance/read', { orderNo: second.sn })
    expect(await api.call('GET /api/user/entrance/get-by-login', {})).toMatchObject({ orderNo: order.sn })
    await api.call('POST /api/user/entrance/read', { orderNo: order.sn })
    expect(await api.call('GET /api/user/entrance/get-by-login', {})).toMatchObject({ orderNo: second.sn })
  })

  test('an unopened one is shown everywhere, newest first', async () => {
    const { api, order } = await buyClass()
    const openEntrance = async () => (await api.call('GET /api/user/info', {})).entranceNo
    expect(await openEntrance()).toBe(order.sn)
    const second = await buildPaidOrder(backend, { userId: order.userId, lines: [{ priceFen: 1000 }] })
    expect(await openEntrance()).toBe(second.sn)
    for (const orderNo of [second.sn, order.sn]) await api.call('POST /api/user/entrance/read', { orderNo })
    expect(await openEntrance()).toBeNull()
  })

  test('unpaid orders have none; foreign and unknown ones agree', async () => {
    const { api } = await buyClass()
    const other = await buyClass()
    const mine = await registerLearner(backend)
    const unpaid = await buildOrder(backend, { userId: mine.userId, lines: [{ priceFen: 1000 }] })
    await expect(
      backend.as(mine.cookie).call('GET /api/user/entrance/get-by-order-no', { orderNo: unpaid.sn }),
    ).rejects.toEqual(failure(Code.NotFound))
    await expect(api.call('GET /api/user/entrance/get-by-order-no', { orderNo: other.order.sn })).rejects.toEqual(
      failure(Code.OrderMismatch),
    )
    await expect(api.call('GET /api/user/entrance/get-by-order-no', { orderNo: '2026031199999999' })).rejects.toEqual(
      failure(Code.OrderMismatch),
    )
    await expect(api.call('POST /api/user/entrance/call/teacher', { orderNo: other.order.sn })).rejects.toEqual(
      failure(Code.OrderMismatch),
    )
  })
})

describe('calling the teacher', () => {
  test('calls the teacher, rests a minute, can call again', async () => {
    const { api, order, teacherUser } = await buyClass()
    const count = async (): Promise<number> => {
      const row = await backend.database.db
        .selectFrom('userMessages')
        .innerJoin('notifyMessages', 'notifyMessages.id', 'userMessages.messageId')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('userMessages.userId', '=', teacherUser ?? 0)
        .where('notifyMessages.contentHtml', 'like', `%${order.sn}%`)
        .executeTakeFirstOrThrow()
      return Number(row.count)
    }
    expect(await api.call('POST /api/user/entrance/call/teacher', { orderNo: order.sn })).toBe(true)
    expect(await api.call('GET /api/user/entrance/get-by-order-no', { orderNo: order.sn })).toMatchObject({
      calledAt: testNow,
      callAgainTime: testNow + 60_000,
    })
    await expect(api.call('POST /api/user/entrance/call/teacher', { orderNo: order.sn })).rejects.toEqual(
      failure(Code.Toast),
    )
    expect(await count()).toBe(1)
    backend.clock.set(testNow + 60_000)
    expect(await api.call('GET /api/user/entrance/get-by-order-no', { orderNo: order.sn })).toMatchObject({
      callAgainTime: null,
    })
    expect(await api.call('POST /api/user/entrance/call/teacher', { orderNo: order.sn })).toBe(true)
    expect(await count()).toBe(2)
    backend.clock.set(testNow)
  })

  test('ten presses at once are one call (one open call)', async () => {
    const { api, order } = await buyClass()
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => api.call('POST /api/user/entrance/call/teacher', { orderNo: order.sn })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
