import { describe, expect, test } from 'vitest'
import { up } from '#server/backend/db/migrations/034-finished-lessons.ts'
import { registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { type BuiltLesson, buildLessonTeacher, buildLiveLesson, openRoom } from '../support/live-rooms.ts'
import {
  buildStoredFilm,
  buildVideoLesson,
  openPlayer,
  openVod,
  pass,
  readLearning,
  sendBeat,
} from '../support/play-steps.ts'

const minute = 60_000
const backend = backendOfFile()

const drawer = async (cookie: string, periodId: number) =>
  (await backend.as(cookie).call('GET /api/vod/lesson', { periodId })).periods.find(({ id }) => id === periodId)

/** A learner who sits in a class and tells so every ten seconds. */
async function sitIn(lesson: BuiltLesson) {
  const { userId, cookie } = await registerLearner(backend)
  const { watchId } = await openPlayer(backend, { cookie }, 'GET /api/live/enter/play', { periodId: lesson.periodId })
  const beat = (more: object = {}) => sendBeat(backend, cookie, watchId ?? '', more)
  return {
    userId,
    cookie,
    beat,
    async stay(seconds: number): Promise<void> {
      for (let second = 0; second < seconds; second += 10) {
        pass(backend, 10)
        await beat()
      }
    },
    isFinished: async () => (await readLearning(backend, userId)).lessons[0]?.finishedAt != null,
  }
}

describe('a film that is shorter than its lesson announces', () => {
  test('is finished when it was watched whole', async () => {
    const { periodId } = await buildVideoLesson(backend, { seconds: 4200, filmSec: 56 })
    const { cookie } = await registerLearner(backend)
    const watchId = await openVod(backend, cookie, periodId)
    pass(backend, 30)
    expect(await sendBeat(backend, cookie, watchId, { ranges: [[0, 28]] })).toMatchObject({
      progress: 0.5,
      isFinished: false,
    })
    expect(await drawer(cookie, periodId)).toMatchObject({ progress: 0.5, isFinished: false })
    pass(backend, 30)
    expect(await sendBeat(backend, cookie, watchId, { ranges: [[28, 56]] })).toMatchObject({
      progress: 1,
      isFinished: true,
    })
    expect(await drawer(cookie, periodId)).toMatchObject({ progress: 1, isFinished: true })
    expect(await backend.as(cookie).call('GET /api/user/learning-history', {})).toMatchObject({ progress: 100 })
  })

  test('is not, by seconds that it doesn’t have', async () => {
    const { periodId } = await buildVideoLesson(backend, { seconds: 4200, filmSec: 56 })
    const { cookie } = await registerLearner(backend)
    const watchId = await openVod(backend, cookie, periodId)
    pass(backend, 60)
    expect(await sendBeat(backend, cookie, watchId, { ranges: [[60, 120]] })).toMatchObject({ isFinished: false })
    await expect(sendBeat(backend, cookie, watchId, { ranges: [[5000, 5001]] })).rejects.toMatchObject({
      code: 4004,
      message: '学习记录异常，请刷新页面',
    })
  })
})

describe('a class of ten minutes', () => {
  const buildClass = (): Promise<BuiltLesson> =>
    buildLiveLesson(backend, { begin: testNow, end: testNow + 10 * minute })

  test('attended for eight minutes it is finished by the clock', async () => {
    const lesson = await buildClass()
    const [stayed, left] = [await sitIn(lesson), await sitIn(lesson)]
    for (let second = 0; second < 480; second += 10) {
      pass(backend, 10)
      await stayed.beat()
      if (second < 460) await left.beat()
    }
    expect(await stayed.isFinished()).toBe(false)
    backend.clock.set(lesson.end)
    await backend.runJob('rooms.clock')
    expect([await stayed.isFinished(), await left.isFinished()]).toEqual([true, false])
    expect(await drawer(stayed.cookie, lesson.periodId)).toMatchObject({ isFinished: true })
  })

  test('that its teacher ends after five counts as five', async () => {
    const lesson = await buildClass()
    const room = await openRoom(backend, lesson)
    const learner = await sitIn(lesson)
    await learner.stay(240)
    pass(backend, 60)
    const { cookie } = await buildLessonTeacher(backend, lesson)
    await backend
      .as(cookie)
      .call('GET /api/im/send-system-notify', { groupId: room.groupKey, type: 8, payload: '{}' } as never)
    expect(await learner.isFinished()).toBe(true)
  })

  test('counts a player’s last words after its end', async () => {
    const lesson = await buildClass()
    await openRoom(backend, lesson)
    backend.clock.set(testNow + 2 * minute)
    const learner = await sitIn(lesson)
    await learner.stay(470)
    backend.clock.set(lesson.end)
    await backend.runJob('rooms.clock')
    expect(await learner.isFinished()).toBe(false)
    expect(await learner.beat({ isLeaving: true })).toMatchObject({ isFinished: true })
  })
})

test('stored progress is computed anew once, and nobody loses anything', async () => {
  const film = await buildVideoLesson(backend, { seconds: 4200, filmSec: 56 })
  const lesson = await buildLiveLesson(backend, { begin: testNow - 20 * minute, end: testNow - 10 * minute })
  await backend.db
    .updateTable('periods')
    .set({ mediaId: await buildStoredFilm(backend, { filmSec: 4000 }) })
    .where('periods.id', '=', lesson.periodId)
    .execute()
  const room = await openRoom(backend, lesson)
  await backend.runJob('rooms.clock')
  const at = new Date(testNow - minute)
  const [whole, part, there, finished] = await Promise.all([1, 2, 3, 4].map(() => registerLearner(backend)))
  const row = (userId: number | undefined, periodId: number, watched: string, finishedAt: Date | null = null) => ({
    userId: userId ?? 0,
    periodId,
    watched,
    watchedSec: 1,
    lastAt: at,
    finishedAt,
    scheduleId: null,
  })
  const before = new Date(testNow - 2 * minute)
  await backend.db
    .insertInto('learnProgress')
    .values([
      row(whole?.userId, film.periodId, '{[0,550)}'),
      row(part?.userId, film.periodId, '{[0,300),[600,900)}'),
      row(there?.userId, lesson.periodId, '{[0,4800)}'),
      row(finished?.userId, film.periodId, '{}', before),
    ])
    .execute()
  await backend.db
    .insertInto('roomMembers')
    .values({
      roomId: room.id,
      userId: there?.userId ?? 0,
      userType: 'vip',
      enteredAt: at,
      lastSeenAt: at,
      watchSec: 480,
    })
    .execute()
  await up(backend.db as never)
  const of = async (learner: { userId: number } | undefined) =>
    (await readLearning(backend, learner?.userId ?? 0)).lessons[0]?.finishedAt ?? null
  expect([await of(whole), await of(part), await of(there), await of(finished)]).toEqual([at, null, at, before])
})
