import { describe, expect, test } from 'vitest'
import { registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile, callsOfFile } from '../support/backend-of-file.ts'
import { buildEnrolled, buildLiveLesson, openRoom } from '../support/live-rooms.ts'
import { pass, readLearning, sendBeat } from '../support/play-steps.ts'

const minute = 60_000

const backend = backendOfFile()
const calls = callsOfFile(backend, 10)

const enter = (cookie: string, input: { periodId?: number; courseId?: number; watchId?: string }) =>
  backend.as(cookie).call('GET /api/live/enter/play', input)
const memberOf = (roomId: number, userId: number) =>
  backend.db
    .selectFrom('roomMembers')
    .select(['roomMembers.watchSec', 'roomMembers.userType'])
    .where('roomMembers.roomId', '=', roomId)
    .where('roomMembers.userId', '=', userId)
    .executeTakeFirst()

describe('attending a live class', () => {
  async function attend() {
    const lesson = await buildLiveLesson(backend)
    const { userId, cookie } = await registerLearner(backend)
    const { watchId } = await enter(cookie, { periodId: lesson.periodId })
    const room = await openRoom(backend, lesson)
    const beat = (values: Parameters<typeof sendBeat>[3] = {}) => sendBeat(backend, cookie, watchId ?? '', values)
    const attended = async () => {
      const { lessons, days } = await readLearning(backend, userId)
      return {
        room: (await memberOf(room.id, userId))?.watchSec,
        lesson: lessons[0]?.watchedSec,
        day: days[0]?.seconds,
        position: lessons[0]?.positionSec,
      }
    }
    return { lesson, room, userId, cookie, watchId: watchId ?? '', beat, attended }
  }

  test('counts the seconds that passed, whatever the player claims', async () => {
    const { beat, attended } = await attend()
    for (const seconds of [10, 10.4, 9.8]) {
      pass(backend, seconds)
      await beat({ ranges: [[0, 20]], position: 80_000 })
    }
    expect(await attended()).toEqual({ room: 30, lesson: 30, day: 30, position: 630 })
  })

  test('that is only claimed is refused and counts nothing', async () => {
    const { beat, attended } = await attend()
    pass(backend, 10)
    await expect(beat({ ranges: [[0, 4000]] })).rejects.toMatchObject({
      code: 4004,
      message: '学习记录异常，请刷新页面',
    })
    expect(await attended()).toMatchObject({ room: 0, lesson: undefined })
  })

  test('counts fifteen seconds a heartbeat at most, none paused', async () => {
    const { beat, attended } = await attend()
    pass(backend, 600)
    await beat()
    expect(await attended()).toMatchObject({ room: 15, lesson: 15, day: 15 })
    pass(backend, 10)
    await beat({ rate: 0 })
    pass(backend, 10)
    await beat()
    expect(await attended()).toMatchObject({ room: 25, lesson: 25, day: 25 })
  })

  test('ends with the enrolment, saying why at the next look', async () => {
    const lesson = await buildLiveLesson(backend, { free: false })
    const { userId, cookie } = await buildEnrolled(backend, lesson)
    const { watchId } = await enter(cookie, { periodId: lesson.periodId })
    await backend.db.updateTable('enrolments').set({ status: 2 }).where('enrolments.userId', '=', userId).execute()
    pass(backend, 61)
    expect(await sendBeat(backend, cookie, watchId ?? '', {})).toMatchObject({ state: 'closed', progress: 0 })
    expect((await readLearning(backend, userId)).lessons).toEqual([])
    expect(await enter(cookie, { periodId: lesson.periodId, watchId: watchId ?? '' })).toMatchObject({
      checkCode: 103,
      playUrl: null,
      watchId: null,
    })
  })

  test('ends with the class', async () => {
    const { lesson, beat, attended } = await attend()
    backend.clock.set(lesson.end - 4000)
    await beat({ rate: 0 })
    backend.clock.set(lesson.end + 6000)
    await beat()
    backend.clock.set(lesson.end + 16_000)
    await beat()
    expect(await attended()).toMatchObject({ room: 4, lesson: 4, day: 4 })
  })

  test('two tabs or ten copies of a heartbeat count once', async () => {
    const { lesson, cookie, watchId, beat, attended } = await attend()
    const second = await enter(cookie, { periodId: lesson.periodId })
    expect(second).toMatchObject({ playUrl: null, otherPlayer: { device: expect.any(String) } })
    pass(backend, 10)
    await Promise.all(
      Array.from({ length: 10 }, () =>
        calls.as(cookie).call('POST /api/vod/heartbeat', { watchId, position: 0, rate: 1, ranges: [] }),
      ),
    )
    expect(await sendBeat(backend, cookie, second.watchId ?? '', {})).toMatchObject({ state: 'taken' })
    expect(await attended()).toMatchObject({ room: 10, lesson: 10, day: 10 })
    await backend.as(cookie).call('POST /api/vod/take-over', { watchId: second.watchId ?? '' })
    pass(backend, 10)
    await sendBeat(backend, cookie, second.watchId ?? '', {})
    expect(await beat()).toMatchObject({ state: 'taken' })
    expect(await attended()).toMatchObject({ room: 20, lesson: 20, day: 20 })
  })

  test('a clock that is set back takes nothing away', async () => {
    const { beat, attended } = await attend()
    pass(backend, 10)
    await beat()
    backend.clock.set(testNow - 5 * minute)
    await beat()
    pass(backend, 10)
    await beat()
    expect(await attended()).toMatchObject({ room: 20, lesson: 20, day: 20 })
  })

  test('a replay counts only what wasn’t attended', async () => {
    const { lesson, cookie, beat, attended } = await attend()
    pass(backend, 10)
    await beat({ isLeaving: true })
    backend.clock.set(lesson.end + minute)
    const { watchId, isReplay } = await enter(cookie, { periodId: lesson.periodId })
    expect(isReplay).toBe(true)
    pass(backend, 20)
    await sendBeat(backend, cookie, watchId ?? '', { ranges: [[580, 600]] })
    pass(backend, 20)
    expect(await attended()).toMatchObject({ room: 10, lesson: 30 })
    await expect(sendBeat(backend, cookie, watchId ?? '', { ranges: [[0, 200]] })).rejects.toMatchObject({ code: 4004 })
  })

  test('an ended class’s player gets no more addresses', async () => {
    const { lesson, cookie, watchId, room } = await attend()
    expect((await backend.as(cookie).call('GET /api/vod/address', { watchId })).urlInfoV2.length).toBeGreaterThan(0)
    await backend.db
      .updateTable('liveRooms')
      .set({ endedAt: new Date(testNow + minute) })
      .where('liveRooms.id', '=', room.id)
      .execute()
    backend.clock.set(testNow + 2 * minute)
    await expect(backend.as(cookie).call('GET /api/vod/address', { watchId })).rejects.toMatchObject({
      code: 4004,
      message: '直播已经结束',
    })
    expect(await enter(cookie, { periodId: lesson.periodId })).toMatchObject({ isReplay: true })
  })
})
