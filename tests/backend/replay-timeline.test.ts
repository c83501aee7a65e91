import { describe, expect, test } from 'vitest'
import { appendMessage, eraseMessage } from '#server/backend/classroom/chat/message-store.ts'
import { ingestAnswers } from '#server/backend/classroom/recording/ingest-answers.ts'
import { ensureLessonRoom } from '#server/backend/classroom/room/lesson-room.ts'
import { findLesson, findRoom, type RoomRow, roomStatus } from '#server/backend/classroom/room/room-store.ts'
import { LiveStatus } from '#shared/contract/enums.ts'
import { buildStaff, registerLearner } from '../support/backend-accounts.ts'
import { buildLiveClass, buildProduct } from '../support/backend-factories.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'

const minute = 60_000
const backend = backendOfFile({ RTMP_PORT: '1935' })

interface Class {
  readonly id: number
  readonly periodId: number
  readonly key: string
  room(): Promise<RoomRow>
  /** What the learner says at a second after the class's begin. */
  say(second: number, text: string): Promise<number>
  gift(second: number): Promise<number>
}

/** A class that began at the test's moment and lasts an hour; `free` for everybody who is signed in. */
async function buildClass(free = true): Promise<Class> {
  const { database, clock } = backend
  clock.set(testNow)
  const courseId = await buildProduct(database, { lectureType: 1 })
  const { periodId } = await buildLiveClass(database, courseId, testNow, testNow + 60 * minute)
  await database.db.updateTable('periods').set({ isFreeStudy: free }).where('periods.id', '=', periodId).execute()
  const lesson = await findLesson(database.db, { periodId }, new Date(testNow))
  const made = lesson && (await database.transaction((trx) => ensureLessonRoom(trx, lesson, new Date(testNow))))
  if (!made) throw new Error('The lesson has no room.')
  const key = `stream-key-of-room-${made.id}`
  await database.db.updateTable('liveRooms').set({ streamKey: key }).where('liveRooms.id', '=', made.id).execute()
  const learner = await registerLearner(backend)
  const append = async (second: number, content: object, customType?: 2): Promise<number> => {
    const message = await appendMessage(database.db, made.groupId, {
      message: { fromUserId: learner.userId, userType: 'vip', content, ...(customType ? { customType } : {}) },
      now: new Date(testNow + second * 1000),
      mayBeMuted: true,
    })
    return message?.seq ?? 0
  }
  return {
    id: made.id,
    periodId,
    key,
    async room() {
      const found = await findRoom(database.db, { id: made.id })
      if (!found) throw new Error('The room is gone.')
      return found
    },
    say: (second, text) => append(second, { text, at: [] }),
    gift: (second) => append(second, { giftId: 1, name: '小红花', img: '/g.webp', count: 3 }, 2),
  }
}

/** The stream runs from one second of the class to another. */
async function record({ id, key }: Class, from: number, to: number, number = 1): Promise<void> {
  backend.clock.set(testNow + from * 1000)
  const begun = await ingestAnswers.begin(backend.context, { key, folder: `live/${id}/${number}`, agoMs: 0 })
  if ('refusal' in begun) throw new Error(begun.refusal)
  backend.clock.set(testNow + to * 1000)
  await ingestAnswers.end(backend.context, { recordingId: begun.recordingId, durationSec: to - from })
}

async function timeline(cookie: string, input: { periodId: number; fromSec?: number; toSec?: number }) {
  const { messages, ...rest } = await backend.as(cookie).call('GET /api/live-info/replay-timeline', input)
  return { said: messages.map(({ offsetSec, text, gift }) => [offsetSec, text?.text ?? gift?.name]), ...rest }
}

