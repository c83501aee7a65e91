import { beforeAll, describe, expect, test } from 'vitest'
import { TicketKind, TicketSide, TicketState } from '#shared/contract/enums.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildTicket } from '../support/ticket-factories.ts'

const day = 24 * 3_600_000
const backend = backendOfFile()
let office: Learner
let head: Learner
beforeAll(async () => {
  office = await buildStaff(backend, 'education')
  head = await buildStaff(backend, 'headMaster')
})

const at = (text: string): number => Date.parse(`${text}+08:00`)
const as = ({ cookie }: Learner) => backend.as(cookie)
const show = (learner: Learner, no: string) => as(learner).call('GET /api/user/ticket/detail', { no })
const inbox = async (learner: Learner): Promise<string[]> =>
  (await as(learner).call('GET /api/notify-message/get-message', { pageSize: 20 })).records.map(({ title }) => title)

/** A ticket of a new learner that the office has answered. */
async function buildAnswered() {
  const learner = await registerLearner(backend)
  const ticket = await buildTicket(backend, { userId: learner.userId })
  const { version } = await as(office).call('POST /api/staff/ticket/answer', {
    id: ticket.id,
    version: 1,
    content: '已经修好了，请刷新。',
  })
  return { learner, ...ticket, version }
}

test('a ticket goes from its number to its rating', async () => {
  const learner = await registerLearner(backend)
  const { no } = await as(learner).call('POST /api/common/feedback', { type: 'fault', content: '课程表打不开' })
  const queue = await as(office).call('GET /api/staff/ticket/list', { no })
  const [{ id, version } = { id: 0, version: 0 }] = queue.records
  const took = await as(office).call('POST /api/staff/ticket/take', { id, version })
  await expect(as(head).call('POST /api/staff/ticket/take', { id, version: took.version })).rejects.toMatchObject({
    code: 4004,
    message: expect.stringContaining('接手'),
  })
  expect((await show(learner, no)).state).toBe(TicketState.taken)
  const said = await as(office).call('POST /api/staff/ticket/answer', {
    id,
    version: took.version,
    content: '修好了。',
  })
  expect(await inbox(learner)).toContain('您的反馈有了答复')
  const seen = await show(learner, no)
  expect(seen).toMatchObject({ state: TicketState.answered, dueTime: null, canRate: true, canReopen: false })
  expect(seen.messages.map(({ seq, name, content }) => [seq, name, content])).toEqual([
    [1, expect.any(String), '课程表打不开'],
    [2, '工作人员 · 教务', '修好了。'],
  ])
  const more = await as(learner).call('POST /api/user/ticket/message', { no, content: '手机上还是打不开' })
  expect(more).toMatchObject({ state: TicketState.taken, dueTime: at('2026-03-17T00:00:00') })
  await expect(
    as(office).call('POST /api/staff/ticket/answer', { id, version: said.version, content: '修好了。' }),
  ).rejects.toMatchObject({ code: 4004 })
  const now = await as(office).call('GET /api/staff/ticket/detail', { id })
  await as(office).call('POST /api/staff/ticket/answer', { id, version: now.version, content: '手机上也修好了。' })
  const rated = await as(learner).call('POST /api/user/ticket/rate', { no, rating: 5, words: '很快' })
  expect(rated).toMatchObject({
    state: TicketState.closed,
    rating: 5,
    ratingWords: '很快',
    canWrite: false,
    canRate: false,
  })
  await expect(as(learner).call('POST /api/user/ticket/message', { no, content: '谢谢' })).rejects.toMatchObject({
    code: 4004,
  })
})

