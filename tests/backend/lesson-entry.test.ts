import { describe, expect, test } from 'vitest'
import { registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import {
  type BuiltLesson,
  buildEnrolled,
  buildLessonTeacher,
  buildLiveLesson,
  enrolIn,
  openRoom,
} from '../support/live-rooms.ts'
import { buildPaidOrder } from '../support/order-factories.ts'
import { buildVideoLesson, openVod, pass, sendBeat } from '../support/play-steps.ts'

const minute = 60_000
const hour = 60 * minute

const backend = backendOfFile()

const wayOf = async (cookie: string, productId: number) =>
  (await backend.as(cookie).call('GET /api/order/purchase', { productId })).way
const roomOf = ({ periodId, scheduleId }: Pick<BuiltLesson, 'periodId' | 'scheduleId'>, area = '/course/live/play') =>
  `${area}/${periodId}?scheduleId=${scheduleId}`
const enrolFree = async (userId: number, productId: number) => {
  const now = new Date(testNow)
  await backend.db
    .insertInto('enrolments')
    .values({ userId, productId, scheduleId: null, source: 2, beginAt: now, createdAt: now })
    .execute()
}

describe('the way of a learner into a course', () => {
  test('is the running class’s room, with class and times', async () => {
    const lesson = await buildLiveLesson(backend, { free: false })
    const { cookie } = await buildEnrolled(backend, lesson)
    expect(await wayOf(cookie, lesson.courseId)).toMatchObject({
      url: roomOf(lesson),
      periodId: lesson.periodId,
      kind: 1,
      begDate: lesson.begin,
      endDate: lesson.end,
      liveStatus: 2,
      isBegun: false,
    })
  })

  test('is the next class, finally the last one', async () => {
    const first = await buildLiveLesson(backend, { free: false })
    const second = await buildLiveLesson(backend, {
      free: false,
      courseId: first.courseId,
      scheduleId: first.scheduleId,
      begin: testNow + 3 * hour,
      end: testNow + 4 * hour,
    })
    const { cookie } = await buildEnrolled(backend, first)
    expect((await wayOf(cookie, first.courseId))?.url).toBe(roomOf(first))
    const room = await openRoom(backend, first)
    await backend.db
      .updateTable('liveRooms')
      .set({ endedAt: new Date(testNow) })
      .where('liveRooms.id', '=', room.id)
      .execute()
    expect(await wayOf(cookie, first.courseId)).toMatchObject({ url: roomOf(second), liveStatus: 1 })
    backend.clock.set(second.end)
    expect(await wayOf(cookie, first.courseId)).toMatchObject({ url: roomOf(second), liveStatus: 3 })
  })

  test('is the own class, whatever others do', async () => {
    const other = await buildLiveLesson(backend, { free: false })
    const own = await buildLiveLesson(backend, {
      free: false,
      courseId: other.courseId,
      begin: testNow + hour,
      end: testNow + 2 * hour,
    })
    const { cookie } = await buildEnrolled(backend, own)
    expect((await wayOf(cookie, own.courseId))?.url).toBe(roomOf(own))
  })

  test('leads to the room of a film on the clock', async () => {
    const film = await buildLiveLesson(backend, { kind: 3, free: false })
    const { cookie } = await buildEnrolled(backend, film)
    expect(await wayOf(cookie, film.courseId)).toMatchObject({ url: roomOf(film, '/mind/play'), kind: 3 })
  })

  test('of a recorded course is the lesson where one was', async () => {
    const first = await buildVideoLesson(backend, { free: false })
    const second = await buildVideoLesson(backend, { free: false, courseId: first.courseId })
    const { userId, cookie } = await registerLearner(backend)
    await enrolFree(userId, first.courseId)
    expect(await wayOf(cookie, first.courseId)).toMatchObject({
      url: `/course/video/play/${first.periodId}`,
      kind: 2,
      begDate: null,
      liveStatus: null,
      isBegun: false,
    })
    const watchId = await openVod(backend, cookie, second.periodId)
    pass(backend, 10)
    await sendBeat(backend, cookie, watchId, { ranges: [[0, 10]] })
    expect(await wayOf(cookie, first.courseId)).toMatchObject({
      url: `/course/video/play/${second.periodId}`,
      isBegun: true,
    })
  })

  test('is nobody’s who may not go in', async () => {
    const lesson = await buildLiveLesson(backend, { free: false })
    const video = await buildVideoLesson(backend)
    const stranger = await registerLearner(backend)
    const left = await buildEnrolled(backend, lesson)
    await backend.db
      .updateTable('enrolments')
      .set({ endAt: new Date(testNow) })
      .where('enrolments.userId', '=', left.userId)
      .execute()
    for (const cookie of ['', stranger.cookie, left.cookie]) expect(await wayOf(cookie, lesson.courseId)).toBeNull()
    expect(await wayOf(stranger.cookie, video.courseId)).toBeNull()
    expect(await wayOf(stranger.cookie, 999_999_999)).toBeNull()
  })

  test('is open to all for free classes and their teachers', async () => {
    const free = await buildLiveLesson(backend)
    const paid = await buildLiveLesson(backend, { free: false })
    expect((await wayOf((await registerLearner(backend)).cookie, free.courseId))?.url).toBe(roomOf(free))
    const teacher = await buildLessonTeacher(backend, paid)
    expect((await wayOf(teacher.cookie, paid.courseId))?.url).toBe(roomOf(paid))
  })

  test('into a class system is its class, place or course', async () => {
    const classSystemId = await buildProduct(backend.database, { lectureType: 2 })
    const video = await buildVideoLesson(backend, { free: false })
    const film = await buildVideoLesson(backend, { free: false })
    const live = await buildLiveLesson(backend, { free: false, begin: testNow + hour, end: testNow + 2 * hour })
    const { id: stageId } = await backend.db
      .insertInto('classSystemStages')
      .values({ classSystemId, name: '第一阶段' })
      .returning('classSystemStages.id')
      .executeTakeFirstOrThrow()
    await backend.db
      .insertInto('classSystemCourses')
      .values([video, film, live].map(({ courseId }, sort) => ({ stageId, courseId, sort })))
      .execute()
    const { userId, cookie } = await registerLearner(backend)
    expect(await wayOf(cookie, classSystemId)).toBeNull()
    for (const productId of [classSystemId, video.courseId, film.courseId]) await enrolFree(userId, productId)
    await enrolIn(backend, userId, live)
    expect((await wayOf(cookie, classSystemId))?.url).toBe(`/course/video/play/${video.periodId}`)
    const watchId = await openVod(backend, cookie, film.periodId)
    pass(backend, 10)
    await sendBeat(backend, cookie, watchId, { ranges: [[0, 10]] })
    expect((await wayOf(cookie, classSystemId))?.url).toBe(`/course/video/play/${film.periodId}`)
    backend.clock.set(testNow + 35 * minute)
    expect((await wayOf(cookie, classSystemId))?.url).toBe(roomOf(live))
  })

  test('stands in the entrance after a purchase', async () => {
    const lesson = await buildLiveLesson(backend, { free: false })
    const { userId, cookie } = await registerLearner(backend)
    const order = await buildPaidOrder(backend, {
      userId,
      scheduleId: lesson.scheduleId,
      lines: [{ priceFen: 9900, productId: lesson.courseId }],
    })
    expect(
      (await backend.as(cookie).call('GET /api/user/entrance/get-by-order-no', { orderNo: order.sn })).way,
    ).toMatchObject({ url: roomOf(lesson) })
    expect((await backend.as(cookie).call('GET /api/user/entrance/get-by-login', {}))?.way).toMatchObject({
      url: roomOf(lesson),
    })
  })
})

describe('what everybody is told of a room', () => {
  const cardOf = async (courseId: number) => {
    for (let pageNum = 1; ; pageNum += 1) {
      const { records, pages } = await backend.api.call('GET /api/home/open-live', { pageNum, pageSize: 20 })
      const found = records.find(({ id }) => id === courseId)
      if (found || pageNum >= pages) return found
    }
  }

  test('a free class shows its room, a paid one doesn’t', async () => {
    for (const free of [true, false]) {
      const lesson = await buildLiveLesson(backend, { free, product: { isOpenLive: true } })
      const roomUrl = free ? roomOf(lesson) : null
      expect(await cardOf(lesson.courseId)).toMatchObject({ periodId: lesson.periodId, liveStatus: 2, roomUrl })
      expect(await backend.api.call('GET /api/course/period', { courseId: lesson.courseId })).toMatchObject([
        { id: lesson.periodId, roomUrl },
      ])
      if (free)
        expect(
          (await backend.api.call('GET /api/course/course-detail', { id: lesson.courseId })).freeLivePeriods,
        ).toMatchObject([{ id: lesson.periodId, roomUrl }])
    }
    const video = await buildVideoLesson(backend)
    expect(await backend.api.call('GET /api/course/period', { courseId: video.courseId })).toMatchObject([
      { roomUrl: null },
    ])
  })

  test('a room that staff keep closed is theirs alone', async () => {
    const lesson = await buildLiveLesson(backend, { product: { isOpenLive: true } })
    const room = await openRoom(backend, lesson)
    await backend.db.updateTable('liveRooms').set({ isOpen: false }).where('liveRooms.id', '=', room.id).execute()
    const [learner, teacher] = [await buildEnrolled(backend, lesson), await buildLessonTeacher(backend, lesson)]
    expect(await cardOf(lesson.courseId)).toMatchObject({ roomUrl: null })
    expect(await backend.api.call('GET /api/course/period', { courseId: lesson.courseId })).toMatchObject([
      { roomUrl: null },
    ])
    expect(await wayOf(learner.cookie, lesson.courseId)).toBeNull()
    expect((await wayOf(teacher.cookie, lesson.courseId))?.url).toBe(roomOf(lesson))
  })

  test('a class that staff ended is over in lists too', async () => {
    const lesson = await buildLiveLesson(backend, { product: { isOpenLive: true } })
    const room = await openRoom(backend, lesson)
    await backend.db
      .updateTable('liveRooms')
      .set({ endedAt: new Date(testNow - minute) })
      .where('liveRooms.id', '=', room.id)
      .execute()
    expect(await cardOf(lesson.courseId)).toMatchObject({ liveStatus: 3, endDate: testNow - minute })
    expect(await backend.api.call('GET /api/course/period', { courseId: lesson.courseId })).toMatchObject([
      { liveStatus: 3, endDate: testNow - minute },
    ])
  })
})

describe('GET /api/live/class-of-course', () => {
  const classOf = async (courseId: number, cookie = '', scheduleId?: number) =>
    (
      await backend
        .as(cookie)
        .call('GET /api/live/class-of-course', { courseId, ...(scheduleId === undefined ? {} : { scheduleId }) })
    ).url

  test('is the room that is on, next or last', async () => {
    const over = await buildLiveLesson(backend, { begin: testNow - 2 * hour, end: testNow - hour })
    const own = await buildLiveLesson(backend, {
      courseId: over.courseId,
      begin: testNow + 2 * hour,
      end: testNow + 3 * hour,
    })
    const next = await buildLiveLesson(backend, {
      courseId: over.courseId,
      scheduleId: over.scheduleId,
      begin: testNow + hour,
      end: testNow + 2 * hour,
    })
    const { cookie } = await buildEnrolled(backend, own)
    expect([
      await classOf(over.courseId),
      await classOf(over.courseId, cookie),
      await classOf(over.courseId, '', own.scheduleId),
    ]).toEqual([roomOf(next), roomOf(own), roomOf(own)])
    backend.clock.set(next.begin)
    expect(await classOf(over.courseId)).toBe(roomOf(next))
    backend.clock.set(own.end)
    expect(await classOf(over.courseId)).toBe(roomOf(own))
  })

  test('leads courses to their room, page or nowhere', async () => {
    const film = await buildLiveLesson(backend, { kind: 3 })
    expect(await classOf(film.courseId)).toBe(roomOf(film, '/mind/play'))
    const courseId = await buildProduct(backend.database, { lectureType: 1 })
    expect(await classOf(courseId)).toBe(`/course/live/${courseId}`)
    for (const unknown of [999_999_999, await buildProduct(backend.database, { lectureType: 1, status: 0 })])
      await expect(classOf(unknown)).rejects.toMatchObject({ code: 404 })
  })
})

describe('GET /api/my-course/list-course-live', () => {
  const listOf = async (cookie: string, input: { pageNum?: number; pageSize?: number } = {}) =>
    backend.as(cookie).call('GET /api/my-course/list-course-live', input)

  test('has the learner’s own classes, the soonest first', async () => {
    const on = await buildLiveLesson(backend, { free: false })
    const later = await buildLiveLesson(backend, {
      free: false,
      courseId: on.courseId,
      scheduleId: on.scheduleId,
      begin: testNow + 2 * hour,
      end: testNow + 3 * hour,
    })
    const soon = await buildLiveLesson(backend, {
      kind: 3,
      free: false,
      begin: testNow + hour,
      end: testNow + 2 * hour,
    })
    await buildLiveLesson(backend, {
      free: false,
      courseId: on.courseId,
      scheduleId: on.scheduleId,
      begin: testNow - 2 * hour,
      end: testNow - hour,
    })
    await buildLiveLesson(backend, { free: false, courseId: on.courseId })
    const { userId, cookie } = await buildEnrolled(backend, on)
    await enrolIn(backend, userId, soon)
    const { records, total } = await listOf(cookie)
    expect(records.map(({ periodId, liveStatus, roomUrl }) => [periodId, liveStatus, roomUrl])).toEqual([
      [on.periodId, 2, roomOf(on)],
      [soon.periodId, 1, roomOf(soon, '/mind/play')],
      [later.periodId, 1, roomOf(later)],
    ])
    expect(total).toBe(3)
    expect((await listOf(cookie, { pageNum: 2, pageSize: 2 })).records.map(({ periodId }) => periodId)).toEqual([
      later.periodId,
    ])
    expect((await listOf((await registerLearner(backend)).cookie)).records).toEqual([])
    await expect(listOf('')).rejects.toMatchObject({ code: -3 })
  })

  test('has a teacher’s classes, without ended or expired ones', async () => {
    const lesson = await buildLiveLesson(backend, { free: false })
    const teacher = await buildLessonTeacher(backend, lesson)
    const learner = await buildEnrolled(backend, lesson)
    const idsOf = async (cookie: string) => (await listOf(cookie)).records.map(({ periodId }) => periodId)
    expect([await idsOf(teacher.cookie), await idsOf(learner.cookie)]).toEqual([[lesson.periodId], [lesson.periodId]])
    await backend.db
      .updateTable('enrolments')
      .set({ endAt: new Date(testNow) })
      .where('enrolments.userId', '=', learner.userId)
      .execute()
    expect(await idsOf(learner.cookie)).toEqual([])
    const room = await openRoom(backend, lesson)
    await backend.db
      .updateTable('liveRooms')
      .set({ endedAt: new Date(testNow) })
      .where('liveRooms.id', '=', room.id)
      .execute()
    expect(await idsOf(teacher.cookie)).toEqual([])
  })
})
