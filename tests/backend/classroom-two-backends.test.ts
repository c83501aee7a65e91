import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { careForQueues } from '#server/backend/classroom/tools/queue-care.ts'
import { SystemMessage } from '#shared/contract/enums.ts'
import type { QueueNews } from '#shared/contract/im-socket.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { type ChatClient, type ChatServer, joinChat, startChatServer } from '../support/chat-client.ts'
import {
  type BuiltLesson,
  buildAnswerRoom,
  buildLessonTeacher,
  buildLiveLesson,
  openRoom,
} from '../support/live-rooms.ts'
import { hasRedis, type RealRedis, redisNote, startRedis } from '../support/real-redis.ts'
import { openSecondBackend, type SecondBackend } from '../support/second-backend.ts'

const hasPostgres = Boolean(process.env.TEST_DATABASE_URL)
const note = hasPostgres ? redisNote : ' (skipped: TEST_DATABASE_URL is not set)'
const queuePath = '/api/live-solution-room/queue' as const

describe.skipIf(!hasRedis || !hasPostgres)(`two backends on one PostgreSQL${note}`, () => {
  let redis: RealRedis
  let first: TestBackend
  let second: SecondBackend
  let servers: readonly [ChatServer, ChatServer]
  let learners: readonly [Learner, Learner]
  /** A class that is on; the first learner asks the first backend, the second the other one. */
  let lesson: BuiltLesson
  let groupId: string
  const open: ChatClient[] = []

  beforeAll(async () => {
    redis = await startRedis()
    first = await startTestBackend({ REDIS_URL: redis.url })
    second = await openSecondBackend(first, { REDIS_URL: redis.url })
    servers = [await startChatServer(first), await startChatServer(second)]
  })
  afterAll(async () => {
    for (const server of servers ?? []) await server.close()
    await second?.close()
    await first?.close()
    await redis?.stop()
  })
  beforeEach(async () => {
    for (const page of open.splice(0)) page.close()
    first.clock.set(testNow)
    lesson = await buildLiveLesson(first)
    groupId = (await openRoom(first, lesson)).groupKey
    learners = [await registerLearner(first, { nickname: '甲' }), await registerLearner(first, { nickname: '乙' })]
  })

  const backends = () => [first, second] as const
  const sit = async ({ cookie }: Learner, index: 0 | 1, group = groupId): Promise<ChatClient> => {
    const page = await joinChat(backends()[index].as(cookie), servers[index].base, { groupId: group })
    open.push(page)
    return page
  }
  const both = [0, 1] as const
  const again = [0, 1, 0, 1, 0, 1] as const
  const sitBoth = (group = groupId) => Promise.all(both.map((index) => sit(learners[index], index, group)))

  test('number what is said in both without a gap', async () => {
    const pages = await sitBoth()
    for (let count = 0; count < 10; count += 1) {
      first.clock.set(first.clock.now() + 1000)
      const said = await Promise.all(pages.map((page) => page.send(`第 ${count} 句`)))
      expect(said.map(({ ok }) => ok)).toEqual([true, true])
    }
    for (const page of pages) {
      await page.until(() => page.reader.lastSeq === 20)
      expect(page.reader.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    }
    const history = await Promise.all(
      both.map((index) =>
        backends()[index].as(learners[index].cookie).call('GET /api/im/message-history-list', { groupId }),
      ),
    )
    expect(history[0]?.map(({ clientMsgId }) => clientMsgId)).toEqual(history[1]?.map(({ clientMsgId }) => clientMsgId))
  })

  test('count an hour once that is attended from both', async () => {
    const [{ cookie, userId }] = learners
    const { watchId } = await first.as(cookie).call('GET /api/live/enter/play', { periodId: lesson.periodId })
    first.clock.set(testNow + 10_000)
    const beat = { watchId: watchId ?? '', position: 0, rate: 1 as const, ranges: [] }
    await Promise.all(again.map((index) => backends()[index].as(cookie).call('POST /api/vod/heartbeat', beat)))
    const room = await openRoom(first, lesson)
    const member = await first.db
      .selectFrom('roomMembers')
      .select('roomMembers.watchSec')
      .where('roomMembers.roomId', '=', room.id)
      .where('roomMembers.userId', '=', userId)
      .executeTakeFirst()
    expect(member).toEqual({ watchSec: 10 })
  })

  describe('a queue with questions', () => {
    let id: number
    let staff: Learner
    beforeEach(async () => {
      id = await buildAnswerRoom(first)
      staff = await buildStaff(first, 'education')
    })
    const join = (index: 0 | 1, { cookie }: Learner, question = '这一步不懂') =>
      backends()[index].as(cookie).call(`POST ${queuePath}/join`, { id, question })
    const look = (index: 0 | 1) => backends()[index].as(staff.cookie).call(`GET ${queuePath}`, { id })

    test('has one place for two tabs, and one order', async () => {
      await Promise.all(both.map((index) => join(index, learners[0])))
      first.clock.set(testNow + 1000)
      await join(1, learners[1])
      const seen = await Promise.all(both.map(look))
      expect(seen[0]?.people?.map(({ nickname }) => nickname)).toEqual(['甲', '乙'])
      expect(seen[1]).toEqual(seen[0])
    })

    test('calls one learner when staff call in both', async () => {
      for (const index of both) await join(index, learners[index])
      const pages = await sitBoth(`room-${id}`)
      const heard: QueueNews[][] = pages.map(({ socket }) => {
        const news: QueueNews[] = []
        socket.on('queue', (one) => news.push(one))
        return news
      })
      const calls = await Promise.allSettled(
        both.map((index) => backends()[index].as(staff.cookie).call(`POST ${queuePath}/call`, { id, current: null })),
      )
      expect(calls.map(({ status }) => status)).toContain('fulfilled')
      const standing = await look(1)
      expect(standing).toMatchObject({ waiting: 1, currentName: expect.any(String) })
      for (const news of heard) await vi.waitFor(() => expect(news.at(-1)).toMatchObject({ waiting: 1 }))
      const said = await first.as(staff.cookie).call('GET /api/im/message-history-list', { groupId: `room-${id}` })
      expect(said.map(({ systemType }) => systemType)).toEqual([SystemMessage.queueCall])
    })

    test('keeps the place of who sits in the other', async () => {
      for (const index of both) await join(index, learners[index])
      await sit(learners[1], 1, `room-${id}`)
      await vi.waitFor(async () => expect(await first.context.im.onlineUserIds(`room-${id}`)).toHaveLength(1))
      for (const passed of [2, 30, 58, 63]) {
        first.clock.set(testNow + passed * 1000)
        await careForQueues(first.context)
      }
      expect((await look(0)).people?.map(({ nickname }) => nickname)).toEqual(['乙'])
    })
  })

  describe('the end of a class', () => {
    const stops = async (): Promise<number> =>
      (await second.as(learners[1].cookie).call('GET /api/im/message-history-list', { groupId })).filter(
        ({ systemType }) => systemType === SystemMessage.liveStop,
      ).length
    const heardBy = (page: ChatClient) =>
      page.until(() => page.reader.messages.some(({ systemType }) => systemType === SystemMessage.liveStop))

    test('by its teacher in both is one, heard in both', async () => {
      const teacher = await buildLessonTeacher(first, lesson)
      const pages = await sitBoth()
      const stop = { groupId, type: SystemMessage.liveStop, payload: '{}' }
      await Promise.allSettled(
        again.map((index) =>
          backends()
            [index].as(teacher.cookie)
            .call('GET /api/im/send-system-notify', stop as never),
        ),
      )
      for (const page of pages) await heardBy(page)
      expect(await stops()).toBe(1)
      first.clock.set(testNow + 31 * 60_000)
      for (const page of pages) expect(await page.send('还有人吗')).toMatchObject({ ok: false })
      const { periodId, scheduleId } = lesson
      for (const index of both)
        expect(
          await backends()
            [index].as(learners[index].cookie)
            .call('GET /api/live-info/class-end', { periodId, scheduleId }),
        ).toMatchObject({ attendedSec: 0, canEvaluate: false })
    })

    test('by the clock in both is one, heard in both', async () => {
      const pages = await sitBoth()
      first.clock.set(lesson.end + 1000)
      await Promise.all(backends().map((backend) => backend.runJob('rooms.clock')))
      for (const page of pages) await heardBy(page)
      expect(await stops()).toBe(1)
    })
  })
})
