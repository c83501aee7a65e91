import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/calls.ts'
import { TicketKind } from '#shared/contract/enums.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { createFakePay } from '../support/fake-pay-provider.ts'
import { type BuiltOrder, buildPaidOrder } from '../support/order-factories.ts'

const day = 24 * 3_600_000
let backend: TestBackend
let decider: Learner
let office: Learner
let learner: Learner
let order: BuiltOrder
let refundId: number
let tokens = 0

const as = ({ cookie }: Learner) => backend.as(cookie)

beforeAll(async () => {
  backend = await startTestBackend({}, { pay: createFakePay() })
  decider = await buildStaff(backend, 'administrator')
  office = await buildStaff(backend, 'education')
})
afterAll(() => backend.close())
beforeEach(async () => {
  backend.clock.set(testNow)
  learner = await registerLearner(backend)
  order = await buildPaidOrder(backend, { userId: learner.userId, lines: [{ priceFen: 9900 }] })
  refundId = (await as(learner).call('POST /api/order/refund/apply', { orderNo: order.sn, reason: '时间冲突' })).id
})

const decide = (approve: boolean) =>
  as(decider).call('POST /api/staff/order/refund/decide', { id: refundId, approve, answer: '课已经看完了' })

const appeal = (more: Partial<CallInput<'POST /api/order/refund/appeal'>> = {}, who: Learner = learner) =>
  as(who).call('POST /api/order/refund/appeal', {
    orderNo: order.sn,
    refundId,
    content: '只看了两讲，记录里有',
    clientToken: `appeal-${++tokens}`,
    ...more,
  })

test('a refusal is appealed, and answered by somebody else', async () => {
  await decide(false)
  const { no, dueTime } = await appeal()
  expect(dueTime).toBe(Date.parse('2026-03-17T00:00:00+08:00'))
  expect((await as(decider).call('GET /api/staff/ticket/list', { no })).records).toEqual([])
  const { records } = await as(office).call('GET /api/staff/ticket/list', { no })
  expect(records).toMatchObject([{ kind: TicketKind.refundAppeal, summary: '只看了两讲，记录里有' }])
  const id = records[0]?.id ?? 0
  expect((await as(office).call('GET /api/staff/ticket/detail', { id })).orderNo).toBe(order.sn)
  await expect(as(decider).call('GET /api/staff/ticket/detail', { id })).rejects.toMatchObject({ code: 404 })
  await expect(
    as(office).call('POST /api/staff/ticket/hand-over', { id, version: 1, userId: decider.userId }),
  ).rejects.toMatchObject({ code: 4004 })
  await as(office).call('POST /api/staff/ticket/answer', { id, version: 1, content: '查过了，给您退。' })
  expect(await as(learner).call('GET /api/user/ticket/detail', { no })).toMatchObject({
    orderNo: order.sn,
    messages: [{ content: '只看了两讲，记录里有' }, { content: '查过了，给您退。' }],
  })
  const [info] = await as(learner).call('GET /api/order/refund/detail', { orderNo: order.sn })
  expect(info).toMatchObject({ appealNo: no, appealUntil: testNow + 15 * day })
})

test('the message of the refusal names the way out', async () => {
  await decide(false)
  const { records } = await as(learner).call('GET /api/notify-message/get-message', { pageSize: 20 })
  expect(records.find(({ title }) => title === '退款申请未通过')?.content).toContain('15 天内可以在订单里申诉')
})

test('a refusal is appealed once, however often it is sent', async () => {
  await decide(false)
  const twice = await Promise.all([appeal({ clientToken: 'the-same' }), appeal({ clientToken: 'the-same' })])
  expect(twice[0]).toEqual(twice[1])
  await expect(appeal()).rejects.toMatchObject({
    code: 4004,
    message: `这次退款已经申诉过，编号 ${twice[0].no}`,
  })
})

