import { beforeAll, describe, expect, test } from 'vitest'
import { createWatchClaims } from '#client/features/play/watch-claims.ts'
import { erasers } from '#server/backend/account/closing/erasers-store.ts'
import { learning } from '#server/backend/account/closing/export-learning-store.ts'
import { registerLearner } from '../support/backend-accounts.ts'
import { buildPeriod } from '../support/backend-factories.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile, callsOfFile } from '../support/backend-of-file.ts'
import { enrolIn } from '../support/live-rooms.ts'
import { type BeatInput, buildVideoLesson, openVod, pass, readLearning, sendBeat } from '../support/play-steps.ts'
import { readPart } from '../support/export-steps.ts'

const dayMs = 86_400_000
const forged = { code: 4004, message: '学习记录异常，请刷新页面' }

const backend = backendOfFile()
const calls = callsOfFile(backend, 10)
let periodId: number
beforeAll(async () => {
  periodId = (await buildVideoLesson(backend)).periodId
})

/** A learner with an open player of the lesson of ten minutes. */
async function watcher() {
  const { userId, cookie } = await registerLearner(backend)
  const watchId = await openVod(backend, cookie, periodId)
  return {
    userId,
    cookie,
    watchId,
    beat: (beat: Partial<BeatInput>) => sendBeat(backend, cookie, watchId, beat),
    /** Plays for so many seconds, then says so. */
    play(seconds: number, from: number, rate: BeatInput['rate'] = 1) {
      pass(backend, seconds)
      return sendBeat(backend, cookie, watchId, { rate, ranges: [[from, from + seconds * (rate || 1)]] })
    },
    learned: () => readLearning(backend, userId),
  }
}

describe('a learner whose right ends while they watch', () => {
  async function enrolledWatcher() {
    const lesson = await buildVideoLesson(backend, { free: false })
    const { userId, cookie } = await registerLearner(backend)
    await enrolIn(backend, userId, { courseId: lesson.courseId, scheduleId: null })
    const watchId = await openVod(backend, cookie, lesson.periodId)
    const enrolment = (values: { status?: number; endAt?: Date }) =>
      backend.db.updateTable('enrolments').set(values).where('enrolments.userId', '=', userId).execute()
    return { lesson, userId, cookie, watchId, enrolment }
  }

  test.each([
    ['refunded', { status: 2 }, '这节课要先报名才能看'],
    ['over its time', { endAt: new Date(testNow + 45_000) }, '你的学习期已经结束，重新报名后可以接着看'],
  ] as const)('(%s) is stopped within a minute, and nothing counts on', async (_what, values, message) => {
    const { lesson, userId, cookie, watchId, enrolment } = await enrolledWatcher()
    pass(backend, 10)
    expect(await sendBeat(backend, cookie, watchId, { ranges: [[0, 10]] })).toMatchObject({ state: 'playing' })
    await enrolment(values)
    const states: string[] = []
    for (let from = 10; from < 80; from += 10) {
      pass(backend, 10)
      states.push((await sendBeat(backend, cookie, watchId, { ranges: [[from, from + 10]] })).state)
    }
    expect(states.at(-1)).toBe('closed')
    const counted = 10 + 10 * states.filter((state) => state === 'playing').length
    expect(counted).toBeLessThanOrEqual(70)
    const { lessons, leases } = await readLearning(backend, userId)
    expect(lessons).toMatchObject([{ watchedSec: counted }])
    expect(leases.filter(({ expiresAt }) => expiresAt.getTime() > backend.clock.now())).toEqual([])
    expect(await backend.as(cookie).call('GET /api/vod/period/play', { periodId: lesson.periodId })).toMatchObject({
      checkCode: 103,
      message,
      playUrl: null,
      watchId: null,
    })
  })

  test('goes on when the lesson is free, nothing ends it', async () => {
    const { lesson, cookie, watchId, enrolment } = await enrolledWatcher()
    await backend.db
      .updateTable('periods')
      .set({ isFreeStudy: true })
      .where('periods.id', '=', lesson.periodId)
      .execute()
    await enrolment({ status: 2 })
    for (let from = 0; from < 130; from += 10) {
      pass(backend, 10)
      expect(await sendBeat(backend, cookie, watchId, { ranges: [[from, from + 10]] })).toMatchObject({
        state: 'playing',
      })
    }
  })
})

