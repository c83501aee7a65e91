import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { notify } from '#server/backend/message/notify.ts'
import type { Message } from '#shared/contract/message.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'

const backend = backendOfFile()
const unknown = { code: 404, message: '没有找到这条消息' }
let count = 0

/** Tells a learner something; each time a second later. */
async function tell({ userId }: Learner, { topic = 'order', ...notice }: Partial<Parameters<typeof notify>[2]> = {}) {
  backend.clock.set(backend.clock.now() + 1000)
  const ref = `message-test-${++count}`
  const words = { title: `第 ${count} 条`, text: '订单已支付\n可以上课了', topic, ref, ...notice, userId }
  await notify(backend.db, new Date(backend.clock.now()), words)
  return ref
}

/** Makes a message one that opens by itself. */
async function force(ref: string): Promise<void> {
  await sql`update notify_messages set need_confirm = true where ref = ${ref}`.execute(backend.db)
  await sql`update user_messages set awaits_confirm = true
    where message_id = (select id from notify_messages where ref = ${ref})`.execute(backend.db)
}

const list = ({ cookie }: Learner, input: { topic?: Message['kind']; pageNum?: number; pageSize?: number } = {}) =>
  backend.as(cookie).call('GET /api/notify-message/get-message', input)
const check = ({ cookie }: Learner) => backend.as(cookie).call('GET /api/notify-message/check-review', {})
const read = ({ cookie }: Learner, msgId: number) =>
  backend.as(cookie).call('POST /api/notify-message/user-read', { msgId })
const confirm = ({ cookie }: Learner, msgId: number) =>
  backend.as(cookie).call('POST /api/notify-message/user-confirm', { msgId })
const readAll = ({ cookie }: Learner) => backend.as(cookie).call('POST /api/notify-message/all-read', {})
const info = ({ cookie }: Learner) => backend.as(cookie).call('GET /api/user/info', {})

async function firstOf(learner: Learner): Promise<Message> {
  const [message] = (await list(learner)).records
  if (!message) throw new Error('There is no message.')
  return message
}

describe('the inbox', () => {
  test('has the newest first, six to a page', async () => {
    const learner = await registerLearner(backend)
    for (let each = 0; each < 7; each++) await tell(learner, { title: `消息 ${each}` })
    const page = await list(learner)
    expect(page).toMatchObject({ total: 7, pages: 2, size: 6, more: false })
    expect(page.records.map(({ title }) => title)).toEqual(['消息 6', '消息 5', '消息 4', '消息 3', '消息 2', '消息 1'])
    expect((await list(learner, { pageNum: 2 })).records.map(({ title }) => title)).toEqual(['消息 0'])
  })

  test('shows what was told, unread, with its button', async () => {
    const learner = await registerLearner(backend)
    await tell(learner, { button: { name: '看订单', url: '/user/order' } })
    expect(await firstOf(learner)).toMatchObject({
      content: '<p>订单已支付</p><p>可以上课了</p>',
      receiveDate: backend.clock.now(),
      review: false,
      buttonName: '看订单',
      buttonUrl: '/user/order',
      confirm: true,
      kind: 'order',
    })
  })

  test.each([
    ['class', 'study'],
    ['refund', 'order'],
    ['security', 'notice'],
    ['constructor', 'notice'],
  ] as const)('lists what is about %s under %s alone', async (topic, kind) => {
    const learner = await registerLearner(backend)
    await tell(learner, { topic })
    const found = await Promise.all((['study', 'order', 'notice'] as const).map((one) => list(learner, { topic: one })))
    expect(found.map(({ total }) => total)).toEqual(
      (['study', 'order', 'notice'] as const).map((one) => +(one === kind)),
    )
  })

  test('counts to 500 and says that there are more', async () => {
    const learner = await registerLearner(backend)
    const ref = await tell(learner)
    await sql`insert into notify_messages (title, content_html, topic, ref, created_at)
      select 'x', '<p>x</p>', 'order', ${ref} || ':' || n, now() from generate_series(1, 500) n`.execute(backend.db)
    await sql`insert into user_messages (message_id, user_id, received_at, kind)
      select id, ${learner.userId}, now(), 'order' from notify_messages where ref like ${`${ref}:%`}`.execute(
      backend.db,
    )
    expect(await list(learner)).toMatchObject({ total: 500, more: true })
  })

  test('never leads to a script, whatever stands in the database', async () => {
    const learner = await registerLearner(backend)
    await tell(learner, { button: { name: '点我', url: 'javascript:alert(1)' } })
    expect((await firstOf(learner)).buttonUrl).toBeNull()
  })

  test('has nothing of what was withdrawn', async () => {
    const learner = await registerLearner(backend)
    const ref = await tell(learner)
    await force(ref)
    const { id } = await firstOf(learner)
    await sql`update notify_messages set withdrawn_at = now() where ref = ${ref}`.execute(backend.db)
    expect(await list(learner)).toMatchObject({ records: [], total: 0 })
    expect(await check(learner)).toEqual({ checkReview: false, warnList: [] })
    await expect(read(learner, id)).rejects.toMatchObject(unknown)
  })

  test('is closed to visitors', async () => {
    await expect(backend.api.call('GET /api/notify-message/get-message', {})).rejects.toMatchObject({ code: -3 })
  })
})

