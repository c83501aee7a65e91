import { beforeAll, describe, expect, test } from 'vitest'
import { deviceName } from '#server/backend/account/sign-in/device-name.ts'
import { registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile, callsOfFile } from '../support/backend-of-file.ts'
import { buildLessonTeacher, buildLiveLesson } from '../support/live-rooms.ts'
import {
  buildVideoLesson,
  openPlayer,
  openVod,
  pass,
  pc,
  phone,
  readLearning,
  sendBeat,
} from '../support/play-steps.ts'

const backend = backendOfFile()
const calls = callsOfFile(backend, 20)
let lesson: { courseId: number; periodId: number }
beforeAll(async () => {
  lesson = await buildVideoLesson(backend)
})

const open = (cookie: string, userAgent: string, watchId?: string) =>
  openPlayer(backend, { cookie, userAgent }, 'GET /api/vod/period/play', {
    periodId: lesson.periodId,
    ...(watchId === undefined ? {} : { watchId }),
  })
const takeOver = (cookie: string, watchId: string | null) =>
  backend.as(cookie).call('POST /api/vod/take-over', { watchId: watchId ?? '' })
const address = (cookie: string, watchId: string | null) =>
  backend.as(cookie).call('GET /api/vod/address', { watchId: watchId ?? '' })

