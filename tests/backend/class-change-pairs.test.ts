import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decideRefund } from '#server/backend/order/refund/refund-core.ts'
import { CheckCode, LectureType, ScheduleStatus } from '#shared/contract/enums.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { createFakePay, type FakePay } from '../support/fake-pay-provider.ts'
import { type BuiltLesson, buildLiveLesson } from '../support/live-rooms.ts'
import { type BuiltOrder, buildPaidOrder, ledgerBalances } from '../support/order-factories.ts'

const hour = 3_600_000
const day = 24 * hour
const begin = testNow + 10 * day

let backend: TestBackend
let pay: FakePay
let staffId: number
let learner: Learner
let calendar: string

beforeAll(async () => {
  pay = createFakePay()
  backend = await startTestBackend({}, { pay })
  staffId = (await buildStaff(backend, 'education')).userId
})
afterAll(() => backend?.close())

beforeEach(async () => {
  backend.clock.set(testNow)
  learner = await registerLearner(backend)
  calendar = (await own().call('POST /api/user/calendar/make', {})).path
})

const own = () => backend.as(learner.cookie)

/** A class of one lesson, in a course of its own or beside another class of the same. */
const buildClass = (courseId?: number): Promise<BuiltLesson> =>
  buildLiveLesson(backend, { free: false, begin, end: begin + hour, ...(courseId === undefined ? {} : { courseId }) })

const buy = ({ courseId, scheduleId }: BuiltLesson): Promise<BuiltOrder> =>
  buildPaidOrder(backend, {
    userId: learner.userId,
    productId: courseId,
    scheduleId,
    lines: [{ productId: courseId, priceFen: 9900 }],
  })

async function move({ periodId, scheduleId }: BuiltLesson, to: number): Promise<void> {
  await backend.database.db
    .updateTable('schedulePeriods')
    .set({ beginAt: new Date(to), endAt: new Date(to + hour), changedAt: new Date(backend.clock.now()) })
    .where('schedulePeriods.periodId', '=', periodId)
    .where('schedulePeriods.scheduleId', '=', scheduleId)
    .execute()
}

async function callOff({ scheduleId }: BuiltLesson): Promise<void> {
  const status = ScheduleStatus.cancelled
  await backend.database.db.updateTable('classSchedules').set({ status }).where('id', '=', scheduleId).execute()
}

/** The learner asks for everything that may be given back, the school agrees, the money goes. */
async function giveBack({ sn }: BuiltOrder): Promise<string> {
  const { id, amount } = await own().call('POST /api/order/refund/apply', { orderNo: sn, reason: '换一个班' })
  await decideRefund(backend.context, { requestId: id, approve: true, answer: '', staffId })
  await backend.runJob('refunds.push')
  return amount
}

async function titles(topic: 'study' | 'order' = 'study'): Promise<string[]> {
  const { records } = await own().call('GET /api/notify-message/get-message', { topic })
  return records.map(({ title }) => title).reverse()
}

/** Classes of the learner's calendar file by their class: how often they changed, and whether they are on. */
async function events(): Promise<Record<number, [sequence: number, status: string]>> {
  backend.clock.set(backend.clock.now() + 61_000)
  const { text } = await backend.agent.get(calendar).expect(200)
  const found = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const { searchParams } = new URL(String(component.getFirstPropertyValue('url')))
    const { sequence } = new ICAL.Event(component)
    return [Number(searchParams.get('scheduleId')), [sequence, String(component.getFirstPropertyValue('status'))]]
  })
  return Object.fromEntries(found)
}

const coming = async () => {
  const { records } = await own().call('GET /api/my-course/list-class-schedule', { pageSize: 50 })
  return records.map(({ scheduleId, begDate }) => [scheduleId, begDate])
}
const enter = async ({ periodId, scheduleId }: BuiltLesson) =>
  (await own().call('GET /api/live/enter/play', { periodId, scheduleId })).checkCode

/** A course with two classes. */
async function buildTwoClasses(): Promise<[BuiltLesson, BuiltLesson]> {
  const first = await buildClass()
  return [first, await buildClass(first.courseId)]
}