describe('refused', () => {
  test('while nobody has decided, and after approval', async () => {
    await expect(appeal()).rejects.toMatchObject({ code: 4004, message: '只有没有通过的退款申请可以申诉' })
    await decide(true)
    await expect(appeal()).rejects.toMatchObject({ code: 4004 })
  })

  test('after fifteen days', async () => {
    await decide(false)
    backend.clock.set(testNow + 15 * day)
    await expect(appeal()).rejects.toMatchObject({ code: 4004, message: expect.stringContaining('15 天') })
    backend.clock.set(testNow + 15 * day - 1)
    expect((await appeal()).no).toMatch(/^\d{12}$/)
  })

  test('for somebody else’s order, as one that isn’t there', async () => {
    await decide(false)
    const stranger = await registerLearner(backend)
    await expect(appeal({}, stranger)).rejects.toMatchObject({ code: 405 })
    const own = await buildPaidOrder(backend, { userId: stranger.userId, lines: [{ priceFen: 9900 }] })
    await expect(appeal({ orderNo: own.sn }, stranger)).rejects.toMatchObject({ code: 405 })
  })

  test('without words', async () => {
    await decide(false)
    await expect(appeal({ content: ' \u200b ' })).rejects.toMatchObject({ code: 4004 })
    const [info] = await as(learner).call('GET /api/order/refund/detail', { orderNo: order.sn })
    expect(info?.appealNo).toBeNull()
  })
})

describe('after another refund of the same order', () => {
  const ask = async (itemIds: number[]): Promise<number> =>
    (await as(learner).call('POST /api/order/refund/apply', { orderNo: order.sn, itemIds, reason: '时间冲突' })).id
  const answer = async (id: number, approve: boolean): Promise<void> => {
    await as(decider).call('POST /api/staff/order/refund/decide', { id, approve, answer: '看过了' })
    await backend.runJob('refunds.push')
  }
  const canAppeal = async () =>
    (await as(learner).call('GET /api/order/detail', { orderNo: order.sn })).orderInfo.canAppeal
  let itemIds: number[]
  beforeEach(async () => {
    const lines = [{ priceFen: 9900 }, { priceFen: 5000 }]
    order = await buildPaidOrder(backend, { userId: learner.userId, lines })
    const { lines: found } = await as(learner).call('GET /api/order/refund/preview', { orderNo: order.sn })
    itemIds = found.map(({ itemId }) => itemId)
    refundId = await ask(itemIds.slice(0, 1))
    await answer(refundId, false)
  })

  test('a refusal is still heard, once', async () => {
    expect(await canAppeal()).toBe(true)
    await answer(await ask(itemIds.slice(1)), true)
    expect(await canAppeal()).toBe(true)
    const { no } = await appeal()
    expect(await canAppeal()).toBe(false)
    await expect(appeal()).rejects.toMatchObject({ message: `这次退款已经申诉过，编号 ${no}` })
  })

  test('each of two refusals is heard', async () => {
    const second = await ask(itemIds.slice(1))
    await answer(second, false)
    const { no } = await appeal({ refundId: second })
    expect(await canAppeal()).toBe(true)
    expect((await appeal()).no).not.toBe(no)
    expect(await canAppeal()).toBe(false)
  })

  test('what was paid back is appealed no more', async () => {
    await answer(await ask(itemIds.slice(0, 1)), true)
    expect(await canAppeal()).toBe(false)
    const refunds = await as(learner).call('GET /api/order/refund/detail', { orderNo: order.sn })
    expect(refunds.find(({ id }) => id === refundId)?.appealUntil).toBeNull()
    await expect(appeal()).rejects.toMatchObject({ code: 4004, message: '这些课程已经退款，不用再申诉' })
  })

  test('the way to an appeal closes with its time', async () => {
    backend.clock.set(testNow + 15 * day - 1)
    expect(await canAppeal()).toBe(true)
    backend.clock.set(testNow + 15 * day)
    expect(await canAppeal()).toBe(false)
  })
})
