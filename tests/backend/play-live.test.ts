import { describe, expect, test } from 'vitest'
import { readTicket } from '#server/backend/ports/im/ticket-sign.ts'
import { ingestSeal } from '#server/media/ingest-calls.ts'
import { loadSecret } from '#server/config/site-secret.ts'
import { buildStaff, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile, callsOfFile } from '../support/backend-of-file.ts'
import { buildEnrolled, buildLessonTeacher, buildLiveLesson, openRoom } from '../support/live-rooms.ts'
import { buildStoredFilm, buildVideoLesson, readLearning } from '../support/play-steps.ts'

const minute = 60_000

const backend = backendOfFile()
const calls = callsOfFile(backend, 10)

const enter = (cookie: string, input: { periodId?: number; courseId?: number; watchId?: string }) =>
  backend.as(cookie).call('GET /api/live/enter/play', input)
const setFilm = async (periodId: number, values: Parameters<typeof buildStoredFilm>[1]) =>
  backend.db
    .updateTable('periods')
    .set({ mediaId: await buildStoredFilm(backend, values) })
    .where('periods.id', '=', periodId)
    .execute()
const memberOf = (roomId: number, userId: number) =>
  backend.db
    .selectFrom('roomMembers')
    .select(['roomMembers.watchSec', 'roomMembers.userType'])
    .where('roomMembers.roomId', '=', roomId)
    .where('roomMembers.userId', '=', userId)
    .executeTakeFirst()

