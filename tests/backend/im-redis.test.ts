import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Backend, createBackend } from '#server/backend/backend.ts'
import type { RoomRow } from '#server/backend/classroom/room/room-store.ts'
import { readConfig } from '#server/config/config.ts'
import { type Learner, openSessionOf, registerLearner } from '../support/backend-accounts.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { type ChatClient, type ChatServer, joinChat, openSocket, startChatServer } from '../support/chat-client.ts'
import { buildLiveLesson, openRoom } from '../support/live-rooms.ts'
import { hasRedis, type RealRedis, redisNote, startRedis } from '../support/real-redis.ts'

describe.skipIf(!hasRedis)(`two processes on one database with a real Redis${redisNote}`, () => {
  let redis: RealRedis
  let first: TestBackend
  let second: Backend
  let servers: ChatServer[] = []
  let room: RoomRow
  let learners: Learner[]
  beforeAll(async () => {
    redis = await startRedis()
    first = await startTestBackend({ REDIS_URL: redis.url })
    const { database, clock, log, purges } = first
    second = await createBackend(readConfig({ SITE_ENV: 'test', REDIS_URL: redis.url }), {
      database,
      clock,
      log,
      purges,
      jobs: { wake: async () => undefined },
    })
    servers = [await startChatServer(first), await startChatServer(second)]
    room = await openRoom(first, await buildLiveLesson(first))
    learners = [await registerLearner(first), await registerLearner(first)]
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    await second?.close()
    await first?.close()
    await redis?.stop()
  })

  /** The first learner is on the first process, the second on the second. */
  const join = async (index: number): Promise<ChatClient> =>
    joinChat(first.as((learners[index] as Learner).cookie), (servers[index] as ChatServer).base, {
      groupId: room.groupKey,
    })
  const list = (): Promise<string[]> =>
    first.as((learners[0] as Learner).cookie).call('GET /api/im/list-real-userId', { groupId: room.groupKey })

  test('how a queue stands is told in both', async () => {
    const pair = [await join(0), await join(1)] as const
    const heard = pair.map(({ socket }) => new Promise((resolve) => socket.once('queue', resolve)))
    const news = { waiting: 1, currentName: null, currentUserId: null, expectedWaitSec: 300 }
    first.context.im.tellQueue(room.groupKey, news)
    expect(await Promise.all(heard)).toEqual([news, news])
    for (const client of pair) client.close()
  })

  test('words in one are heard in the other, in order', async () => {
    const pair = [await join(0), await join(1)] as const
    await vi.waitFor(
      async () => expect((await list()).sort()).toEqual(learners.map(({ userId }) => String(userId)).sort()),
      { timeout: 5000 },
    )
    for (let count = 0; count < 20; count += 1) {
      first.clock.set(first.clock.now() + 1000)
      await Promise.all(pair.map((client) => client.send(`第 ${count} 句`)))
    }
    for (const client of pair) {
      await client.until(() => client.reader.lastSeq === 40)
      expect(client.reader.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
      await client.until(() => client.presence.at(-1) === 2)
    }
    pair[1].close()
    await pair[0].until(() => pair[0].presence.at(-1) === 1)
    pair[0].close()
  })

  test('a ticket is used once over both', async () => {
    const { id, sign } = await first
      .as((learners[0] as Learner).cookie)
      .call('GET /api/im/join-group', { groupId: room.groupKey })
    const knock = ({ base }: ChatServer): Promise<string> =>
      new Promise((resolve) => {
        const socket = openSocket(base, { groupId: id, sign })
        socket.once('ready', () => {
          socket.disconnect()
          resolve('ready')
        })
        socket.once('connect_error', ({ message }) => resolve(message))
      })
    expect((await Promise.all(servers.map(knock))).sort()).toEqual(['ready', 'ticket'])
  })

  test('a session that ends in one loses the other’s socket', async () => {
    const client = await join(1)
    await openSessionOf(first, (learners[1] as Learner).userId)
    await client.until(() => client.socket.disconnected)
    expect(client.ends).toEqual(['session'])
    learners[1] = { ...(learners[1] as Learner), cookie: await openSessionOf(first, (learners[1] as Learner).userId) }
  })

  test('speaking pace counts over both: five, then one a second', async () => {
    const [{ cookie }] = learners as [Learner]
    first.clock.set(first.clock.now() + 60_000)
    const bases = (servers as [ChatServer, ChatServer]).map(({ base }) => base)
    const clients = await Promise.all(bases.map((base) => joinChat(first.as(cookie), base, { groupId: room.groupKey })))
    const sayAll = async (count: number): Promise<number> => {
      const answers = await Promise.all(
        Array.from({ length: count }, (_, index) => (clients[index % 2] as ChatClient).send(`快 ${index}`)),
      )
      return answers.filter(({ ok }) => ok).length
    }
    expect(await sayAll(12)).toBe(5)
    expect(await sayAll(2)).toBe(0)
    first.clock.set(first.clock.now() + 1000)
    expect(await sayAll(4)).toBe(1)
    for (const client of clients) client.close()
  })

  test('when Redis fails, messages come later, and nothing ends', async () => {
    const pair = [await join(0), await join(1)] as const
    const before = pair[1].reader.lastSeq ?? 0
    await redis.stop()
    first.clock.set(first.clock.now() + 10_000)
    expect(await pair[0].send('没有 Redis 也说得了')).toEqual({ ok: true, seq: before + 1 })
    await pair[1].until(() => pair[1].reader.lastSeq === before + 1)
    expect(pair[1].reader.messages.at(-1)?.text?.text).toBe('没有 Redis 也说得了')
    for (const client of pair) client.close()
  })
})
