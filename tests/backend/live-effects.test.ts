import { beforeEach, describe, expect, test } from 'vitest'
import type { RoomRow } from '#server/backend/classroom/room/room-store.ts'
import { CommentState, SystemMessage } from '#shared/contract/enums.ts'
import { type Learner, openSessionOf, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import {
  type BuiltLesson,
  buildLessonTeacher,
  buildLiveLesson,
  enrolIn,
  openRoom,
  systemMessagesOf,
} from '../support/live-rooms.ts'
import { buildOrder } from '../support/order-factories.ts'
import { openPlayer, pass, sendBeat } from '../support/play-steps.ts'

const hour = 3_600_000

const backend = backendOfFile()
let lesson: BuiltLesson
let room: RoomRow
let teacher: Learner
beforeEach(async () => {
  lesson = await buildLiveLesson(backend)
  room = await openRoom(backend, lesson)
  teacher = await buildLessonTeacher(backend, lesson)
})

const notify = (type: number, payload: object = {}, groupKey = room.groupKey) =>
  backend
    .as(teacher.cookie)
    .call('GET /api/im/send-system-notify', { groupId: groupKey, type, payload: JSON.stringify(payload) } as never)

async function paidOrder(status = 1): Promise<{ id: number; userId: number }> {
  const order = await buildOrder(backend, {
    productId: lesson.courseId,
    lines: [{ productId: lesson.courseId, priceFen: 9900 }],
    values: status === 1 ? { status, paidFen: 9900, paidAt: new Date(testNow) } : { status },
  })
  await enrolIn(backend, order.userId, lesson, order.id)
  return order
}

const commentState = async (id: number) =>
  (
    await backend.db
      .selectFrom('orders')
      .select('orders.commentState')
      .where('orders.id', '=', id)
      .executeTakeFirstOrThrow()
  ).commentState

describe('what staff show in a room', () => {
  test('the evaluation: enrolled learners’ orders wait for one', async () => {
    const [waiting, commented, unpaid] = [await paidOrder(), await paidOrder(), await paidOrder(0)]
    await backend.db
      .updateTable('orders')
      .set({ commentState: CommentState.commented })
      .where('orders.id', '=', commented.id)
      .execute()
    const elsewhere = await buildOrder(backend, {
      lines: [{ priceFen: 9900 }],
      values: { status: 1, paidFen: 9900, paidAt: new Date(testNow) },
    })
    await notify(SystemMessage.evaluate)
    expect(await Promise.all([waiting, commented, unpaid, elsewhere].map(({ id }) => commentState(id)))).toEqual([
      CommentState.notCommented,
      CommentState.commented,
      CommentState.notComplete,
      CommentState.notComplete,
    ])
    expect(await systemMessagesOf(backend, room)).toEqual([
      { systemType: 1, content: { push: { kind: 'evaluate', refId: null, title: '给这节课评个分', url: null } } },
    ])
  })

  test('a course or coupon: title and address are the server’s', async () => {
    const courseId = await buildProduct(backend.database, { lectureType: 2, name: '系统班甲' })
    const coupon = await backend.db
      .selectFrom('coupons')
      .select(['coupons.id', 'coupons.name'])
      .where('coupons.name', '=', '新同学见面礼')
      .executeTakeFirstOrThrow()
    await notify(SystemMessage.push, {
      push: { kind: 'course', refId: courseId, title: '假的', url: 'https://evil.example.com' },
    })
    await notify(SystemMessage.push, { push: { kind: 'coupon', refId: coupon.id, title: '', url: null } })
    expect(await systemMessagesOf(backend, room)).toEqual([
      {
        systemType: 3,
        content: { push: { kind: 'course', refId: courseId, title: '系统班甲', url: `/classes/${courseId}` } },
      },
      {
        systemType: 3,
        content: {
          push: { kind: 'coupon', refId: coupon.id, title: coupon.name, url: `/coupon?couponId=${coupon.id}` },
        },
      },
    ])
    expect(
      await backend.db
        .selectFrom('livePushes')
        .select(['livePushes.kind', 'livePushes.pushedBy'])
        .where('livePushes.roomId', '=', room.id)
        .orderBy('livePushes.id')
        .execute(),
    ).toEqual([
      { kind: 'course', pushedBy: teacher.userId },
      { kind: 'coupon', pushedBy: teacher.userId },
    ])
  })

  test('nothing missing, unsold, of another room or named wrongly', async () => {
    const draft = await buildProduct(backend.database, { status: 0 })
    const other = await openRoom(backend, await buildLiveLesson(backend))
    const { id: foreign } = await backend.db
      .insertInto('activities')
      .values({
        name: '别处的抽奖',
        roomId: other.id,
        beginAt: new Date(testNow),
        endAt: new Date(testNow + hour),
        secret: 's',
      })
      .returning('activities.id')
      .executeTakeFirstOrThrow()
    const pushes = [
      { kind: 'course', refId: draft },
      { kind: 'course', refId: null },
      { kind: 'coupon', refId: 999_999_999 },
      { kind: 'activity', refId: foreign },
    ]
    for (const push of pushes)
      await expect(notify(SystemMessage.push, { push: { title: '', url: null, ...push } })).rejects.toMatchObject({
        code: 4004,
      })
    await expect(notify(SystemMessage.push, {})).rejects.toMatchObject({ code: 4004 })
    expect(await systemMessagesOf(backend, room)).toEqual([])
    expect(
      await backend.db
        .selectFrom('livePushes')
        .select('livePushes.id')
        .where('livePushes.roomId', '=', room.id)
        .execute(),
    ).toEqual([])
  })

  test('a notice of up to 500 characters, and none again', async () => {
    await notify(SystemMessage.notice, { notice: '  今天晚十分钟下课  ' })
    await expect(notify(SystemMessage.notice, { notice: '字'.repeat(501) })).rejects.toMatchObject({
      code: 4004,
      message: '公告最多 500 字',
    })
    const { cookie } = await registerLearner(backend)
    expect(
      (await backend.as(cookie).call('GET /api/live-info/get-live-info-v2', { periodId: lesson.periodId })).notice,
    ).toBe('今天晚十分钟下课')
    await notify(SystemMessage.notice, { notice: '' })
    expect((await systemMessagesOf(backend, room)).map(({ content }) => content)).toEqual([
      { notice: '今天晚十分钟下课' },
      { notice: null },
    ])
  })

  test('a pendant replaces its type’s, and goes once', async () => {
    const pendant = { type: 'material', title: '课件下载', img: null, url: '/article/1.html', refId: null }
    await notify(SystemMessage.pendant, { pendant })
    await notify(SystemMessage.pendant, { pendant: { ...pendant, title: '新课件' } })
    const { cookie } = await registerLearner(backend)
    const seen = () => backend.as(cookie).call('GET /api/live-info/get-live-info-v2', { periodId: lesson.periodId })
    expect((await seen()).livePendant).toEqual({ material: { ...pendant, title: '新课件' } })
    await notify(SystemMessage.pendant, { removedPendant: 'material' })
    await notify(SystemMessage.pendant, { removedPendant: 'material' })
    expect((await seen()).livePendant).toEqual({})
    expect(await systemMessagesOf(backend, room)).toHaveLength(3)
  })

  test.each([
    'javascript:alert(1)',
    'http://example.com/',
    '//evil.example.com',
    '/\\evil.example.com',
    'https://user:pass@example.com/',
    'data:text/html,x',
    'https://exa mple.com',
  ])('a pendant never leads to %s', async (url) => {
    await expect(
      notify(SystemMessage.pendant, { pendant: { type: 'link', title: '点我', img: null, url, refId: null } }),
    ).rejects.toMatchObject({ code: 4004 })
    await expect(
      notify(SystemMessage.pendant, { pendant: { type: 'link', title: '点我', img: url, url: '/', refId: null } }),
    ).rejects.toMatchObject({ code: 4004 })
    expect(await systemMessagesOf(backend, room)).toEqual([])
  })

  test('whose data are fetched anew, if somebody is there', async () => {
    await notify(SystemMessage.refreshUser, { userId: String(teacher.userId) })
    await expect(notify(SystemMessage.refreshUser, { userId: '999999999' })).rejects.toMatchObject({ code: 4004 })
    await expect(notify(SystemMessage.refreshUser, { userId: 'x' })).rejects.toMatchObject({ code: 4004 })
    expect(await systemMessagesOf(backend, room)).toEqual([
      { systemType: 5, content: { userId: String(teacher.userId) } },
    ])
  })

  test('recalls and mutes have calls of their own', async () => {
    for (const type of [SystemMessage.recall, SystemMessage.mute])
      await expect(notify(type, { seqs: [1] })).rejects.toMatchObject({ code: 4004 })
    await expect(notify(4)).rejects.toMatchObject({ status: 400 })
  })
})

describe('the end of a class', () => {
  const enterAndStay = async ({ userId }: { userId: number }, seconds: number): Promise<void> => {
    const cookie = await openSessionOf(backend, userId)
    const { watchId } = await openPlayer(backend, { cookie }, 'GET /api/live/enter/play', { periodId: lesson.periodId })
    pass(backend, seconds)
    await sendBeat(backend, cookie, watchId ?? '', {})
  }

  test.each(['by the clock', 'by its teacher'])('%s opens the evaluation for those who came', async (how) => {
    const [here, away] = [await paidOrder(), await paidOrder()]
    await enterAndStay(here, 10)
    if (how === 'by the clock') {
      backend.clock.set(lesson.end)
      await backend.runJob('rooms.clock')
    } else await notify(SystemMessage.liveStop)
    expect([await commentState(here.id), await commentState(away.id)]).toEqual([
      CommentState.notCommented,
      CommentState.notComplete,
    ])
    const save = async (userId: number) =>
      backend
        .as(await openSessionOf(backend, userId))
        .call('POST /api/live-info/save', { periodId: lesson.periodId, score: 5, tags: [], content: '' })
    await save(here.userId)
    await expect(save(away.userId)).rejects.toMatchObject({ code: 4004, message: '上过这节课的学员才能评价' })
    expect([await commentState(here.id), await commentState(away.id)]).toEqual([
      CommentState.commented,
      CommentState.notComplete,
    ])
  })
})

describe('staff end a class', () => {
  test('twelve at once end it once, told once', async () => {
    await Promise.all(Array.from({ length: 12 }, () => notify(SystemMessage.liveStop)))
    expect(await systemMessagesOf(backend, room)).toEqual([{ systemType: 8, content: { status: 3 } }])
    const { cookie } = await registerLearner(backend)
    expect(
      (await backend.as(cookie).call('GET /api/live-info/get-live-info-v2', { periodId: lesson.periodId })).liveStatus,
    ).toBe(3)
  })

  test('a film’s class ends by its own message, if begun', async () => {
    await expect(notify(SystemMessage.aiLive)).rejects.toMatchObject({ code: 4004 })
    lesson = await buildLiveLesson(backend, { kind: 3 })
    room = await openRoom(backend, lesson)
    teacher = await buildLessonTeacher(backend, lesson)
    await expect(notify(SystemMessage.liveStop)).rejects.toMatchObject({ code: 4004 })
    await notify(SystemMessage.aiLive)
    expect(await systemMessagesOf(backend, room)).toEqual([{ systemType: 7, content: { status: 3 } }])
    const { cookie } = await registerLearner(backend)
    expect(
      await backend.as(cookie).call('GET /api/ai-live/get-live-info', { periodId: lesson.periodId }),
    ).toMatchObject({ aiLiveStatus: 3, playUrl: null })
    lesson = await buildLiveLesson(backend, { begin: testNow + hour, end: testNow + 2 * hour })
    room = await openRoom(backend, lesson)
    teacher = await buildLessonTeacher(backend, lesson)
    await expect(notify(SystemMessage.liveStop)).rejects.toMatchObject({ code: 4004, message: '还没有开始，不能结束' })
  })
})

test('what staff did is audited, what was refused is not', async () => {
  await notify(SystemMessage.notice, { notice: '开始了' })
  await expect(notify(SystemMessage.push, {})).rejects.toMatchObject({ code: 4004 })
  const rows = await backend.db
    .selectFrom('staffAudits')
    .select(['staffAudits.staffId', 'staffAudits.action', 'staffAudits.detail'])
    .where('staffAudits.subject', '=', 'room')
    .where('staffAudits.subjectId', '=', String(room.id))
    .execute()
  expect(rows).toEqual([{ staffId: teacher.userId, action: 'live.notify', detail: { type: 9, notice: '开始了' } }])
})

test('learners and teachers of other courses can show nothing', async () => {
  const other = await buildLessonTeacher(backend, await buildLiveLesson(backend))
  for (const { cookie } of [await registerLearner(backend), other]) {
    await expect(
      backend.as(cookie).call('GET /api/im/send-system-notify', {
        groupId: room.groupKey,
        type: 9,
        payload: JSON.stringify({ notice: '我来了' }),
      } as never),
    ).rejects.toMatchObject({ code: 4004 })
  }
  expect(await systemMessagesOf(backend, room)).toEqual([])
})
