import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { appendMessage } from '#server/backend/classroom/chat/message-store.ts'
import { ingestAnswers } from '#server/backend/classroom/recording/ingest-answers.ts'
import { ensureLessonRoom } from '#server/backend/classroom/room/lesson-room.ts'
import { findLesson } from '#server/backend/classroom/room/room-store.ts'
import { LectureType } from '#shared/contract/enums.ts'
import type { Note } from '#shared/contract/note.ts'
import { notesOfLearner, notesOfLesson } from '#shared/rules/note-rules.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildLiveClass, buildPeriod, buildProduct } from '../support/backend-factories.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'

const minute = 60_000
const backend = backendOfFile({ RTMP_PORT: '1935' })
const unknown = { code: 404, message: '没有找到这条笔记' }
let keys = 0
const newKey = (): string => `note-key-${++keys}`

/** A recorded course of free lessons. */
async function buildFilms(lessons = 1): Promise<{ courseId: number; periodIds: number[] }> {
  const courseId = await buildProduct(backend.database, { lectureType: LectureType.video, name: '笔记课' })
  const periodIds: number[] = []
  for (let each = 0; each < lessons; each++)
    periodIds.push(await buildPeriod(backend.database, courseId, { kind: 2, isFreeStudy: true }))
  return { courseId, periodIds }
}

type NewNote = {
  periodId: number
  scheduleId?: number
  second?: number
  momentTime?: number
  text?: string
  clientKey?: string
}
const add = ({ cookie }: Learner, note: NewNote): Promise<Note> =>
  backend.as(cookie).call('POST /api/user/note/add', { text: '要记住', clientKey: newKey(), ...note })
const list = ({ cookie }: Learner, input: { courseId?: number; keyword?: string; pageNum?: number } = {}) =>
  backend.as(cookie).call('GET /api/user/note/list', input)
const ofLesson = async ({ cookie }: Learner, periodId: number) =>
  (await backend.as(cookie).call('GET /api/user/note/lesson', { periodId })).notes

/** A free live class that begins at the test's moment, with its room and the key of its stream. */
async function buildClass() {
  backend.clock.set(testNow)
  const courseId = await buildProduct(backend.database, { lectureType: LectureType.live })
  const { periodId } = await buildLiveClass(backend.database, courseId, testNow, testNow + 60 * minute)
  await backend.db.updateTable('periods').set({ isFreeStudy: true }).where('periods.id', '=', periodId).execute()
  const lesson = await findLesson(backend.db, { periodId }, new Date(testNow))
  const room = lesson && (await backend.database.transaction((trx) => ensureLessonRoom(trx, lesson, new Date(testNow))))
  if (!room) throw new Error('The lesson has no room.')
  const key = `stream-key-of-notes-${room.id}`
  await backend.db.updateTable('liveRooms').set({ streamKey: key }).where('liveRooms.id', '=', room.id).execute()
  return { periodId, room, key }
}

type Class = Awaited<ReturnType<typeof buildClass>>

async function record({ room, key }: Class, from: number, to: number, number: number): Promise<void> {
  backend.clock.set(testNow + from * 1000)
  const begun = await ingestAnswers.begin(backend.context, { key, folder: `live/${room.id}/${number}`, agoMs: 0 })
  if ('refusal' in begun) throw new Error(begun.refusal)
  backend.clock.set(testNow + to * 1000)
  await ingestAnswers.end(backend.context, { recordingId: begun.recordingId, durationSec: to - from })
}

