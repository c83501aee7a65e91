import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decideRefund } from '#server/backend/order/refund/refund-core.ts'
import { CheckCode, LectureType, PeriodKind } from '#shared/contract/enums.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildPeriod, buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { createFakePay } from '../support/fake-pay-provider.ts'
import { buildTask } from '../support/homework-steps.ts'
import { type BuiltLesson, buildLessonTeacher, buildLiveLesson } from '../support/live-rooms.ts'
import {
  type BuiltOrder,
  buildOrder,
  buildPaidOrder,
  buildPayment,
  notifyPaid,
  type OrderValues,
} from '../support/order-factories.ts'
import { buildSchedule, seatsTaken } from '../support/order-steps.ts'

let backend: TestBackend
let staffId: number
let learner: Learner
let live: BuiltLesson
let order: BuiltOrder

beforeAll(async () => {
  backend = await startTestBackend({}, { pay: createFakePay() })
  staffId = (await buildStaff(backend, 'education')).userId
})
afterAll(() => backend?.close())

/** A learner has paid for a class system of two courses, one of which is a live course with a class that is on. */
beforeEach(async () => {
  backend.clock.set(testNow)
  learner = await registerLearner(backend)
  live = await buildLiveLesson(backend, { free: false })
  const productId = await buildProduct(backend.database, { lectureType: LectureType.classSystem, priceFen: 20_000 })
  order = await buildPaidOrder(backend, {
    userId: learner.userId,
    productId,
    lines: [{ productId: live.courseId, priceFen: 10_000 }, { priceFen: 10_000 }],
  })
})

const api = () => backend.as(learner.cookie)
const choose = (scheduleId: number = live.scheduleId) =>
  api().call('GET /api/course/sign-up', { courseId: live.courseId, classScheduleId: scheduleId })
const purchase = () => api().call('GET /api/order/purchase', { productId: live.courseId })
const enter = () => api().call('GET /api/live/enter/play', { periodId: live.periodId, scheduleId: live.scheduleId })

async function refund(itemIds: readonly number[], of: BuiltOrder = order): Promise<void> {
  const { id } = await api().call('POST /api/order/refund/apply', {
    orderNo: of.sn,
    reason: '时间冲突',
    itemIds: [...itemIds],
  })
  await decideRefund(backend.context, { requestId: id, approve: true, answer: '', staffId })
  await backend.runJob('refunds.push')
}

/** A course paid for twice, as orders did before what is owned was counted anew: the learner's enrolments are out of sight while it is paid. */
async function buyTwice(values: OrderValues): Promise<BuiltOrder> {
  const { db } = backend.database
  const hidden = await db
    .updateTable('enrolments')
    .set({ status: 3 })
    .where('enrolments.userId', '=', learner.userId)
    .where('enrolments.status', '=', 1)
    .returningAll()
    .execute()
  const order = await buildPaidOrder(backend, values)
  for (const { id, productId, scheduleId } of hidden) {
    // who is in the class already gets no second place in it
    await db
      .deleteFrom('enrolments')
      .where('enrolments.orderId', '=', order.id)
      .where('enrolments.productId', '=', productId)
      .where('enrolments.scheduleId', 'is not distinct from', scheduleId)
      .execute()
    await db.updateTable('enrolments').set({ status: 1 }).where('enrolments.id', '=', id).execute()
  }
  return order
}

