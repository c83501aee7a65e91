import { describe, expect, test } from 'vitest'
import { setQqGroup } from '#server/backend/classroom/lesson/schedule-notice-store.ts'
import { buildStaff, registerLearner } from '../support/backend-accounts.ts'
import { buildPeriod, buildProduct, buildTeacher } from '../support/backend-factories.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildLiveLesson, enrolIn } from '../support/live-rooms.ts'
import { buildStoredFilm, buildVideoLesson, openVod, pass, sendBeat } from '../support/play-steps.ts'

const backend = backendOfFile()

const open = (cookie: string, input: { periodId?: number; courseId?: number }) =>
  backend.as(cookie).call('GET /api/vod/period/play', input)
const enrol = (userId: number, courseId: number) =>
  backend.db
    .insertInto('enrolments')
    .values({ userId, productId: courseId, source: 2, beginAt: new Date(testNow), createdAt: new Date(testNow) })
    .execute()

describe('opening a recorded lesson', () => {
  test('a visitor watches a free one, unrecorded', async () => {
    const { periodId, courseId } = await buildVideoLesson(backend)
    const before = await backend.db.selectFrom('playWatches').select('playWatches.id').execute()
    const play = await backend.api.call('GET /api/vod/period/play', { periodId })
    expect(play).toMatchObject({
      checkCode: 100,
      message: '',
      periodId,
      isFreeStudy: true,
      watchId: null,
      otherPlayer: null,
      watchStartTime: { timeSec: 0 },
      course: { id: courseId, url: `/course/video/${courseId}` },
    })
    expect(play.playUrl).toMatch(/^\/media\/play\/.+\/master\.m3u8$/)
    expect(play.expireTime).toBeLessThanOrEqual(testNow + 600_000)
    expect(play.videoOptions).toMatchObject({ duration: 600, watermark: '' })
    expect(await backend.db.selectFrom('playWatches').select('playWatches.id').execute()).toEqual(before)
  })

  test('an unbought one says so, with locks, no address', async () => {
    const { periodId, courseId } = await buildVideoLesson(backend, { free: false })
    const free = await buildVideoLesson(backend, { courseId })
    const { cookie } = await registerLearner(backend)
    for (const api of [backend.api, backend.as(cookie)]) {
      const play = await api.call('GET /api/vod/period/play', { periodId })
      expect(play).toMatchObject({
        checkCode: 103,
        message: '这节课要先报名才能看',
        playUrl: null,
        videoOptions: null,
        watchId: null,
      })
      expect(play.periods).toMatchObject([
        { id: periodId, isLocked: true },
        { id: free.periodId, isLocked: false, isFreeStudy: true },
      ])
      expect(play.periods[0]?.sequenceNo).toBeLessThan(play.periods[1]?.sequenceNo ?? 0)
    }
  })

  test('learners, teachers and office watch under their own mark', async () => {
    const { periodId, courseId } = await buildVideoLesson(backend, { free: false })
    const learner = await registerLearner(backend, { nickname: '林小满' })
    await enrol(learner.userId, courseId)
    const teacherId = await buildTeacher(backend.database, '白老师', courseId)
    const teacher = await buildStaff(backend, 'teacher')
    await backend.db
      .updateTable('teachers')
      .set({ userId: teacher.userId })
      .where('teachers.id', '=', teacherId)
      .execute()
    const office = await buildStaff(backend, 'education')
    for (const { cookie } of [learner, teacher, office])
      expect(await open(cookie, { periodId })).toMatchObject({
        checkCode: 100,
        playUrl: expect.stringContaining('/media/play/'),
      })
    const play = await open(learner.cookie, { periodId })
    expect(play.videoOptions?.watermark).toBe(`林小满 ${learner.phone.slice(0, 3)}****${learner.phone.slice(-4)}`)
    expect(play.periods).toMatchObject([{ isLocked: false }])
  })

  test('an ended enrolment opens nothing and renews nothing', async () => {
    const { periodId, courseId } = await buildVideoLesson(backend, { free: false })
    const { userId, cookie } = await registerLearner(backend)
    await enrol(userId, courseId)
    const watchId = await openVod(backend, cookie, periodId)
    expect((await backend.as(cookie).call('GET /api/vod/address', { watchId })).playUrl).toContain('/media/play/')
    await backend.db
      .updateTable('enrolments')
      .set({ endAt: new Date(testNow) })
      .where('enrolments.userId', '=', userId)
      .execute()
    await expect(backend.as(cookie).call('GET /api/vod/address', { watchId })).rejects.toMatchObject({
      code: 4004,
      message: '你的学习期已经结束，重新报名后可以接着看',
    })
    expect(await open(cookie, { periodId })).toMatchObject({ checkCode: 103, playUrl: null })
  })

  test('a course opens where one was, else at its beginning', async () => {
    const first = await buildVideoLesson(backend)
    const second = await buildVideoLesson(backend, { courseId: first.courseId })
    const { cookie } = await registerLearner(backend)
    const { courseId } = first
    const begun = await open(cookie, { courseId })
    expect(begun).toMatchObject({ periodId: first.periodId })
    const watchId = await openVod(backend, cookie, second.periodId, { watchId: begun.watchId ?? '' })
    pass(backend, 10)
    await sendBeat(backend, cookie, watchId, { ranges: [[100, 110]] })
    expect(await open(cookie, { courseId })).toMatchObject({
      periodId: second.periodId,
      watchStartTime: { timeSec: 110 },
    })
    expect(await backend.api.call('GET /api/vod/period/play', { courseId })).toMatchObject({
      periodId: first.periodId,
      watchStartTime: { timeSec: 0 },
    })
    expect(await backend.as(cookie).call('GET /api/course/last-learn-progress', { courseId })).toMatchObject({
      periodId: second.periodId,
      position: 110,
      scheduleId: null,
    })
  })

  test('who watched it to its end begins anew', async () => {
    const { periodId } = await buildVideoLesson(backend)
    const { cookie } = await registerLearner(backend)
    const watchId = await openVod(backend, cookie, periodId)
    pass(backend, 10)
    await sendBeat(backend, cookie, watchId, { ranges: [[590, 600]], position: 600.04 })
    expect(await open(cookie, { periodId })).toMatchObject({ watchStartTime: { timeSec: 0 } })
  })

  test('a longer film plays up to this lesson’s length', async () => {
    const { periodId } = await buildVideoLesson(backend, { seconds: 900, filmSec: 30, repeats: true })
    expect(await backend.api.call('GET /api/vod/period/play', { periodId })).toMatchObject({
      videoOptions: { duration: 900 },
    })
  })

  test('without a film it says why, opening no player', async () => {
    const courseId = await buildProduct(backend.database)
    const bare = await buildPeriod(backend.database, courseId, { isFreeStudy: true })
    const { cookie } = await registerLearner(backend)
    expect(await open(cookie, { periodId: bare })).toMatchObject({
      checkCode: 100,
      message: '这节课的视频还在准备，请稍后再来',
      playUrl: null,
      watchId: null,
    })
  })

  test('a live lesson’s film comes afterwards, a clock film’s never', async () => {
    const { cookie } = await registerLearner(backend)
    const running = await buildLiveLesson(backend)
    expect(await open(cookie, { periodId: running.periodId })).toMatchObject({
      checkCode: 100,
      playUrl: null,
      message: '这是直播课，回放出来后可以在这里看',
    })
    const over = await buildLiveLesson(backend, { begin: testNow - 7_200_000, end: testNow - 1 })
    expect(await open(cookie, { periodId: over.periodId })).toMatchObject({
      playUrl: expect.stringContaining('/media/play/'),
    })
    const onClock = await buildLiveLesson(backend, { kind: 3, begin: testNow - 7_200_000, end: testNow - 1 })
    expect(await open(cookie, { periodId: onClock.periodId })).toMatchObject({
      playUrl: null,
      message: '这是录播直播课，请在上课时间进教室',
    })
  })

  test('what never was isn’t found, what went says so', async () => {
    const { periodId, courseId } = await buildVideoLesson(backend)
    for (const input of [{ periodId: 999_999 }, { courseId: 999_999 }, {}]) {
      await expect(backend.api.call('GET /api/vod/period/play', input)).rejects.toMatchObject({
        code: 404,
        status: 200,
      })
      await expect(backend.api.call('GET /api/vod/lesson', input)).rejects.toMatchObject({ code: 404 })
    }
    expect(await backend.api.call('GET /api/period/get-period-list', { courseId: 999_999 })).toEqual([])
    await backend.db
      .updateTable('periods')
      .set({ deletedAt: new Date(testNow) })
      .where('periods.id', '=', periodId)
      .execute()
    expect(await backend.api.call('GET /api/vod/period/play', { periodId })).toMatchObject({
      checkCode: 101,
      course: null,
      periods: [],
      playUrl: null,
    })
    expect(await backend.api.call('GET /api/vod/period/play', { courseId })).toMatchObject({
      checkCode: 101,
      course: { id: courseId },
    })
    expect(await backend.api.call('GET /api/vod/lesson', { periodId })).toMatchObject({ checkCode: 101, name: '' })
  })

  test('reading what a lesson is opens no player', async () => {
    const { periodId } = await buildVideoLesson(backend)
    const { userId, cookie } = await registerLearner(backend)
    await backend.db.updateTable('periods').set({ title: '起形' }).where('periods.id', '=', periodId).execute()
    expect(await backend.as(cookie).call('GET /api/vod/lesson', { periodId })).toMatchObject({
      checkCode: 100,
      name: '起形',
      periodId,
      hasCoach: false,
      periods: [{ id: periodId }],
    })
    expect(
      await backend.db
        .selectFrom('playWatches')
        .select('playWatches.id')
        .where('playWatches.userId', '=', userId)
        .execute(),
    ).toEqual([])
  })
})