describe('a note at a film', () => {
  test('stands at its second and leads back there', async () => {
    const learner = await registerLearner(backend)
    const { periodIds, courseId } = await buildFilms()
    const [periodId = 0] = periodIds
    const note = await add(learner, { periodId, second: 125, text: '  第一行\r\n<b>第二行</b>\n' })
    expect(note).toMatchObject({
      text: '第一行\n<b>第二行</b>',
      second: 125,
      momentTime: null,
      courseId,
      courseName: '笔记课',
      periodId,
      version: 1,
      url: `/course/video/play/${periodId}?t=125`,
    })
    expect(await ofLesson(learner, periodId)).toEqual([note])
  })

  test('is one note, however often it is sent', async () => {
    const learner = await registerLearner(backend)
    const [periodId = 0] = (await buildFilms()).periodIds
    const clientKey = newKey()
    const sent = await Promise.all([1, 2, 3].map(() => add(learner, { periodId, second: 1, clientKey })))
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    expect((await list(learner)).total).toBe(1)
  })

  test('is changed by version, and says when somebody was faster', async () => {
    const learner = await registerLearner(backend)
    const api = backend.as(learner.cookie)
    const [periodId = 0] = (await buildFilms()).periodIds
    const { id } = await add(learner, { periodId, second: 1 })
    expect(await api.call('POST /api/user/note/edit', { id, version: 1, text: '改过' })).toMatchObject({
      text: '改过',
      version: 2,
    })
    expect(await api.call('POST /api/user/note/edit', { id, version: 1, text: '改过' })).toMatchObject({ version: 2 })
    await expect(api.call('POST /api/user/note/edit', { id, version: 1, text: '另一个' })).rejects.toMatchObject({
      code: 4004,
    })
    expect((await ofLesson(learner, periodId)).map(({ text }) => text)).toEqual(['改过'])
  })

  test('goes when it is deleted, once', async () => {
    const learner = await registerLearner(backend)
    const api = backend.as(learner.cookie)
    const [periodId = 0] = (await buildFilms()).periodIds
    const { id } = await add(learner, { periodId, second: 1 })
    expect(await api.call('POST /api/user/note/delete', { id })).toBe(true)
    await expect(api.call('POST /api/user/note/delete', { id })).rejects.toMatchObject(unknown)
    expect(await list(learner)).toMatchObject({ total: 0, records: [] })
    expect(await api.call('GET /api/user/note/courses', {})).toEqual({ total: 0, courses: [] })
  })

  test('isn’t there for others', async () => {
    const [learner, other] = [await registerLearner(backend), await registerLearner(backend)]
    const [periodId = 0] = (await buildFilms()).periodIds
    const { id } = await add(learner, { periodId, second: 1 })
    const api = backend.as(other.cookie)
    await expect(api.call('POST /api/user/note/edit', { id, version: 1, text: 'x' })).rejects.toMatchObject(unknown)
    await expect(api.call('POST /api/user/note/delete', { id })).rejects.toMatchObject(unknown)
    expect(await ofLesson(other, periodId)).toEqual([])
    expect((await ofLesson(learner, periodId)).map(({ text }) => text)).toEqual(['要记住'])
  })

  test.each([
    ['without a second', {}, 400],
    ['at a second and a moment', { second: 1, momentTime: testNow }, 400],
    ['before the begin', { second: -1 }, 400],
    ['without words', { second: 1, text: ' \n ' }, 200],
    ['of more than 2,000 characters', { second: 1, text: '字'.repeat(2001) }, 200],
    ['with a NUL', { second: 1, text: 'a\0b' }, 400],
    ['at a moment of a film', { momentTime: testNow }, 200],
  ])('is refused %s', async (_how, place, status) => {
    const learner = await registerLearner(backend)
    const [periodId = 0] = (await buildFilms()).periodIds
    await expect(add(learner, { periodId, ...place })).rejects.toMatchObject(
      status === 400 ? { status } : { status, code: 4004 },
    )
    expect((await list(learner)).total).toBe(0)
  })

  test('needs a lesson that may be watched', async () => {
    const learner = await registerLearner(backend)
    const courseId = await buildProduct(backend.database, { lectureType: LectureType.video, priceFen: 9900 })
    const periodId = await buildPeriod(backend.database, courseId, { kind: 2 })
    await expect(add(learner, { periodId, second: 1 })).rejects.toMatchObject({ code: 4004 })
    await expect(add(learner, { periodId: 99_999_999, second: 1 })).rejects.toMatchObject({ code: 404 })
  })

  test('is read, changed and deleted after the service has ended', async () => {
    const learner = await registerLearner(backend)
    const api = backend.as(learner.cookie)
    const [periodId = 0] = (await buildFilms()).periodIds
    const { id } = await add(learner, { periodId, second: 9 })
    await backend.db.updateTable('periods').set({ isFreeStudy: false }).where('periods.id', '=', periodId).execute()
    expect((await list(learner)).records.map((note) => note.second)).toEqual([9])
    expect(await api.call('POST /api/user/note/edit', { id, version: 1, text: '还能改' })).toMatchObject({ version: 2 })
    expect(await api.call('POST /api/user/note/delete', { id })).toBe(true)
  })

  test('leads nowhere when its course was taken down', async () => {
    const learner = await registerLearner(backend)
    const { courseId, periodIds } = await buildFilms()
    const [periodId = 0] = periodIds
    await add(learner, { periodId, second: 9 })
    await backend.db.updateTable('products').set({ status: 0 }).where('products.id', '=', courseId).execute()
    expect((await list(learner)).records).toMatchObject([{ second: 9, url: null }])
  })
})