describe('what is over', () => {
  test('can be opened again for seven days, with words', async () => {
    const { learner, no } = await buildAnswered()
    await as(learner).call('POST /api/user/ticket/rate', { no, rating: 2 })
    backend.clock.set(testNow + 7 * day - 1)
    await expect(as(learner).call('POST /api/user/ticket/reopen', { no, content: ' ' })).rejects.toMatchObject({
      code: 4004,
    })
    expect((await show(learner, no)).state).toBe(TicketState.closed)
    const opened = await as(learner).call('POST /api/user/ticket/reopen', { no, content: '又打不开了' })
    expect(opened).toMatchObject({ state: TicketState.open, rating: null, canWrite: true })
    expect(opened.dueTime).toBeGreaterThan(backend.clock.now())
  })

  test('stays over after seven days', async () => {
    const { learner, no } = await buildAnswered()
    await as(learner).call('POST /api/user/ticket/rate', { no, rating: 2 })
    backend.clock.set(testNow + 7 * day)
    await expect(as(learner).call('POST /api/user/ticket/reopen', { no, content: '又来了' })).rejects.toMatchObject({
      code: 4004,
    })
    expect((await show(learner, no)).canReopen).toBe(false)
  })

  test('ends by itself seven days after the answer', async () => {
    const { learner, no } = await buildAnswered()
    backend.clock.set(testNow + 7 * day - 1)
    await backend.runJob('tickets.clock')
    expect((await show(learner, no)).state).toBe(TicketState.answered)
    backend.clock.set(testNow + 7 * day + 1)
    await backend.runJob('tickets.clock')
    const ended = await show(learner, no)
    expect(ended).toMatchObject({ state: TicketState.closed, canRate: true, canReopen: true })
    expect(ended.messages.at(-1)?.side).toBe(TicketSide.machine)
    expect(await inbox(learner)).toContain('您的反馈已经结束')
  })

  test('is forgotten after three years', async () => {
    const { learner, no } = await buildAnswered()
    await as(learner).call('POST /api/user/ticket/rate', { no, rating: 4 })
    const left = () => backend.db.selectFrom('tickets').selectAll('tickets').where('tickets.no', '=', no).execute()
    backend.clock.set(testNow + 1094 * day)
    await backend.runJob('tickets.clock')
    expect(await left()).toHaveLength(1)
    backend.clock.set(testNow + 1096 * day)
    await backend.runJob('tickets.clock')
    expect(await left()).toEqual([])
  })
})

describe('what is late', () => {
  const toldOf = async (learner: Learner, no: string): Promise<number> =>
    (await as(learner).call('GET /api/notify-message/get-message', { pageSize: 50 })).records.filter(({ content }) =>
      content.includes(no),
    ).length

  test('rises to the head masters once its time is over', async () => {
    const { userId } = await registerLearner(backend)
    const { no } = await buildTicket(backend, { userId, kind: TicketKind.complaint })
    backend.clock.set(testNow + day - 1)
    await backend.runJob('tickets.clock')
    expect(await toldOf(head, no)).toBe(0)
    backend.clock.set(testNow + day)
    await backend.runJob('tickets.clock')
    await backend.runJob('tickets.clock')
    expect(await toldOf(head, no)).toBe(1)
    expect(await toldOf(office, no)).toBe(0)
  })

  test('never rises to whom it is about', async () => {
    const { userId } = await registerLearner(backend)
    const { no } = await buildTicket(backend, { userId, kind: TicketKind.complaint, hiddenFrom: [head.userId] })
    backend.clock.set(testNow + day)
    await backend.runJob('tickets.clock')
    expect(await toldOf(head, no)).toBe(0)
  })
})