describe('a class that was moved and left for another', () => {
  test('is off in the calendar, and no news any more', async () => {
    const [first, second] = await buildTwoClasses()
    const order = await buy(first)
    expect(await events()).toEqual({ [first.scheduleId]: [0, 'CONFIRMED'] })
    await move(first, begin + day)
    await giveBack(order)
    await buy(second)
    await backend.runJob('classes.changed')
    expect(await titles()).not.toContain('上课时间改了')
    expect(await coming()).toEqual([[second.scheduleId, begin]])
    const after = await events()
    expect(after).toMatchObject({
      [first.scheduleId]: [expect.any(Number), 'CANCELLED'],
      [second.scheduleId]: [0, 'CONFIRMED'],
    })
    expect(after[first.scheduleId]?.[0]).toBeGreaterThan(0)
  })

  test('is told once, and nothing after it was left', async () => {
    const [first, second] = await buildTwoClasses()
    const order = await buy(first)
    await events()
    backend.clock.set(testNow + hour)
    await move(first, begin + day)
    await backend.runJob('classes.changed')
    expect((await events())[first.scheduleId]).toEqual([1, 'CONFIRMED'])
    await giveBack(order)
    await buy(second)
    const left = (await events())[first.scheduleId]
    expect(left).toEqual([2, 'CANCELLED'])
    await move(first, begin + 2 * day)
    await backend.runJob('classes.changed')
    expect((await titles()).filter((title) => title === '上课时间改了')).toHaveLength(1)
    expect((await events())[first.scheduleId]).toEqual(left)
  })

  test('the other one, moved before they came, is no news', async () => {
    const [first, second] = await buildTwoClasses()
    const order = await buy(first)
    backend.clock.set(testNow + hour)
    await move(second, begin + 3 * day)
    await giveBack(order)
    backend.clock.set(testNow + 2 * hour)
    await buy(second)
    await backend.runJob('classes.changed')
    expect(await titles()).not.toContain('上课时间改了')
    expect(await coming()).toEqual([[second.scheduleId, begin + 3 * day]])
  })
})

describe('a class that the school called off', () => {
  test('is given back whole, also after seven days', async () => {
    const lesson = await buildClass()
    const order = await buy(lesson)
    await events()
    backend.clock.set(testNow + 8 * day)
    const orderNo = order.sn
    const canRefund = async () => (await own().call('GET /api/order/detail', { orderNo })).orderInfo.canRefund
    expect(await canRefund()).toBe(false)
    await expect(own().call('POST /api/order/refund/apply', { orderNo, reason: '来不了' })).rejects.toThrow('7 天')
    await callOff(lesson)
    await backend.runJob('classes.changed')
    expect(await titles()).toContain('班级停开了')
    const { records } = await own().call('GET /api/notify-message/get-message', { topic: 'study' })
    expect(records.find(({ title }) => title === '班级停开了')?.content).toContain('不受 7 天限制')
    expect(await canRefund()).toBe(true)
    const off = (await events())[lesson.scheduleId]
    expect(off?.[1]).toBe('CANCELLED')
    expect(await giveBack(order)).toBe('99.00')
    expect(await coming()).toEqual([])
    expect(await enter(lesson)).toBe(CheckCode.noCourse)
    expect((await events())[lesson.scheduleId]).toEqual(off)
    const { records: courses } = await own().call('GET /api/user/my-course/list-v3', {})
    expect(courses).toEqual([])
    expect(await ledgerBalances(backend, [order.id])).toEqual({})
    await backend.runJob('classes.changed')
    expect((await titles()).filter((title) => title === '班级停开了')).toHaveLength(1)
  })

  test('of an order of two gives back just its line', async () => {
    const lesson = await buildClass()
    const productId = await buildProduct(backend.database, { lectureType: LectureType.classSystem, priceFen: 20_000 })
    const order = await buildPaidOrder(backend, {
      userId: learner.userId,
      productId,
      lines: [{ productId: lesson.courseId, priceFen: 12_000 }, { priceFen: 8000 }],
    })
    await own().call('GET /api/course/sign-up', { courseId: lesson.courseId, classScheduleId: lesson.scheduleId })
    backend.clock.set(testNow + 8 * day)
    await callOff(lesson)
    const { lines } = await own().call('GET /api/order/refund/preview', { orderNo: order.sn })
    expect(lines.map(({ refundable, amount }) => [refundable, amount])).toEqual([
      [true, '120.00'],
      [false, '80.00'],
    ])
    expect(await giveBack(order)).toBe('120.00')
    expect(await enter(lesson)).toBe(CheckCode.noCourse)
  })

  test('after the refund is nothing to be told of', async () => {
    const lesson = await buildClass()
    await giveBack(await buy(lesson))
    await callOff(lesson)
    await backend.runJob('classes.changed')
    expect(await titles()).not.toContain('班级停开了')
  })
})
