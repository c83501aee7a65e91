import { describe, expect, test } from 'vitest'
import { shanghaiTime } from '#server/backend/base/shanghai-day.ts'
import { addWatched } from '#server/backend/classroom/watch/progress-store.ts'
import { CommentState, LectureType } from '#shared/contract/enums.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildPeriod, buildProduct } from '../support/backend-factories.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildLiveLesson, enrolIn, noteAttended, openRoom } from '../support/live-rooms.ts'
import { buildPaidOrder } from '../support/order-factories.ts'
import { buildVideoLesson } from '../support/play-steps.ts'

const hour = 3_600_000
const day = 24 * hour

const backend = backendOfFile()

const courses = (
  { cookie }: Learner,
  input: { over?: number; lectureType?: number; pageNum?: number; pageSize?: number } = {},
) => backend.as(cookie).call('GET /api/user/my-course/list-v3', input)
const mine = ({ cookie }: Learner) => backend.as(cookie).call('GET /api/classSystem/myself-classSystem', {})
const path = ({ cookie }: Learner, id?: number) =>
  backend.as(cookie).call('GET /api/classSystem/myself-classSystem-detail', id === undefined ? {} : { id })
const days = ({ cookie }: Learner) => backend.as(cookie).call('GET /api/user/learning-days', {})

async function learn(userId: number, periodId: number, { finished = true, at = testNow } = {}): Promise<void> {
  await backend.db
    .insertInto('learnProgress')
    .values({
      userId,
      periodId,
      positionSec: 120,
      watched: '{[0,1200)}',
      watchedSec: 120,
      finishedAt: finished ? new Date(at) : null,
      lastAt: new Date(at),
      scheduleId: null,
    })
    .execute()
}

async function end(learner: Learner, productId: number, endAt: number): Promise<void> {
  await backend.db
    .updateTable('enrolments')
    .set({ endAt: new Date(endAt) })
    .where('enrolments.userId', '=', learner.userId)
    .where('enrolments.productId', '=', productId)
    .execute()
}

/** A class system of a live and a recorded course, bought. */
async function buyBundle(learner: Learner) {
  const bundle = await buildProduct(backend.database, { lectureType: LectureType.classSystem, name: '系统班' })
  const live = await buildLiveLesson(backend, { free: false, begin: testNow + day, end: testNow + day + hour })
  const video = await buildVideoLesson(backend)
  for (const [sort, courseId] of [live.courseId, video.courseId].entries()) {
    const stage = await backend.db
      .insertInto('classSystemStages')
      .values({ classSystemId: bundle, name: `阶段${sort + 1}`, sort })
      .returning('classSystemStages.id')
      .executeTakeFirstOrThrow()
    await backend.db.insertInto('classSystemCourses').values({ stageId: stage.id, courseId, sort: 0 }).execute()
  }
  const order = await buildPaidOrder(backend, {
    userId: learner.userId,
    productId: bundle,
    lines: [
      { productId: live.courseId, priceFen: 5000 },
      { productId: video.courseId, priceFen: 4000 },
    ],
  })
  return { bundle, live, video, order }
}

