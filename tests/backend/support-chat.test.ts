import { beforeEach, describe, expect, test } from 'vitest'
import { ConversationEvent, ConversationSide } from '#shared/contract/enums.ts'
import { type Learner, buildStaff, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildVisitor, freshMark, sendAs } from '../support/support-client.ts'

const backend = backendOfFile()

/** A Wednesday afternoon within the hours, and the noon before them. */
const afternoon = Date.parse('2026-03-11T14:00:00+08:00')
const noon = Date.parse('2026-03-11T12:00:00+08:00')
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

describe('a visitor', () => {
  test('gets a sealed cookie that pages never see', async () => {
    const visitor = buildVisitor(backend)
    await visitor.send('请问有零基础的课吗')
    const [line = ''] = visitor.lines
    expect(line).toMatch(/; Path=\/api\/support(;|$)/)
    expect(line).toContain('HttpOnly')
    expect(line).toContain('SameSite=Lax')
    const { messages } = await visitor.open()
    expect(messages[0]).toMatchObject({ seq: 1, side: ConversationSide.owner, text: '请问有零基础的课吗' })
  })

  test('with a made-up cookie has no conversation', async () => {
    const visitor = buildVisitor(backend)
    await visitor.send('你好')
    visitor.cookie = `${visitor.cookie.slice(0, -1)}${visitor.cookie.endsWith('A') ? 'B' : 'A'}`
    expect(await visitor.open()).toMatchObject({ state: { state: 'new', lastSeq: 0 }, messages: [], sign: null })
  })

  test('at noon learns from when on somebody is there', async () => {
    backend.clock.set(noon)
    const visitor = buildVisitor(backend)
    const { state } = await visitor.send('周末上课吗', { contact: '微信 hua-123' })
    expect(state.duty).toMatchObject({
      isOnDuty: false,
      isOpen: false,
      nextTime: Date.parse('2026-03-11T13:00:00+08:00'),
    })
    expect(state.answerDueTime).toBe(Date.parse('2026-03-11T15:00:00+08:00'))
    const { messages } = await visitor.open()
    expect(messages.map(({ event }) => event)).toEqual([null, ConversationEvent.offDuty, ConversationEvent.ticket])
    expect(messages[1]?.text).toContain('3 月 11 日 13:00 起有人')
    expect(messages[2]?.text).toContain(state.ticketNo ?? 'a number')
    const ticket = await backend.db
      .selectFrom('tickets')
      .select(['tickets.userId', 'tickets.contact', 'tickets.dueAt'])
      .where('tickets.no', '=', state.ticketNo ?? '')
      .executeTakeFirstOrThrow()
    expect(ticket).toEqual({ userId: null, contact: '微信 hua-123', dueAt: new Date(state.answerDueTime ?? 0) })
  })

  test('is told once of the hours in a round', async () => {
    backend.clock.set(noon)
    const visitor = buildVisitor(backend)
    await visitor.send('周末上课吗')
    await visitor.send('还有，几点下课')
    const { messages } = await visitor.open()
    expect(messages.filter(({ event }) => event !== null)).toHaveLength(2)
    expect(messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  })

  test('sends no pictures', async () => {
    const sent = buildVisitor(backend).send('看图', { pictures: ['/api/study/file/aa/bb/cc.png'] })
    await expect(sent).rejects.toMatchObject({ code: 401, message: '登录后可以发图片' })
  })

  test('begins ten conversations an hour from one address', async () => {
    const begin = (index: number) =>
      backend.as('', '10.201.0.1').call('POST /api/support/send', { text: `第 ${index} 个`, clientMsgId: freshMark() })
    for (let index = 0; index < 10; index += 1) await begin(index)
    await expect(begin(10)).rejects.toMatchObject({ status: 429 })
  })
})

describe('signing in', () => {
  const openAs = (cookie: string, visitorCookie: string) =>
    backend.as(`${cookie}; ${visitorCookie}`).call('POST /api/support/open', {})

  test('makes the visitor’s conversation the account’s', async () => {
    const visitor = buildVisitor(backend)
    await visitor.send('登录前问一句')
    const { messages, state } = await openAs(learner.cookie, visitor.cookie)
    expect(messages[0]?.text).toBe('登录前问一句')
    expect(state.isVisitor).toBe(false)
    expect((await visitor.open()).state.state).toBe('new')
    expect((await backend.as(learner.cookie).call('POST /api/support/open', {})).messages[0]?.text).toBe('登录前问一句')
  })

  test('goes on in the account’s conversation without a gap', async () => {
    await present()
    await sendAs(backend.as(learner.cookie), '上个月问过的')
    await answer('上个月答过的')
    const visitor = buildVisitor(backend)
    await visitor.send('没登录时问的')
    const { messages, state } = await openAs(learner.cookie, visitor.cookie)
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
    expect(messages.map(({ text }) => text)).toEqual([
      '上个月问过的',
      '教务老师来了',
      '上个月答过的',
      '登录前的对话接在下面',
      '没登录时问的',
    ])
    expect(state).toMatchObject({ lastSeq: 5, state: 'waiting' })
    const queue = await backend.as(agent.cookie).call('GET /api/staff/conversation/queue', { which: 'waiting' })
    expect(queue.records.find(({ userId }) => userId === learner.userId)).toMatchObject({ lastText: '没登录时问的' })
  })
})

describe('a learner', () => {
  test('is numbered without a gap however many speak at once', async () => {
    await present()
    const api = backend.as(learner.cookie)
    const sent = await Promise.all(Array.from({ length: 15 }, (_, index) => sendAs(api, `第 ${index} 句`)))
    expect(sent.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 15 }, (_, index) => index + 1),
    )
  })

  test('sends the same message once', async () => {
    await present()
    const api = backend.as(learner.cookie)
    const message = { text: '只说一次', clientMsgId: freshMark() }
    const first = await api.call('POST /api/support/send', message)
    const again = await api.call('POST /api/support/send', message)
    expect(again.seq).toBe(first.seq)
    expect(again.state.lastSeq).toBe(1)
  })

  test.each(['', '   \n ', '\u200b\u2060', '\u0007'])('sends nothing that can’t be seen (%j)', async (text) => {
    await expect(sendAs(backend.as(learner.cookie), text)).rejects.toMatchObject({
      code: 4004,
      message: '先写点什么再发送',
    })
  })

  test('sees nothing of somebody else’s conversation', async () => {
    await sendAs(backend.as(learner.cookie), '我的事')
    const other = await registerLearner(backend)
    expect(await backend.as(other.cookie).call('POST /api/support/open', {})).toMatchObject({
      messages: [],
      sign: null,
    })
    const id = await conversationOf(learner.userId)
    await expect(backend.as(other.cookie).call('GET /api/staff/conversation/show', { id })).rejects.toMatchObject({
      code: 404,
    })
  })

  test('rates a round once, when it is over', async () => {
    await present()
    const api = backend.as(learner.cookie)
    await sendAs(api, '作业能晚一天吗')
    const rate = () => api.call('POST /api/support/rate', { score: 5, words: '很快' })
    await expect(rate()).rejects.toMatchObject({ message: '对话结束以后再评价' })
    await answer('可以')
    await backend
      .as(agent.cookie)
      .call('POST /api/staff/conversation/close', { id: await conversationOf(learner.userId) })
    expect((await api.call('POST /api/support/open', {})).state).toMatchObject({ state: 'closed', mayRate: true })
    expect(await rate()).toMatchObject({ mayRate: false, rating: 5 })
    await expect(rate()).rejects.toMatchObject({ message: '这次对话已经评价过了' })
  })

  test('who speaks after the end begins another round', async () => {
    await present()
    const api = backend.as(learner.cookie)
    await sendAs(api, '一')
    await answer('二')
    await backend
      .as(agent.cookie)
      .call('POST /api/staff/conversation/close', { id: await conversationOf(learner.userId) })
    expect((await sendAs(api, '三')).state).toMatchObject({ state: 'waiting', mayRate: false, agentRole: null })
  })

  test('knows how many are before them', async () => {
    await present()
    const other = await registerLearner(backend)
    await sendAs(backend.as(other.cookie), '先来的')
    backend.clock.set(afternoon + 1000)
    const before = (await sendAs(backend.as(learner.cookie), '后来的')).state.ahead ?? 0
    expect(before).toBeGreaterThanOrEqual(1)
    await answer('先答先来的', agent, other)
    expect((await backend.as(learner.cookie).call('POST /api/support/open', {})).state.ahead).toBe(before - 1)
  })
})