describe('somebody else', () => {
  test('never learns that a ticket is there', async () => {
    const { no } = await buildAnswered()
    const stranger = await registerLearner(backend)
    const unknown = { code: 404 }
    await expect(show(stranger, no)).rejects.toMatchObject(unknown)
    await expect(as(stranger).call('POST /api/user/ticket/message', { no, content: '看看' })).rejects.toMatchObject(
      unknown,
    )
    await expect(as(stranger).call('POST /api/user/ticket/rate', { no, rating: 1 })).rejects.toMatchObject(unknown)
    await expect(as(stranger).call('POST /api/user/ticket/reopen', { no, content: '看看' })).rejects.toMatchObject(
      unknown,
    )
  })

  test('whom it is about finds it nowhere', async () => {
    const { userId } = await registerLearner(backend)
    const about = await buildStaff(backend, 'headMaster')
    const { id, no } = await buildTicket(backend, { userId, ownerId: office.userId, hiddenFrom: [about.userId] })
    expect((await as(about).call('GET /api/staff/ticket/list', { no })).records).toEqual([])
    await expect(as(about).call('GET /api/staff/ticket/detail', { id })).rejects.toMatchObject({ code: 404 })
    await expect(
      as(about).call('POST /api/staff/ticket/close', { id, version: 1, content: '不属实' }),
    ).rejects.toMatchObject({ code: 404 })
    await expect(
      as(office).call('POST /api/staff/ticket/hand-over', { id, version: 1, userId: about.userId }),
    ).rejects.toMatchObject({ code: 4004, message: '这位同事不能处理这张工单' })
    expect((await as(head).call('GET /api/staff/ticket/list', { no })).records).toHaveLength(1)
  })

  test('only its owner answers', async () => {
    const { userId } = await registerLearner(backend)
    const { id } = await buildTicket(backend, { userId, ownerId: office.userId })
    const answer = { id, version: 1, content: '我来说' }
    await expect(as(head).call('POST /api/staff/ticket/answer', answer)).rejects.toMatchObject({ code: 4004 })
    await as(office).call('POST /api/staff/ticket/hand-over', { id, version: 1, userId: head.userId })
    await as(head).call('POST /api/staff/ticket/answer', { ...answer, version: 2 })
  })
})

test('a message that is sent again is one', async () => {
  const { learner, no } = await buildAnswered()
  const said = { no, content: '还有一处', clientToken: 'once' }
  await as(learner).call('POST /api/user/ticket/message', said)
  const again = await as(learner).call('POST /api/user/ticket/message', said)
  expect(again.messages.filter(({ content }) => content === '还有一处')).toHaveLength(1)
})

test('of thirty who take a ticket one has it', async () => {
  const { userId } = await registerLearner(backend)
  const { id } = await buildTicket(backend, { userId })
  const tries = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) =>
      as(index % 2 === 0 ? office : head).call('POST /api/staff/ticket/take', { id, version: 1 }),
    ),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('figures say how soon each queue answers', async () => {
  const { userId } = await registerLearner(backend)
  const kind = TicketKind.refundAppeal
  const first = await buildTicket(backend, { userId, kind: TicketKind.conversation })
  await buildTicket(backend, { userId, kind: TicketKind.conversation })
  backend.clock.set(testNow + 30 * 60_000)
  await as(office).call('POST /api/staff/ticket/answer', { id: first.id, version: 1, content: '好了' })
  backend.clock.set(testNow + 2 * day)
  const figures = await as(office).call('GET /api/staff/ticket/figures', {})
  expect(figures.find((one) => one.kind === TicketKind.conversation)).toEqual({
    kind: TicketKind.conversation,
    opened: 2,
    answered: 1,
    late: 1,
    medianMinutes: 30,
    inTimeShare: 0.5,
    rating: null,
  })
  expect(figures.some((one) => one.kind === kind)).toBe(false)
})

test('edited hours stand in the footer and in promises', async () => {
  const before = await as(office).call('GET /api/staff/service/hours', {})
  expect(before).toMatchObject({ version: 0, text: '周一至周六 13:00-22:00' })
  const week = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: 540, to: 1080 }))
  const days = [{ day: '2026-03-12', name: '校庆' }]
  const edit = { version: 0, week, days }
  const saved = await as(office).call('POST /api/staff/service/hours/save', edit)
  expect(saved.text).toBe('周一至周五 09:00-18:00')
  expect(backend.purges.orders).toContainEqual(expect.objectContaining({ tag: 'common' }))
  expect((await backend.api.call('GET /api/app/config', {})).serviceHours).toBe('周一至周五 09:00-18:00')
  expect((await backend.api.call('GET /api/common/agreement', { type: 'community' })).contentHtml).toContain(saved.text)
  const { dueTime } = await backend.api.call('POST /api/common/feedback', { content: '校庆那天呢' })
  expect(dueTime).toBe(at('2026-03-18T00:00:00'))
  await expect(as(office).call('POST /api/staff/service/hours/save', edit)).rejects.toMatchObject({ code: 4004 })
})