describe('a note in a class that is on', () => {
  test('lands on the replay’s second, as its chat does', async () => {
    const learner = await registerLearner(backend)
    const lesson = await buildClass()
    const { periodId, room } = lesson
    backend.clock.set(testNow + 65_000)
    const note = await add(learner, { periodId, momentTime: testNow + 65_000 })
    expect(note).toMatchObject({ second: null, momentTime: testNow + 65_000 })
    await appendMessage(backend.db, room.groupId, {
      message: { fromUserId: learner.userId, userType: 'vip', content: { text: '同一刻', at: [] } },
      now: new Date(testNow + 65_000),
      mayBeMuted: true,
    })
    await record(lesson, 60, 900, 1)
    backend.clock.set(testNow + 61 * minute)
    const { messages } = await backend.as(learner.cookie).call('GET /api/live-info/replay-timeline', { periodId })
    const [landed] = await ofLesson(learner, periodId)
    expect([landed?.second, messages[0]?.offsetSec]).toEqual([5, 5])
    expect(landed?.url).toMatch(new RegExp(`^/course/live/play/${periodId}\\?scheduleId=\\d+&t=5$`))
  })

  test('lands in the right part of a replay of several', async () => {
    const learner = await registerLearner(backend)
    const lesson = await buildClass()
    const { periodId } = lesson
    for (const second of [-30, 20, 75, 100, 3000]) {
      backend.clock.set(testNow + Math.max(0, second) * 1000)
      await add(learner, { periodId, momentTime: testNow + second * 1000, text: `${second}` })
    }
    await record(lesson, 0, 60, 1)
    await record(lesson, 90, 150, 2)
    backend.clock.set(testNow + 61 * minute)
    expect((await ofLesson(learner, periodId)).map(({ text, second }) => [text, second])).toEqual([
      ['-30', 0],
      ['20', 20],
      ['75', 60],
      ['100', 70],
      ['3000', 119],
    ])
  })

  test('never lies in the future, however the browser’s clock goes', async () => {
    const learner = await registerLearner(backend)
    const { periodId } = await buildClass()
    backend.clock.set(testNow + 10_000)
    expect(await add(learner, { periodId, momentTime: testNow + 999_000_000 })).toMatchObject({
      momentTime: testNow + 10_000,
    })
  })
})

describe('all notes of a learner', () => {
  test('are listed by course, the newest first without one', async () => {
    const learner = await registerLearner(backend)
    const first = await buildFilms(2)
    const second = await buildFilms()
    const [a = 0, b = 0] = first.periodIds
    await add(learner, { periodId: b, second: 5, text: '二课五秒' })
    await add(learner, { periodId: a, second: 9, text: '一课九秒' })
    await add(learner, { periodId: a, second: 3, text: '一课三秒' })
    await add(learner, { periodId: second.periodIds[0] ?? 0, second: 1, text: '别的课' })
    const words = async (input = {}) => (await list(learner, input)).records.map(({ text }) => text)
    expect(await words()).toEqual(['别的课', '一课三秒', '一课九秒', '二课五秒'])
    expect(await words({ courseId: first.courseId })).toEqual(['一课三秒', '一课九秒', '二课五秒'])
    expect(await words({ keyword: '三秒' })).toEqual(['一课三秒'])
    expect(await words({ keyword: '%' })).toEqual([])
    expect(await backend.as(learner.cookie).call('GET /api/user/note/courses', {})).toMatchObject({
      total: 4,
      courses: [
        { courseId: first.courseId, notes: 3 },
        { courseId: second.courseId, notes: 1 },
      ],
    })
  })

  test('end at 500 a lesson and 5,000 in all', async () => {
    const learner = await registerLearner(backend)
    const { periodIds, courseId } = await buildFilms(2)
    const [full = 0, other = 0] = periodIds
    const fill = async (periodId: number, count: number): Promise<void> => {
      await sql`insert into lesson_notes (user_id, course_id, period_id, client_key, place_sec, text, created_at, updated_at)
        select ${learner.userId}, ${courseId}, ${periodId}, ${newKey()} || '-' || n, n, '第 ' || n || ' 条', now(), now()
        from generate_series(1, ${count}::int) n`.execute(backend.db)
      await sql`insert into note_courses values (${learner.userId}, ${courseId}, ${count})
        on conflict (user_id, course_id) do update set notes = note_courses.notes + ${count}`.execute(backend.db)
    }
    await fill(full, notesOfLesson)
    await expect(add(learner, { periodId: full, second: 1 })).rejects.toMatchObject({
      code: 4004,
      message: '这节课的笔记已经有 500 条了，删掉一些再记',
    })
    await add(learner, { periodId: other, second: 1 })
    await backend.db
      .updateTable('noteCourses')
      .set({ notes: notesOfLearner })
      .where('userId', '=', learner.userId)
      .execute()
    await expect(add(learner, { periodId: other, second: 2 })).rejects.toMatchObject({
      code: 4004,
      message: '笔记已经有 5,000 条了，删掉一些再记',
    })
  })

  test('are taken along piece by piece, each once', async () => {
    const learner = await registerLearner(backend)
    const { periodIds, courseId } = await buildFilms()
    await sql`insert into lesson_notes (user_id, course_id, period_id, client_key, place_sec, text, created_at, updated_at)
      select ${learner.userId}, ${courseId}, ${periodIds[0] ?? 0}, 'export-key-' || n, n, '第 ' || n || ' 条', now(), now()
      from generate_series(1, 1100) n`.execute(backend.db)
    const texts: string[] = []
    for (let afterId: number | null = 0; afterId !== null; ) {
      const piece: { notes: Note[]; next: number | null } = await backend
        .as(learner.cookie)
        .call('GET /api/user/note/export', { afterId })
      texts.push(...piece.notes.map(({ text }) => text))
      afterId = piece.next
    }
    expect(texts).toEqual(Array.from({ length: 1100 }, (_, index) => `第 ${index + 1} 条`))
  })
})