describe('GET /api/live-info/replay-timeline', () => {
  test('shows words and presents by second, without recalled ones', async () => {
    const lesson = await buildClass()
    await lesson.say(10, '来早了')
    await lesson.say(65, '老师好')
    const wrong = await lesson.say(70, '说错了')
    await lesson.gift(90)
    await eraseMessage(backend.database.db, (await lesson.room()).groupId, {
      seq: wrong,
      by: 1,
      now: new Date(testNow),
    })
    await lesson.say(670, '后来的话')
    await record(lesson, 60, 900)
    const { cookie } = await registerLearner(backend)
    expect(await timeline(cookie, { periodId: lesson.periodId })).toEqual({
      said: [
        [5, '老师好'],
        [30, '小红花'],
      ],
      untilSec: 600,
      totalSec: 840,
      staffGroupId: null,
    })
    expect(await timeline(cookie, { periodId: lesson.periodId, fromSec: 600 })).toMatchObject({
      said: [[610, '后来的话']],
      untilSec: 1200,
      totalSec: 840,
    })
  })

  test('names the chat to those who may take words back', async () => {
    const lesson = await buildClass()
    await record(lesson, 0, 60)
    const { cookie } = await buildStaff(backend, 'education')
    expect(await timeline(cookie, { periodId: lesson.periodId })).toMatchObject({
      staffGroupId: (await lesson.room()).groupKey,
    })
  })

  test('keeps what somebody said before they were muted', async () => {
    const lesson = await buildClass()
    await lesson.say(20, '早说的话')
    const { groupId } = await lesson.room()
    const { userId } = await backend.database.db
      .selectFrom('imMessages')
      .select('imMessages.fromUserId as userId')
      .where('imMessages.groupId', '=', groupId)
      .executeTakeFirstOrThrow()
    await backend.database.db
      .insertInto('imMutes')
      .values({
        groupId,
        userId: userId ?? 0,
        mutedBy: 1,
        mutedAt: new Date(testNow + 30_000),
        untilAt: null,
        liftedAt: null,
        liftedBy: null,
      })
      .execute()
    await record(lesson, 10, 100)
    const { cookie } = await registerLearner(backend)
    expect((await timeline(cookie, { periodId: lesson.periodId })).said).toEqual([[10, '早说的话']])
  })

  test('of two recordings runs through, break’s words at its end', async () => {
    const lesson = await buildClass()
    await lesson.say(30, '第一段')
    await lesson.say(70, '老师掉线了')
    await lesson.say(95, '回来了')
    await record(lesson, 0, 60, 1)
    await record(lesson, 90, 150, 2)
    const { cookie } = await registerLearner(backend)
    expect(await timeline(cookie, { periodId: lesson.periodId })).toMatchObject({
      said: [
        [30, '第一段'],
        [60, '老师掉线了'],
        [65, '回来了'],
      ],
      totalSec: 120,
    })
  })

  test('of a crowd comes in pieces that lose nothing', async () => {
    const lesson = await buildClass()
    const { groupId } = await lesson.room()
    await backend.database.db
      .insertInto('imMessages')
      .values(
        Array.from({ length: 2_500 }, (_, index) => ({
          groupId,
          seq: index + 1,
          clientMsgId: null,
          fromUserId: 1,
          fakeStudentId: null,
          userType: 'vip' as const,
          customType: null,
          systemType: null,
          content: JSON.stringify({ text: `${index}`, at: [] }),
          sentAt: new Date(testNow + Math.floor(index / 5) * 1000),
          recalledAt: null,
          recalledBy: null,
        })),
      )
      .execute()
    await backend.database.db
      .updateTable('imGroups')
      .set({ lastSeq: 2_500 })
      .where('imGroups.id', '=', groupId)
      .execute()
    await record(lesson, 0, 900)
    const { cookie } = await registerLearner(backend)
    const said: unknown[] = []
    for (let fromSec = 0; fromSec < 600; ) {
      const piece = await timeline(cookie, { periodId: lesson.periodId, fromSec, toSec: 600 })
      said.push(...piece.said.map(([, text]) => Number(text)))
      fromSec = piece.untilSec
    }
    expect(said).toEqual(Array.from({ length: 2_500 }, (_, index) => index))
  })

  test('refuses more than ten minutes, or an inverted span', async () => {
    const { cookie } = await registerLearner(backend)
    const { periodId } = await buildClass()
    for (const span of [
      { fromSec: 0, toSec: 601 },
      { fromSec: 60, toSec: 60 },
    ])
      await expect(timeline(cookie, { periodId, ...span })).rejects.toMatchObject({ status: 400 })
  })

  test('is for those who may be in the room', async () => {
    const lesson = await buildClass(false)
    const { cookie } = await registerLearner(backend)
    await expect(timeline(cookie, { periodId: lesson.periodId })).rejects.toMatchObject({ code: 4004 })
    await expect(
      backend.api.call('GET /api/live-info/replay-timeline', { periodId: lesson.periodId }),
    ).rejects.toMatchObject({ code: -3 })
    await expect(timeline(cookie, { periodId: 99_999_999 })).rejects.toMatchObject({ code: 404 })
  })
})

