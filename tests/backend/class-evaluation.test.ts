import { describe, expect, test } from 'vitest'
import { CommentState } from '#shared/contract/enums.ts'
import { openSessionOf, registerLearner } from '../support/backend-accounts.ts'
import { sendCall, testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import {
  buildLessonTeacher,
  buildLiveLesson,
  type BuiltLesson,
  enrolIn,
  noteAttended,
  openRoom,
} from '../support/live-rooms.ts'
import { buildOrder } from '../support/order-factories.ts'

const minute = 60_000
const hour = 60 * minute

const ingest = { RTMP_PORT: '1935', RTMP_URL: 'rtmp://live.example.com/live' }

const backend = backendOfFile({ SITE_ORIGIN: 'http://localhost:3000', ...ingest })

const info = (cookie: string, input: object) => backend.as(cookie).call('GET /api/live-info/get-live-info-v2', input)

describe('the evaluation of a class', () => {
  const save = (cookie: string, input: object) =>
    backend
      .as(cookie)
      .call('POST /api/live-info/save', { score: 5, tags: ['节奏合适'], content: '讲得清楚', ...input } as never)

  const over = (): Promise<BuiltLesson> => buildLiveLesson(backend, { begin: testNow - 2 * hour, end: testNow - hour })
  const attended = async (lesson: BuiltLesson, userId: number): Promise<void> =>
    noteAttended(backend, (await openRoom(backend, lesson)).id, userId)

  test('is kept once a learner and lesson, marking the order', async () => {
    const lesson = await over()
    const order = await buildOrder(backend, {
      productId: lesson.courseId,
      lines: [{ productId: lesson.courseId, priceFen: 9900 }],
      values: { status: 1, paidFen: 9900, paidAt: new Date(testNow) },
    })
    const cookie = await openSessionOf(backend, order.userId)
    await enrolIn(backend, order.userId, lesson, order.id)
    await attended(lesson, order.userId)
    expect((await info(cookie, { periodId: lesson.periodId })).canEvaluate).toBe(true)
    expect(await save(cookie, { periodId: lesson.periodId })).toBe(true)
    await expect(save(cookie, { periodId: lesson.periodId, score: 1 })).rejects.toMatchObject({
      code: 4004,
      message: '您已经评价过这节课',
    })
    expect((await info(cookie, { periodId: lesson.periodId })).canEvaluate).toBe(false)
    const rows = await backend.db
      .selectFrom('liveEvaluations')
      .select(['liveEvaluations.score', 'liveEvaluations.tags', 'liveEvaluations.content', 'liveEvaluations.orderId'])
      .where('liveEvaluations.periodId', '=', lesson.periodId)
      .execute()
    expect(rows).toEqual([{ score: 5, tags: ['节奏合适'], content: '讲得清楚', orderId: order.id }])
    const { commentState } = await backend.db
      .selectFrom('orders')
      .select('orders.commentState')
      .where('orders.id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(commentState).toBe(CommentState.commented)
  })

  test('sixteen at the same moment are one', async () => {
    const lesson = await over()
    const { userId, cookie } = await registerLearner(backend)
    await attended(lesson, userId)
    const tries = await Promise.allSettled(
      Array.from({ length: 16 }, () => save(cookie, { periodId: lesson.periodId })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is refused to who never came or watched the replay', async () => {
    const lesson = await over()
    const { userId, cookie } = await registerLearner(backend)
    expect((await info(cookie, { periodId: lesson.periodId })).canEvaluate).toBe(false)
    await expect(save(cookie, { periodId: lesson.periodId })).rejects.toMatchObject({
      code: 4004,
      message: '上过这节课的学员才能评价',
    })
    const values = {
      userId,
      periodId: lesson.periodId,
      finishedAt: new Date(testNow),
      lastAt: new Date(testNow),
      scheduleId: null,
    }
    await backend.db.insertInto('learnProgress').values(values).execute()
    expect(await save(cookie, { periodId: lesson.periodId })).toBe(true)
  })

  test('is refused before the end, unless staff ask', async () => {
    const lesson = await buildLiveLesson(backend)
    const room = await openRoom(backend, lesson)
    const { userId, cookie } = await registerLearner(backend)
    await attended(lesson, userId)
    await expect(save(cookie, { periodId: lesson.periodId })).rejects.toMatchObject({
      code: 4004,
      message: '下课后才能评价',
    })
    await backend.db
      .insertInto('livePushes')
      .values({ roomId: room.id, kind: 'evaluate', refId: null, pushedBy: null, at: new Date(testNow) })
      .execute()
    expect((await info(cookie, { periodId: lesson.periodId })).canEvaluate).toBe(true)
    expect(await save(cookie, { periodId: lesson.periodId })).toBe(true)
  })

  test('is of the class’s learners, not its teacher or strangers', async () => {
    const lesson = await buildLiveLesson(backend, { free: false, begin: testNow - 2 * hour, end: testNow - hour })
    await expect(save((await registerLearner(backend)).cookie, { periodId: lesson.periodId })).rejects.toMatchObject({
      code: 4004,
      message: '这节课要先报名才能看',
    })
    await expect(save('', { periodId: lesson.periodId })).rejects.toMatchObject({ code: -3 })
    await expect(
      save((await buildLessonTeacher(backend, lesson)).cookie, { periodId: lesson.periodId }),
    ).rejects.toMatchObject({ code: 4004, message: '评价由学员填写' })
  })

  test.each([
    [{ score: 0 }],
    [{ score: 6 }],
    [{ tags: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }],
    [{ content: 'x'.repeat(501) }],
    [{ canMute: true }],
  ])('%j is refused and nothing is kept', async (bad) => {
    const lesson = await over()
    const { cookie } = await registerLearner(backend)
    const response = await sendCall(
      backend.agent,
      'POST /api/live-info/save',
      { periodId: lesson.periodId, score: 5, ...bad } as never,
      { Cookie: cookie },
    )
    expect(response.status).toBe(400)
    expect(
      await backend.db
        .selectFrom('liveEvaluations')
        .select('liveEvaluations.id')
        .where('liveEvaluations.periodId', '=', lesson.periodId)
        .execute(),
    ).toEqual([])
  })
})
