import { describe, expect, test } from 'vitest'
import { shanghaiTime } from '#server/backend/base/shanghai-day.ts'
import { listClassTimes } from '#server/backend/study/timetable/class-time-store.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import {
  buildAnswerRoom,
  buildEnrolled,
  buildLessonTeacher,
  buildLiveLesson,
  enrolIn,
  noteAttended,
  openRoom,
} from '../support/live-rooms.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const backend = backendOfFile()

type Type = 'live' | 'answer-live'
const month = ({ cookie }: Learner, input: { month?: string; type?: Type } = {}) =>
  backend.as(cookie).call('GET /api/my-course/class-schedule-monthly-calendar', input)
const list = ({ cookie }: Learner, input: { date?: string; type?: Type; pageNum?: number; pageSize?: number } = {}) =>
  backend.as(cookie).call('GET /api/my-course/list-class-schedule', input)
const clashes = ({ cookie }: Learner, scheduleId: number) =>
  backend.as(cookie).call('GET /api/my-course/class-clashes', { scheduleId })
const rooms = ({ cookie }: Learner, input: { date?: string; pageNum?: number; pageSize?: number } = {}) =>
  backend.as(cookie).call('GET /api/user/my-solution-room/list', input)

/** A class from an hour on (of that day) in one schedule with others. */
async function addClass(at: number, of?: { courseId: number; scheduleId: number }) {
  return buildLiveLesson(backend, {
    free: false,
    begin: at,
    end: at + hour,
    ...(of ? { courseId: of.courseId, scheduleId: of.scheduleId } : {}),
  })
}

async function move(scheduleId: number, by: number): Promise<void> {
  const rows = await backend.db
    .selectFrom('schedulePeriods')
    .selectAll('schedulePeriods')
    .where('schedulePeriods.scheduleId', '=', scheduleId)
    .execute()
  for (const { id, beginAt, endAt } of rows)
    await backend.db
      .updateTable('schedulePeriods')
      .set({
        beginAt: new Date(beginAt.getTime() + by),
        endAt: new Date(endAt.getTime() + by),
        changedAt: new Date(backend.clock.now()),
      })
      .where('schedulePeriods.id', '=', id)
      .execute()
}

describe('the month of a learner', () => {
  test('has the days with classes, from Monday on', async () => {
    const first = await addClass(shanghaiTime('2026-02-28', 20 * 60))
    const learner = await buildEnrolled(backend, first)
    for (const at of ['2026-03-11', '2026-03-11', '2026-04-05', '2026-04-06'])
      await addClass(shanghaiTime(at, 20 * 60), first)
    expect((await month(learner)).map(({ date, count }) => [date, count])).toEqual([
      ['2026-02-28', 1],
      ['2026-03-11', 2],
      ['2026-04-05', 1],
    ])
  })

  test('counts a class after midnight on its Shanghai day', async () => {
    const late = await addClass(shanghaiTime('2026-03-14', 10))
    const learner = await buildEnrolled(backend, late)
    expect(await month(learner, { month: '2026-03' })).toEqual([
      { date: '2026-03-14', count: 1, live: 1, aiLive: 0, answer: 0, exam: 0, homework: 0 },
    ])
  })

  test('has nothing of others, nor of what was given back', async () => {
    const lesson = await addClass(testNow + hour)
    await buildEnrolled(backend, lesson)
    const other = await buildEnrolled(backend, lesson)
    await backend.db
      .updateTable('enrolments')
      .set({ status: 3 })
      .where('enrolments.userId', '=', other.userId)
      .execute()
    expect(await month(other)).toEqual([])
    expect(await month(await registerLearner(backend))).toEqual([])
  })

  test.each(['2026-13', '2026-00', '9999-12', '1999-12', 'constructor', '2026-3'])(
    'is refused for %s',
    async (text) => {
      const learner = await registerLearner(backend)
      await expect(month(learner, { month: text })).rejects.toMatchObject({ status: 400 })
    },
  )
})

