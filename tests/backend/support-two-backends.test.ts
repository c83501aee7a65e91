import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { type ChatServer, startChatServer } from '../support/chat-client.ts'
import { hasRedis, type RealRedis, redisNote, startRedis } from '../support/real-redis.ts'
import { openSecondBackend, type SecondBackend } from '../support/second-backend.ts'
import { buildVisitor, freshMark, joinSupport, sendAs, type SupportReader } from '../support/support-client.ts'

const hasPostgres = Boolean(process.env.TEST_DATABASE_URL)
const note = hasPostgres ? redisNote : ' (skipped: TEST_DATABASE_URL is not set)'
const afternoon = Date.parse('2026-03-11T14:00:00+08:00')

describe.skipIf(!hasRedis || !hasPostgres)(`two backends on one PostgreSQL${note}`, () => {
  let redis: RealRedis
  let first: TestBackend
  let second: SecondBackend
  let servers: readonly [ChatServer, ChatServer]
  let agent: Learner
  let learner: Learner
  let reader: SupportReader
  let id: number

  beforeAll(async () => {
    redis = await startRedis()
    first = await startTestBackend({ REDIS_URL: redis.url })
    second = await openSecondBackend(first, { REDIS_URL: redis.url })
    servers = [await startChatServer(first), await startChatServer(second)]
    agent = await buildStaff(first, 'education')
  })
  afterAll(async () => {
    for (const server of servers ?? []) await server.close()
    await second?.close()
    await first?.close()
    await redis?.stop()
  })
  beforeEach(async () => {
    first.clock.set(afternoon)
    learner = await registerLearner(first)
    await first.as(agent.cookie).call('POST /api/staff/conversation/presence', {})
    const { sign } = await sendAs(first.as(learner.cookie), '问')
    id = Number(sign?.split(':')[0])
    reader = await joinSupport(servers[0].base, sign ?? '')
  })

  const answer = (text: string) =>
    second.as(agent.cookie).call('POST /api/staff/conversation/answer', { id, text, clientMsgId: freshMark() })

  test('what one is told arrives at the other, in order', async () => {
    for (let count = 0; count < 10; count += 1) await answer(`第 ${count} 句`)
    await reader.until(() => reader.messages.at(-1)?.text === '第 9 句')
    const seqs = reader.messages.map(({ seq }) => seq)
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index))
    reader.socket.disconnect()
  })

  test('both write under one line of numbers', async () => {
    const both = [first.as(learner.cookie), second.as(learner.cookie)]
    const said = await Promise.all(
      Array.from({ length: 14 }, (_, index) => sendAs(both[index % 2] ?? first.as(learner.cookie), `第 ${index} 句`)),
    )
    const seqs = said.map(({ seq }) => seq).toSorted((a, b) => a - b)
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index))
    await reader.until(() => reader.messages.at(-1)?.seq === seqs.at(-1))
    reader.socket.disconnect()
  })

  test('a login at one ends the socket at the other', async () => {
    reader.socket.disconnect()
    const visitor = buildVisitor(first)
    const { sign } = await visitor.send('登录前问的')
    const before = await joinSupport(servers[0].base, sign ?? '')
    await second.as(`${learner.cookie}; ${visitor.cookie}`).call('POST /api/support/open', {})
    await before.until(() => before.ends.length > 0)
    expect(before.ends).toEqual(['removed'])
  })
})