describe('entering a live class', () => {
  test('that is on gives the film’s slides, camera and chat', async () => {
    const lesson = await buildLiveLesson(backend)
    await setFilm(lesson.periodId, { repeats: true, filmSec: 30 })
    const { userId, cookie } = await registerLearner(backend)
    const live = await enter(cookie, { periodId: lesson.periodId })
    const room = await openRoom(backend, lesson)
    expect(live).toMatchObject({
      checkCode: 100,
      periodId: lesson.periodId,
      scheduleId: lesson.scheduleId,
      isReplay: false,
      groupId: room.groupKey,
      otherPlayer: null,
      watchId: expect.any(String),
      course: { id: lesson.courseId, url: `/course/live/${lesson.courseId}` },
      videoOptions: { duration: 4200, watermark: expect.stringContaining('****') },
    })
    expect(live.urlInfoV2.map(({ sortNum, name }) => [sortNum, name])).toEqual([
      [1, '课件'],
      [2, '老师'],
    ])
    expect(live.playUrl).toBe(live.urlInfoV2[0]?.url)
    expect(await memberOf(room.id, userId)).toEqual({ watchSec: 0, userType: 'freeStudy' })
  })

  test('names addresses, stream and key as the contract does', async () => {
    const lesson = await buildLiveLesson(backend, { free: false })
    const room = await openRoom(backend, lesson)
    await backend.db
      .insertInto('liveRoomUrls')
      .values([
        { roomId: room.id, sortNum: 2, name: '老师', url: 'https://cdn.example/b.m3u8' },
        { roomId: room.id, sortNum: 1, name: '课件', url: 'https://cdn.example/a.m3u8' },
      ])
      .execute()
    const { userId, cookie } = await buildEnrolled(backend, lesson)
    const live = await enter(cookie, { periodId: lesson.periodId })
    expect(live).toMatchObject({
      playUrl: 'https://cdn.example/a.m3u8',
      isFreeStudy: false,
      streamId: String(room.id),
      videoOptions: { watermark: expect.any(String) },
      im: { id: room.groupKey, appId: expect.any(String) },
    })
    expect(live.urlInfoV2.map(({ sortNum }) => sortNum)).toEqual([1, 2])
    expect(readTicket(backend.context.hash, live.im?.sign, testNow + minute - 1)?.joiner).toMatchObject({
      groupKey: room.groupKey,
      userId,
    })
    expect(readTicket(backend.context.hash, live.im?.sign, testNow + minute)).toBeUndefined()
    expect((await enter(cookie, { periodId: lesson.periodId })).im?.sign).not.toBe(live.im?.sign)
    expect((await enter((await registerLearner(backend)).cookie, { periodId: lesson.periodId })).im).toBeNull()
  })

  test('of a closed room gives learners nothing, its teacher all', async () => {
    const lesson = await buildLiveLesson(backend)
    const room = await openRoom(backend, lesson)
    await backend.db.updateTable('liveRooms').set({ isOpen: false }).where('liveRooms.id', '=', room.id).execute()
    const { cookie } = await registerLearner(backend)
    expect(await enter(cookie, { periodId: lesson.periodId })).toMatchObject({
      checkCode: 101,
      message: '教室还没有开放',
      playUrl: null,
      groupId: null,
      im: null,
      watchId: null,
    })
    const { cookie: staff } = await buildStaff(backend, 'education')
    expect(await enter(staff, { periodId: lesson.periodId })).toMatchObject({
      checkCode: 100,
      groupId: room.groupKey,
      im: { id: room.groupKey },
    })
  })

  test('who asks for keys too often goes on without one', async () => {
    const lesson = await buildLiveLesson(backend)
    const { userId, cookie } = await registerLearner(backend)
    for (let time = 0; time < 120; time += 1) await backend.context.limits.take('imJoin', String(userId))
    expect(await enter(cookie, { periodId: lesson.periodId })).toMatchObject({
      checkCode: 100,
      playUrl: expect.any(String),
      groupId: expect.any(String),
      im: null,
    })
  })

  test('beside another player gives the chat, no address yet', async () => {
    const lesson = await buildLiveLesson(backend)
    const { cookie } = await registerLearner(backend)
    await enter(cookie, { periodId: lesson.periodId })
    const second = await enter(cookie, { periodId: lesson.periodId })
    expect(second).toMatchObject({
      playUrl: null,
      groupId: expect.any(String),
      watchId: expect.any(String),
      otherPlayer: { title: expect.any(String) },
    })
    const watchId = second.watchId ?? ''
    await expect(backend.as(cookie).call('GET /api/vod/address', { watchId })).rejects.toMatchObject({ code: 4004 })
    await backend.as(cookie).call('POST /api/vod/take-over', { watchId })
    expect((await backend.as(cookie).call('GET /api/vod/address', { watchId })).playUrl).toContain('/media/play/')
  })

  test('shows what the teacher sends, else the room’s addresses', async () => {
    const lesson = await buildLiveLesson(backend)
    const room = await openRoom(backend, lesson)
    await backend.db
      .insertInto('liveRoomUrls')
      .values([
        { roomId: room.id, sortNum: 2, name: '老师', url: 'https://cdn.example/b.m3u8' },
        { roomId: room.id, sortNum: 1, name: '课件', url: 'https://cdn.example/a.m3u8' },
      ])
      .execute()
    const { cookie } = await registerLearner(backend)
    const first = await enter(cookie, { periodId: lesson.periodId })
    expect(first).toMatchObject({
      playUrl: 'https://cdn.example/a.m3u8',
      expireTime: null,
      urlInfoV2: [
        { sortNum: 1, name: '课件', url: 'https://cdn.example/a.m3u8' },
        { sortNum: 2, name: '老师', url: 'https://cdn.example/b.m3u8' },
      ],
    })
    await backend.db
      .insertInto('liveRecordings')
      .values({ roomId: room.id, folder: `live/${room.id}/1`, begunAt: new Date(testNow) })
      .execute()
    const { watchId } = first
    const sent = await backend.as(cookie).call('GET /api/vod/address', { watchId: watchId ?? '' })
    expect(sent.urlInfoV2).toMatchObject([
      { name: '老师', url: expect.stringMatching(/^\/media\/play\/.+\/master\.m3u8$/) },
    ])
  })

  test('of a teacher who broke off plays no recording', async () => {
    const lesson = await buildLiveLesson(backend)
    await backend.db.updateTable('periods').set({ mediaId: null }).where('periods.id', '=', lesson.periodId).execute()
    const room = await openRoom(backend, lesson)
    const mediaId = await buildStoredFilm(backend, { url: 'store:live/1/1/master.m3u8' })
    await backend.db.updateTable('mediaAssets').set({ kind: 3 }).where('mediaAssets.id', '=', mediaId).execute()
    await backend.db.updateTable('liveRooms').set({ mediaId }).where('liveRooms.id', '=', room.id).execute()
    const { cookie } = await registerLearner(backend)
    expect(await enter(cookie, { periodId: lesson.periodId })).toMatchObject({
      checkCode: 100,
      playUrl: null,
      watchId: null,
      groupId: room.groupKey,
    })
    backend.clock.set(lesson.end)
    expect(await enter(cookie, { periodId: lesson.periodId })).toMatchObject({
      isReplay: true,
      playUrl: expect.stringContaining('/media/play/'),
    })
  })

  test('before it begins nothing plays, and no player opens', async () => {
    const lesson = await buildLiveLesson(backend, { begin: testNow + minute, end: testNow + 60 * minute })
    const { userId, cookie } = await registerLearner(backend)
    expect(await enter(cookie, { periodId: lesson.periodId })).toMatchObject({
      checkCode: 100,
      playUrl: null,
      watchId: null,
      groupId: expect.any(String),
    })
    expect((await readLearning(backend, userId)).leases).toEqual([])
    backend.clock.set(lesson.begin)
    expect(await enter(cookie, { periodId: lesson.periodId })).toMatchObject({
      playUrl: expect.any(String),
      isReplay: false,
    })
  })

  test('when over gives the replay: recording, else the film', async () => {
    const lesson = await buildLiveLesson(backend, { begin: testNow - 120 * minute, end: testNow - minute })
    const { cookie } = await registerLearner(backend)
    const first = await enter(cookie, { periodId: lesson.periodId })
    expect(first).toMatchObject({
      isReplay: true,
      playUrl: expect.stringContaining('/media/play/'),
      videoOptions: { duration: 600 },
    })
    const room = await openRoom(backend, lesson)
    await backend.db
      .updateTable('liveRooms')
      .set({ mediaId: await buildStoredFilm(backend, { filmSec: 5000, url: 'store:live/9/1/master.m3u8' }) })
      .where('liveRooms.id', '=', room.id)
      .execute()
    expect(await enter(cookie, { periodId: lesson.periodId, watchId: first.watchId ?? '' })).toMatchObject({
      isReplay: true,
      otherPlayer: null,
      videoOptions: { duration: 5000 },
    })
  })

  test('while its recording is made it says so, ten minutes', async () => {
    const lesson = await buildLiveLesson(backend)
    const room = await openRoom(backend, lesson)
    await backend.db
      .insertInto('liveRecordings')
      .values({ roomId: room.id, folder: `live/${room.id}/1`, begunAt: new Date(testNow) })
      .execute()
    const { cookie } = await registerLearner(backend)
    backend.clock.set(lesson.end)
    expect(await enter(cookie, { periodId: lesson.periodId })).toMatchObject({
      checkCode: 100,
      playUrl: null,
      watchId: null,
    })
    expect(
      await backend.as(cookie).call('GET /api/live-info/get-live-info-v2', { periodId: lesson.periodId }),
    ).toMatchObject({ liveStatus: 3, hasReplay: true })
    backend.clock.set(lesson.end + 10 * minute + 1)
    expect(await enter(cookie, { periodId: lesson.periodId })).toMatchObject({
      isReplay: true,
      playUrl: expect.stringContaining('/media/play/'),
    })
  })

  test('says what is missing: a course, class or enrolment', async () => {
    const lesson = await buildLiveLesson(backend, { free: false })
    const { cookie } = await registerLearner(backend)
    expect(await enter(cookie, { periodId: 999_999 })).toMatchObject({
      checkCode: 101,
      course: null,
      playUrl: null,
      groupId: null,
    })
    const video = await buildVideoLesson(backend)
    expect(await enter(cookie, { periodId: video.periodId })).toMatchObject({ checkCode: 101 })
    expect(await enter(cookie, { periodId: lesson.periodId })).toMatchObject({
      checkCode: 103,
      playUrl: null,
      groupId: null,
      watchId: null,
    })
    const other = await buildLiveLesson(backend, { courseId: lesson.courseId, free: false })
    const elsewhere = await buildEnrolled(backend, other)
    expect(
      await backend
        .as(elsewhere.cookie)
        .call('GET /api/live/enter/play', { periodId: lesson.periodId, scheduleId: lesson.scheduleId }),
    ).toMatchObject({ checkCode: 102 })
    const enrolled = await buildEnrolled(backend, lesson)
    expect(await enter(enrolled.cookie, { periodId: lesson.periodId })).toMatchObject({
      checkCode: 100,
      playUrl: expect.any(String),
    })
    expect(await memberOf((await openRoom(backend, lesson)).id, enrolled.userId)).toMatchObject({ userType: 'vip' })
    const teacher = await buildLessonTeacher(backend, lesson)
    expect(await enter(teacher.cookie, { periodId: lesson.periodId })).toMatchObject({ checkCode: 100 })
    expect(await memberOf((await openRoom(backend, lesson)).id, teacher.userId)).toMatchObject({ userType: 'teacher' })
  })

  test('of a course means the one on, else the next', async () => {
    const on = await buildLiveLesson(backend)
    const next = await buildLiveLesson(backend, {
      courseId: on.courseId,
      scheduleId: on.scheduleId,
      begin: testNow + 120 * minute,
      end: testNow + 180 * minute,
    })
    const { cookie } = await registerLearner(backend)
    const { courseId } = on
    expect(await enter(cookie, { courseId })).toMatchObject({ periodId: on.periodId })
    backend.clock.set(on.end)
    expect(await enter(cookie, { courseId })).toMatchObject({ periodId: next.periodId })
    backend.clock.set(next.end)
    expect(await enter(cookie, { courseId })).toMatchObject({ periodId: next.periodId })
    await expect(enter(cookie, { courseId: 999_999 })).rejects.toMatchObject({ code: 404, status: 200 })
  })

  test('needs somebody who is signed in', async () => {
    const lesson = await buildLiveLesson(backend)
    await expect(backend.api.call('GET /api/live/enter/play', { periodId: lesson.periodId })).rejects.toMatchObject({
      code: -3,
    })
  })

  test('opens one room for all who come together', async () => {
    const lesson = await buildLiveLesson(backend)
    const learners = await Promise.all(Array.from({ length: 10 }, () => registerLearner(backend)))
    const all = await Promise.all(
      learners.map(({ cookie }) => calls.as(cookie).call('GET /api/live/enter/play', { periodId: lesson.periodId })),
    )
    expect(new Set(all.map(({ groupId }) => groupId)).size).toBe(1)
    expect(all.every(({ playUrl }) => playUrl !== null)).toBe(true)
  })
})

