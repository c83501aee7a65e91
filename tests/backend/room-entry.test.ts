import { describe, expect, test } from 'vitest'
import { Code } from '#shared/contract/codes.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { sendCall, testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { countStatements } from '../support/count-statements.ts'
import { failStatements } from '../support/failing-statements.ts'
import {
  buildAssistant,
  buildEnrolled,
  buildLessonTeacher,
  buildLiveLesson,
  type BuiltLesson,
  openRoom,
} from '../support/live-rooms.ts'

const hour = 3_600_000
const backend = backendOfFile({ SITE_ORIGIN: 'http://localhost:3000' })

const enter = (
  { cookie }: Pick<Learner, 'cookie'>,
  { periodId, scheduleId }: Pick<BuiltLesson, 'periodId' | 'scheduleId'>,
) => backend.as(cookie).call('GET /api/live/room-entry', { periodId, scheduleId })

const lobby = (cookie: string, periodId: number) => backend.as(cookie).call('GET /api/live/room-lobby', { periodId })

/** What is another one each time it is asked for. */
const fleeting = {
  watchId: expect.any(String),
  playUrl: expect.stringMatching(/\.m3u8$/),
  urlInfoV2: expect.any(Array),
}

/** What the single calls say of a class to somebody who may be in it. */
async function askSingly({ cookie }: Learner, { periodId, scheduleId }: BuiltLesson) {
  const api = backend.as(cookie)
  const info = await api.call('GET /api/live-info/get-live-info-v2', { periodId, scheduleId })
  const {
    im: _im,
    streamId: _stream,
    ...entered
  } = await api.call('GET /api/live/enter/play', { periodId, scheduleId })
  const { me } = await api.call('GET /api/im/join-group', { periodId, scheduleId })
  const messages = await api.call('GET /api/im/message-history-list', { groupId: entered.groupId ?? '' })
  const { notice, livePendant, saleInfo, activityId, reopenTime, staffTurn, canEvaluate } = info
  const hangings = { notice, livePendant, saleInfo, activityId, reopenTime, staffTurn, canEvaluate }
  const shown = entered.playUrl === null ? {} : fleeting
  return { ...entered, ...shown, ...hangings, me, messages }
}

