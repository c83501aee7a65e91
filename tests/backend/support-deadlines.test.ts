import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TicketState } from '#shared/contract/enums.ts'
import { buildStaff, freshAddress, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildPaidOrder } from '../support/order-factories.ts'
import { buildVisitor, sendAs } from '../support/support-client.ts'

const hour = 3_600_000
const at = (text: string): number => Date.parse(`${text}+08:00`)
const backend = backendOfFile()
let office: Learner
let head: Learner
let learner: Learner
const as = ({ cookie }: Learner) => backend.as(cookie)

/** The three days of a festival, and the Sunday on which people work for it. */
const festival = [
  { day: '2026-04-03', name: '清明' },
  { day: '2026-04-06', name: '清明' },
  { day: '2026-04-05', name: '补班', from: 13 * 60, to: 22 * 60 },
]
beforeAll(async () => {
  office = await buildStaff(backend, 'education')
  head = await buildStaff(backend, 'headMaster')
  const { version, week } = await as(office).call('GET /api/staff/service/hours', {})
  await as(office).call('POST /api/staff/service/hours/save', { version, week, days: festival })
})
beforeEach(async () => {
  learner = await registerLearner(backend)
})

/** A ticket that the office has answered, at the moment that the clock shows. */
async function answer(no: string): Promise<void> {
  const { records } = await as(office).call('GET /api/staff/ticket/list', { no })
  const [{ id, version } = { id: 0, version: 0 }] = records
  await as(office).call('POST /api/staff/ticket/answer', { id, version, content: '好了。' })
}

const opened = {
  async feedback() {
    return as(learner).call('POST /api/common/feedback', { content: '课程表打不开' })
  },
  async 'feedback of a visitor'() {
    return backend.as('', freshAddress()).call('POST /api/common/feedback', { content: '课程表打不开' })
  },
  async complaint() {
    const problems = await as(learner).call('GET /api/work/order/complaint/list-complaint-problem', {})
    const problemId = problems[0]?.children[0]?.id ?? 0
    return as(learner).call('POST /api/work/order/complaint', { problemId, content: '三次迟到' })
  },
  async 'appeal of a refund'() {
    const order = await buildPaidOrder(backend, { userId: learner.userId, lines: [{ priceFen: 9900 }] })
    const { id } = await as(learner).call('POST /api/order/refund/apply', { orderNo: order.sn, reason: '时间冲突' })
    const admin = await buildStaff(backend, 'administrator')
    await as(admin).call('POST /api/staff/order/refund/decide', { id, approve: false, answer: '看完了' })
    const clientToken = `appeal-${id}`
    const content = '只看了两讲'
    return as(learner).call('POST /api/order/refund/appeal', { orderNo: order.sn, refundId: id, content, clientToken })
  },
  async 'further message'() {
    const { no } = await opened.feedback()
    await answer(no)
    const { dueTime } = await as(learner).call('POST /api/user/ticket/message', { no, content: '还是打不开' })
    return { no, dueTime }
  },
  async 'matter that is opened again'() {
    const { no } = await opened.feedback()
    await answer(no)
    await as(learner).call('POST /api/user/ticket/rate', { no, rating: 2 })
    const { dueTime } = await as(learner).call('POST /api/user/ticket/reopen', { no, content: '又打不开了' })
    return { no, dueTime }
  },
}

describe('three working days', () => {
  test.each(Object.keys(opened) as (keyof typeof opened)[])(
    '%s: end on the third, not a moment sooner',
    async (what) => {
      backend.clock.set(at('2026-03-11T12:00:00'))
      expect((await opened[what]()).dueTime).toBe(at('2026-03-17T00:00:00'))
    },
  )

  test.each(Object.keys(opened) as (keyof typeof opened)[])('%s: know holidays and make-up days', async (what) => {
    backend.clock.set(at('2026-04-02T21:00:00'))
    // Friday and Monday are closed, Sunday is worked
    expect((await opened[what]()).dueTime).toBe(at('2026-04-09T00:00:00'))
  })

  test.each(Object.keys(opened) as (keyof typeof opened)[])('%s: rises to the head masters when over', async (what) => {
    backend.clock.set(at('2026-03-11T12:00:00'))
    const { no, dueTime } = await opened[what]()
    const told = async (): Promise<number> =>
      (await as(head).call('GET /api/notify-message/get-message', { pageSize: 50 })).records.filter(({ content }) =>
        content.includes(no),
      ).length
    backend.clock.set((dueTime ?? 0) - 1)
    await backend.runJob('tickets.clock')
    expect(await told()).toBe(0)
    backend.clock.set(dueTime ?? 0)
    await backend.runJob('tickets.clock')
    expect(await told()).toBe(1)
    expect((await as(office).call('GET /api/staff/ticket/list', { no })).records[0]?.state).toBe(
      TicketState.open + Number(what === 'further message'),
    )
  })
})