describe('the coach’s film', () => {
  test('is for whoever has the right to the lesson', async () => {
    const { periodId, courseId } = await buildVideoLesson(backend, { free: false })
    await backend.db
      .updateTable('periods')
      .set({ coachMediaId: await buildStoredFilm(backend, { filmSec: 90, url: 'store:coach/master.m3u8' }) })
      .where('periods.id', '=', periodId)
      .execute()
    const { userId, cookie } = await registerLearner(backend)
    const coach = () => backend.as(cookie).call('GET /api/vod/teach-coach/play', { id: periodId })
    await expect(coach()).rejects.toMatchObject({ code: 4004, message: '这节课要先报名才能看' })
    await enrol(userId, courseId)
    expect(await coach()).toMatchObject({
      title: '影片',
      playUrl: expect.stringContaining('/media/play/'),
      videoOptions: { duration: 90 },
    })
    expect(await backend.as(cookie).call('GET /api/vod/lesson', { periodId })).toMatchObject({ hasCoach: true })
    await expect(backend.api.call('GET /api/vod/teach-coach/play', { id: periodId })).rejects.toMatchObject({
      code: -3,
    })
  })

  test('is not found where there is none', async () => {
    const { periodId } = await buildVideoLesson(backend)
    const { cookie } = await registerLearner(backend)
    await expect(backend.as(cookie).call('GET /api/vod/teach-coach/play', { id: periodId })).rejects.toMatchObject({
      code: 404,
    })
  })
})