describe('duty', () => {
  const duty = () => backend.api.call('GET /api/support/duty', {})

  test('is hours and somebody there', async () => {
    expect(await duty()).toEqual({
      isOnDuty: false,
      isOpen: true,
      closeTime: closing,
      nextTime: Date.parse('2026-03-12T13:00:00+08:00'),
    })
    await present()
    expect((await duty()).isOnDuty).toBe(true)
    backend.clock.set(afternoon + 74_000)
    expect((await duty()).isOnDuty).toBe(true)
    backend.clock.set(afternoon + 76_000)
    expect((await duty()).isOnDuty).toBe(false)
  })

  test('ends when the agent goes away', async () => {
    await present()
    await backend.as(agent.cookie).call('POST /api/staff/conversation/presence', { isAway: true })
    expect((await duty()).isOnDuty).toBe(false)
  })

  test('outside of the hours is nobody’s', async () => {
    backend.clock.set(closing)
    await present()
    expect(await duty()).toMatchObject({ isOnDuty: false, isOpen: false, closeTime: null })
  })

  test('leaves a line when somebody comes and goes, none between', async () => {
    const acts = async () =>
      backend.db
        .selectFrom('staffAudits')
        .select('staffAudits.action')
        .where('staffAudits.staffId', '=', agent.userId)
        .orderBy('staffAudits.id')
        .execute()
    await present()
    await present()
    await backend.as(agent.cookie).call('POST /api/staff/conversation/presence', { isAway: true })
    expect((await acts()).map(({ action }) => action)).toEqual(['conversation.come', 'conversation.leave'])
  })
})

