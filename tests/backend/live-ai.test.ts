import { describe, expect, test } from 'vitest'
import { makePreviewToken, previewTokenMs } from '#server/backend/classroom/room/preview-token.ts'
import { registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import {
  buildAssistant,
  buildEnrolled,
  buildLessonTeacher,
  buildLiveLesson,
  openRoom,
  systemMessagesOf,
} from '../support/live-rooms.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const backend = backendOfFile()

const info = (cookie: string, input: object) =>
  backend.as(cookie).call('GET /api/ai-live/get-live-info', input as never)

describe('a film on the class’s clock (录播直播)', () => {
  test('everybody gets the same second, by the server’s clock', async () => {
    const lesson = await buildLiveLesson(backend, { kind: 3 })
    const [early, late] = [await registerLearner(backend), await registerLearner(backend)]
    const first = await info(early.cookie, { periodId: lesson.periodId })
    expect(first).toMatchObject({
      checkCode: 100,
      aiLiveStatus: 2,
      watchStartTime: { timeSec: 600 },
      liveInfo: { periodBegDate: lesson.begin, periodEndDate: lesson.end },
    })
    expect(first.playUrl).toMatch(/^\/media\/play\/.+\/master\.m3u8$/)
    expect(first.expireTime).toBeLessThanOrEqual(testNow + 10 * minute)
    expect(first.videoOptions).toMatchObject({ duration: 70 * 60, watermark: expect.stringMatching(/\*\*\*\*/) })
    backend.clock.set(testNow + 90.5 * second)
    const [again, other] = [
      await info(early.cookie, { periodId: lesson.periodId }),
      await info(late.cookie, { periodId: lesson.periodId }),
    ]
    expect(again.watchStartTime.timeSec).toBe(690.5)
    expect(other.watchStartTime.timeSec).toBe(690.5)
    expect(other.groupId).toBe(first.groupId)
    expect(first.im).toMatchObject({ id: first.groupId, sign: expect.any(String) })
  })

  test('plays only while it is on, with its times before', async () => {
    const lesson = await buildLiveLesson(backend, { kind: 3, begin: testNow + minute, end: testNow + hour })
    const { cookie } = await registerLearner(backend)
    expect(await info(cookie, { periodId: lesson.periodId })).toMatchObject({
      aiLiveStatus: 1,
      playUrl: null,
      videoOptions: null,
      watchStartTime: { timeSec: 0 },
      liveInfo: { periodBegDate: lesson.begin },
    })
    backend.clock.set(lesson.begin)
    expect(await info(cookie, { periodId: lesson.periodId })).toMatchObject({
      aiLiveStatus: 2,
      playUrl: expect.any(String),
      watchStartTime: { timeSec: 0 },
    })
    backend.clock.set(lesson.end)
    expect(await info(cookie, { periodId: lesson.periodId })).toMatchObject({
      aiLiveStatus: 3,
      playUrl: null,
      videoOptions: null,
    })
  })

  test('unknown, live and recorded lessons are status 4', async () => {
    const { cookie } = await registerLearner(backend)
    const live = await buildLiveLesson(backend)
    for (const periodId of [999_999_999, live.periodId])
      expect(await info(cookie, { periodId })).toMatchObject({
        checkCode: 101,
        aiLiveStatus: 4,
        playUrl: null,
        groupId: null,
      })
  })

  test('visitors and those who are not enrolled get no address', async () => {
    const free = await buildLiveLesson(backend, { kind: 3 })
    const paid = await buildLiveLesson(backend, { kind: 3, free: false })
    await expect(info('', { periodId: free.periodId })).rejects.toMatchObject({ code: -3 })
    const { cookie } = await registerLearner(backend)
    expect(await info(cookie, { periodId: paid.periodId })).toMatchObject({
      checkCode: 103,
      message: '这节课要先报名才能看',
      playUrl: null,
      groupId: null,
    })
  })

  test('teachers and token holders look in before, nobody else', async () => {
    const lesson = await buildLiveLesson(backend, {
      kind: 3,
      begin: testNow + hour,
      end: testNow + 2 * hour,
      product: { status: 0 },
    })
    const teacher = await buildLessonTeacher(backend, lesson)
    const asked = { periodId: lesson.periodId, isPreview: 'true' }
    expect(await info(teacher.cookie, asked)).toMatchObject({
      checkCode: 100,
      aiLiveStatus: 1,
      playUrl: expect.any(String),
    })
    expect(await info(teacher.cookie, { periodId: lesson.periodId })).toMatchObject({ aiLiveStatus: 1, playUrl: null })
    const previewToken = makePreviewToken(backend.context, lesson.periodId, testNow + previewTokenMs)
    expect(await info('', { periodId: lesson.periodId, previewToken })).toMatchObject({
      checkCode: 100,
      playUrl: expect.any(String),
      groupId: null,
      im: null,
    })
    expect(await info((await registerLearner(backend)).cookie, asked)).toMatchObject({ aiLiveStatus: 4, playUrl: null })
  })

  test('opened twenty times at once it is one room', async () => {
    const lesson = await buildLiveLesson(backend, { kind: 3 })
    const { cookie } = await registerLearner(backend)
    const seen = await Promise.all(Array.from({ length: 20 }, () => info(cookie, { periodId: lesson.periodId })))
    expect(new Set(seen.map(({ groupId }) => groupId)).size).toBe(1)
    expect(
      await backend.db
        .selectFrom('liveRooms')
        .select('liveRooms.kind')
        .where('liveRooms.periodId', '=', lesson.periodId)
        .execute(),
    ).toEqual([{ kind: 2 }])
  })

  test('the head count is of open connections', async () => {
    const lesson = await buildLiveLesson(backend, { kind: 3 })
    const { cookie } = await registerLearner(backend)
    expect(await backend.as(cookie).call('GET /api/ai-live/get-live-people-count', { periodId: lesson.periodId })).toBe(
      0,
    )
    await expect(
      backend.api.call('GET /api/ai-live/get-live-people-count', { periodId: lesson.periodId }),
    ).rejects.toMatchObject({ code: -3 })
  })
})

describe('what is written down of somebody who watches', () => {
  const report = (
    cookie: string,
    asked: { periodId: number; watchId?: string | null; isPaused?: boolean; timeSec?: number },
    event = 'heartbeat',
  ) => backend.as(cookie).call('POST /api/ai-live/report-period-log', { timeSec: 0, ...asked, event } as never)
  const watched = async (userId: number, periodId: number) => {
    const member = await backend.db
      .selectFrom('roomMembers')
      .innerJoin('liveRooms', 'liveRooms.id', 'roomMembers.roomId')
      .select('roomMembers.watchSec')
      .where('roomMembers.userId', '=', userId)
      .where('liveRooms.periodId', '=', periodId)
      .executeTakeFirst()
    const progress = await backend.db
      .selectFrom('learnProgress')
      .select('learnProgress.watchedSec')
      .where('learnProgress.userId', '=', userId)
      .where('learnProgress.periodId', '=', periodId)
      .executeTakeFirst()
    return { attended: member?.watchSec, learned: progress?.watchedSec }
  }

  /** Somebody who sits in a class with its film open. */
  async function sitDown() {
    const { periodId, end } = await buildLiveLesson(backend, { kind: 3 })
    const learner = await registerLearner(backend)
    const { watchId } = await info(learner.cookie, { periodId })
    return { ...learner, periodId, end, asked: { periodId, watchId } }
  }

  test('counts by the server’s clock, fifteen seconds a report', async () => {
    const { cookie, userId, periodId, asked } = await sitDown()
    await report(cookie, asked, 'enter')
    backend.clock.set(testNow + 10 * second)
    await report(cookie, { ...asked, timeSec: 4000 })
    expect(await watched(userId, periodId)).toEqual({ attended: 10, learned: 10 })
    backend.clock.set(testNow + 70 * second)
    await report(cookie, { ...asked, timeSec: 4000 })
    expect(await watched(userId, periodId)).toEqual({ attended: 25, learned: 25 })
  })

  test('coming counts nothing, whatever one did before', async () => {
    const { cookie, userId, periodId, asked } = await sitDown()
    backend.clock.set(testNow + 12 * second)
    await report(cookie, asked, 'enter')
    expect(await watched(userId, periodId)).toEqual({ attended: 0, learned: undefined })
    backend.clock.set(testNow + 16 * second)
    await report(cookie, asked)
    expect(await watched(userId, periodId)).toEqual({ attended: 4, learned: 4 })
  })

  test('a paused film counts nothing and makes up nothing', async () => {
    const { cookie, userId, periodId, asked } = await sitDown()
    await report(cookie, asked, 'enter')
    backend.clock.set(testNow + 5 * second)
    await report(cookie, asked)
    backend.clock.set(testNow + 14 * second)
    await report(cookie, { ...asked, isPaused: true })
    backend.clock.set(testNow + 20 * second)
    await report(cookie, asked)
    expect(await watched(userId, periodId)).toEqual({ attended: 11, learned: 11 })
  })

  test('without one’s own player nothing counts', async () => {
    const [one, other] = [await sitDown(), await sitDown()]
    for (const event of ['enter', 'heartbeat', 'leave']) {
      backend.clock.set(backend.clock.now() + 10 * second)
      expect(await report(one.cookie, { periodId: one.periodId }, event)).toBe(true)
      await expect(
        report(one.cookie, { periodId: one.periodId, watchId: other.asked.watchId }, event),
      ).rejects.toMatchObject({ code: 4004 })
    }
    expect(await watched(one.userId, one.periodId)).toEqual({ attended: 0, learned: undefined })
  })

  test('who may no longer sit there is told', async () => {
    const lesson = await buildLiveLesson(backend, { kind: 3, free: false })
    const { cookie, userId } = await buildEnrolled(backend, lesson)
    const { periodId } = lesson
    const { watchId } = await info(cookie, { periodId })
    await report(cookie, { periodId, watchId }, 'enter')
    await backend.db
      .updateTable('enrolments')
      .set({ endAt: new Date(testNow + 5 * second) })
      .where('enrolments.userId', '=', userId)
      .execute()
    backend.clock.set(testNow + 10 * second)
    await expect(report(cookie, { periodId, watchId })).rejects.toMatchObject({
      code: 4004,
      message: '你的学习期已经结束，重新报名后可以接着看',
    })
    expect(await watched(userId, periodId)).toEqual({ attended: 0, learned: undefined })
    expect(await info(cookie, { periodId })).toMatchObject({ checkCode: 103, playUrl: null, urlInfoV2: [] })
  })

  test('ten reports of the same moment count once', async () => {
    const { cookie, userId, periodId, asked } = await sitDown()
    await report(cookie, asked, 'enter')
    backend.clock.set(testNow + 10 * second)
    await Promise.all(Array.from({ length: 10 }, () => report(cookie, asked)))
    expect(await watched(userId, periodId)).toEqual({ attended: 10, learned: 10 })
  })

  test('nothing counts after the end, or where one may not', async () => {
    const lesson = await buildLiveLesson(backend, { kind: 3 })
    const { cookie, userId } = await registerLearner(backend)
    expect(await report(cookie, { periodId: lesson.periodId })).toBe(true)
    const { watchId } = await info(cookie, { periodId: lesson.periodId })
    backend.clock.set(lesson.end + minute)
    expect(await report(cookie, { periodId: lesson.periodId, watchId })).toBe(true)
    expect(await watched(userId, lesson.periodId)).toEqual({ attended: 0, learned: undefined })
    const paid = await buildLiveLesson(backend, { kind: 3, free: false })
    await expect(report(cookie, { periodId: paid.periodId })).rejects.toMatchObject({ code: 4004 })
  })
})

describe('rooms begin and end by the clock', () => {
  test('a film begins once and ends once for all', async () => {
    const lesson = await buildLiveLesson(backend, { kind: 3, begin: testNow + minute, end: testNow + hour })
    const room = await openRoom(backend, lesson)
    await backend.runJob('rooms.clock')
    expect(await systemMessagesOf(backend, room)).toEqual([])
    backend.clock.set(lesson.begin)
    expect(await backend.runJob('rooms.clock')).toBeGreaterThanOrEqual(1)
    expect(await backend.runJob('rooms.clock')).toBe(0)
    expect(await systemMessagesOf(backend, room)).toEqual([{ systemType: 7, content: { status: 2 } }])
    backend.clock.set(lesson.end)
    await Promise.all([backend.runJob('rooms.clock'), backend.runJob('rooms.clock'), backend.runJob('rooms.clock')])
    expect(await systemMessagesOf(backend, room)).toEqual([
      { systemType: 7, content: { status: 2 } },
      { systemType: 7, content: { status: 3 } },
    ])
    const { endedAt } = await backend.db
      .selectFrom('liveRooms')
      .select('liveRooms.endedAt')
      .where('liveRooms.id', '=', room.id)
      .executeTakeFirstOrThrow()
    expect(endedAt?.getTime()).toBe(lesson.end)
  })

  test('a live class’s stop ends it, once', async () => {
    const [one, two] = [await buildLiveLesson(backend), await buildLiveLesson(backend)]
    const [room, stopped] = [await openRoom(backend, one), await openRoom(backend, two)]
    const assistant = await buildAssistant(backend, [two])
    await backend
      .as(assistant.cookie)
      .call('GET /api/im/send-system-notify', { groupId: stopped.groupKey, type: 8 } as never)
    backend.clock.set(one.end)
    await backend.runJob('rooms.clock')
    expect(await systemMessagesOf(backend, room)).toEqual([{ systemType: 8, content: { status: 3 } }])
    expect(await systemMessagesOf(backend, stopped)).toEqual([{ systemType: 8, content: { status: 3 } }])
  })
})

describe('a demonstration', () => {
  test('says the operator’s words once, as a marked demonstration', async () => {
    const lesson = await buildLiveLesson(backend, { kind: 3 })
    const room = await openRoom(backend, lesson)
    const student = await backend.db
      .insertInto('fakeStudents')
      .values({ roomId: room.id, nickname: '演示同学' })
      .returning('fakeStudents.id')
      .executeTakeFirstOrThrow()
    const say = (offsetSec: number, content: string) =>
      backend.db
        .insertInto('fakeMessages')
        .values({ roomId: room.id, studentId: student.id, offsetSec, content })
        .execute()
    await say(60, '开头的话')
    await say(1200, '后面的话')
    await Promise.all([backend.runJob('rooms.clock'), backend.runJob('rooms.clock')])
    const { cookie } = await registerLearner(backend)
    await backend.as(cookie).call('GET /api/im/join-group', { groupId: room.groupKey })
    const said = async () =>
      (await backend.as(cookie).call('GET /api/im/message-history-list', { groupId: room.groupKey })).map(
        ({ type, customType, text, from }) => ({ type, customType, text: text?.text, from: from?.nickname }),
      )
    expect(await said()).toEqual([{ type: 'custom', customType: 1, text: '开头的话', from: '演示同学' }])
    backend.clock.set(lesson.begin + 1200 * second)
    await backend.runJob('rooms.clock')
    expect((await said()).map(({ text }) => text)).toEqual(['开头的话', '后面的话'])
  })
})