describe('my courses', () => {
  test('are the running ones, the ended ones, or all', async () => {
    const learner = await registerLearner(backend)
    const [running, ended, refunded] = [
      await buildVideoLesson(backend),
      await buildVideoLesson(backend),
      await buildVideoLesson(backend),
    ]
    for (const { courseId } of [running, ended, refunded])
      await enrolIn(backend, learner.userId, { courseId, scheduleId: null })
    await end(learner, ended.courseId, testNow - 1)
    await backend.db
      .updateTable('enrolments')
      .set({ status: 3 })
      .where('enrolments.productId', '=', refunded.courseId)
      .execute()
    const ids = async (over?: number) =>
      (await courses(learner, over === undefined ? {} : { over })).records.map(({ courseId }) => courseId)
    expect(await ids(1)).toEqual([running.courseId])
    expect(await ids(2)).toEqual([ended.courseId])
    expect(await ids(0)).toEqual([running.courseId, ended.courseId])
    expect(await ids()).toEqual([running.courseId, ended.courseId])
    expect((await courses(learner)).counts).toEqual({ running: 1, ended: 1 })
  })

  test('say how far one is and lead on', async () => {
    const learner = await registerLearner(backend)
    const first = await buildVideoLesson(backend, { seconds: 600 })
    const second = await buildVideoLesson(backend, { seconds: 600, courseId: first.courseId })
    await enrolIn(backend, learner.userId, { courseId: first.courseId, scheduleId: null })
    const read = async () => (await courses(learner)).records[0]
    expect(await read()).toMatchObject({
      progress: 0,
      finishedCount: 0,
      lessonCount: 2,
      endDate: null,
      last: { position: 0, url: `/course/video/play/${first.periodId}` },
    })
    await learn(learner.userId, first.periodId)
    await learn(learner.userId, second.periodId, { finished: false, at: testNow + 1000 })
    expect(await read()).toMatchObject({
      progress: 0.5,
      finishedCount: 1,
      finishedDate: null,
      learnedSec: 240,
      last: { position: 120, length: 600, url: `/course/video/play/${second.periodId}` },
      evaluation: { periodId: first.periodId },
    })
  })

  test('that are learned whole stay among the running ones', async () => {
    const learner = await registerLearner(backend)
    const lesson = await buildVideoLesson(backend)
    await enrolIn(backend, learner.userId, { courseId: lesson.courseId, scheduleId: null })
    await learn(learner.userId, lesson.periodId)
    expect((await courses(learner, { over: 1 })).records).toMatchObject([{ progress: 1, finishedDate: testNow }])
  })

  test('tell of the next class, or to choose one', async () => {
    const learner = await registerLearner(backend)
    const lesson = await buildLiveLesson(backend, { free: false, begin: testNow + day, end: testNow + day + hour })
    await enrolIn(backend, learner.userId, lesson)
    const unchosen = await buildLiveLesson(backend, { free: false, begin: testNow + day, end: testNow + day + hour })
    await enrolIn(backend, learner.userId, { courseId: unchosen.courseId, scheduleId: null })
    const found = new Map((await courses(learner)).records.map((course) => [course.courseId, course]))
    expect(found.get(lesson.courseId)).toMatchObject({
      needsClass: false,
      scheduleName: '晚班',
      next: { begDate: lesson.begin, url: `/course/live/play/${lesson.periodId}?scheduleId=${lesson.scheduleId}` },
    })
    expect(found.get(unchosen.courseId)).toMatchObject({ needsClass: true, next: null })
  })

  test('have a bundle once, its courses when begun', async () => {
    const learner = await registerLearner(backend)
    const { bundle, live, video } = await buyBundle(learner)
    const ids = async (lectureType?: number) =>
      (await courses(learner, lectureType === undefined ? {} : { lectureType })).records.map(({ courseId }) => courseId)
    expect(await ids()).toEqual([bundle])
    expect((await courses(learner)).counts.running).toBe(1)
    expect(await ids(LectureType.live)).toEqual([live.courseId])
    expect(await ids(LectureType.video)).toEqual([video.courseId])
    await learn(learner.userId, video.periodId, { finished: false, at: testNow + 1000 })
    expect(new Set(await ids())).toEqual(new Set([bundle, video.courseId]))
  })

  test('show the stages of a bundle', async () => {
    const learner = await registerLearner(backend)
    const { video } = await buyBundle(learner)
    await learn(learner.userId, video.periodId)
    const bundle = (await courses(learner, { lectureType: LectureType.classSystem })).records[0]
    expect(bundle).toMatchObject({
      finishedCount: 1,
      lessonCount: 2,
      needsClass: true,
      stages: [
        { name: '阶段1', state: 'waiting', finishedCount: 0, lessonCount: 1 },
        { name: '阶段2', state: 'finished', finishedCount: 1, lessonCount: 1 },
      ],
    })
  })

  test('lead nowhere when the service is over', async () => {
    const learner = await registerLearner(backend)
    const lesson = await buildVideoLesson(backend)
    await enrolIn(backend, learner.userId, { courseId: lesson.courseId, scheduleId: null })
    await learn(learner.userId, lesson.periodId)
    await end(learner, lesson.courseId, testNow - 1)
    expect((await courses(learner, { over: 2 })).records).toMatchObject([
      { isOver: true, finishedCount: 1, next: null, last: null, evaluation: null },
    ])
  })

  test('are a page long, where one was last first', async () => {
    const learner = await registerLearner(backend)
    const built = []
    for (let each = 0; each < 3; each++) {
      const lesson = await buildVideoLesson(backend)
      await enrolIn(backend, learner.userId, { courseId: lesson.courseId, scheduleId: null })
      built.push(lesson)
    }
    const oldest = built[0]
    if (oldest) await learn(learner.userId, oldest.periodId, { finished: false, at: testNow + hour })
    const page = await courses(learner, { pageSize: 2 })
    expect(page).toMatchObject({ total: 3, pages: 2 })
    expect(page.records[0]?.courseId).toBe(oldest?.courseId)
    expect((await courses(learner, { pageSize: 2, pageNum: 2 })).records).toHaveLength(1)
  })
})