describe('an honest heartbeat', () => {
  test('keeps what was watched and where, apart from each other', async () => {
    const { play, beat, learned } = await watcher()
    expect(await play(10, 0)).toEqual({ state: 'playing', otherPlayer: null, progress: 10 / 600, isFinished: false })
    await play(10, 300)
    expect(await beat({ position: 42.7, rate: 0 })).toMatchObject({ progress: 20 / 600 })
    expect(await learned()).toMatchObject({
      lessons: [{ watched: '{[0,100),[3000,3100)}', watchedSec: 20, positionSec: 42, finishedAt: null }],
      days: [{ day: '2026-03-11', seconds: 20 }],
    })
  })

  test.each([0.7, 1, 1.5, 2] as const)('plays at %s times the speed', async (rate) => {
    const { play, learned } = await watcher()
    for (let beat = 0; beat < 6; beat++) await play(10, beat * 10 * rate, rate)
    expect((await learned()).lessons).toMatchObject([{ watchedSec: 60 * rate, positionSec: 60 * rate }])
  })

  // what the player of the page tells, second by second; an answer that is lost is told again
  test.each([
    ['from 2× back to 1×', [2, 2, 2, 2, 2, 2, 2, 1, 1], []],
    ['from 2× to 0.7× at the very end', [2, 2, 2, 2, 2, 2, 2, 2, 0.7], []],
    ['from 2× to a pause', [2, 2, 2, 2, 2, 2, 2, 2, 0], []],
    ['to and fro', [2, 0.7, 1.5, 1, 2, 0.7, 1, 1, 1], []],
    ['from 2× to 1× while the line was cut', [...Array(9).fill(2), ...Array(9).fill(1)], [9]],
  ] as const)('counts every second of a player that goes %s', async (_what, rates, lost) => {
    const { beat, learned } = await watcher()
    const claims = createWatchClaims()
    let position = 0
    for (const [index, rate] of [...rates, ...Array(9).fill(1)].entries()) {
      pass(backend, 1)
      claims.note({ position: position + rate, rate, ranges: [[position, position + rate]] })
      position += rate
      if ((index + 1) % 9 !== 0) continue
      const claim = claims.take()
      if ((lost as readonly number[]).includes(index + 1)) claims.giveBack(claim)
      else await beat(claim)
    }
    expect((await learned()).lessons).toMatchObject([{ watched: `{[0,${Math.round(position * 10)})}` }])
  })

  test('may come a little early or late, again and again', async () => {
    const { beat, learned } = await watcher()
    const delays = [0, 2.9, 0, 1, 2.5, 0, 2.9, 0, 0.4, 0]
    for (const [index, delay] of delays.entries()) {
      backend.clock.set(testNow + (index + 1) * 10_000 + delay * 1000)
      await beat({ ranges: [[index * 10, (index + 1) * 10]] })
    }
    expect((await learned()).lessons).toMatchObject([{ watchedSec: 100, watched: '{[0,1000)}' }])
  })

  test('after a five-minute cut brings all that was played', async () => {
    const { play, learned } = await watcher()
    expect(await play(300, 0)).toMatchObject({ progress: 0.5 })
    expect((await learned()).lessons).toMatchObject([{ watchedSec: 300 }])
  })

  test('after a night’s sleep brings what was played only', async () => {
    const { beat, learned } = await watcher()
    pass(backend, 8 * 3600)
    await beat({ ranges: [[0, 10]] })
    expect(await learned()).toMatchObject({ lessons: [{ watchedSec: 10 }], days: [{ seconds: 10 }] })
  })

  test('sent again changes nothing and is no forgery', async () => {
    const { play, beat, learned } = await watcher()
    await play(10, 0)
    const before = (await learned()).lessons
    expect(await beat({ ranges: [[0, 10]] })).toMatchObject({ state: 'playing', progress: 10 / 600 })
    expect((await learned()).lessons).toEqual(before)
    pass(backend, 10)
    expect(await beat({ ranges: [[0, 20]] })).toMatchObject({ progress: 20 / 600 })
  })

  test('of a watched part adds nothing', async () => {
    const { play, learned } = await watcher()
    await play(20, 0)
    await play(20, 10)
    await play(20, 10)
    expect(await learned()).toMatchObject({ lessons: [{ watchedSec: 30, positionSec: 30 }], days: [{ seconds: 30 }] })
  })

  test('ends the lesson at 95 percent, once, anywhere', async () => {
    const { play, beat, learned } = await watcher()
    await play(10, 590)
    expect(await beat({ position: 600 })).toMatchObject({ isFinished: false })
    expect(await play(559, 0)).toMatchObject({ isFinished: false, progress: 569 / 600 })
    expect(await play(1, 559)).toMatchObject({ isFinished: true, progress: 0.95 })
    const { finishedAt } = (await learned()).lessons[0] ?? {}
    expect(finishedAt).toEqual(new Date(testNow + 570_000))
    await play(10, 0)
    expect((await learned()).lessons[0]?.finishedAt).toEqual(finishedAt)
  })

  test('may name a slightly longer film’s last half second', async () => {
    const { beat, learned } = await watcher()
    pass(backend, 10)
    await beat({ ranges: [[590.5, 600.4]], position: 600.4 })
    expect((await learned()).lessons).toMatchObject([{ watched: '{[5905,6000)}', watchedSec: 9, positionSec: 600 }])
  })

  test('around midnight counts for Shanghai’s arriving day', async () => {
    backend.clock.set(Date.parse('2026-03-11T23:59:50+08:00'))
    const { play, learned } = await watcher()
    await play(5, 0)
    await play(10, 5)
    expect((await learned()).days).toEqual([
      { day: '2026-03-11', seconds: 5 },
      { day: '2026-03-12', seconds: 10 },
    ])
  })

  test('is refused at other rates than the player has', async () => {
    const { beat } = await watcher()
    for (const rate of [3, -1, 1.25]) await expect(beat({ rate: rate as never })).rejects.toMatchObject({ status: 400 })
  })
})