describe('a teacher’s stream', () => {
  test('opens the room early and shows who waits', async () => {
    const lesson = await buildClass()
    const early = testNow - 10 * minute
    backend.clock.set(early)
    expect(roomStatus(await lesson.room(), early)).toBe(LiveStatus.notStarted)
    const answer = await ingestAnswers.begin(backend.context, {
      key: lesson.key,
      folder: `live/${lesson.id}/1`,
      agoMs: 2_500,
    })
    expect(answer).toHaveProperty('recordingId')
    const room = await lesson.room()
    expect([room.startedAt?.getTime(), roomStatus(room, early)]).toEqual([early - 2_500, LiveStatus.live])
    const system = await backend.database.db
      .selectFrom('imMessages')
      .select(['imMessages.systemType', 'imMessages.content'])
      .where('imMessages.groupId', '=', room.groupId)
      .execute()
    expect(system).toEqual([{ systemType: 7, content: { status: 2 } }])
  })

  test('is refused hours before, afterwards, and beside another', async () => {
    const lesson = await buildClass()
    const check = (at: number) => {
      backend.clock.set(at)
      return ingestAnswers.check(backend.context, { key: lesson.key })
    }
    expect(await check(testNow - 121 * minute)).toEqual({ refusal: 'early' })
    expect(await check(testNow + 60 * minute)).toEqual({ refusal: 'ended' })
    expect(await check(testNow)).toEqual({ roomId: lesson.id, nextNumber: 1 })
    expect(await ingestAnswers.check(backend.context, { key: 'nobody-has-this-key' })).toEqual({ refusal: 'unknown' })
    const begin = (number: number) =>
      ingestAnswers.begin(backend.context, { key: lesson.key, folder: `live/${lesson.id}/${number}`, agoMs: 0 })
    const answers = await Promise.all([begin(1), begin(2), begin(3)])
    expect(answers.filter((answer) => 'recordingId' in answer)).toHaveLength(1)
    expect(answers.filter((answer) => 'refusal' in answer && answer.refusal === 'taken')).toHaveLength(2)
    expect(await check(testNow)).toEqual({ refusal: 'taken' })
  })

  test('keeps a longer class on until it is gone', async () => {
    const lesson = await buildClass()
    const begun = await ingestAnswers.begin(backend.context, {
      key: lesson.key,
      folder: `live/${lesson.id}/1`,
      agoMs: 0,
    })
    const recordingId = 'recordingId' in begun ? begun.recordingId : 0
    const late = testNow + 60 * minute - 1_000
    backend.clock.set(late)
    const figures = { bitsPerSecond: 1_200_000, width: 1280, height: 720, frameRate: 25, small: 'off' as const }
    expect(await ingestAnswers.beat(backend.context, { recordingId, figures })).toEqual({ goOn: true })
    expect(roomStatus(await lesson.room(), late + 30_000)).toBe(LiveStatus.live)
    expect(roomStatus(await lesson.room(), late + 61_000)).toBe(LiveStatus.ended)
  })

  test('ends once and leaves a chosen film in place', async () => {
    const lesson = await buildClass()
    const film = await backend.db
      .insertInto('mediaAssets')
      .values({ kind: 1, title: '剪好的回放', durationSec: 60, createdAt: new Date(testNow) })
      .returning('mediaAssets.id')
      .executeTakeFirstOrThrow()
    await backend.db.updateTable('liveRooms').set({ mediaId: film.id }).where('liveRooms.id', '=', lesson.id).execute()
    await record(lesson, 0, 60)
    const [row] = await backend.db
      .selectFrom('liveRecordings')
      .selectAll()
      .where('liveRecordings.roomId', '=', lesson.id)
      .execute()
    await ingestAnswers.end(backend.context, { recordingId: row?.id ?? 0, durationSec: 1 })
    const [again] = await backend.db
      .selectFrom('liveRecordings')
      .selectAll()
      .where('liveRecordings.roomId', '=', lesson.id)
      .execute()
    expect(again).toEqual(row)
    expect([row?.durationSec, row?.endedAt?.getTime()]).toEqual([60, testNow + 60_000])
    expect(await ingestAnswers.replay(backend.context, { roomId: lesson.id, folder: `live/${lesson.id}/1` })).toEqual({
      taken: false,
    })
    expect((await lesson.room()).mediaId).toBe(film.id)
  })
})

describe('the replay of a class whose stream broke off', () => {
  const entered = async (cookie: string, periodId: number) =>
    (await backend.as(cookie).call('GET /api/live/enter/play', { periodId })).videoOptions?.duration ?? null
  const replayOf = ({ id }: Class, folder: string) =>
    ingestAnswers.replay(backend.context, { roomId: id, folder: `live/${id}/${folder}` })

  test('is offered whole, never in part', async () => {
    const lesson = await buildClass()
    const { id, periodId, key } = lesson
    const { cookie } = await registerLearner(backend)
    await record(lesson, 0, 13)
    await replayOf(lesson, '1')
    backend.clock.set(testNow + 20_000)
    const begun = await ingestAnswers.begin(backend.context, { key, folder: `live/${id}/2`, agoMs: 0 })
    backend.clock.set(testNow + 34_000)
    await backend.db
      .updateTable('liveRooms')
      .set({ endedAt: new Date(testNow + 34_000) })
      .where('liveRooms.id', '=', id)
      .execute()
    expect(await entered(cookie, periodId)).toBeNull()
    expect(await backend.as(cookie).call('GET /api/live-info/get-live-info-v2', { periodId })).toMatchObject({
      liveStatus: LiveStatus.ended,
      hasReplay: true,
    })
    await ingestAnswers.end(backend.context, {
      recordingId: 'recordingId' in begun ? begun.recordingId : 0,
      durationSec: 14,
    })
    expect(await entered(cookie, periodId)).toBeNull()
    await replayOf(lesson, 'replay-2')
    expect(await entered(cookie, periodId)).toBe(27)
  })

  test('is finished by the next start after a crash', async () => {
    const lesson = await buildClass()
    await record(lesson, 0, 13)
    await replayOf(lesson, '1')
    await record(lesson, 20, 34, 2)
    const open = async () =>
      (await ingestAnswers.open(backend.context, {})).recordings
        .filter(({ folder }) => folder.startsWith(`live/${lesson.id}/`))
        .map(({ folder }) => folder)
    expect(await open()).toEqual([`live/${lesson.id}/1`, `live/${lesson.id}/2`])
    await replayOf(lesson, 'replay-2')
    expect(await open()).toEqual([])
  })
})