describe('the day of a learner', () => {
  test('has its classes, the earliest first', async () => {
    const over = await addClass(testNow - 3 * hour)
    const learner = await buildEnrolled(backend, over)
    const coming = await addClass(testNow + hour, over)
    await addClass(testNow + day, over)
    await noteAttended(backend, (await openRoom(backend, over)).id, learner.userId)
    const page = await list(learner, { date: 'today' })
    expect(page).toMatchObject({ total: 2, today: '2026-03-11' })
    expect(page.records).toMatchObject([
      {
        periodId: over.periodId,
        liveStatus: 3,
        url: `/course/live/play/${over.periodId}?scheduleId=${over.scheduleId}`,
        canEvaluate: true,
        teacherName: '林老师',
        scheduleName: '晚班',
      },
      { periodId: coming.periodId, liveStatus: 1, canEvaluate: false },
    ])
    expect((await list(learner, { date: '2026-03-11' })).records).toEqual(page.records)
  })

  test('stays, without a way in, after the service', async () => {
    const lesson = await addClass(testNow - 3 * hour)
    const learner = await buildEnrolled(backend, lesson)
    await backend.db
      .updateTable('enrolments')
      .set({ endAt: new Date(testNow - hour) })
      .where('enrolments.userId', '=', learner.userId)
      .execute()
    expect((await list(learner, { date: 'today' })).records).toMatchObject([{ url: null, canEvaluate: false }])
  })

  test('keeps a moved class on the day of attendance', async () => {
    const lesson = await addClass(testNow - 3 * hour)
    const learner = await buildEnrolled(backend, lesson)
    await noteAttended(backend, (await openRoom(backend, lesson)).id, learner.userId)
    await move(lesson.scheduleId, 7 * day)
    expect((await list(learner, { date: 'today' })).records).toMatchObject([{ begDate: lesson.begin }])
    expect((await list(learner, { date: '2026-03-18' })).records).toMatchObject([{ formerBegDate: null }])
  })

  test('is refused for a day that there is not', async () => {
    const learner = await registerLearner(backend)
    for (const date of ['2026-02-29', '9999-12-31', '2026-3-1', 'tomorrow'])
      await expect(list(learner, { date })).rejects.toMatchObject({ status: 400 })
  })

  test('is not for visitors', async () => {
    await expect(backend.api.call('GET /api/my-course/list-class-schedule', {})).rejects.toMatchObject({ code: -3 })
  })
})

describe('what comes next', () => {
  test('begins with what is on, page by page', async () => {
    const on = await addClass(testNow - 10 * minute)
    const learner = await buildEnrolled(backend, on)
    const later = await addClass(testNow + 2 * day, on)
    await addClass(testNow + day, on)
    await addClass(testNow - day, on)
    const first = await list(learner, { pageSize: 2 })
    expect(first).toMatchObject({ total: 3, pages: 2, lastBegDate: later.begin })
    expect(first.records.map(({ begDate }) => begDate)).toEqual([on.begin, testNow + day])
    expect((await list(learner, { pageSize: 2, pageNum: 2 })).records.map(({ begDate }) => begDate)).toEqual([
      later.begin,
    ])
  })

  test('leaves out a class that its staff have ended', async () => {
    const lesson = await addClass(testNow - 10 * minute)
    const learner = await buildEnrolled(backend, lesson)
    const room = await openRoom(backend, lesson)
    await backend.db
      .updateTable('liveRooms')
      .set({ endedAt: new Date(testNow - minute) })
      .where('liveRooms.id', '=', room.id)
      .execute()
    expect((await list(learner)).total).toBe(0)
  })

  test('has the classes of who teaches them', async () => {
    const lesson = await addClass(testNow + hour)
    const teacher = await buildLessonTeacher(backend, lesson)
    expect((await list(teacher)).records).toMatchObject([{ periodId: lesson.periodId, isTaught: true }])
  })

  test('has free classes with a reminder', async () => {
    const lesson = await buildLiveLesson(backend, { begin: testNow + 2 * hour, end: testNow + 3 * hour })
    const learner = await registerLearner(backend)
    expect((await list(learner)).total).toBe(0)
    await backend
      .as(learner.cookie)
      .call('POST /api/live-info/reminder', { periodId: lesson.periodId, scheduleId: lesson.scheduleId, on: true })
    expect((await list(learner)).records).toMatchObject([{ periodId: lesson.periodId }])
  })

  test('tells when a moved class was to begin', async () => {
    const lesson = await addClass(testNow + day)
    const learner = await buildEnrolled(backend, lesson)
    await move(lesson.scheduleId, hour)
    expect((await list(learner)).records).toMatchObject([{ begDate: lesson.begin + hour, formerBegDate: lesson.begin }])
  })

  test('counts moves and cancellations for calendars', async () => {
    const lesson = await addClass(testNow + day)
    const { userId } = await buildEnrolled(backend, lesson)
    const read = async () =>
      (
        await listClassTimes(
          backend.db,
          userId,
          { from: new Date(testNow), withCancelled: true },
          { now: new Date(testNow) },
        )
      )[0]
    const before = await read()
    expect(before).toMatchObject({ revision: 0, changedAt: null, isCancelled: false })
    await move(lesson.scheduleId, hour)
    await backend.db
      .updateTable('classSchedules')
      .set({ status: 3 })
      .where('classSchedules.id', '=', lesson.scheduleId)
      .execute()
    const after = await read()
    expect(after).toMatchObject({ id: before?.id, revision: 2, isCancelled: true })
    expect(after?.changedAt).not.toBeNull()
    expect(await listClassTimes(backend.db, userId, { from: new Date(testNow) }, { now: new Date(testNow) })).toEqual(
      [],
    )
  })
})