describe('one account plays in one place', () => {
  test('a second player hears of the first, without an address', async () => {
    const { cookie } = await registerLearner(backend)
    const first = await openVod(backend, cookie, lesson.periodId)
    pass(backend, 9)
    const second = await open(cookie, phone)
    const { title } = await backend.database.db
      .selectFrom('periods')
      .select('periods.title')
      .where('periods.id', '=', lesson.periodId)
      .executeTakeFirstOrThrow()
    expect(second).toMatchObject({
      checkCode: 100,
      playUrl: null,
      watchId: expect.any(String),
      otherPlayer: { device: 'Chrome · Windows', title, begunTime: testNow },
    })
    await expect(address(cookie, second.watchId)).rejects.toMatchObject({
      code: 4004,
      message: '您的账号正在别处播放，这里已暂停',
    })
    expect(await sendBeat(backend, cookie, first, { ranges: [[0, 9]] })).toMatchObject({
      state: 'playing',
      otherPlayer: null,
    })
    expect(await sendBeat(backend, cookie, second.watchId ?? '', {})).toMatchObject({
      state: 'taken',
      otherPlayer: { device: 'Chrome · Windows' },
    })
  })

  test('taken over, the new plays, the old stops uncounted', async () => {
    const { userId, cookie } = await registerLearner(backend)
    const first = await openVod(backend, cookie, lesson.periodId)
    pass(backend, 10)
    await sendBeat(backend, cookie, first, { ranges: [[0, 10]] })
    pass(backend, 4)
    const second = await open(cookie, phone)
    expect(second.watchStartTime).toEqual({ timeSec: 10 })
    expect(await takeOver(cookie, second.watchId)).toBe(true)
    expect((await address(cookie, second.watchId)).playUrl).toContain('/media/play/')
    pass(backend, 6)
    expect(await sendBeat(backend, cookie, first, { ranges: [[10, 20]] })).toMatchObject({
      state: 'taken',
      otherPlayer: { device: 'Safari · iPhone', begunTime: testNow + 14_000 },
    })
    await expect(address(cookie, first)).rejects.toMatchObject({ code: 4004 })
    expect(await readLearning(backend, userId)).toMatchObject({ lessons: [{ watchedSec: 10, positionSec: 10 }] })
    expect(await sendBeat(backend, cookie, second.watchId ?? '', { ranges: [[10, 16]] })).toMatchObject({
      state: 'playing',
    })
    // and back again
    expect(await takeOver(cookie, first)).toBe(true)
    expect(await sendBeat(backend, cookie, second.watchId ?? '', {})).toMatchObject({ state: 'taken' })
  })

  test('thirty seconds without a heartbeat, and nobody need be asked', async () => {
    const { cookie } = await registerLearner(backend)
    await open(cookie, pc)
    pass(backend, 29.999)
    expect(await open(cookie, phone)).toMatchObject({ playUrl: null })
    pass(backend, 0.001)
    expect(await open(cookie, phone)).toMatchObject({ otherPlayer: null, playUrl: expect.any(String) })
  })

  test('a player that goes makes room at once', async () => {
    const { cookie } = await registerLearner(backend)
    const first = await openVod(backend, cookie, lesson.periodId)
    pass(backend, 3)
    expect(await sendBeat(backend, cookie, first, { ranges: [[0, 3]], isLeaving: true })).toMatchObject({
      state: 'playing',
    })
    expect(await open(cookie, phone)).toMatchObject({ otherPlayer: null, watchStartTime: { timeSec: 3 } })
  })

  test('the same page opening again replaces its own player', async () => {
    const { cookie } = await registerLearner(backend)
    const first = await openVod(backend, cookie, lesson.periodId)
    const again = await open(cookie, pc, first)
    expect(again).toMatchObject({ otherPlayer: null, playUrl: expect.any(String) })
    expect(await open(cookie, pc, first)).toMatchObject({ playUrl: null, otherPlayer: { device: 'Chrome · Windows' } })
  })

  test('a silent paused player goes on when alone', async () => {
    const { cookie } = await registerLearner(backend)
    const watchId = await openVod(backend, cookie, lesson.periodId)
    pass(backend, 600)
    expect((await address(cookie, watchId)).playUrl).toContain('/media/play/')
    expect(await sendBeat(backend, cookie, watchId, { rate: 0 })).toMatchObject({ state: 'playing' })
  })

  test('a standing player holds nobody and hears of others', async () => {
    const { userId, cookie } = await registerLearner(backend)
    const first = await openVod(backend, cookie, lesson.periodId)
    const ask = () => sendBeat(backend, cookie, first, { rate: 0, position: 9, isAsking: true })
    pass(backend, 9)
    await sendBeat(backend, cookie, first, { ranges: [[0, 9]], rate: 0 })
    const learning = await readLearning(backend, userId)
    for (let beat = 0; beat < 3; beat += 1) {
      pass(backend, 9)
      expect(await ask()).toMatchObject({ state: 'playing', otherPlayer: null, progress: 0.015 })
    }
    expect(await readLearning(backend, userId)).toEqual(learning)
    pass(backend, 3)
    const second = await open(cookie, phone)
    expect(second).toMatchObject({ otherPlayer: null, playUrl: expect.any(String) })
    expect(await ask()).toMatchObject({ state: 'taken', otherPlayer: { device: 'Safari · iPhone' } })
    // and where the other one left stays where the lesson goes on
    pass(backend, 20)
    await sendBeat(backend, cookie, second.watchId ?? '', { ranges: [[9, 29]], isLeaving: true })
    expect(await ask()).toMatchObject({ state: 'playing' })
    expect(await readLearning(backend, userId)).toMatchObject({ lessons: [{ positionSec: 29 }] })
  })

  test('a clock that was set back locks nobody out', async () => {
    const { cookie } = await registerLearner(backend)
    backend.clock.set(testNow + 3_600_000)
    await open(cookie, pc)
    backend.clock.set(testNow)
    expect(await open(cookie, phone)).toMatchObject({ otherPlayer: null })
  })

  test('others’ players can’t be kept, renewed or taken', async () => {
    const [owner, other] = [await registerLearner(backend), await registerLearner(backend)]
    const watchId = await openVod(backend, owner.cookie, lesson.periodId)
    const message = '学习记录异常，请刷新页面'
    await expect(sendBeat(backend, other.cookie, watchId, { ranges: [[0, 1]] })).rejects.toMatchObject({
      code: 4004,
      message,
    })
    await expect(takeOver(other.cookie, watchId)).rejects.toMatchObject({ code: 4004, message })
    await expect(address(other.cookie, watchId)).rejects.toMatchObject({ code: 4004, message })
    expect(await readLearning(backend, other.userId)).toEqual({ lessons: [], days: [], watches: [], leases: [] })
    await expect(sendBeat(backend, owner.cookie, '00000000-0000-4000-8000-000000000000', {})).rejects.toMatchObject({
      code: 4004,
      message,
    })
  })

  test('of twenty opening at once one plays', async () => {
    const { userId, cookie } = await registerLearner(backend)
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        calls.as(cookie).call('GET /api/vod/period/play', { periodId: lesson.periodId }),
      ),
    )
    const playing = all.filter((play) => play.playUrl !== null)
    expect(playing).toHaveLength(1)
    expect(all.filter((play) => play.otherPlayer !== null)).toHaveLength(19)
    const { leases, watches } = await readLearning(backend, userId)
    expect(leases).toMatchObject([{ watchId: playing[0]?.watchId }])
    expect(watches).toHaveLength(20)
  })

  test('of twenty taking over at once one plays', async () => {
    const { cookie } = await registerLearner(backend)
    const keys = (
      await Promise.all(
        Array.from({ length: 20 }, () =>
          calls.as(cookie).call('GET /api/vod/period/play', { periodId: lesson.periodId }),
        ),
      )
    ).map((play) => play.watchId ?? '')
    await Promise.all(keys.map((watchId) => calls.as(cookie).call('POST /api/vod/take-over', { watchId })))
    const states = await Promise.all(
      keys.map((watchId) =>
        calls.as(cookie).call('POST /api/vod/heartbeat', { watchId, position: 0, rate: 1, ranges: [] }),
      ),
    )
    expect(states.filter(({ state }) => state === 'playing')).toHaveLength(1)
  })
})