describe('one message', () => {
  test('is read by its reader, once and for all', async () => {
    const learner = await registerLearner(backend)
    await tell(learner)
    const { id } = await firstOf(learner)
    expect(await info(learner)).toMatchObject({ unread: true, forced: 0 })
    expect(await read(learner, id)).toBe(true)
    backend.clock.set(backend.clock.now() + 60_000)
    expect(await read(learner, id)).toBe(true)
    expect(await firstOf(learner)).toMatchObject({ review: true })
    expect(await check(learner)).toMatchObject({ checkReview: false })
    expect(await info(learner)).toMatchObject({ unread: false })
    const row = await sql<{ readAt: Date }>`select read_at from user_messages where id = ${id}`.execute(backend.db)
    expect(row.rows[0]?.readAt.getTime()).toBe(backend.clock.now() - 60_000)
  })

  test('is opened by its number without being read', async () => {
    const learner = await registerLearner(backend)
    await tell(learner)
    const { id } = await firstOf(learner)
    const found = await backend.as(learner.cookie).call('GET /api/notify-message/detail', { msgId: id })
    expect(found).toMatchObject({ id, review: false })
  })

  test('of somebody else is as unknown as none', async () => {
    const [owner, other] = [await registerLearner(backend), await registerLearner(backend)]
    await force(await tell(owner))
    const { id } = await firstOf(owner)
    for (const msgId of [id, 2 ** 40]) {
      await expect(read(other, msgId)).rejects.toMatchObject(unknown)
      await expect(confirm(other, msgId)).rejects.toMatchObject(unknown)
      await expect(backend.as(other.cookie).call('GET /api/notify-message/detail', { msgId })).rejects.toMatchObject(
        unknown,
      )
    }
    expect(await check(owner)).toMatchObject({ checkReview: true, warnList: [{ id }] })
  })

  test.each([0, -1, '1e300', 'x', '99999999999999999999'])('of the number %s is refused', async (msgId) => {
    const { cookie } = await registerLearner(backend)
    const call = backend.as(cookie).call('POST /api/notify-message/user-read', { msgId })
    await expect(call).rejects.toMatchObject({ code: 0 })
  })
})

describe('messages that need a confirmation', () => {
  test('wait in line, the oldest first, until confirmed', async () => {
    const learner = await registerLearner(backend)
    for (const title of ['一', '二']) await force(await tell(learner, { title }))
    await tell(learner, { title: '不用确认' })
    const { warnList } = await check(learner)
    expect(warnList.map(({ title, confirm }) => [title, confirm])).toEqual([
      ['一', false],
      ['二', false],
    ])
    expect(await info(learner)).toMatchObject({ forced: 2 })
    const [first] = warnList
    expect(await confirm(learner, first?.id ?? 0)).toBe(true)
    expect(await confirm(learner, first?.id ?? 0)).toBe(true)
    expect((await check(learner)).warnList.map(({ title }) => title)).toEqual(['二'])
    expect((await list(learner)).records.find(({ title }) => title === '一')).toMatchObject({
      review: true,
      confirm: true,
    })
  })

  test('are at most twenty in line', async () => {
    const learner = await registerLearner(backend)
    for (let each = 0; each < 21; each++) await force(await tell(learner))
    expect((await check(learner)).warnList).toHaveLength(20)
    expect(await info(learner)).toMatchObject({ forced: 20 })
  })

  test('still wait after they were read', async () => {
    const learner = await registerLearner(backend)
    await force(await tell(learner))
    await readAll(learner)
    expect(await check(learner)).toMatchObject({ checkReview: false, warnList: [{ review: true, confirm: false }] })
  })
})

describe('reading all', () => {
  test('leaves what comes afterwards unread', async () => {
    const learner = await registerLearner(backend)
    await tell(learner)
    expect(await readAll(learner)).toBe(true)
    await tell(learner)
    expect((await list(learner)).records.map(({ review }) => review)).toEqual([false, true])
    expect(await check(learner)).toMatchObject({ checkReview: true })
  })

  test('with nothing unread changes nothing', async () => {
    expect(await readAll(await registerLearner(backend))).toBe(true)
  })

  test('among fifty arrivals loses none and reads none twice', async () => {
    const learner = await registerLearner(backend)
    const arrivals = Array.from({ length: 50 }, () => tell(learner))
    const reads = Array.from({ length: 10 }, () => readAll(learner))
    await Promise.all([...arrivals, ...reads])
    const { rows } = await sql<{ all: number; late: number }>`
      select count(*)::int as "all", count(*) filter (where read_at < received_at)::int as late
      from user_messages where user_id = ${learner.userId}`.execute(backend.db)
    expect(rows[0]).toEqual({ all: 50, late: 0 })
    await readAll(learner)
    expect(await check(learner)).toMatchObject({ checkReview: false })
  })

  test('two hundred reads of one message are one', async () => {
    const learner = await registerLearner(backend)
    await force(await tell(learner))
    const { id } = await firstOf(learner)
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => (n % 2 ? read : confirm)(learner, id)))
    expect(answers).toEqual(answers.map(() => true))
    expect(await info(learner)).toMatchObject({ unread: false, forced: 0 })
  })
})