describe('the learning path', () => {
  test('has stages, their courses and next steps', async () => {
    const learner = await registerLearner(backend)
    const { bundle, live, video } = await buyBundle(learner)
    expect(await path(learner)).toMatchObject({
      id: bundle,
      isOver: false,
      lessonCount: 2,
      stages: [
        { name: '阶段1', courses: [{ id: live.courseId, needsClass: true, next: null, state: 'waiting' }] },
        { name: '阶段2', courses: [{ id: video.courseId, needsClass: false, last: { position: 0 } }] },
      ],
    })
    expect(await path(learner, bundle)).toEqual(await path(learner))
    expect(await mine(learner)).toMatchObject([{ id: bundle, progress: 0 }])
  })

  test('is empty without one, unknown for a foreign one', async () => {
    const learner = await registerLearner(backend)
    expect(await path(learner)).toBeNull()
    expect(await mine(learner)).toEqual([])
    const { bundle, video } = await buyBundle(await registerLearner(backend))
    const unknown = { code: 404, message: '没有找到这个系统班' }
    await expect(path(learner, bundle)).rejects.toMatchObject(unknown)
    await expect(path(learner, 999_999)).rejects.toMatchObject(unknown)
    await enrolIn(backend, learner.userId, { courseId: video.courseId, scheduleId: null })
    await expect(path(learner, video.courseId)).rejects.toMatchObject(unknown)
  })
})

describe('the days of learning', () => {
  test('are this week in Shanghai and the whole last', async () => {
    const learner = await registerLearner(backend)
    const add = (date: string, seconds: number) =>
      backend.db.insertInto('learnDays').values({ userId: learner.userId, day: date, seconds }).execute()
    await add('2026-03-08', 600)
    await add('2026-03-02', 300)
    await add('2026-03-01', 999)
    await add('2026-03-09', 60)
    await add('2026-03-11', 120)
    const found = await days(learner)
    expect(found.week.map(({ date, seconds }) => [date, seconds])).toEqual([
      ['2026-03-09', 60],
      ['2026-03-10', 0],
      ['2026-03-11', 120],
      ['2026-03-12', 0],
      ['2026-03-13', 0],
      ['2026-03-14', 0],
      ['2026-03-15', 0],
    ])
    expect(found).toMatchObject({ today: '2026-03-11', lastWeekSeconds: 900, daysThisMonth: 5 })
  })

  test('begin anew on Monday at midnight in Shanghai', async () => {
    const learner = await registerLearner(backend)
    backend.clock.set(shanghaiTime('2026-03-16', 0) - 1)
    expect((await days(learner)).week[0]?.date).toBe('2026-03-09')
    backend.clock.set(shanghaiTime('2026-03-16', 0))
    expect((await days(learner)).week[0]?.date).toBe('2026-03-16')
  })
})

