import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { questions } from '#server/backend/account/closing/export-chat-store.ts'
import { mostWaiting } from '#server/backend/classroom/tools/answer-queue-store.ts'
import { careForQueues } from '#server/backend/classroom/tools/queue-care.ts'
import { limitPolicies } from '#server/backend/context/limit-policies.ts'
import type { QueueNews } from '#shared/contract/im-socket.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { type ChatClient, type ChatServer, joinChat, startChatServer } from '../support/chat-client.ts'
import { readPart } from '../support/export-steps.ts'
import {
  buildAnswerRoom,
  buildAssistant,
  buildEnrolled,
  buildLiveLesson,
  systemMessagesOf,
} from '../support/live-rooms.ts'

const minute = 60_000
const at = '/api/live-solution-room/queue' as const

const backend = backendOfFile()

const look = ({ cookie }: Learner, id: number) => backend.as(cookie).call(`GET ${at}`, { id })
const join = ({ cookie }: Learner, id: number, question = '这一步不懂') =>
  backend.as(cookie).call(`POST ${at}/join`, { id, question })
const leave = ({ cookie }: Learner, id: number) => backend.as(cookie).call(`POST ${at}/leave`, { id })
const call = ({ cookie }: Learner, id: number, current: number | null, entryId?: number) =>
  backend.as(cookie).call(`POST ${at}/call`, { id, current, ...(entryId === undefined ? {} : { entryId }) })
const end = ({ cookie }: Learner, id: number, current: number) =>
  backend.as(cookie).call(`POST ${at}/end`, { id, current })

interface Room {
  readonly id: number
  readonly staff: Learner
  readonly learners: readonly [Learner, Learner, Learner]
}

/** A room with its staff and three learners who queue one after the other. */
async function queued(): Promise<Room> {
  backend.clock.set(testNow)
  const id = await buildAnswerRoom(backend)
  const learners = [
    await registerLearner(backend, { nickname: '甲' }),
    await registerLearner(backend, { nickname: '乙' }),
    await registerLearner(backend, { nickname: '丙' }),
  ] as const
  for (const [index, learner] of learners.entries()) {
    backend.clock.set(testNow + index * 1000)
    await join(learner, id, `问题 ${index + 1}`)
  }
  return { id, staff: await buildStaff(backend, 'education'), learners }
}

const entries = async (staff: Learner, id: number): Promise<number[]> =>
  ((await look(staff, id)).people ?? []).map(({ entryId }) => entryId)

