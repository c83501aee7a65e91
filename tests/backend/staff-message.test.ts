import { beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/calls.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildPaidOrder, buildSchedule } from '../support/order-factories.ts'

type Sending = CallInput<'POST /api/staff/message/send'>

const backend = backendOfFile()
let office: Learner
let count = 0
beforeAll(async () => {
  office = await buildStaff(backend, 'education')
})

const words = (): Pick<Sending, 'title' | 'content' | 'clientToken'> => ({
  title: '停课通知',
  content: '<p>今晚停课，明晚补上。</p>',
  clientToken: `token-${++count}`,
})
const send = (to: Pick<Sending, 'audience' | 'audienceId'>, change: Partial<Sending> = {}, by = office) =>
  backend.as(by.cookie).call('POST /api/staff/message/send', { ...words(), ...to, ...change })
const toUser = ({ userId }: Learner) => ({ audience: 'user' as const, audienceId: userId })
const inbox = async ({ cookie }: Learner) =>
  (await backend.as(cookie).call('GET /api/notify-message/get-message', {})).records

describe('a message of the staff', () => {
  test('reaches one learner, with its window', async () => {
    const learner = await registerLearner(backend)
    const sent = await send(toUser(learner), {
      smallTitle: '水彩一班',
      needConfirm: true,
      allowClose: false,
      buttonName: '看课表',
      buttonUrl: '/user/timetable',
    })
    expect(sent).toMatchObject({ audience: 'user', audienceId: learner.userId, withdrawnTime: null })
    expect(await inbox(learner)).toMatchObject([
      {
        title: '停课通知',
        smallTitle: '水彩一班',
        content: '<p>今晚停课，明晚补上。</p>',
        allowClose: false,
        confirm: false,
        buttonUrl: '/user/timetable',
        kind: 'notice',
      },
    ])
  })

  test('reaches all who are in a class, nobody else', async () => {
    const [inside, outside] = [await registerLearner(backend), await registerLearner(backend)]
    const productId = await buildProduct(backend.database, { priceFen: 50_000, lectureType: 1 })
    const scheduleId = await buildSchedule(backend, productId)
    const { userId } = inside
    await buildPaidOrder(backend, { userId, scheduleId, lines: [{ priceFen: 50_000, productId }] })
    const sent = await send({ audience: 'schedule', audienceId: scheduleId })
    expect((await inbox(inside)).map(({ title }) => title)).toContain('停课通知')
    expect((await inbox(outside)).map(({ title }) => title)).not.toContain('停课通知')
    expect(sent.deliveredTime).toBe(backend.clock.now())
  })

  test('to everybody goes out in the background, once each', async () => {
    const learner = await registerLearner(backend)
    const sent = await backend.as(office.cookie).call('POST /api/staff/message/send-to-all', words())
    expect(sent).toMatchObject({ audience: 'everybody', audienceId: null, deliveredTime: null })
    expect(backend.woken).toContain('messages.deliver')
    expect(await inbox(learner)).toEqual([])
    backend.clock.set(backend.clock.now() + 1000)
    const late = await registerLearner(backend)
    const first = await backend.runJob('messages.deliver')
    expect(first).toBeGreaterThan(1)
    expect(await backend.runJob('messages.deliver')).toBe(0)
    expect(await inbox(learner)).toHaveLength(1)
    expect(await inbox(late)).toEqual([])
    const readers = await backend.as(office.cookie).call('GET /api/staff/message/readers', { id: sent.id })
    expect(readers.total).toBe(first)
  })

  test('sent again with its token is sent once', async () => {
    const learner = await registerLearner(backend)
    const again = words()
    const answers = await Promise.all([1, 2, 3].map(() => send(toUser(learner), again)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await inbox(learner)).toHaveLength(1)
  })

  test('keeps only safe HTML', async () => {
    const learner = await registerLearner(backend)
    await send(toUser(learner), {
      content: '<p onclick="x()">好<script>alert(1)</script><a href="javascript:x()">链接</a></p>',
    })
    const [message] = await inbox(learner)
    expect(message?.content).not.toMatch(/script|onclick/)
    expect(message?.content).toContain('好')
  })

  test.each([
    [{ content: '<script>alert(1)</script>' }, '正文里没有可以显示的内容'],
    [{ buttonUrl: '/course' }, '按钮还没有文字'],
    [{ buttonName: '去看看', buttonUrl: 'javascript:x' }, '按钮的地址要以 / 开头，或是完整的 http、https 地址'],
  ])('%o is refused and sent to nobody', async (change, message) => {
    const learner = await registerLearner(backend)
    await expect(send(toUser(learner), change)).rejects.toMatchObject({ code: 4004, message })
    expect(await inbox(learner)).toEqual([])
  })

  test('to nobody and to a class without learners is refused', async () => {
    const productId = await buildProduct(backend.database, { priceFen: 50_000, lectureType: 1 })
    const scheduleId = await buildSchedule(backend, productId)
    await expect(send({ audience: 'user', audienceId: 2 ** 40 })).rejects.toMatchObject({ code: 404 })
    await expect(send({ audience: 'schedule', audienceId: 2 ** 40 })).rejects.toMatchObject({ code: 404 })
    const empty = { code: 4004, message: '这个班级还没有学员' }
    await expect(send({ audience: 'schedule', audienceId: scheduleId })).rejects.toMatchObject(empty)
  })
})

describe('taking a message back', () => {
  test('takes it out of every inbox, early too', async () => {
    const learner = await registerLearner(backend)
    const call = backend.as(office.cookie)
    const { id } = await send(toUser(learner), { needConfirm: true })
    const toAll = await call.call('POST /api/staff/message/send-to-all', words())
    expect(await call.call('POST /api/staff/message/withdraw', { id })).toBe(true)
    expect(await call.call('POST /api/staff/message/withdraw', { id })).toBe(false)
    await call.call('POST /api/staff/message/withdraw', { id: toAll.id })
    await backend.runJob('messages.deliver')
    expect(await inbox(learner)).toEqual([])
  })

  test('of what the school’s own events wrote isn’t possible', async () => {
    const { id } = await backend.db
      .insertInto('notifyMessages')
      .values({ title: '已支付', contentHtml: '<p>好</p>', topic: 'order', createdAt: new Date(backend.clock.now()) })
      .returning('notifyMessages.id')
      .executeTakeFirstOrThrow()
    const call = backend.as(office.cookie).call('POST /api/staff/message/withdraw', { id })
    await expect(call).rejects.toMatchObject({ code: 404 })
  })
})

test('staff see who has read a message', async () => {
  const productId = await buildProduct(backend.database, { priceFen: 50_000, lectureType: 1 })
  const scheduleId = await buildSchedule(backend, productId)
  const learners = [await registerLearner(backend), await registerLearner(backend)]
  for (const { userId } of learners)
    await buildPaidOrder(backend, { userId, scheduleId, lines: [{ priceFen: 50_000, productId }] })
  const { id } = await send({ audience: 'schedule', audienceId: scheduleId }, { needConfirm: true })
  const [reader] = learners
  if (!reader) throw new Error('Nobody is in the class.')
  const [message] = await inbox(reader)
  await backend.as(reader.cookie).call('POST /api/notify-message/user-confirm', { msgId: message?.id ?? 0 })
  const page = await backend.as(office.cookie).call('GET /api/staff/message/readers', { id })
  expect(page).toMatchObject({ total: 2, readers: 1, confirmed: 1, message: { id, title: '停课通知' } })
  expect(page.records.map(({ userId, readTime }) => [userId, readTime !== null])).toEqual([
    [reader.userId, true],
    [learners[1]?.userId, false],
  ])
  const sent = await backend.as(office.cookie).call('GET /api/staff/message/list', {})
  expect(sent.records[0]).toMatchObject({ id, audience: 'schedule', audienceId: scheduleId })
})