describe('a heartbeat that can’t be true is refused, and nothing is stored:', () => {
  const claims: readonly (readonly [what: string, beat: Partial<BeatInput>])[] = [
    ['more seconds than passed', { ranges: [[0, 13.2]] }],
    [
      'in many pieces',
      {
        ranges: [
          [0, 5],
          [100, 105],
          [200, 204],
        ],
      },
    ],
    ['twice the speed that it names', { ranges: [[0, 20]], rate: 1 }],
    ['slower than it says', { ranges: [[0, 11]], rate: 0.7 }],
    ['the whole lesson', { ranges: [[0, 600]], rate: 2 }],
    ['a part behind the end', { ranges: [[600, 605]], position: 600 }],
    ['a position behind the end', { position: 700 }],
    ['a range that runs backwards', { ranges: [[10, 5]], position: 5 }],
  ]
  test.each(claims)('%s', async (_what, claim) => {
    const { play, beat, learned } = await watcher()
    await play(10, 300)
    pass(backend, 10)
    const before = await learned()
    await expect(beat(claim)).rejects.toMatchObject(forged)
    expect(await learned()).toEqual(before)
    // and what is honest goes on counting
    expect(await beat({ ranges: [[310, 320]] })).toMatchObject({ state: 'playing', progress: 20 / 600 })
  })

  test('many heartbeats at once, each within its tolerance', async () => {
    const { beat, learned } = await watcher()
    pass(backend, 10)
    let refused = 0
    for (let from = 0; from < 300; from += 3) await beat({ ranges: [[from, from + 3]], rate: 2 }).catch(() => refused++)
    const { lessons, days } = await learned()
    expect(lessons[0]?.watchedSec).toBeLessThanOrEqual(23)
    expect(days).toEqual([{ day: '2026-03-11', seconds: lessons[0]?.watchedSec }])
    expect(refused).toBeGreaterThan(90)
  })

  test('a player opened anew for every heartbeat', async () => {
    const { userId, cookie, watchId } = await watcher()
    let former = watchId
    for (let from = 0; from < 60; from += 3) {
      former = await openVod(backend, cookie, periodId, { watchId: former })
      await sendBeat(backend, cookie, former, { ranges: [[from, from + 3]] }).catch(() => undefined)
    }
    expect((await readLearning(backend, userId)).lessons[0]?.watchedSec).toBeLessThanOrEqual(3)
  })

  test('an hour of one lesson that was spent in another', async () => {
    const { userId, cookie, watchId } = await watcher()
    const other = await buildVideoLesson(backend)
    pass(backend, 60)
    const second = await openVod(backend, cookie, other.periodId)
    pass(backend, 300)
    await sendBeat(backend, cookie, second, { ranges: [[0, 300]], isLeaving: true })
    await expect(sendBeat(backend, cookie, watchId, { ranges: [[0, 300]] })).rejects.toMatchObject(forged)
    expect((await readLearning(backend, userId)).lessons).toMatchObject([{ periodId: other.periodId, watchedSec: 300 }])
  })

  test('values that aren’t numbers of a film', async () => {
    const { beat, learned } = await watcher()
    pass(backend, 10)
    const before = await learned()
    for (const bad of [
      { position: -1 },
      { position: 1e9 },
      { ranges: [[-5, 3]] },
      { ranges: [[0, 1, 2]] },
      { ranges: Array.from({ length: 51 }, () => [0, 1]) },
      { ranges: '{[0,10)}' },
    ]) {
      await expect(beat({ position: 0, ...(bad as object) })).rejects.toMatchObject({ status: 400 })
    }
    expect(await learned()).toEqual(before)
  })
})