describe('queueing with a question', () => {
  test('a press that changes nothing is told to nobody', async () => {
    const { id, staff, learners } = await queued()
    const told = vi.spyOn(backend.context.im, 'tellQueue')
    await leave(await registerLearner(backend), id)
    await join(learners[0], id, '问题 1')
    await call(staff, id, 999_999_999)
    await end(staff, id, 999_999_999)
    expect(told).not.toHaveBeenCalled()
    await leave(learners[0], id)
    expect(told).toHaveBeenCalledTimes(1)
    told.mockRestore()
  })

  test('who takes place after place waits', async () => {
    const id = await buildAnswerRoom(backend)
    const learner = await registerLearner(backend)
    for (let time = 0; time < limitPolicies.queueJoin.points; time++)
      await backend.context.limits.take('queueJoin', String(learner.userId))
    await expect(join(learner, id)).rejects.toMatchObject({ code: 4004, status: 429 })
  })

  test('a queue that is full takes nobody more', async () => {
    backend.clock.set(testNow)
    const id = await buildAnswerRoom(backend)
    const first = await registerLearner(backend)
    await join(first, id)
    const at = new Date(testNow)
    const others = await backend.db
      .insertInto('users')
      .values(Array.from({ length: mostWaiting - 1 }, () => ({ nickname: '同学' })))
      .returning('users.id')
      .execute()
    const waiting = others.map(({ id: userId }) => ({ roomId: id, userId, question: '等', joinedAt: at, seenAt: at }))
    await backend.db.insertInto('answerQueue').values(waiting).execute()
    await expect(join(await registerLearner(backend), id)).rejects.toMatchObject({
      code: 4004,
      message: '排队的人已经满了，请过一会儿再来',
    })
    // whoever has a place keeps it, with another question too
    await join(first, id, '换一个问题')
  })

  test('whose turn it is stands in the chat, once', async () => {
    const { id, staff, learners } = await queued()
    await call(staff, id, null)
    const [first = 0] = await entries(staff, id)
    // of two who press, one calls
    await call(staff, id, null)
    await call(staff, id, first)
    const room = await backend.db
      .selectFrom('imGroups')
      .select('imGroups.id as groupId')
      .where('imGroups.roomId', '=', id)
      .executeTakeFirstOrThrow()
    expect(await systemMessagesOf(backend, room)).toEqual(
      learners.slice(0, 2).map(({ userId }) => ({ systemType: 11, content: { userId: String(userId) } })),
    )
  })

  test('who waits outside sees the wait and no whole name', async () => {
    const { id, staff } = await queued()
    await call(staff, id, null)
    const { cookie } = await registerLearner(backend)
    const state = (roomId: number) => backend.as(cookie).call('GET /api/live-solution-room/queue/state', { id: roomId })
    expect(await state(id)).toEqual({ waiting: 2, currentName: '甲**', expectedWaitSec: expect.any(Number) })
    const over = await buildAnswerRoom(backend, {
      endAt: new Date(testNow - minute),
      beginAt: new Date(testNow - 2 * minute),
    })
    expect(await state(over)).toBeNull()
    await expect(state(999_999_999)).rejects.toMatchObject({ code: 404 })
  })

  test('keeps the order in which people came', async () => {
    const { id, staff, learners } = await queued()
    for (const [index, learner] of learners.entries())
      expect((await look(learner, id)).own).toMatchObject({ position: index + 1, question: `问题 ${index + 1}` })
    const { people, waiting, own } = await look(staff, id)
    expect(people?.map(({ nickname, question }) => [nickname, question])).toEqual([
      ['甲', '问题 1'],
      ['乙', '问题 2'],
      ['丙', '问题 3'],
    ])
    expect([waiting, own]).toEqual([3, null])
  })

  test('shows learners neither names nor questions of who waits', async () => {
    const { id, learners } = await queued()
    expect(await look(learners[2], id)).toMatchObject({ people: null, waiting: 3, currentName: null })
  })

  test('from two tabs is one place, with the later words', async () => {
    const { id, staff, learners } = await queued()
    await Promise.all([join(learners[0], id, '换一种问法'), join(learners[0], id, '换一种问法')])
    expect((await look(learners[0], id)).own).toMatchObject({ position: 1, question: '换一种问法' })
    expect(await entries(staff, id)).toHaveLength(3)
  })

  test('is given up by leaving, and the others move up', async () => {
    const { id, learners } = await queued()
    expect((await leave(learners[0], id)).own).toBeNull()
    expect((await leave(learners[0], id)).own).toBeNull()
    expect((await look(learners[1], id)).own).toMatchObject({ position: 1 })
    expect((await join(learners[0], id)).own).toMatchObject({ position: 3 })
  })

  test('needs words, and not too many', async () => {
    const id = await buildAnswerRoom(backend)
    const learner = await registerLearner(backend)
    for (const question of ['', '   ', '长'.repeat(201)])
      await expect(join(learner, id, question)).rejects.toMatchObject({ status: 400 })
    expect((await look(learner, id)).own).toBeNull()
  })

  test('is for who is in the room, after its password', async () => {
    const learner = await registerLearner(backend)
    const locked = await buildAnswerRoom(backend, {
      passwordHash: await backend.context.passwords.hash('mima88', '10.0.0.1'),
    })
    await expect(join(learner, locked)).rejects.toMatchObject({ code: 4004, message: '请先输入答疑室的密码' })
    const lesson = await buildLiveLesson(backend, { free: false })
    const ofCourse = await buildAnswerRoom(backend, { productId: lesson.courseId })
    await expect(join(learner, ofCourse)).rejects.toMatchObject({ code: 4004, message: '报名这门课后才能进答疑室' })
    expect((await join(await buildEnrolled(backend, lesson), ofCourse)).own).toMatchObject({ position: 1 })
    await expect(join(await buildAssistant(backend, [lesson]), ofCourse)).rejects.toMatchObject({
      code: 4004,
      message: '老师和助教不用排队',
    })
    await expect(join({ ...learner, cookie: '' }, ofCourse)).rejects.toMatchObject({ code: -3 })
    for (const call of [look, leave]) await expect(call(learner, 999_999_999)).rejects.toMatchObject({ code: 404 })
  })
})