describe('evaluation', () => {
  const save = ({ cookie }: Learner, periodId: number) =>
    backend.as(cookie).call('POST /api/live-info/save', { periodId, score: 5 })
  const stateOf = async (id: number) =>
    (await backend.db.selectFrom('orders').select('orders.commentState').where('orders.id', '=', id).executeTakeFirst())
      ?.commentState

  test('of a recorded lesson waits until it is finished', async () => {
    const learner = await registerLearner(backend)
    const lesson = await buildVideoLesson(backend)
    await enrolIn(backend, learner.userId, { courseId: lesson.courseId, scheduleId: null })
    await expect(save(learner, lesson.periodId)).rejects.toMatchObject({ message: '上过这节课的学员才能评价' })
    await learn(learner.userId, lesson.periodId)
    expect((await courses(learner)).records).toMatchObject([{ evaluation: { periodId: lesson.periodId } }])
    expect(await save(learner, lesson.periodId)).toBe(true)
    expect((await courses(learner)).records).toMatchObject([{ evaluation: null }])
    await expect(save(learner, lesson.periodId)).rejects.toMatchObject({ message: '您已经评价过这节课' })
  })

  test('of an order opens with its last finished lesson', async () => {
    const learner = await registerLearner(backend)
    const lesson = await buildVideoLesson(backend, { free: false, seconds: 100, filmSec: 100 })
    const other = await buildPeriod(backend.database, lesson.courseId)
    const order = await buildPaidOrder(backend, {
      userId: learner.userId,
      lines: [{ productId: lesson.courseId, priceFen: 100 }],
    })
    const watch = (periodId: number) => {
      const now = new Date(backend.clock.now())
      const whole = { positionSec: 100, ranges: '{[0,1000)}', length: 100, usedUntil: now, now }
      return backend.database.transaction((trx) =>
        addWatched(trx, { userId: learner.userId, periodId, scheduleId: null, ...whole }),
      )
    }
    await watch(lesson.periodId)
    expect(await stateOf(order.id)).toBe(CommentState.notComplete)
    await watch(other)
    expect(await stateOf(order.id)).toBe(CommentState.notCommented)
  })

  test('stands with the order that brought the course', async () => {
    const learner = await registerLearner(backend)
    const lesson = await buildVideoLesson(backend)
    await buildPaidOrder(backend, { userId: learner.userId, lines: [{ productId: lesson.courseId, priceFen: 100 }] })
    const orders = () => backend.as(learner.cookie).call('GET /api/user/order/list', {})
    expect((await orders()).records).toMatchObject([{ evaluation: null }])
    await learn(learner.userId, lesson.periodId)
    expect((await orders()).records).toMatchObject([{ evaluation: { periodId: lesson.periodId } }])
    await save(learner, lesson.periodId)
    expect((await orders()).records).toMatchObject([{ evaluation: null, commentState: CommentState.commented }])
  })

  test('of a class stands there for who came', async () => {
    const learner = await registerLearner(backend)
    const lesson = await buildLiveLesson(backend, { free: false, begin: testNow - 2 * hour, end: testNow - hour })
    await enrolIn(backend, learner.userId, lesson)
    expect((await courses(learner)).records).toMatchObject([{ evaluation: null }])
    await noteAttended(backend, (await openRoom(backend, lesson)).id, learner.userId)
    expect((await courses(learner)).records).toMatchObject([
      { evaluation: { periodId: lesson.periodId, scheduleId: lesson.scheduleId } },
    ])
  })
})