describe('agents', () => {
  test('one takes a conversation, the other is told', async () => {
    const colleague = await buildStaff(backend, 'headMaster')
    await present()
    await present(colleague)
    await sendAs(backend.as(learner.cookie), '有人吗')
    const id = await conversationOf(learner.userId)
    const took = await Promise.allSettled(
      [agent, colleague].map(({ cookie }) => backend.as(cookie).call('POST /api/staff/conversation/take', { id })),
    )
    expect(took.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(took.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: '同事正在接待这个对话' },
    })
  })

  test('go on for a colleague who has gone', async () => {
    const colleague = await buildStaff(backend, 'headMaster')
    await present()
    await sendAs(backend.as(learner.cookie), '有人吗')
    await answer('在')
    backend.clock.set(afternoon + 120_000)
    await present(colleague)
    await sendAs(backend.as(learner.cookie), '还在吗')
    await answer('换我来', colleague)
    const { messages } = await backend.as(learner.cookie).call('POST /api/support/open', {})
    expect(messages.at(-1)).toMatchObject({ agentRole: '班主任老师', text: '换我来' })
  })

  test('hand over to who may answer only', async () => {
    const colleague = await buildStaff(backend, 'headMaster')
    const teacher = await buildStaff(backend, 'teacher')
    await present()
    await sendAs(backend.as(learner.cookie), '退款的事')
    await answer('我帮你转')
    const id = await conversationOf(learner.userId)
    const give = (toUserId: number) =>
      backend.as(agent.cookie).call('POST /api/staff/conversation/hand-over', { id, toUserId, note: '退款' })
    await expect(give(teacher.userId)).rejects.toMatchObject({ message: '只能转给能回复客服会话的同事' })
    expect(await give(colleague.userId)).toMatchObject({ agentId: colleague.userId })
    const { state, messages } = await backend.as(learner.cookie).call('POST /api/support/open', {})
    expect(state.agentRole).toBe('班主任老师')
    expect(messages.at(-1)?.text).toBe('已转给班主任老师，接着在这里说就好')
  })

  test('don’t answer themselves', async () => {
    await sendAs(backend.as(agent.cookie), '我自己的事')
    await expect(answer('我答', agent, agent)).rejects.toMatchObject({
      message: '不能回复自己的对话，请让其他同事处理',
    })
  })

  test('answer before they end it', async () => {
    await present()
    await sendAs(backend.as(learner.cookie), '有人吗')
    const id = await conversationOf(learner.userId)
    const end = backend.as(agent.cookie).call('POST /api/staff/conversation/close', { id })
    await expect(end).rejects.toMatchObject({ message: '这次还没有回复过学员，先回复再结束' })
  })

  test('see how long learners waited', async () => {
    backend.clock.set(Date.parse('2026-03-16T14:00:00+08:00'))
    await present()
    for (const waitSec of [10, 20, 400]) {
      const one = await registerLearner(backend)
      await sendAs(backend.as(one.cookie), '多久')
      backend.clock.set(backend.clock.now() + waitSec * 1000)
      await present()
      await answer('这么久', agent, one)
    }
    const figures = await backend
      .as(agent.cookie)
      .call('GET /api/staff/conversation/figures', { from: '2026-03-16', to: '2026-03-16' })
    expect(figures).toMatchObject({ rounds: 3, onDuty: 3, answered: 3, medianSec: 20 })
    expect(figures.inTime).toBeCloseTo(2 / 3)
  })
})