describe('everybody in the room', () => {
  let server: ChatServer
  beforeAll(async () => {
    server = await startChatServer(backend)
  })
  afterAll(() => server?.close())

  /** Somebody's page in the room: what it was told of the queue, in order. */
  async function sit({ cookie }: Learner, id: number): Promise<{ events: QueueNews[]; page: ChatClient }> {
    const page = await joinChat(backend.as(cookie), server.base, { groupId: `room-${id}` })
    const events: QueueNews[] = []
    page.socket.on('queue', (news) => events.push(news))
    return { events, page }
  }

  test('each change is told at once, called ones’ chat included', async () => {
    const { id, staff, learners } = await queued()
    const { events, page } = await sit(await registerLearner(backend), id)
    const [first] = await entries(staff, id)
    await call(staff, id, null)
    await leave(learners[1], id)
    await join(learners[1], id)
    await end(staff, id, first ?? 0)
    await vi.waitFor(() => expect(events).toHaveLength(4))
    const [jia, nobody] = [
      { currentName: '甲', currentUserId: String(learners[0].userId) },
      { currentName: null, currentUserId: null },
    ]
    expect(events).toEqual([
      { ...jia, waiting: 2, expectedWaitSec: 900 },
      { ...jia, waiting: 1, expectedWaitSec: 600 },
      { ...jia, waiting: 2, expectedWaitSec: 900 },
      { ...nobody, waiting: 2, expectedWaitSec: expect.any(Number) },
    ])
    const said = await backend.as(staff.cookie).call('GET /api/im/message-history-list', { groupId: `room-${id}` })
    expect(said.map(({ systemType }) => systemType)).toEqual([11])
    page.close()
  })

  test('the end of somebody’s minute is told without asking', async () => {
    const { id, learners } = await queued()
    const { events, page } = await sit(learners[1], id)
    for (const passed of [2, 20, 40, 58]) {
      backend.clock.set(testNow + passed * 1000)
      await careForQueues(backend.context)
    }
    expect(events).toEqual([])
    backend.clock.set(testNow + 63_000)
    await careForQueues(backend.context)
    await vi.waitFor(() => expect(events).toMatchObject([{ waiting: 1, currentUserId: null }]))
    expect((await look(learners[1], id)).own).toMatchObject({ position: 1 })
    page.close()
  })
})