describe('classes at the same time', () => {
  test('are told before one signs up', async () => {
    const own = await addClass(testNow + day)
    const learner = await buildEnrolled(backend, own)
    const other = await addClass(testNow + day + 30 * minute)
    await addClass(testNow + 2 * day, other)
    expect(await clashes(learner, other.scheduleId)).toMatchObject({
      total: 1,
      records: [{ begDate: other.begin, own: { begDate: own.begin, endDate: own.end } }],
    })
  })

  test('are none end to begin, nor with itself', async () => {
    const own = await addClass(testNow + day)
    const learner = await buildEnrolled(backend, own)
    const other = await addClass(testNow + day + hour)
    expect(await clashes(learner, other.scheduleId)).toEqual({ records: [], total: 0 })
    expect(await clashes(learner, own.scheduleId)).toEqual({ records: [], total: 0 })
    expect(await clashes(learner, 999_999)).toEqual({ records: [], total: 0 })
  })
})

describe('the rooms for questions of a learner', () => {
  test('are those that they may enter, open ones first', async () => {
    const lesson = await addClass(testNow + day)
    const learner = await buildEnrolled(backend, lesson)
    const own = await buildAnswerRoom(backend, { productId: lesson.courseId, title: '班级答疑' })
    const foreign = await buildAnswerRoom(backend, { productId: (await addClass(testNow)).courseId })
    const found = await rooms(learner, { pageSize: 50 })
    expect(found.records.find(({ id }) => id === own)).toMatchObject({
      answerRoomStatus: 1,
      message: '',
      isEntered: false,
      url: `/solutionRoom/${own}`,
    })
    expect(found.records.some(({ id }) => id === foreign)).toBe(false)
  })

  test('keep one that they were in, shut', async () => {
    const learner = await registerLearner(backend)
    const id = await buildAnswerRoom(backend, { isOpen: false, title: '上一期' })
    await noteAttended(backend, id, learner.userId)
    const found = await rooms(learner, { pageSize: 50 })
    expect(found.records.find((room) => room.id === id)).toMatchObject({
      answerRoomStatus: 0,
      isEntered: true,
      message: '这间答疑室已经关闭',
    })
  })

  test('stand in the calendar of their type, on each day', async () => {
    const lesson = await addClass(testNow + day)
    const learner = await buildEnrolled(backend, lesson)
    await buildAnswerRoom(backend, {
      productId: lesson.courseId,
      beginAt: new Date(shanghaiTime('2026-03-20', 60)),
      endAt: new Date(shanghaiTime('2026-03-21', 60)),
    })
    const days = await month(learner, { type: 'answer-live' })
    const of = (date: string) => days.find((one) => one.date === date)?.answer ?? 0
    expect(of('2026-03-20') - of('2026-03-19')).toBe(1)
    expect(of('2026-03-21') - of('2026-03-22')).toBe(1)
    expect(
      (await list(learner, { type: 'answer-live', date: '2026-03-20', pageSize: 50 })).records.map(
        ({ courseId }) => courseId,
      ),
    ).toContain(lesson.courseId)
  })
})

test('the second page begins where the first ended', async () => {
  const first = await addClass(testNow + hour)
  const learner = await registerLearner(backend)
  await enrolIn(backend, learner.userId, first)
  for (let each = 1; each <= 11; each++) await addClass(testNow + hour + each * day, first)
  const [one, two] = [await list(learner), await list(learner, { pageNum: 2 })]
  expect(one.records).toHaveLength(10)
  expect(two.records.map(({ begDate }) => begDate)).toEqual([testNow + hour + 10 * day, testNow + hour + 11 * day])
})
