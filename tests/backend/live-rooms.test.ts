import { describe, expect, test } from 'vitest'
import { makePreviewToken, previewTokenMs } from '#server/backend/classroom/room/preview-token.ts'
import { buildStaff, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import {
  buildAnswerRoom,
  buildAssistant,
  buildEnrolled,
  buildLessonTeacher,
  buildLiveLesson,
  openRoom,
} from '../support/live-rooms.ts'

const minute = 60_000
const hour = 60 * minute

const ingest = { RTMP_PORT: '1935', RTMP_URL: 'rtmp://live.example.com/live' }

const backend = backendOfFile({ SITE_ORIGIN: 'http://localhost:3000', ...ingest })

const info = (cookie: string, input: object) => backend.as(cookie).call('GET /api/live-info/get-live-info-v2', input)
/** What the room's info gives to the player that has just been opened. */
const addressed = async (cookie: string, periodId: number) => {
  const { watchId } = await backend.as(cookie).call('GET /api/live/enter/play', { periodId })
  return (await info(cookie, { periodId, watchId })).urlInfoV2
}

describe('a live room', () => {
  test('unknown lessons and rooms are status 4, no error', async () => {
    const { cookie } = await registerLearner(backend)
    for (const input of [{ periodId: 999_999_999 }, { liveInfoId: 999_999_999 }, {}]) {
      expect(await info(cookie, input)).toMatchObject({
        liveStatus: 4,
        liveCourseResultVO: null,
        urlInfoV2: [],
        groupId: null,
      })
    }
  })

  test('a recorded lesson has no room', async () => {
    const { cookie } = await registerLearner(backend)
    const row = await backend.db
      .selectFrom('periods')
      .select('periods.id')
      .where('periods.kind', '=', 2)
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(await info(cookie, { periodId: row.id })).toMatchObject({ liveStatus: 4, urlInfoV2: [] })
  })

  test('shows course, lesson, teacher, times and the next lesson', async () => {
    const lesson = await buildLiveLesson(backend)
    const next = await buildLiveLesson(backend, {
      courseId: lesson.courseId,
      scheduleId: lesson.scheduleId,
      begin: testNow + 24 * hour,
      end: testNow + 25 * hour,
    })
    await buildLiveLesson(backend, { courseId: lesson.courseId, begin: testNow + 2 * hour, end: testNow + 3 * hour })
    const { cookie } = await registerLearner(backend)
    expect(await info(cookie, { periodId: lesson.periodId })).toMatchObject({
      liveStatus: 2,
      liveCourseResultVO: {
        courseId: lesson.courseId,
        courseUrl: `/course/live/${lesson.courseId}`,
        periodId: lesson.periodId,
        scheduleId: lesson.scheduleId,
        scheduleName: '晚班',
      },
      teacherResultVO: { name: '林老师' },
      periodBegDate: lesson.begin,
      periodEndDate: lesson.end,
      nextPeriodId: next.periodId,
      nextPeriodBegDate: next.begin,
      hasReplay: false,
    })
  })

  test('who may not enter sees its times and nothing else', async () => {
    const lesson = await buildLiveLesson(backend, { free: false })
    const room = await openRoom(backend, lesson)
    await backend.db
      .updateTable('liveRooms')
      .set({ notice: '班级群号 123' })
      .where('liveRooms.id', '=', room.id)
      .execute()
    await backend.db
      .insertInto('livePendants')
      .values({ roomId: room.id, type: 'link', title: '资料', img: null, url: '/x', refId: null })
      .execute()
    const stranger = await registerLearner(backend)
    expect(await info(stranger.cookie, { periodId: lesson.periodId })).toMatchObject({
      liveStatus: 2,
      urlInfoV2: [],
      notice: null,
      livePendant: {},
      groupId: null,
    })
    const enrolled = await buildEnrolled(backend, lesson)
    const seen = await info(enrolled.cookie, { periodId: lesson.periodId })
    expect(seen).toMatchObject({
      notice: '班级群号 123',
      groupId: room.groupKey,
      roomId: room.id,
      livePendant: { link: { title: '资料' } },
    })
    expect((await addressed(enrolled.cookie, lesson.periodId))[0]?.url).toMatch(/^\/media\/play\/.+\/master\.m3u8$/)
  })

  test('has an address only while on, then a replay', async () => {
    const { cookie } = await registerLearner(backend)
    const coming = await buildLiveLesson(backend, { begin: testNow + hour, end: testNow + 2 * hour })
    const over = await buildLiveLesson(backend, { begin: testNow - 2 * hour, end: testNow - hour })
    expect(await info(cookie, { periodId: coming.periodId })).toMatchObject({
      liveStatus: 1,
      urlInfoV2: [],
      hasReplay: false,
    })
    expect(await info(cookie, { periodId: over.periodId })).toMatchObject({
      liveStatus: 3,
      urlInfoV2: [],
      hasReplay: true,
    })
  })

  test('a room that staff ended is over before its time', async () => {
    const lesson = await buildLiveLesson(backend)
    const room = await openRoom(backend, lesson)
    await backend.db
      .updateTable('liveRooms')
      .set({ endedAt: new Date(testNow) })
      .where('liveRooms.id', '=', room.id)
      .execute()
    const { cookie } = await registerLearner(backend)
    expect(await info(cookie, { periodId: lesson.periodId })).toMatchObject({ liveStatus: 3, urlInfoV2: [] })
  })

  test('an operator’s addresses come first, ordered and unchanged', async () => {
    const lesson = await buildLiveLesson(backend)
    const room = await openRoom(backend, lesson)
    const urls = [
      { roomId: room.id, sortNum: 2, name: '老师', url: 'https://cdn.example.com/camera.m3u8' },
      { roomId: room.id, sortNum: 1, name: '课件', url: 'https://cdn.example.com/slides.m3u8' },
    ]
    await backend.db.insertInto('liveRoomUrls').values(urls).execute()
    const { cookie } = await registerLearner(backend)
    expect((await addressed(cookie, lesson.periodId)).map(({ name, url }) => [name, url])).toEqual([
      ['课件', 'https://cdn.example.com/slides.m3u8'],
      ['老师', 'https://cdn.example.com/camera.m3u8'],
    ])
  })

  test('shows what is sold, and whether the learner has it', async () => {
    const lesson = await buildLiveLesson(backend)
    const room = await openRoom(backend, lesson)
    const productId = await buildProduct(backend.database, { lectureType: 2, name: '绘本系统班', priceFen: 698_000 })
    await backend.db
      .updateTable('liveRooms')
      .set({ saleProductId: productId })
      .where('liveRooms.id', '=', room.id)
      .execute()
    const learner = await registerLearner(backend)
    expect((await info(learner.cookie, { periodId: lesson.periodId })).saleInfo).toEqual({
      productId,
      name: '绘本系统班',
      coverImg: null,
      price: '6980.00',
      originPrice: null,
      url: `/classes/${productId}`,
      isBuy: false,
      memberMap: {},
    })
    await backend.db
      .insertInto('enrolments')
      .values({
        userId: learner.userId,
        productId,
        scheduleId: null,
        source: 3,
        beginAt: new Date(testNow),
        createdAt: new Date(testNow),
      })
      .execute()
    expect((await info(learner.cookie, { periodId: lesson.periodId })).saleInfo?.isBuy).toBe(true)
  })

  test('shows who owns what is sold to its staff only', async () => {
    const lesson = await buildLiveLesson(backend)
    const room = await openRoom(backend, lesson)
    const productId = await buildProduct(backend.database, { lectureType: 2, name: '绘本系统班', priceFen: 698_000 })
    await backend.db
      .updateTable('liveRooms')
      .set({ saleProductId: productId })
      .where('liveRooms.id', '=', room.id)
      .execute()
    const [buyer, former, other, absent] = [
      await registerLearner(backend, { nickname: '买了的同学' }),
      await registerLearner(backend),
      await registerLearner(backend),
      await registerLearner(backend),
    ]
    const teacher = await buildLessonTeacher(backend, lesson)
    for (const { cookie } of [buyer, former, other, teacher])
      await backend.as(cookie).call('GET /api/im/join-group', { groupId: room.groupKey })
    const bought = {
      productId,
      scheduleId: null,
      source: 3,
      beginAt: new Date(testNow),
      createdAt: new Date(testNow),
    } as const
    await backend.db
      .insertInto('enrolments')
      .values([
        { ...bought, userId: buyer.userId },
        { ...bought, userId: former.userId, status: 3 },
        { ...bought, userId: absent.userId },
        { ...bought, userId: teacher.userId },
      ])
      .execute()
    const seen = async (cookie: string) => (await info(cookie, { periodId: lesson.periodId })).saleInfo?.memberMap
    expect(await seen(teacher.cookie)).toEqual({
      [buyer.userId]: { nickname: '买了的同学', headImg: null, userType: 'freeStudy' },
    })
    for (const { cookie } of [buyer, other]) expect(await seen(cookie)).toEqual({})
  })

  test('has demonstration students only by its operator', async () => {
    const lesson = await buildLiveLesson(backend)
    const room = await openRoom(backend, lesson)
    const { cookie } = await registerLearner(backend)
    expect((await info(cookie, { periodId: lesson.periodId })).fakeStudents).toEqual([])
    await backend.db.insertInto('fakeStudents').values({ roomId: room.id, nickname: '演示同学' }).execute()
    expect((await info(cookie, { liveInfoId: room.id })).fakeStudents).toMatchObject([{ nickname: '演示同学' }])
  })
})

describe('rooms that stay shut', () => {
  test('a question room isn’t entered beside a free lesson', async () => {
    const id = await buildAnswerRoom(backend, { notice: '里面的话', passwordHash: 'x' })
    const lesson = await buildLiveLesson(backend)
    const { cookie } = await registerLearner(backend)
    expect(await info(cookie, { liveInfoId: id, periodId: lesson.periodId })).toMatchObject({
      liveStatus: 4,
      notice: null,
      groupId: null,
      roomId: null,
    })
  })

  test('a room that staff keep closed shows only its times', async () => {
    const lesson = await buildLiveLesson(backend)
    const room = await openRoom(backend, lesson)
    await backend.db.updateTable('liveRooms').set({ isOpen: false }).where('liveRooms.id', '=', room.id).execute()
    expect(await info((await registerLearner(backend)).cookie, { periodId: lesson.periodId })).toMatchObject({
      liveStatus: 2,
      urlInfoV2: [],
      groupId: null,
    })
    expect(await info((await buildLessonTeacher(backend, lesson)).cookie, { periodId: lesson.periodId })).toMatchObject(
      { groupId: room.groupKey },
    )
  })
})

describe('a look into a room that is not published', () => {
  test('is for course staff and signed tokens, nobody else', async () => {
    const lesson = await buildLiveLesson(backend, {
      product: { status: 0 },
      begin: testNow + hour,
      end: testNow + 2 * hour,
    })
    const teacher = await buildLessonTeacher(backend, lesson)
    const asked = { periodId: lesson.periodId, isPreview: 'true' }
    expect((await info(teacher.cookie, asked)).urlInfoV2).toHaveLength(1)
    const token = makePreviewToken(backend.context, lesson.periodId, testNow + previewTokenMs)
    expect((await info('', { periodId: lesson.periodId, previewToken: token })).urlInfoV2).toHaveLength(1)
    const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
    const others = [
      [(await registerLearner(backend)).cookie, asked],
      [(await buildStaff(backend, 'teacher')).cookie, asked],
      ['', { periodId: lesson.periodId, previewToken: forged }],
    ] as const
    for (const [cookie, input] of others)
      expect(await info(cookie, input)).toMatchObject({ liveStatus: 4, urlInfoV2: [] })
  })

  test('an open room without rights is entered, not previewed', async () => {
    const lesson = await buildLiveLesson(backend)
    const { cookie } = await registerLearner(backend)
    expect(await info(cookie, { periodId: lesson.periodId })).toMatchObject({ liveStatus: 2 })
    for (const [who, asked] of [
      [cookie, { isPreview: 'true' }],
      [cookie, { previewToken: 'abc' }],
      ['', { previewToken: 'abc' }],
    ] as const)
      expect(await info(who, { periodId: lesson.periodId, ...asked })).toMatchObject({ liveStatus: 4, groupId: null })
  })

  test('a token is for its own lesson, for an hour', async () => {
    const [one, other] = [
      await buildLiveLesson(backend, { product: { status: 0 } }),
      await buildLiveLesson(backend, { product: { status: 0 } }),
    ]
    const token = makePreviewToken(backend.context, one.periodId, testNow + previewTokenMs)
    expect(await info('', { periodId: other.periodId, previewToken: token })).toMatchObject({ liveStatus: 4 })
    backend.clock.set(testNow + previewTokenMs)
    expect(await info('', { periodId: one.periodId, previewToken: token })).toMatchObject({ liveStatus: 4 })
    backend.clock.set(testNow)
    const tooLong = makePreviewToken(backend.context, one.periodId, testNow + previewTokenMs + 1000)
    expect(await info('', { periodId: one.periodId, previewToken: tooLong })).toMatchObject({ liveStatus: 4 })
  })
})

describe('what staff can do in a room', () => {
  const config = (cookie: string, input: object) => backend.as(cookie).call('GET /api/live-info/manage-config', input)

  test('learners and foreign staff have no rights, no key', async () => {
    const lesson = await buildLiveLesson(backend)
    for (const { cookie } of [await registerLearner(backend), await buildStaff(backend, 'teacher')]) {
      await expect(config(cookie, { periodId: lesson.periodId })).rejects.toMatchObject({
        code: 4004,
        message: '只有老师和助教可以管理课堂',
      })
    }
    expect(
      await backend.db
        .selectFrom('liveRooms')
        .select('liveRooms.id')
        .where('liveRooms.periodId', '=', lesson.periodId)
        .execute(),
    ).toEqual([])
  })

  test('a teacher gets rights, pushes, preview and a fixed key', async () => {
    const lesson = await buildLiveLesson(backend)
    const teacher = await buildLessonTeacher(backend, lesson)
    const first = await config(teacher.cookie, { periodId: lesson.periodId })
    expect(first).toMatchObject({
      canMute: true,
      canRecall: true,
      canPush: true,
      stream: { server: 'rtmp://live.example.com/live', isOn: false },
    })
    expect(first.stream?.key).toMatch(/^[\w-]{32}$/)
    expect(first.pushes).toContainEqual({ kind: 'course', refId: lesson.courseId, title: expect.any(String) })
    expect(first.pushes).toContainEqual({ kind: 'evaluate', refId: null, title: '课堂评价' })
    expect(first.pushes.some(({ kind, title }) => kind === 'coupon' && title === '新同学见面礼')).toBe(true)
    expect(first.pushes.some(({ title }) => title === '朋友送的见面礼')).toBe(false)
    expect((await config(teacher.cookie, { periodId: lesson.periodId })).stream?.key).toBe(first.stream?.key)
    const token = new URL(first.previewUrl ?? '').searchParams.get('previewToken') ?? ''
    expect(new URL(first.previewUrl ?? '').pathname).toBe(`/preview/live/${lesson.periodId}`)
    expect((await info('', { periodId: lesson.periodId, previewToken: token })).urlInfoV2).not.toEqual([])
  })

  test('another room has another key, a film takes none', async () => {
    const [one, other, ai] = [
      await buildLiveLesson(backend),
      await buildLiveLesson(backend),
      await buildLiveLesson(backend, { kind: 3 }),
    ]
    const assistant = await buildAssistant(backend, [one, other, ai])
    const keys = await Promise.all(
      [one, other].map(async ({ periodId }) => (await config(assistant.cookie, { periodId })).stream?.key),
    )
    expect(new Set(keys).size).toBe(2)
    expect(await config(assistant.cookie, { periodId: ai.periodId })).toMatchObject({ canMute: true, stream: null })
  })
})