describe('calling', () => {
  test('takes the first; the next call ends the turn', async () => {
    const { id, staff, learners } = await queued()
    const [first] = await entries(staff, id)
    expect(await call(staff, id, null)).toMatchObject({
      currentName: '甲',
      waiting: 2,
      people: [
        { entryId: first, nickname: '甲', calledTime: backend.clock.now() },
        { nickname: '乙' },
        { nickname: '丙' },
      ],
    })
    expect((await look(learners[0], id)).own).toMatchObject({ position: 0 })
    expect(await call(staff, id, first ?? 0)).toMatchObject({ currentName: '乙', waiting: 1 })
    expect((await look(learners[0], id)).own).toBeNull()
  })

  test('may pick somebody; the others keep their order', async () => {
    const { id, staff, learners } = await queued()
    const [, , third] = await entries(staff, id)
    expect(await call(staff, id, null, third)).toMatchObject({ currentName: '丙' })
    expect((await look(learners[0], id)).own).toMatchObject({ position: 1 })
    expect((await look(learners[1], id)).own).toMatchObject({ position: 2 })
  })

  test('by two staff at once calls one', async () => {
    const { id, staff } = await queued()
    const other = await buildStaff(backend, 'education')
    await Promise.all([call(staff, id, null), call(other, id, null), call(staff, id, null)])
    expect(await look(staff, id)).toMatchObject({ currentName: '甲', waiting: 2 })
  })

  test('of nobody, or somebody gone, ends no turn', async () => {
    const { id, staff, learners } = await queued()
    const [first, second] = await entries(staff, id)
    await call(staff, id, null)
    await leave(learners[1], id)
    await expect(call(staff, id, first ?? 0, second)).rejects.toMatchObject({
      code: 4004,
      message: '这位同学已经离开队伍',
    })
    expect(await look(staff, id)).toMatchObject({ currentName: '甲' })
    await leave(learners[2], id)
    await expect(call(staff, id, first ?? 0)).rejects.toMatchObject({ code: 4004, message: '没有人在排队' })
    expect(await end(staff, id, first ?? 0)).toMatchObject({ currentName: null, waiting: 0 })
    expect(await end(staff, id, first ?? 0)).toMatchObject({ currentName: null })
  })

  test('is the room’s staff’s alone', async () => {
    const { id, learners } = await queued()
    for (const who of [learners[0], await buildStaff(backend, 'follow')]) {
      await expect(call(who, id, null)).rejects.toMatchObject({ code: 4004, message: '只有老师和助教可以叫号' })
      await expect(end(who, id, 1)).rejects.toMatchObject({ code: 4004 })
    }
  })
})

describe('a place', () => {
  test('outlives a lost line by a minute, not by more', async () => {
    const { id, staff, learners } = await queued()
    backend.clock.set(testNow + minute)
    expect(await look(staff, id)).toMatchObject({ waiting: 3 })
    backend.clock.set(testNow + minute + 1500)
    // the first has been gone for longer than a minute; the second comes back in time
    expect((await look(learners[1], id)).own).toMatchObject({ position: 1 })
    expect(await look(staff, id)).toMatchObject({ waiting: 2 })
    expect((await look(learners[0], id)).own).toBeNull()
  })

  test('ends when the room is closed', async () => {
    const { id, staff } = await queued()
    await backend.as(staff.cookie).call('GET /api/im/send-system-notify', { groupId: `room-${id}`, type: 8 } as never)
    const left = await backend.db
      .selectFrom('answerQueue')
      .select('answerQueue.endReason')
      .where('answerQueue.roomId', '=', id)
      .execute()
    expect(left.map(({ endReason }) => endReason)).toEqual(['closed', 'closed', 'closed'])
  })

  test('tells how long it takes from the turns before', async () => {
    const { id, staff, learners } = await queued()
    expect(await look(learners[2], id)).toMatchObject({ expectedWaitSec: 900, own: { expectedWaitSec: 600 } })
    const [first, second] = await entries(staff, id)
    await call(staff, id, null)
    backend.clock.set(backend.clock.now() + 20_000)
    await call(staff, id, first ?? 0)
    expect((await look(learners[2], id)).own).toMatchObject({ position: 1, expectedWaitSec: 20 })
    backend.clock.set(backend.clock.now() + 10_000)
    expect((await look(learners[2], id)).own).toMatchObject({ expectedWaitSec: 10 })
    expect(await end(staff, id, second ?? 0)).toMatchObject({ currentName: null })
  })

  test('is taken along in the data export', async () => {
    const { learners } = await queued()
    expect(await readPart(questions, backend.db, learners[0].userId)).toMatchObject([
      { 教室: '答疑室', 问题: '问题 1' },
    ])
  })
})