describe('entering a class by one call', () => {
  test.each([
    ['that is to come', hour, 2 * hour],
    ['that is on', -hour, hour],
    ['that is over', -2 * hour, -hour],
  ])('%s says what the single calls say, to everybody', async (_which, begin, end) => {
    const lesson = await buildLiveLesson(backend, { free: false, begin: testNow + begin, end: testNow + end })
    const room = await openRoom(backend, lesson)
    const { db } = backend.database
    await db.updateTable('liveRooms').set({ notice: '带上铅笔' }).where('liveRooms.id', '=', room.id).execute()
    await db
      .updateTable('classSchedules')
      .set({ notice: '周五停课' })
      .where('classSchedules.id', '=', lesson.scheduleId)
      .execute()
    const people = [
      await buildEnrolled(backend, lesson),
      await buildLessonTeacher(backend, lesson),
      await buildAssistant(backend, [lesson]),
      await buildStaff(backend, 'education'),
    ]
    for (const person of people) {
      // the single calls last: an account's player that is open already would keep the second one waiting
      const entry = await enter(person, lesson)
      await db.deleteFrom('playLeases').where('playLeases.userId', '=', person.userId).execute()
      expect(entry).toMatchObject(await askSingly(person, lesson))
      expect(entry).toMatchObject({ kind: 1, classNotice: { notice: '周五停课' }, failed: [] })
      expect(entry.me?.isStaff).toBe(person !== people[0])
      expect(entry.chat === null).toBe(end < 0)
    }
  })

  test('gives who may not enter only what the class is', async () => {
    const lesson = await buildLiveLesson(backend, { free: false })
    const other = await buildLiveLesson(backend, { free: false, courseId: lesson.courseId })
    const closed = {
      playUrl: null,
      groupId: null,
      me: null,
      chat: null,
      messages: null,
      classNotice: null,
      watchId: null,
    }
    const people = [
      await registerLearner(backend),
      await buildAssistant(backend, [other]),
      await buildEnrolled(backend, other),
    ] as const
    for (const person of people) {
      const entry = await enter(person, lesson)
      expect(entry).toMatchObject({ ...closed, notice: null, course: { id: lesson.courseId } })
      expect(entry.checkCode).not.toBe(100)
      expect(entry.liveInfo).toMatchObject({ liveStatus: 2, periodBegDate: lesson.begin })
    }
    expect(await enter(people[0], { periodId: 999_999_999, scheduleId: 1 })).toMatchObject({ ...closed, kind: null })
    const refused = await sendCall(backend.agent, 'GET /api/live/room-entry', { periodId: lesson.periodId })
    expect(refused.body.code).toBe(Code.LoginTimeout)
  })

  test('drops latecomers into a film at now', async () => {
    const lesson = await buildLiveLesson(backend, { kind: 3, begin: testNow - 90_000, end: testNow + hour })
    const learner = await registerLearner(backend)
    expect(await enter(learner, lesson)).toMatchObject({ ...fleeting, kind: 3, watchStartTime: { timeSec: 90 } })
    const over = await buildLiveLesson(backend, { kind: 3, begin: testNow - 2 * hour, end: testNow - hour })
    expect(await enter(learner, over)).toMatchObject({ playUrl: null, chat: null, messages: [] })
  })

  test('gives a working chat key, or goes without one', async () => {
    const lesson = await buildLiveLesson(backend)
    const learner = await registerLearner(backend)
    const first = await enter(learner, lesson)
    expect(first.chat).toMatchObject({ engine: 'embedded', lastSeq: 0, sign: expect.any(String) })
    const { ticket } = backend.context.im
    Object.assign(backend.context.im, { ticket: () => Promise.reject(new Error('the chat is down')) })
    try {
      const where = { periodId: lesson.periodId, watchId: first.watchId ?? '' }
      const entry = await backend.as(learner.cookie).call('GET /api/live/room-entry', where)
      expect(entry).toMatchObject({ checkCode: 100, ...fleeting, chat: null, messages: [], me: { isStaff: false } })
    } finally {
      Object.assign(backend.context.im, { ticket })
    }
  })

  test.each([
    ['picture', /insert into play_watches/, { playUrl: null }],
    ['hangings', /live_?pendants/i, { livePendant: {}, saleInfo: null }],
    ['history', /from im_messages/, { messages: null }],
    ['evaluation', /r\.ended_at is not null/, { canEvaluate: false }],
    ['classNotice', /k\.wechat_qr/, { classNotice: null }],
  ])('lets in though the %s is missing, and says so', async (part, statement, instead) => {
    const lesson = await buildLiveLesson(backend, { free: false })
    await openRoom(backend, lesson)
    const learner = await buildEnrolled(backend, lesson)
    const whole = await enter(learner, lesson)
    expect(whole.failed).toEqual([])
    const entry = await failStatements(backend, statement, () => enter(learner, lesson))
    expect(entry).toMatchObject({ checkCode: 100, failed: [part], ...instead, me: { isStaff: false } })
  })

  test('asks the database little for each of a class', async () => {
    const lesson = await buildLiveLesson(backend, { free: false })
    const learner = await buildEnrolled(backend, lesson)
    await enter(learner, lesson)
    const { statements, transactions } = await countStatements(backend, () => enter(learner, lesson))
    expect(transactions).toBe(0)
    expect(statements).toBeLessThanOrEqual(20)
  })

  test('by many at once asks together, each gets their own', async () => {
    const lesson = await buildLiveLesson(backend, { free: false })
    const learners: Learner[] = []
    for (let index = 0; index < 40; index += 1) learners.push(await buildEnrolled(backend, lesson))
    const stranger = await registerLearner(backend)
    const teacher = await buildLessonTeacher(backend, lesson)
    await enter(teacher, lesson)
    const people = [...learners, stranger, teacher]
    let entries: Awaited<ReturnType<typeof enter>>[] = []
    const { statements } = await countStatements(backend, async () => {
      entries = await Promise.all(people.map((person) => enter(person, lesson)))
    })
    // one alone asks twenty
    expect(statements).toBeLessThan(10 * people.length)
    for (const [index, entry] of entries.entries()) {
      const person = people[index]
      if (person === stranger) expect(entry).toMatchObject({ checkCode: 103, me: null, watchId: null, playUrl: null })
      else
        expect(entry).toMatchObject({
          checkCode: 100,
          ...fleeting,
          me: { userId: String(person?.userId), isStaff: person === teacher },
          failed: [],
        })
    }
    const players = await backend.database.db
      .selectFrom('playLeases')
      .innerJoin('playWatches', 'playWatches.id', 'playLeases.watchId')
      .select(['playLeases.userId', 'playLeases.watchId'])
      .where('playWatches.periodId', '=', lesson.periodId)
      .execute()
    expect(new Map(players.map(({ userId, watchId }) => [userId, watchId]))).toEqual(
      new Map(learners.map(({ userId }, index) => [userId, entries[index]?.watchId])),
    )
  })

  test('from two tabs at once plays in one of them', async () => {
    const lesson = await buildLiveLesson(backend)
    const [twice, ...others] = [
      await registerLearner(backend),
      await registerLearner(backend),
      await registerLearner(backend),
    ] as const
    const people = [...others, twice, twice]
    const entries = await Promise.all(people.map((person) => enter(person, lesson)))
    const playing = entries.map(({ playUrl, otherPlayer }) => [playUrl !== null, otherPlayer === null])
    expect(playing.slice(0, 2)).toEqual([
      [true, true],
      [true, true],
    ])
    expect(playing.slice(2).sort()).toEqual([
      [false, false],
      [true, true],
    ])
  })
})