describe('a live course that came with a class system', () => {
  test('is entered once its class is chosen, taking a seat', async () => {
    expect(await enter()).toMatchObject({ checkCode: CheckCode.noSchedule })
    expect(await purchase()).toMatchObject({ isSignUp: true, needsClass: true, scheduleId: null, way: null })
    expect(await choose()).toEqual({ result: true })
    expect(await seatsTaken(backend, live.scheduleId)).toBe(1)
    expect(await enter()).toMatchObject({ checkCode: CheckCode.pass })
    expect(await purchase()).toMatchObject({
      isSignUp: true,
      needsClass: false,
      scheduleId: live.scheduleId,
      way: { url: expect.stringContaining(`/course/live/play/${live.periodId}`) },
    })
  })

  test('has one class, however often it is asked', async () => {
    const other = await buildSchedule(backend, live.courseId)
    const answers = await Promise.all([choose(), choose(other), choose(), choose(other)])
    expect(answers.filter(({ result }) => result)).toHaveLength(1)
    expect((await seatsTaken(backend, live.scheduleId)) + (await seatsTaken(backend, other))).toBe(1)
    await choose(other)
    expect((await seatsTaken(backend, live.scheduleId)) + (await seatsTaken(backend, other))).toBe(1)
    const { rows } = await api()
      .call('GET /api/user/order/list', { pageNum: 1, pageSize: 10 })
      .then(({ records }) => ({ rows: records }))
    expect(rows).toHaveLength(1)
  })

  test('takes the homework done before along into it', async () => {
    const periodId = await buildPeriod(backend.database, live.courseId, { kind: PeriodKind.video })
    await buildTask(backend, { periodId })
    const own = { userId: learner.userId, periodId, lastAt: new Date(testNow) }
    await backend.db.insertInto('learnProgress').values(own).execute()
    await api().call('POST /api/user/homework/save', { periodId, content: '选班以前交的' })
    const list = async () => (await api().call('GET /api/user/homework/list', {})).records
    expect(await list()).toMatchObject([{ periodId, scheduleId: null, state: 2 }])
    await choose()
    expect(await list()).toMatchObject([{ periodId, scheduleId: live.scheduleId, state: 2 }])
    const teacher = await buildLessonTeacher(backend, live)
    const { records } = await backend.as(teacher.cookie).call('GET /api/teach/homework/queue', {})
    expect(records).toMatchObject([{ nickname: expect.any(String), scheduleName: expect.any(String) }])
  })

  test('full, closed and foreign classes are refused, taking nothing', async () => {
    const full = await buildSchedule(backend, live.courseId, { capacity: 3, enrolled: 3 })
    const closed = await buildSchedule(backend, live.courseId, { status: 2 })
    const foreign = await buildSchedule(
      backend,
      await buildProduct(backend.database, { lectureType: LectureType.live }),
    )
    await expect(choose(full)).rejects.toMatchObject({ message: '名额已满' })
    await expect(choose(closed)).rejects.toMatchObject({ message: '该班期已停止报名' })
    await expect(choose(foreign)).rejects.toMatchObject({ code: 404 })
    expect(await purchase()).toMatchObject({ needsClass: true, scheduleId: null })
    expect(await seatsTaken(backend, full)).toBe(3)
  })

  test('gives the seat back once when refunded', async () => {
    await choose()
    await refund(order.itemIds.slice(0, 1))
    expect(await seatsTaken(backend, live.scheduleId)).toBe(0)
    expect(await enter()).toMatchObject({ checkCode: CheckCode.notBought })
    await refund(order.itemIds.slice(1))
    expect(await seatsTaken(backend, live.scheduleId)).toBe(0)
  })

  test('keeps the seat when another course is refunded', async () => {
    await choose()
    await refund(order.itemIds.slice(1))
    expect(await seatsTaken(backend, live.scheduleId)).toBe(1)
    expect(await enter()).toMatchObject({ checkCode: CheckCode.pass })
  })

  test('ordered alone too: that money and seat come back', async () => {
    const seated = await buildSchedule(backend, live.courseId, { enrolled: 5 })
    const alone = await buildOrder(backend, {
      userId: learner.userId,
      productId: live.courseId,
      scheduleId: seated,
      lines: [{ productId: live.courseId, priceFen: 9900 }],
    })
    expect(await notifyPaid(backend, await buildPayment(backend, alone))).toBe('late')
    await backend.runJob('orders.owned')
    expect(await seatsTaken(backend, seated)).toBe(4)
    expect(await purchase()).toMatchObject({ isSignUp: true, openOrderNo: null })
  })

  test('bought alone too: each seat goes back once', async () => {
    const seated = await buildSchedule(backend, live.courseId, { enrolled: 5 })
    const alone = await buyTwice({
      userId: learner.userId,
      productId: live.courseId,
      scheduleId: seated,
      lines: [{ productId: live.courseId, priceFen: 9900 }],
    })
    await refund(alone.itemIds, alone)
    expect(await seatsTaken(backend, seated)).toBe(4)
    expect(await purchase()).toMatchObject({ isSignUp: true, needsClass: true, scheduleId: null })
    await refund(order.itemIds.slice(0, 1))
    expect(await seatsTaken(backend, seated)).toBe(4)
    expect(await purchase()).toMatchObject({ isSignUp: false })
  })

  test('bought alone for the chosen class: one seat stays', async () => {
    await choose()
    // its order was opened before, with a seat
    const alone = await buyTwice({
      userId: learner.userId,
      productId: live.courseId,
      scheduleId: live.scheduleId,
      lines: [{ productId: live.courseId, priceFen: 9900 }],
    })
    await backend.database.db
      .updateTable('classSchedules')
      .set({ enrolled: 2 })
      .where('classSchedules.id', '=', live.scheduleId)
      .execute()
    await refund(order.itemIds.slice(0, 1))
    expect(await seatsTaken(backend, live.scheduleId)).toBe(1)
    expect(await enter()).toMatchObject({ checkCode: CheckCode.pass })
    await refund(alone.itemIds, alone)
    expect(await seatsTaken(backend, live.scheduleId)).toBe(0)
    expect(await enter()).toMatchObject({ checkCode: CheckCode.notBought })
  })

  test('bought alone for another class: that seat goes back', async () => {
    await choose()
    const other = await buildSchedule(backend, live.courseId, { enrolled: 5 })
    const alone = await buyTwice({
      userId: learner.userId,
      productId: live.courseId,
      scheduleId: other,
      lines: [{ productId: live.courseId, priceFen: 9900 }],
    })
    await refund(order.itemIds.slice(0, 1))
    expect([await seatsTaken(backend, live.scheduleId), await seatsTaken(backend, other)]).toEqual([0, 5])
    expect(await purchase()).toMatchObject({ isSignUp: true, scheduleId: other })
    await refund(alone.itemIds, alone)
    expect([await seatsTaken(backend, live.scheduleId), await seatsTaken(backend, other)]).toEqual([0, 4])
    expect(await purchase()).toMatchObject({ isSignUp: false })
  })

  test('whoever doesn’t have the course buys it, and chooses nothing', async () => {
    const other = await registerLearner(backend)
    const answer = await backend
      .as(other.cookie)
      .call('GET /api/course/sign-up', { courseId: live.courseId, classScheduleId: live.scheduleId })
    expect(answer).toMatchObject({ doPay: true, orderNo: expect.any(String) })
  })
})