describe('a class is watched in one place, too', () => {
  const enter = (cookie: string, periodId: number, userAgent = pc) =>
    openPlayer(backend, { cookie, userAgent }, 'GET /api/live/enter/play', { periodId })
  const openFilm = (cookie: string, periodId: number, watchId?: string | null, userAgent = pc) =>
    openPlayer(backend, { cookie, userAgent }, 'GET /api/ai-live/get-live-info', {
      periodId,
      ...(watchId ? { watchId } : {}),
    })
  const report = (
    cookie: string,
    periodId: number,
    watchId: string | null,
    event: 'heartbeat' | 'leave' = 'heartbeat',
  ) =>
    backend
      .as(cookie)
      .call('POST /api/ai-live/report-period-log', { periodId, timeSec: 0, event, ...(watchId ? { watchId } : {}) })
  const addressesOf = async (cookie: string, periodId: number, watchId?: string | null) =>
    (
      await backend
        .as(cookie)
        .call('GET /api/live-info/get-live-info-v2', { periodId, ...(watchId ? { watchId } : {}) })
    ).urlInfoV2.length

  test('a live room gives addresses to its lease only', async () => {
    const [live, other] = [await buildLiveLesson(backend), await buildLiveLesson(backend)]
    const { cookie } = await registerLearner(backend)
    expect(await addressesOf(cookie, live.periodId)).toBe(0)
    const { watchId } = await enter(cookie, live.periodId)
    expect(await addressesOf(cookie, live.periodId, watchId)).toBeGreaterThan(0)
    expect(await addressesOf(cookie, live.periodId)).toBe(0)
    expect(await addressesOf(cookie, other.periodId, watchId)).toBe(0)
    const second = await enter(cookie, live.periodId, phone)
    expect(second).toMatchObject({ playUrl: null, otherPlayer: { device: 'Chrome · Windows' } })
    expect(await addressesOf(cookie, live.periodId, second.watchId)).toBe(0)
    await takeOver(cookie, second.watchId)
    expect(await Promise.all([watchId, second.watchId].map((id) => addressesOf(cookie, live.periodId, id)))).toEqual([
      0,
      expect.any(Number),
    ])
    const stranger = await registerLearner(backend)
    expect(await addressesOf(stranger.cookie, live.periodId, second.watchId)).toBe(0)
    pass(backend, 30)
    expect(await addressesOf(cookie, live.periodId, second.watchId)).toBe(0)
  })

  test('a film plays in one browser until taken over', async () => {
    const film = await buildLiveLesson(backend, { kind: 3 })
    const { userId, cookie } = await registerLearner(backend)
    const first = await openFilm(cookie, film.periodId)
    expect(first).toMatchObject({ playUrl: expect.any(String), otherPlayer: null, watchId: expect.any(String) })
    const second = await openFilm(cookie, film.periodId, null, phone)
    expect(second).toMatchObject({
      playUrl: null,
      otherPlayer: { device: 'Chrome · Windows' },
      videoOptions: { duration: expect.any(Number) },
    })
    await expect(address(cookie, second.watchId)).rejects.toMatchObject({ code: 4004 })
    expect(await report(cookie, film.periodId, first.watchId)).toBe(true)
    expect(await report(cookie, film.periodId, second.watchId)).toBe(false)
    await takeOver(cookie, second.watchId)
    expect((await address(cookie, second.watchId)).playUrl).toContain('/media/play/')
    pass(backend, 9)
    expect(await report(cookie, film.periodId, first.watchId)).toBe(false)
    expect(await readLearning(backend, userId)).toMatchObject({ lessons: [{ watchedSec: 0 }] })
    expect(await report(cookie, film.periodId, second.watchId)).toBe(true)
    expect(await readLearning(backend, userId)).toMatchObject({ lessons: [{ watchedSec: 9 }] })
  })

  test('film and recorded lesson are two places, left by leaving', async () => {
    const film = await buildLiveLesson(backend, { kind: 3 })
    const { cookie } = await registerLearner(backend)
    const { watchId } = await openFilm(cookie, film.periodId)
    for (let beat = 0; beat < 4; beat += 1) {
      pass(backend, 9)
      expect(await report(cookie, film.periodId, watchId)).toBe(true)
    }
    expect(await open(cookie, phone)).toMatchObject({ playUrl: null, otherPlayer: { device: 'Chrome · Windows' } })
    expect(await report(cookie, film.periodId, watchId, 'leave')).toBe(true)
    expect(await open(cookie, phone)).toMatchObject({ otherPlayer: null, playUrl: expect.any(String) })
    expect(await openFilm(cookie, film.periodId)).toMatchObject({
      playUrl: null,
      otherPlayer: { device: 'Safari · iPhone' },
    })
  })

  test('the page asking again keeps its player unasked', async () => {
    const film = await buildLiveLesson(backend, { kind: 3 })
    const { cookie } = await registerLearner(backend)
    const { watchId } = await openFilm(cookie, film.periodId)
    expect(await openFilm(cookie, film.periodId, watchId)).toMatchObject({
      otherPlayer: null,
      playUrl: expect.any(String),
    })
  })

  test('a foreign room’s or person’s player reports nothing', async () => {
    const [film, other] = [await buildLiveLesson(backend, { kind: 3 }), await buildLiveLesson(backend, { kind: 3 })]
    const [owner, stranger] = [await registerLearner(backend), await registerLearner(backend)]
    const { watchId } = await openFilm(owner.cookie, film.periodId)
    await openFilm(stranger.cookie, other.periodId)
    const forged = { code: 4004, message: '学习记录异常，请刷新页面' }
    await expect(report(owner.cookie, other.periodId, watchId)).rejects.toMatchObject(forged)
    await expect(report(stranger.cookie, film.periodId, watchId)).rejects.toMatchObject(forged)
  })

  test('a teacher sees the own class on every screen', async () => {
    for (const kind of [1, 3] as const) {
      const live = await buildLiveLesson(backend, { kind })
      const { cookie } = await buildLessonTeacher(backend, live)
      await openVod(backend, cookie, lesson.periodId, { userAgent: phone })
      const enterRoom = (): Promise<{ watchId: string | null; playUrl: string | null; otherPlayer: object | null }> =>
        kind === 1 ? enter(cookie, live.periodId) : openFilm(cookie, live.periodId)
      const screens = [await enterRoom(), await enterRoom()]
      for (const { watchId, ...screen } of screens) {
        expect(screen).toMatchObject({ playUrl: expect.any(String), otherPlayer: null })
        expect((await address(cookie, watchId)).playUrl).toContain('/media/play/')
        if (kind === 1)
          expect(await sendBeat(backend, cookie, watchId ?? '', { rate: 1 })).toMatchObject({ state: 'playing' })
        else expect(await report(cookie, live.periodId, watchId)).toBe(true)
      }
      if (kind === 1) expect(await addressesOf(cookie, live.periodId)).toBeGreaterThan(0)
    }
  })
})

test.each([
  [pc, 'Chrome · Windows'],
  [phone, 'Safari · iPhone'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge · Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0',
    '微信 · Android',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · macOS'],
  ['curl/8.0', '其他设备'],
  ['', '其他设备'],
])('the browser %j is called %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