describe('before the class', () => {
  test('anybody may know course, price, teacher, times and content', async () => {
    const product = { name: '水彩写生', learnAim: '画一棵树', coverImg: '/c.webp', isCharge: true }
    const lesson = await buildLiveLesson(backend, {
      free: false,
      product,
      begin: testNow + hour,
      end: testNow + 2 * hour,
    })
    expect(await lobby('', lesson.periodId)).toMatchObject({
      kind: 1,
      liveInfo: {
        liveStatus: 1,
        liveCourseResultVO: { courseName: '水彩写生', coverImg: '/c.webp' },
        teacherResultVO: { name: '林老师' },
        periodBegDate: lesson.begin,
      },
      isFreeStudy: false,
      price: '99.00',
      learnAim: '画一棵树',
      lessons: [{ periodId: lesson.periodId }],
    })
  })

  test('nobody hears of an unpublished or missing class', async () => {
    const draft = await buildLiveLesson(backend, { product: { status: 0, name: '没有发布' } })
    const { cookie } = await buildLessonTeacher(backend, draft)
    for (const [who, periodId] of [
      ['', draft.periodId],
      [cookie, draft.periodId],
      ['', 999_999_999],
    ] as const) {
      const seen = await lobby(who, periodId)
      expect(seen).toMatchObject({ kind: null, liveInfo: { liveStatus: 4 }, price: null, lessons: [] })
      expect(JSON.stringify(seen)).not.toContain('没有发布')
    }
  })
})

describe('a visitor', () => {
  test('every room call asks for login, but signed links', async () => {
    const { periodId } = await buildLiveLesson(backend)
    const routes = [
      'GET /api/live/live-info',
      'GET /api/live-info/get-live-info-v2',
      'GET /api/ai-live/get-live-info',
      'GET /api/activity/detail',
    ] as const
    for (const route of routes) {
      expect([route, (await sendCall(backend.agent, route, { periodId })).body.code]).toEqual([
        route,
        Code.LoginTimeout,
      ])
    }
    const linked = await sendCall(backend.agent, 'GET /api/live-info/get-live-info-v2', {
      periodId,
      previewToken: 'old',
    })
    expect(linked.body).toMatchObject({ code: 1, body: { liveStatus: 4 } })
  })
})