describe('what is known of a live lesson', () => {
  const info = (cookie: string, periodId: number) => backend.as(cookie).call('GET /api/live/live-info', { periodId })

  test('is its state, course, teacher, times and next lesson', async () => {
    const lesson = await buildLiveLesson(backend)
    const next = await buildLiveLesson(backend, {
      courseId: lesson.courseId,
      scheduleId: lesson.scheduleId,
      begin: testNow + 120 * minute,
      end: testNow + 180 * minute,
    })
    const { cookie } = await registerLearner(backend)
    expect(await info(cookie, lesson.periodId)).toMatchObject({
      liveStatus: 2,
      hasReplay: false,
      periodBegDate: lesson.begin,
      periodEndDate: lesson.end,
      nextPeriodId: next.periodId,
      nextPeriodBegDate: next.begin,
      liveCourseResultVO: { courseId: lesson.courseId, periodId: lesson.periodId, scheduleName: '晚班' },
      teacherResultVO: { name: '林老师' },
    })
    expect(await info(cookie, next.periodId)).toMatchObject({ liveStatus: 1, nextPeriodId: null })
    backend.clock.set(lesson.end)
    expect(await info(cookie, lesson.periodId)).toMatchObject({ liveStatus: 3, hasReplay: true })
  })

  test('of an unknown one is none, and the call succeeds', async () => {
    const { cookie } = await registerLearner(backend)
    const video = await buildVideoLesson(backend)
    for (const periodId of [999_999, video.periodId])
      expect(await info(cookie, periodId)).toMatchObject({ liveStatus: 4, liveCourseResultVO: null, roomId: null })
  })
})

test('without ingest its calls aren’t there, whoever calls', async () => {
  const { secret, dataDir } = backend.context.config
  const answer = await backend.agent
    .post('/internal/ingest/open')
    .set('x-ingest-seal', ingestSeal(loadSecret(secret, dataDir)))
    .send({})
  expect(answer.status).toBe(404)
})
