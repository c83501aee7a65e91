import { describe, expect, test } from 'vitest'
import { registerLearner, setAccountStatus } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { type BuiltLesson, buildEnrolled, buildLiveLesson, enrolIn } from '../support/live-rooms.ts'
import { pass } from '../support/play-steps.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const backend = backendOfFile()
const tell = () => backend.runJob('classes.changed')

async function titlesOf({ cookie }: { cookie: string }): Promise<string[]> {
  const { records } = await backend.as(cookie).call('GET /api/notify-message/get-message', { topic: 'study' })
  return records.map(({ title }) => title)
}

/** A class of tomorrow, and who takes it. */
async function buildComing(begin = testNow + day) {
  backend.clock.set(testNow)
  const lesson = await buildLiveLesson(backend, { free: false, begin, end: begin + hour })
  const learner = await buildEnrolled(backend, lesson)
  pass(backend, 60)
  return { lesson, learner }
}

async function move({ periodId }: BuiltLesson, begin: number): Promise<void> {
  await backend.db
    .updateTable('schedulePeriods')
    .set({ beginAt: new Date(begin), endAt: new Date(begin + hour), changedAt: new Date(backend.clock.now()) })
    .where('schedulePeriods.periodId', '=', periodId)
    .execute()
}

async function callOff({ scheduleId }: BuiltLesson): Promise<void> {
  await backend.db
    .updateTable('classSchedules')
    .set({ status: 3 })
    .where('classSchedules.id', '=', scheduleId)
    .execute()
}

describe('a class that was moved', () => {
  test('is told once to those who take it', async () => {
    const { lesson, learner } = await buildComing()
    const { cookie } = await registerLearner(backend)
    await move(lesson, testNow + 2 * day)
    await Promise.all([tell(), tell()])
    await tell()
    expect(await titlesOf(learner)).toEqual(['上课时间改了'])
    expect(await titlesOf({ cookie })).toEqual([])
  })

  test('is told again when it is moved again', async () => {
    const { lesson, learner } = await buildComing()
    for (const days of [2, 3, 1]) {
      await move(lesson, testNow + days * day)
      await tell()
      pass(backend, 600)
    }
    expect(await titlesOf(learner)).toHaveLength(3)
  })

  test('is no news to who came to it since', async () => {
    const { lesson } = await buildComing()
    await move(lesson, testNow + 2 * day)
    pass(backend, 60)
    const late = await buildEnrolled(backend, lesson)
    await tell()
    expect(await titlesOf(late)).toEqual([])
  })

  test('is no news once over, or a day later', async () => {
    const { lesson, learner } = await buildComing()
    await move(lesson, testNow + 90 * minute)
    backend.clock.set(testNow + 2 * hour)
    await tell()
    await move(lesson, testNow + 9 * day)
    pass(backend, 24 * 3600)
    await tell()
    expect(await titlesOf(learner)).toEqual([])
  })

  test('is told to who asked to be reminded', async () => {
    backend.clock.set(testNow)
    const lesson = await buildLiveLesson(backend, { begin: testNow + day, end: testNow + day + hour })
    const learner = await registerLearner(backend)
    const which = { periodId: lesson.periodId, scheduleId: lesson.scheduleId }
    await backend.as(learner.cookie).call('POST /api/live-info/reminder', { ...which, on: true })
    pass(backend, 60)
    await move(lesson, testNow + 2 * day)
    await tell()
    expect(await titlesOf(learner)).toEqual(['上课时间改了'])
  })

  test('is not told after refund, end of service or account', async () => {
    const { lesson, learner: refunded } = await buildComing()
    const [ended, banned] = [await buildEnrolled(backend, lesson), await buildEnrolled(backend, lesson)]
    const of = (userId: number) => backend.db.updateTable('enrolments').where('enrolments.userId', '=', userId)
    await of(refunded.userId).set({ status: 3 }).execute()
    await of(ended.userId)
      .set({ endAt: new Date(testNow + hour) })
      .execute()
    await setAccountStatus(backend, banned.userId, 2)
    pass(backend, 60)
    await move(lesson, testNow + 2 * day)
    await tell()
    for (const { userId } of [refunded, ended, banned])
      expect(await backend.db.selectFrom('userMessages').select('id').where('userId', '=', userId).execute()).toEqual(
        [],
      )
  })
})

describe('a class that was called off', () => {
  test('is told once, however many lessons were to come', async () => {
    const { lesson, learner } = await buildComing()
    for (const days of [2, 3])
      await buildLiveLesson(backend, {
        free: false,
        begin: testNow + days * day,
        end: testNow + days * day + hour,
        courseId: lesson.courseId,
        scheduleId: lesson.scheduleId,
      })
    await callOff(lesson)
    await tell()
    await tell()
    expect(await titlesOf(learner)).toEqual(['班级停开了'])
  })

  test('tells of one lesson alone', async () => {
    const { lesson, learner } = await buildComing()
    const other = await buildLiveLesson(backend, {
      free: false,
      begin: testNow + 2 * day,
      end: testNow + 2 * day + hour,
      courseId: lesson.courseId,
      scheduleId: lesson.scheduleId,
    })
    await enrolIn(backend, (await registerLearner(backend)).userId, other)
    await backend.db
      .updateTable('periods')
      .set({ deletedAt: new Date(backend.clock.now()) })
      .where('periods.id', '=', lesson.periodId)
      .execute()
    await tell()
    expect(await titlesOf(learner)).toEqual(['一节课取消了'])
    expect(await tell()).toBe(0)
  })

  test('says nothing of what is over', async () => {
    const { lesson, learner } = await buildComing(testNow + hour)
    backend.clock.set(testNow + 3 * hour)
    await callOff(lesson)
    await tell()
    expect(await titlesOf(learner)).toEqual([])
  })
})