describe('beside the player', () => {
  test('the list has the asked class’s times only', async () => {
    const lesson = await buildLiveLesson(backend)
    const other = await buildLiveLesson(backend)
    const list = (scheduleId?: number) =>
      backend.api.call('GET /api/period/get-period-list', {
        courseId: lesson.courseId,
        ...(scheduleId === undefined ? {} : { scheduleId }),
      })
    expect(await list(lesson.scheduleId)).toMatchObject([
      {
        id: lesson.periodId,
        begDate: lesson.begin,
        endDate: lesson.end,
        liveStatus: 2,
        progress: 0,
        isFinished: false,
      },
    ])
    expect(await list()).toMatchObject([{ begDate: lesson.begin }])
    expect(await list(other.scheduleId)).toEqual([])
  })

  test('a class’s notice and groups are for its people', async () => {
    const lesson = await buildLiveLesson(backend)
    await backend.db
      .updateTable('classSchedules')
      .set({ notice: '带上铅笔', wechatQr: '/media/qr.webp' })
      .where('classSchedules.id', '=', lesson.scheduleId)
      .execute()
    const { userId, cookie } = await registerLearner(backend)
    const notice = () =>
      backend.as(cookie).call('GET /api/class-schedule/detailNotice', { scheduleId: lesson.scheduleId })
    await setQqGroup(backend.db, lesson.scheduleId, '123456', new Date(testNow))
    await expect(notice()).rejects.toMatchObject({ code: 404 })
    await enrolIn(backend, userId, lesson)
    expect(await notice()).toEqual({ notice: '带上铅笔', wxQrCode: '/media/qr.webp', qqGroup: '123456' })
    await setQqGroup(backend.db, lesson.scheduleId, null, new Date(testNow))
    expect((await notice()).qqGroup).toBeNull()
    await expect(
      backend.as(cookie).call('GET /api/class-schedule/detailNotice', { scheduleId: 999_999 }),
    ).rejects.toMatchObject({ code: 404 })
  })
})
