import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ConversationEvent, TicketState } from '#shared/contract/enums.ts'
import { type Learner, buildStaff, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { type ChatServer, startChatServer } from '../support/chat-client.ts'
import { buildVisitor, freshMark, joinSupport, sendAs } from '../support/support-client.ts'

const backend = backendOfFile()

/** A Wednesday afternoon within the hours. */
const afternoon = Date.parse('2026-03-11T14:00:00+08:00')
const closing = Date.parse('2026-03-11T22:00:00+08:00')

let agent: Learner
let learner: Learner

const present = (who: Learner = agent) =>
  backend.as(who.cookie).call('POST /api/staff/conversation/presence', { isAway: false })
const conversationOf = async (userId: number): Promise<number> => {
  const { id } = await backend.db
    .selectFrom('conversations')
    .select('conversations.id')
    .where('conversations.userId', '=', userId)
    .executeTakeFirstOrThrow()
  return id
}
const answer = async (text: string, who: Learner = agent, of: Learner = learner) =>
  backend.as(who.cookie).call('POST /api/staff/conversation/answer', {
    id: await conversationOf(of.userId),
    text,
    clientMsgId: freshMark(),
  })

beforeEach(async () => {
  await backend.db.deleteFrom('supportAgents').execute()
  agent = await buildStaff(backend, 'education')
  learner = await registerLearner(backend)
  backend.clock.set(afternoon)
})

describe('time', () => {
  const run = () => backend.runJob('conversations.clock')
  const events = async () =>
    (await backend.as(learner.cookie).call('POST /api/support/open', {})).messages.flatMap(({ event }) => event ?? [])

  test('says in a conversation that the hours are over', async () => {
    backend.clock.set(closing - 60_000)
    await present()
    await sendAs(backend.as(learner.cookie), '还来得及吗')
    await run()
    expect(await events()).toEqual([])
    backend.clock.set(closing)
    await run()
    await run()
    expect(await events()).toEqual([ConversationEvent.offDuty, ConversationEvent.ticket])
    const { state } = await backend.as(learner.cookie).call('POST /api/support/open', {})
    expect(state.ticketNo).toMatch(/^\d{12}$/)
    expect(state.answerDueTime).toBe(Date.parse('2026-03-12T15:00:00+08:00'))
  })

  test('an answer ends the wait of its ticket, too', async () => {
    backend.clock.set(closing)
    const { state } = await sendAs(backend.as(learner.cookie), '下班后问的')
    backend.clock.set(closing + 15.5 * 3_600_000)
    await present()
    await answer('第二天答的')
    const ticket = await backend.db
      .selectFrom('tickets')
      .select(['tickets.state', 'tickets.ownerId'])
      .where('tickets.no', '=', state.ticketNo ?? '')
      .executeTakeFirst()
    expect(ticket).toEqual({ state: TicketState.answered, ownerId: agent.userId })
  })

  test('ends a conversation in which nobody speaks', async () => {
    await present()
    await sendAs(backend.as(learner.cookie), '问')
    await answer('答')
    backend.clock.set(afternoon + 29 * 60_000)
    await run()
    expect(await events()).not.toContain(ConversationEvent.closedByIdle)
    backend.clock.set(afternoon + 31 * 60_000)
    await run()
    expect(await events()).toContain(ConversationEvent.closedByIdle)
  })

  test('never ends one that waits for an answer', async () => {
    await present()
    await sendAs(backend.as(learner.cookie), '问')
    backend.clock.set(afternoon + 2 * 3_600_000)
    await run()
    expect((await backend.as(learner.cookie).call('POST /api/support/open', {})).state.state).toBe('waiting')
  })

  test('brings an answer that nobody saw to the inbox, once', async () => {
    await present()
    const api = backend.as(learner.cookie)
    await sendAs(api, '问')
    await answer('答一')
    await answer('答二')
    const inbox = async () =>
      (await api.call('GET /api/notify-message/get-message', {})).records.map(({ title }) => title)
    backend.clock.set(afternoon + 61_000)
    await run()
    await run()
    expect(await inbox()).toEqual(['客服回复了你'])
    await api.call('POST /api/support/seen', { upTo: 100 })
    await answer('答三')
    await api.call('POST /api/support/seen', { upTo: 100 })
    backend.clock.set(afternoon + 200_000)
    await run()
    expect(await inbox()).toEqual(['客服回复了你'])
  })

  test('keeps a visitor’s conversation ninety days', async () => {
    const visitor = buildVisitor(backend)
    await visitor.send('以后再说')
    backend.clock.set(afternoon + 89 * 86_400_000)
    await run()
    expect((await visitor.open()).messages.length).toBeGreaterThan(0)
    backend.clock.set(afternoon + 91 * 86_400_000)
    await run()
    expect((await visitor.open()).messages).toEqual([])
  })
})

describe('the socket', () => {
  let server: ChatServer
  beforeAll(async () => {
    server = await startChatServer(backend)
  })
  afterAll(() => server?.close())

  test('brings an answer, in order, and only one’s own', async () => {
    await present()
    const api = backend.as(learner.cookie)
    const { sign, seq } = await sendAs(api, '问')
    const reader = await joinSupport(server.base, sign ?? '')
    const other = await registerLearner(backend)
    await sendAs(backend.as(other.cookie), '别人的')
    await answer('一')
    await answer('二')
    await reader.until(() => reader.messages.at(-1)?.text === '二')
    expect(reader.messages.map((message) => message.seq)).toEqual([1, 2, 3].map((step) => seq + step))
    expect(reader.messages.map(({ text }) => text)).toEqual(['教务老师来了', '一', '二'])
    reader.socket.disconnect()
  })

  test('opens by no ticket that isn’t ours or is old', async () => {
    const { sign } = await sendAs(backend.as(learner.cookie), '问')
    const id = await conversationOf(learner.userId)
    const forged = (sign ?? '').replace(`${id}:`, `${id + 1}:`)
    await expect(joinSupport(server.base, forged)).rejects.toThrow('ticket')
    backend.clock.set(afternoon + 61_000)
    await expect(joinSupport(server.base, sign ?? '')).rejects.toThrow('ticket')
  })

  test('of a session that is over opens no more', async () => {
    const { sign } = await sendAs(backend.as(learner.cookie), '问')
    await backend.as(learner.cookie).call('GET /api/auth/logout', {})
    await expect(joinSupport(server.base, sign ?? '')).rejects.toThrow('ticket')
  })
})