describe('two hours of service', () => {
  test('end for a visitor at 23:00 the next afternoon', async () => {
    backend.clock.set(at('2026-03-11T23:00:00'))
    const visitor = buildVisitor(backend)
    const { state } = await visitor.send('周末上课吗')
    expect(state.duty).toMatchObject({ isOnDuty: false, nextTime: at('2026-03-12T13:00:00') })
    expect(state.answerDueTime).toBe(at('2026-03-12T15:00:00'))
    const { messages } = await visitor.open()
    expect(messages.at(-1)?.text).toContain('3 月 12 日 15:00 前回复')
  })

  test('leave out closed days', async () => {
    backend.clock.set(at('2026-04-02T23:00:00'))
    const { state } = await sendAs(as(learner), '放假上课吗')
    expect(state.duty.nextTime).toBe(at('2026-04-04T13:00:00'))
    expect(state.answerDueTime).toBe(at('2026-04-04T15:00:00'))
  })

  test('that are over rise to the head masters', async () => {
    backend.clock.set(at('2026-03-11T23:00:00'))
    const { state } = await sendAs(as(learner), '有人吗')
    backend.clock.set(at('2026-03-12T15:00:00'))
    await backend.runJob('tickets.clock')
    const { records } = await as(head).call('GET /api/notify-message/get-message', { pageSize: 50 })
    expect(records.filter(({ content }) => content.includes(state.ticketNo ?? 'a number'))).toHaveLength(1)
  })
})

describe('closed and make-up days', () => {
  const shown = async (): Promise<string> => (await backend.api.call('GET /api/app/config', {})).serviceDays

  test('are named in the seven days before, then gone', async () => {
    backend.clock.set(at('2026-03-27T23:59:00'))
    expect(await shown()).toBe('')
    backend.clock.set(at('2026-03-28T00:00:00'))
    expect(await shown()).toBe('4 月 3 日（清明）休息')
    backend.clock.set(at('2026-04-05T12:00:00'))
    expect(await shown()).toBe('4 月 5 日（补班）13:00-22:00；4 月 6 日（清明）休息')
    backend.clock.set(at('2026-04-07T00:00:00'))
    expect(await shown()).toBe('')
  })

  test('have every kept page made anew, once a change', async () => {
    const purged = () => backend.purges.orders.filter(({ tag }) => tag === 'common').length
    backend.clock.set(at('2026-03-27T12:00:00'))
    await backend.runJob('hours.line')
    const before = purged()
    backend.clock.set(at('2026-03-28T00:00:00') + hour)
    await backend.runJob('hours.line')
    await backend.runJob('hours.line')
    expect(purged()).toBe(before + 1)
  })
})

describe('what is over', () => {
  const left = (no: string) =>
    backend.db.selectFrom('tickets').select('tickets.id').where('tickets.no', '=', no).execute()

  test('is kept three years, tickets and conversations alike', async () => {
    backend.clock.set(at('2026-03-11T23:00:00'))
    const { state } = await sendAs(as(learner), '以后再说')
    const no = state.ticketNo ?? ''
    backend.clock.set(at('2026-03-12T14:00:00'))
    await answer(no)
    await as(learner).call('POST /api/user/ticket/rate', { no, rating: 5 })
    const end = backend.clock.now() + 3 * 365 * 24 * hour
    backend.clock.set(backend.clock.now() + hour)
    await backend.runJob('conversations.clock')
    for (const [moment, count] of [
      [end - hour, 1],
      [end + 2 * hour, 0],
    ] as const) {
      backend.clock.set(moment)
      await backend.runJob('tickets.clock')
      await backend.runJob('conversations.clock')
      expect(await left(no)).toHaveLength(count)
      const conversations = backend.db
        .selectFrom('conversations')
        .select('conversations.id')
        .where('conversations.userId', '=', learner.userId)
      expect(await conversations.execute()).toHaveLength(count)
    }
  })
})
