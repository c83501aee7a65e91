import { describe, expect, test } from 'vitest'
import { registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import {
  type BuiltLesson,
  buildEnrolled,
  buildLessonTeacher,
  buildLiveLesson,
  noteAttended,
  openRoom,
} from '../support/live-rooms.ts'

const minute = 60_000
const backend = backendOfFile()

const end = (cookie: string, { periodId, scheduleId }: Pick<BuiltLesson, 'periodId' | 'scheduleId'>) =>
  backend.as(cookie).call('GET /api/live-info/class-end', { periodId, scheduleId })
const after = (lesson: BuiltLesson, begin: number, length = 60) =>
  buildLiveLesson(backend, {
    courseId: lesson.courseId,
    scheduleId: lesson.scheduleId,
    begin: testNow + begin * minute,
    end: testNow + (begin + length) * minute,
  })

test('the class’s end tells its content and one’s time', async () => {
  const lesson = await buildLiveLesson(backend, {
    begin: testNow - 60 * minute,
    end: testNow,
    product: { learnAim: '能独立画完一张静物' },
  })
  const room = await openRoom(backend, lesson)
  await backend.db
    .updateTable('liveRooms')
    .set({ startedAt: new Date(testNow - 55 * minute), endedAt: new Date(testNow - 5 * minute) })
    .where('liveRooms.id', '=', room.id)
    .execute()
  const { userId, cookie } = await registerLearner(backend)
  await noteAttended(backend, room.id, userId, 40 * 60)
  expect(await end(cookie, lesson)).toMatchObject({
    learnAim: '能独立画完一张静物',
    attendedSec: 2400,
    classSec: 3000,
    isFinished: true,
    score: null,
    canEvaluate: true,
    next: null,
  })
  await backend.as(cookie).call('POST /api/live-info/save', { periodId: lesson.periodId, score: 4 })
  expect(await end(cookie, lesson)).toMatchObject({ score: 4, canEvaluate: false })
})

test('the next class is the first that isn’t over', async () => {
  const lesson = await buildLiveLesson(backend, { begin: testNow - 120 * minute, end: testNow - 100 * minute })
  const { cookie } = await registerLearner(backend)
  await after(lesson, -90)
  const later = await after(lesson, 60)
  expect((await end(cookie, lesson)).next).toMatchObject({
    periodId: later.periodId,
    liveStatus: 1,
    begDate: later.begin,
    scheduleId: lesson.scheduleId,
  })
  const on = await after(lesson, -10)
  expect((await end(cookie, lesson)).next).toMatchObject({ periodId: on.periodId, liveStatus: 2 })
  const room = await openRoom(backend, on)
  await backend.db
    .updateTable('liveRooms')
    .set({ endedAt: new Date(testNow - minute) })
    .where('liveRooms.id', '=', room.id)
    .execute()
  expect((await end(cookie, lesson)).next).toMatchObject({ periodId: later.periodId })
})

test('is shown to the class only, once it is over', async () => {
  const lesson = await buildLiveLesson(backend, { free: false })
  const { cookie } = await buildEnrolled(backend, lesson)
  await expect(end(cookie, lesson)).rejects.toMatchObject({ code: 4004, message: '这节课还没有下课' })
  backend.clock.set(lesson.end)
  expect(await end(cookie, lesson)).toMatchObject({ attendedSec: 0, canEvaluate: false })
  await expect(end((await registerLearner(backend)).cookie, lesson)).rejects.toMatchObject({
    code: 4004,
    message: '这节课要先报名才能看',
  })
  await expect(end('', lesson)).rejects.toMatchObject({ code: -3 })
  await expect(end(cookie, { periodId: 999_999, scheduleId: lesson.scheduleId })).rejects.toMatchObject({ code: 404 })
})

describe('homework', () => {
  const messagesOf = (userId: number) =>
    backend.db
      .selectFrom('userMessages')
      .innerJoin('notifyMessages', 'notifyMessages.id', 'userMessages.messageId')
      .select(['notifyMessages.title', 'notifyMessages.contentHtml', 'notifyMessages.buttonUrl'])
      .where('userMessages.userId', '=', userId)
      .execute()

  /** A class of an hour with homework, which has just ended, and its room. */
  async function endedClass() {
    const [begin, over] = [testNow - 60 * minute, testNow]
    const lesson = await buildLiveLesson(backend, { free: false, begin, end: over, product: { name: '灯下<素描>' } })
    const { periodId } = lesson
    await backend.db.updateTable('periods').set({ hasHomework: true }).where('periods.id', '=', periodId).execute()
    const room = await openRoom(backend, lesson)
    const rooms = backend.db.updateTable('liveRooms').where('liveRooms.id', '=', room.id)
    await rooms.set({ endedAt: new Date(over) }).execute()
    return { lesson, room }
  }

  test('is named at the end of its class', async () => {
    const { lesson } = await endedClass()
    const { cookie } = await buildEnrolled(backend, lesson)
    expect(await end(cookie, lesson)).toMatchObject({ hasHomework: true, isStaff: false })
    const teacher = await buildLessonTeacher(backend, lesson)
    expect(await end(teacher.cookie, lesson)).toMatchObject({ hasHomework: true, isStaff: true, canEvaluate: false })
    const without = await buildLiveLesson(backend, { begin: testNow - 60 * minute, end: testNow })
    expect(await end(cookie, without)).toMatchObject({ hasHomework: false })
  })

  test('is told once to all learners when finally over', async () => {
    const { lesson, room } = await endedClass()
    await after(lesson, 24 * 60)
    const [enrolled, guest, stranger] = [
      await buildEnrolled(backend, lesson),
      await registerLearner(backend),
      await registerLearner(backend),
    ]
    const teacher = await buildLessonTeacher(backend, lesson)
    await noteAttended(backend, room.id, guest.userId)
    backend.clock.set(testNow + 29 * minute)
    await backend.runJob('classes.homework')
    expect(await messagesOf(enrolled.userId)).toEqual([])
    backend.clock.set(testNow + 30 * minute)
    await Promise.all([backend.runJob('classes.homework'), backend.runJob('classes.homework')])
    const message = {
      title: '课后作业',
      contentHtml: expect.stringMatching(
        /^<p>《灯下&lt;素描&gt;》的「.+」留了作业，\d+ 月 \d+ 日 \d\d:\d\d 的课前做完。<\/p>$/,
      ),
      buttonUrl: `/homework/detail?periodId=${lesson.periodId}&scheduleId=${lesson.scheduleId}`,
    }
    expect(await messagesOf(enrolled.userId)).toEqual([message])
    expect(await messagesOf(guest.userId)).toEqual([message])
    for (const { userId } of [stranger, teacher]) expect(await messagesOf(userId)).toEqual([])
    expect(await backend.runJob('classes.homework')).toBe(0)
  })
})