test('ten copies of one at once count once', async () => {
  const { userId, cookie, watchId } = await watcher()
  pass(backend, 10)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      calls.as(cookie).call('POST /api/vod/heartbeat', { watchId, position: 10, rate: 1, ranges: [[0, 10]] }),
    ),
  )
  expect(answers.every(({ state }) => state === 'playing')).toBe(true)
  expect(await readLearning(backend, userId)).toMatchObject({ lessons: [{ watchedSec: 10 }], days: [{ seconds: 10 }] })
})

test('a server’s clock set back costs and gives nothing', async () => {
  const { play, beat, learned } = await watcher()
  await play(10, 0)
  backend.clock.set(testNow - 3_600_000)
  expect(await beat({ ranges: [[10, 20]] })).toMatchObject({ state: 'playing', progress: 10 / 600 })
  expect((await learned()).lessons).toMatchObject([{ watchedSec: 10 }])
  expect(await play(10, 20)).toMatchObject({ progress: 20 / 600 })
  await expect(beat({ ranges: [[30, 60]] })).rejects.toMatchObject(forged)
})

describe('what a learner sees of it', () => {
  const history = (cookie: string) => backend.as(cookie).call('GET /api/user/learning-history', {})

  test('hours are seconds watched once, progress the last course’s share', async () => {
    const lesson = await buildVideoLesson(backend, { seconds: 7200 })
    await buildPeriod(backend.database, lesson.courseId, { durationSec: 800 })
    const { cookie } = await registerLearner(backend)
    expect(await history(cookie)).toEqual({ totalHours: 0, progress: 0, lastCourse: null })
    const watchId = await openVod(backend, cookie, lesson.periodId)
    for (const from of [0, 3600, 0]) {
      pass(backend, 1800)
      await sendBeat(backend, cookie, watchId, { ranges: [[from, from + 3600]], rate: 2 })
    }
    expect(await history(cookie)).toMatchObject({
      totalHours: 2,
      progress: 90,
      lastCourse: {
        id: lesson.courseId,
        lectureType: 3,
        periodId: lesson.periodId,
        playUrl: `/course/video/play/${lesson.periodId}`,
      },
    })
    const other = await openVod(backend, cookie, periodId, { watchId })
    pass(backend, 400)
    await sendBeat(backend, cookie, other, { ranges: [[0, 400]] })
    expect(await history(cookie)).toMatchObject({ totalHours: 2.1, progress: 66, lastCourse: { periodId } })
  })

  test('the list shows how far each lesson is', async () => {
    const { cookie, play } = await watcher()
    await play(300, 0)
    expect(await backend.as(cookie).call('GET /api/vod/lesson', { periodId })).toMatchObject({
      periods: [{ progress: 0.5, isFinished: false }],
    })
    expect(await backend.api.call('GET /api/vod/lesson', { periodId })).toMatchObject({ periods: [{ progress: 0 }] })
  })

  test('an unvisited course has no last lesson', async () => {
    const { courseId } = await buildVideoLesson(backend)
    const { cookie } = await registerLearner(backend)
    expect(await backend.as(cookie).call('GET /api/course/last-learn-progress', { courseId })).toBeNull()
    await expect(backend.api.call('GET /api/course/last-learn-progress', { courseId })).rejects.toMatchObject({
      code: -3,
    })
  })
})

test('players silent for thirty days go, watched time stays', async () => {
  const old = await watcher()
  await old.play(10, 0)
  backend.clock.set(testNow + dayMs)
  const young = await watcher()
  backend.clock.set(testNow + 10_000 + 30 * dayMs)
  await backend.runJob('watches.old')
  expect((await old.learned()).watches).toHaveLength(1)
  backend.clock.set(testNow + 10_001 + 30 * dayMs)
  expect(await backend.runJob('watches.old')).toBeGreaterThanOrEqual(1)
  expect(await old.learned()).toMatchObject({ lessons: [{ watchedSec: 10 }], watches: [], leases: [] })
  expect(await backend.runJob('watches.old')).toBe(0)
  expect((await young.learned()).watches).toHaveLength(1)
})

test('a learner takes watching along; it ends with the account', async () => {
  const { userId, play, learned } = await watcher()
  await play(10, 0)
  expect(await readPart(learning, backend.database.db, userId)).toMatchObject({
    课时: [{ 已学秒数: 10, 上次看到秒数: 10, 学完时间: null, 最近学习: '2026-03-11 12:00:10' }],
    每日: [{ 日期: '2026-03-11', 学习秒数: 10 }],
  })
  const account = { userId, nationCode: 86, phone: null, now: new Date(testNow) }
  await backend.database.transaction(async (trx) => {
    for (const erase of erasers) await erase(trx, account, backend.context.hash)
  })
  expect(await learned()).toEqual({ lessons: [], days: [], watches: [], leases: [] })
})
