import { describe, expect, test } from 'vitest'
import { buildStaff, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import {
  buildAnswerRoom,
  buildAssistant,
  buildEnrolled,
  buildLessonTeacher,
  buildLiveLesson,
  openRoom,
  systemMessagesOf,
} from '../support/live-rooms.ts'

const minute = 60_000
const hour = 60 * minute

const backend = backendOfFile()

const start = (cookie: string, groupId: string) => backend.as(cookie).call('POST /api/live-info/start', { groupId })
const reopen = (cookie: string, groupId: string) => backend.as(cookie).call('POST /api/live-info/reopen', { groupId })
const stop = (cookie: string, groupId: string, type: 7 | 8 = 8) =>
  backend.as(cookie).call('GET /api/im/send-system-notify', { groupId, type } as never)
const info = (cookie: string, periodId: number) =>
  backend.as(cookie).call('GET /api/live-info/get-live-info-v2', { periodId })
const say = (cookie: string, groupId: string, text: string) =>
  backend.as(cookie).call('POST /api/im/send-msg', { groupId, clientMsgId: 'said-after-the-end', text })

describe('a class begins before its time', () => {
  test('by its teacher: everybody hears, and the source plays', async () => {
    const lesson = await buildLiveLesson(backend, { begin: testNow + hour, end: testNow + 2 * hour })
    const room = await openRoom(backend, lesson)
    await backend.db
      .insertInto('liveRoomUrls')
      .values({ roomId: room.id, sortNum: 1, name: '老师', url: 'https://cdn.example/a.m3u8' })
      .execute()
    const [teacher, learner] = [await buildLessonTeacher(backend, lesson), await buildEnrolled(backend, lesson)]
    expect(await info(teacher.cookie, lesson.periodId)).toMatchObject({ liveStatus: 1, staffTurn: 'start' })
    expect(await info(learner.cookie, lesson.periodId)).toMatchObject({ liveStatus: 1, staffTurn: null })
    expect(await start(teacher.cookie, room.groupKey)).toBe(true)
    expect(await start(teacher.cookie, room.groupKey)).toBe(true)
    expect(await systemMessagesOf(backend, room)).toEqual([{ systemType: 7, content: { status: 2 } }])
    expect(
      await backend.as(learner.cookie).call('GET /api/live/enter/play', { periodId: lesson.periodId }),
    ).toMatchObject({ playUrl: 'https://cdn.example/a.m3u8', isReplay: false })
    expect(await info(teacher.cookie, lesson.periodId)).toMatchObject({ liveStatus: 2, staffTurn: null })
  })

  test('not by learners, too early, on film, or once over', async () => {
    const lesson = await buildLiveLesson(backend, { begin: testNow + 3 * hour, end: testNow + 4 * hour })
    const { groupKey } = await openRoom(backend, lesson)
    const assistant = await buildStaff(backend, 'education')
    await expect(start((await registerLearner(backend)).cookie, groupKey)).rejects.toMatchObject({
      code: 4004,
      message: '只有老师和助教可以这样做',
    })
    await expect(start('', groupKey)).rejects.toMatchObject({ code: -3 })
    await expect(start(assistant.cookie, groupKey)).rejects.toMatchObject({
      code: 4004,
      message: '最早可以提前 2 小时开始',
    })
    await expect(start(assistant.cookie, 'room-999999')).rejects.toMatchObject({ code: 404 })
    const film = await openRoom(
      backend,
      await buildLiveLesson(backend, { kind: 3, begin: testNow + hour, end: testNow + 2 * hour }),
    )
    await expect(start(assistant.cookie, film.groupKey)).rejects.toMatchObject({
      code: 4004,
      message: '录播直播按时间开始',
    })
    const over = await openRoom(
      backend,
      await buildLiveLesson(backend, { begin: testNow - 2 * hour, end: testNow - hour }),
    )
    await expect(start(assistant.cookie, over.groupKey)).rejects.toMatchObject({
      code: 4004,
      message: '这节课已经结束',
    })
  })
})

describe('the end of a class is taken back', () => {
  test('by its teacher: it is on, and learners speak again', async () => {
    const lesson = await buildLiveLesson(backend)
    const room = await openRoom(backend, lesson)
    const [teacher, learner] = [await buildLessonTeacher(backend, lesson), await buildEnrolled(backend, lesson)]
    await stop(teacher.cookie, room.groupKey)
    expect(await info(teacher.cookie, lesson.periodId)).toMatchObject({
      liveStatus: 3,
      staffTurn: 'reopen',
      reopenTime: testNow + 30 * minute,
    })
    expect(await info(learner.cookie, lesson.periodId)).toMatchObject({
      liveStatus: 3,
      staffTurn: null,
      reopenTime: testNow + 30 * minute,
    })
    expect(await reopen(teacher.cookie, room.groupKey)).toBe(true)
    expect(await reopen(teacher.cookie, room.groupKey)).toBe(true)
    expect((await systemMessagesOf(backend, room)).map(({ systemType, content }) => [systemType, content])).toEqual([
      [8, { status: 3 }],
      [7, { status: 2 }],
    ])
    expect(await info(learner.cookie, lesson.periodId)).toMatchObject({
      liveStatus: 2,
      reopenTime: null,
      periodEndDate: lesson.end,
    })
    expect(await say(learner.cookie, room.groupKey, '又开始了')).toEqual({ seq: 3 })
    const acts = await backend.db
      .selectFrom('staffAudits')
      .select('staffAudits.action')
      .where('staffAudits.subjectId', '=', String(room.id))
      .where('staffAudits.staffId', '=', teacher.userId)
      .orderBy('staffAudits.id')
      .execute()
    expect(acts.map(({ action }) => action)).toEqual(['live.notify', 'live.reopen'])
  })

  test('after its time too, for half an hour more', async () => {
    const lesson = await buildLiveLesson(backend)
    const room = await openRoom(backend, lesson)
    const teacher = await buildLessonTeacher(backend, lesson)
    backend.clock.set(lesson.end + 10 * minute)
    expect(await reopen(teacher.cookie, room.groupKey)).toBe(true)
    expect(await info(teacher.cookie, lesson.periodId)).toMatchObject({
      liveStatus: 2,
      periodEndDate: lesson.end + 40 * minute,
    })
    backend.clock.set(lesson.end + 40 * minute)
    expect(await info(teacher.cookie, lesson.periodId)).toMatchObject({ liveStatus: 3 })
  })

  test('not after half an hour, by learners, or before', async () => {
    const lesson = await buildLiveLesson(backend)
    const room = await openRoom(backend, lesson)
    const assistant = await buildStaff(backend, 'education')
    await stop(assistant.cookie, room.groupKey)
    await expect(reopen((await buildEnrolled(backend, lesson)).cookie, room.groupKey)).rejects.toMatchObject({
      code: 4004,
      message: '只有老师和助教可以这样做',
    })
    await expect(reopen((await buildStaff(backend, 'teacher')).cookie, room.groupKey)).rejects.toMatchObject({
      code: 4004,
    })
    backend.clock.set(testNow + 30 * minute)
    await expect(reopen(assistant.cookie, room.groupKey)).rejects.toMatchObject({
      code: 4004,
      message: '下课超过半小时，不能再继续',
    })
    expect(await info(assistant.cookie, lesson.periodId)).toMatchObject({
      liveStatus: 3,
      staffTurn: null,
      reopenTime: null,
    })
    backend.clock.set(testNow)
    const coming = await openRoom(
      backend,
      await buildLiveLesson(backend, { begin: testNow + hour, end: testNow + 2 * hour }),
    )
    await expect(reopen(assistant.cookie, coming.groupKey)).rejects.toMatchObject({
      code: 4004,
      message: '这节课还没有开始',
    })
  })

  test('of a film only within its time, by the clock', async () => {
    const lesson = await buildLiveLesson(backend, { kind: 3 })
    const room = await openRoom(backend, lesson)
    const assistant = await buildAssistant(backend, [lesson])
    backend.clock.set(lesson.end - 5 * minute)
    await stop(assistant.cookie, room.groupKey, 7)
    expect(await reopen(assistant.cookie, room.groupKey)).toBe(true)
    expect(
      await backend.as(assistant.cookie).call('GET /api/ai-live/get-live-info', { periodId: lesson.periodId }),
    ).toMatchObject({
      aiLiveStatus: 2,
      liveInfo: { periodEndDate: lesson.end },
      watchStartTime: { timeSec: (lesson.end - lesson.begin) / 1000 - 300 },
    })
    await stop(assistant.cookie, room.groupKey, 7)
    backend.clock.set(lesson.end)
    await expect(reopen(assistant.cookie, room.groupKey)).rejects.toMatchObject({
      code: 4004,
      message: '录播直播的时间已经过了',
    })
  })

  test('of a room for questions that is closed meanwhile', async () => {
    const id = await buildAnswerRoom(backend)
    const groupId = `room-${id}`
    const [assistant, learner] = [await buildStaff(backend, 'education'), await registerLearner(backend)]
    const readRoom = ({ cookie }: { cookie: string }) =>
      backend.as(cookie).call('GET /api/live-solution-room/get-live-info', { id })
    await stop(assistant.cookie, groupId)
    expect(await readRoom(assistant)).toMatchObject({ answerRoomStatus: 0, staffTurn: 'reopen' })
    expect(await readRoom(learner)).toMatchObject({ answerRoomStatus: 0, staffTurn: null })
    await expect(reopen(learner.cookie, groupId)).rejects.toMatchObject({ code: 4004 })
    expect(await reopen(assistant.cookie, groupId)).toBe(true)
    for (const who of [assistant, learner]) expect(await readRoom(who)).toMatchObject({ answerRoomStatus: 1 })
  })

  test('by eight at the same moment is one deed', async () => {
    const lesson = await buildLiveLesson(backend)
    const room = await openRoom(backend, lesson)
    const assistant = await buildAssistant(backend, [lesson])
    await stop(assistant.cookie, room.groupKey)
    await Promise.all(Array.from({ length: 8 }, () => reopen(assistant.cookie, room.groupKey)))
    expect((await systemMessagesOf(backend, room)).filter(({ systemType }) => systemType === 7)).toHaveLength(1)
  })
})
