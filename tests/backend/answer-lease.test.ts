import { expect, test } from 'vitest'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildAnswerRoom } from '../support/live-rooms.ts'
import { buildVideoLesson, openPlayer, pass, pc, phone, readLearning, sendBeat } from '../support/play-steps.ts'

const backend = backendOfFile()
const cdn = 'https://cdn.example.com/answers.m3u8'

/** A room for questions that has a picture. */
async function pictureRoom(): Promise<number> {
  const id = await buildAnswerRoom(backend, { title: '色彩答疑' })
  await backend.db.insertInto('liveRoomUrls').values({ roomId: id, sortNum: 1, name: '老师', url: cdn }).execute()
  return id
}

const enter = ({ cookie }: Pick<Learner, 'cookie'>, id: number, userAgent = pc, watchId?: string) =>
  openPlayer(backend, { cookie, userAgent }, 'GET /api/live-solution-room/get-live-info', {
    id,
    ...(watchId === undefined ? {} : { watchId }),
  })
const beat = ({ cookie }: Pick<Learner, 'cookie'>, watchId: string | null, values = {}) =>
  sendBeat(backend, cookie, watchId ?? '', values)
const address = ({ cookie }: Pick<Learner, 'cookie'>, watchId: string | null) =>
  backend.as(cookie).call('GET /api/vod/address', { watchId: watchId ?? '' })

test('a question room’s picture plays in one place', async () => {
  const [learner, id] = [await registerLearner(backend), await pictureRoom()]
  const first = await enter(learner, id)
  expect(first).toMatchObject({ playUrl: cdn, watchId: expect.any(String), otherPlayer: null })
  const second = await enter(learner, id, phone)
  expect(second).toMatchObject({
    answerRoomStatus: 1,
    groupId: `room-${id}`,
    playUrl: null,
    urlInfoV2: [],
    otherPlayer: { device: 'Chrome · Windows', title: '色彩答疑' },
  })
  await expect(address(learner, second.watchId)).rejects.toMatchObject({ code: 4004 })
  await backend.as(learner.cookie).call('POST /api/vod/take-over', { watchId: second.watchId ?? '' })
  expect((await address(learner, second.watchId)).playUrl).toBe(cdn)
  expect(await beat(learner, first.watchId)).toMatchObject({ state: 'taken', otherPlayer: { title: '色彩答疑' } })
})

test('it takes turns with films; a page keeps its own', async () => {
  const [learner, id] = [await registerLearner(backend), await pictureRoom()]
  const { watchId } = await enter(learner, id)
  const { periodId } = await buildVideoLesson(backend)
  const film = await openPlayer(backend, { cookie: learner.cookie, userAgent: phone }, 'GET /api/vod/period/play', {
    periodId,
  })
  expect(film).toMatchObject({ playUrl: null, otherPlayer: { title: '色彩答疑' } })
  const again = await enter(learner, id, pc, watchId ?? '')
  expect(again).toMatchObject({ playUrl: cdn, otherPlayer: null })
  await beat(learner, again.watchId, { isLeaving: true })
  expect(
    await openPlayer(backend, { cookie: learner.cookie, userAgent: phone }, 'GET /api/vod/period/play', { periodId }),
  ).toMatchObject({
    playUrl: expect.any(String),
    otherPlayer: null,
  })
})

test('nothing of it is written down as learned', async () => {
  const [learner, id] = [await registerLearner(backend), await pictureRoom()]
  const { watchId } = await enter(learner, id)
  pass(backend, 10)
  expect(await beat(learner, watchId, { ranges: [[0, 10]] })).toEqual({
    state: 'playing',
    otherPlayer: null,
    progress: 0,
    isFinished: false,
  })
  expect(await readLearning(backend, learner.userId)).toMatchObject({ lessons: [], days: [] })
})

test('it stops when the room is closed', async () => {
  const [learner, id] = [await registerLearner(backend), await pictureRoom()]
  const { watchId } = await enter(learner, id)
  await backend.db.updateTable('liveRooms').set({ isOpen: false }).where('liveRooms.id', '=', id).execute()
  pass(backend, 61)
  expect(await beat(learner, watchId)).toMatchObject({ state: 'closed' })
  await expect(address(learner, watchId)).rejects.toMatchObject({ code: 4004, message: '现在不能看这间答疑室' })
})

test('its staff see it on every screen', async () => {
  const [office, id] = [await buildStaff(backend, 'education'), await pictureRoom()]
  const screens = [await enter(office, id), await enter(office, id, phone)]
  for (const { playUrl, watchId } of screens) {
    expect(playUrl).toBe(cdn)
    expect(await beat(office, watchId)).toMatchObject({ state: 'playing' })
  }
  const talk = await buildAnswerRoom(backend)
  expect(await enter(office, talk)).toMatchObject({ playUrl: null, watchId: null, otherPlayer: null })
})
