import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { careForAccounts } from '#server/backend/account/closing/care-job.ts'
import { notify } from '#server/backend/message/notify.ts'
import { RefundState } from '#shared/contract/enums.ts'
import { buildStaff, freshPhone, getCode, type Learner, logIn, registerLearner } from '../support/backend-accounts.ts'
import { buildPeriod, buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { uploadFile } from '../support/backend-uploads.ts'
import { signUpFor } from '../support/order-steps.ts'
import { makeSamples } from '../support/upload-samples.ts'

const hour = 3_600_000
const day = 24 * hour

let dataDir = ''
let backend: TestBackend
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'deregister-'))
  backend = await startTestBackend({ DATA_DIR: dataDir })
})
beforeEach(async () => {
  backend.clock.set(testNow)
  // what an earlier test left open
  await backend.database.db.deleteFrom('deregistrations').where('deregistrations.completedAt', 'is', null).execute()
})
afterAll(async () => {
  await backend?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function ask({ cookie, phone }: Learner, reason?: string): Promise<{ dueTime: number }> {
  const captchaCode = await getCode(backend, phone, 'deregister')
  return backend
    .as(cookie)
    .call('POST /api/user/deregister', { captchaCode, ...(reason === undefined ? {} : { reason }) })
}

/** Lets the time to change one's mind pass and the job run. */
async function letPass(ms = 7 * day): Promise<void> {
  backend.clock.set(testNow + ms)
  await careForAccounts(backend.context)
}

/** Every value of every column of every table as text. */
async function dump(): Promise<string> {
  const { db } = backend.database
  const tables = await sql<{
    name: string
  }>`select format('%I', tablename) as name from pg_tables where schemaname = 'public'`.execute(db)
  const lines: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ line: string }>`select t::text as line from ${sql.raw(name)} t`.execute(db)
    lines.push(...rows.map(({ line }) => `${name} ${line}`))
  }
  return lines.join('\n')
}

/** What the learner below has left beside numbers and addresses; the last is how passwords are kept. */
const written = [
  '要消失的人',
  '沈消失',
  '沈收货',
  '消失路七号',
  '7654321',
  '消失前的介绍',
  'vanishing-open-id',
  'vanishing-union-id',
  '消失的昵称',
  'vanishing-browser',
  'vanishing-print',
  '消失的来源',
  '消失的自画像',
  '消失的头像',
  '消失的理由',
  '消失的内容',
  '$argon2id$v=19$m=19456,t=2,p=1$',
]
/** An order that was called off, with an address and a refund that was asked for. */
async function leaveOrder(
  { cookie, phone, userId }: Pick<Learner, 'cookie' | 'phone' | 'userId'>,
  place: string,
): Promise<void> {
  const api = backend.as(cookie, place)
  const { db } = backend.database
  const { id: addressId } = await api.call('POST /api/user/address', {
    consignee: '沈收货',
    phone,
    detail: '消失路七号',
  })
  const orderNo = await signUpFor(backend, cookie, await buildProduct(backend.database))
  await api.call('POST /api/order/address', { orderNo, addressId })
  await api.call('POST /api/order/check/check-agreement', { orderNo, agreementStatus: true })
  await api.call('POST /api/order/cancel', { orderNo })
  const { id: orderId } = await db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.sn', '=', orderNo)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('refundRequests')
    .values({
      orderId,
      userId,
      state: RefundState.withdrawn,
      reason: '消失的理由',
      answer: null,
      amountFen: 0,
      clientToken: null,
      createdBy: null,
      createdAt: new Date(testNow),
      decidedBy: null,
      decidedAt: null,
      doneAt: null,
    })
    .execute()
}

/** What the school wrote to the learner. */
async function leaveMessages(userId: number): Promise<void> {
  const { db } = backend.database
  await notify(db, new Date(testNow), {
    userId,
    topic: 'order',
    ref: `vanishing:${userId}`,
    title: '消失的消息',
    text: '消失的内容',
  })
  const message = await db
    .insertInto('notifyMessages')
    .values({
      title: '消失的通知',
      contentHtml: '<p>消失的内容</p>',
      audience: 'user',
      audienceId: userId,
      createdBy: (await buildStaff(backend, 'education')).userId,
      createdAt: new Date(testNow),
    })
    .returning('notifyMessages.id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('userMessages')
    .values({ messageId: message.id, userId, receivedAt: new Date(testNow) })
    .execute()
}

/** What providers, browsers and advertisers said of the learner. */
async function leaveProviders(userId: number, place: string): Promise<void> {
  const { db } = backend.database
  await db
    .insertInto('oauthIdentities')
    .values({
      userId,
      provider: 'QQ',
      openId: 'vanishing-open-id',
      unionId: 'vanishing-union-id',
      nickname: '消失的昵称',
      headImg: null,
    })
    .execute()
  await db
    .insertInto('oauthBindTickets')
    .values({
      ticketHash: Buffer.from('a'),
      provider: 'QQ',
      openId: 'vanishing-open-id',
      unionId: null,
      profile: '{"nickname":"消失的昵称"}',
      redirect: null,
      expiresAt: new Date(testNow),
      consumedAt: null,
    })
    .execute()
  await db
    .updateTable('sessions')
    .set({ userAgent: 'vanishing-browser', fingerprint: 'vanishing-print' })
    .where('sessions.userId', '=', userId)
    .execute()
  await db
    .insertInto('userAttributions')
    .values({ userId, inviteUserId: null, clueUserId: null, source: '消失的来源' })
    .execute()
  await db
    .updateTable('agreementAcceptances')
    .set({ ip: place })
    .where('agreementAcceptances.userId', '=', userId)
    .execute()
}

describe('after the end', () => {
  test('a whole dump holds nothing of the learner', async () => {
    const phone = freshPhone()
    const newPhone = freshPhone()
    const place = '203.0.113.77'
    const learner = await registerLearner(backend, { phone, nickname: '要消失的人', password: 'maple-66' })
    const { userId } = learner
    const { db } = backend.database
    await expect(logIn(backend, { phoneNum: phone, password: 'wrong-66' }, place)).rejects.toMatchObject({ code: 5002 })
    const cookie = await logIn(backend, { phoneNum: phone, password: 'maple-66' }, place)
    const api = backend.as(cookie, place)
    const { png } = await makeSamples()
    const resUrl = await uploadFile(backend, cookie, { name: '消失的自画像.png', bytes: png ?? Buffer.alloc(0) })
    const headImg = await uploadFile(backend, cookie, {
      name: '消失的头像.png',
      key: 'avatar',
      bytes: png ?? Buffer.alloc(0),
    })
    await api.call('POST /api/user/info/update', { headImg })
    await api.call('POST /api/user/info/profile', {
      realName: '沈消失',
      qqNum: '7654321',
      introduction: '消失前的介绍',
    })
    await leaveOrder({ cookie, phone, userId }, place)
    await leaveMessages(userId)
    await api.call('GET /api/search/course-list', { searchText: '插画' })
    await leaveProviders(userId, place)
    // a code that went to a number which was never bound
    await getCode(backend, newPhone, 'bindNew')
    await db.updateTable('smsCodes').set({ userId }).where('smsCodes.phone', '=', newPhone).execute()
    await api.call('POST /api/user/data-export', { captchaCode: await getCode(backend, phone, 'export') })
    await backend.context.background.settled()
    const exported = (await api.call('GET /api/user/data-export', {}))?.downloadUrl ?? ''
    await api.call('POST /api/user/deregister', {
      captchaCode: await getCode(backend, phone, 'deregister'),
      reason: '我叫沈消失',
    })

    const traces = [phone, newPhone, place, ...written]
    const before = await dump()
    expect(traces.filter((trace) => !before.includes(trace))).toEqual([])
    const hashes = await db
      .selectFrom('users')
      .select('users.passwordHash')
      .where('users.id', '=', userId)
      .executeTakeFirstOrThrow()

    await letPass()
    const after = await dump()
    const gone = [...traces.slice(0, -1), hashes.passwordHash ?? 'none']
    expect(gone.filter((trace) => after.includes(trace))).toEqual([])
    expect((await backend.agent.get(exported)).status).not.toBe(200)
    for (const address of [resUrl, headImg])
      expect(await backend.context.storage.exists(address.replace('/media/uploads/', ''))).toBe(false)
    // what must be proved later stays, of nobody who could be found
    const kept = await db
      .selectFrom('agreementAcceptances')
      .select('agreementAcceptances.ip')
      .where('agreementAcceptances.userId', '=', userId)
      .execute()
    expect(kept).toEqual([{ ip: null }, { ip: null }])
    expect(
      await db
        .selectFrom('users')
        .select(['users.nickname', 'users.accountStatus', 'users.phone'])
        .where('users.id', '=', userId)
        .executeTakeFirst(),
    ).toEqual({ nickname: '已注销用户', accountStatus: 3, phone: null })
  })

  test('what can’t be removed now is removed the next time', async () => {
    const learner = await registerLearner(backend)
    const { png } = await makeSamples()
    const resUrl = await uploadFile(backend, learner.cookie, { name: '画.png', bytes: png ?? Buffer.alloc(0) })
    await ask(learner)
    const { storage } = backend.context
    const { remove } = storage
    storage.remove = async () => {
      throw new Error('the storage is away')
    }
    try {
      await letPass()
    } finally {
      storage.remove = remove
    }
    await expect(backend.as(learner.cookie).call('GET /api/user/info', {})).rejects.toMatchObject({ code: -7 })
    const key = resUrl.replace('/media/uploads/', '')
    expect(await storage.exists(key)).toBe(true)
    await careForAccounts(backend.context)
    expect(await storage.exists(key)).toBe(false)
  })

  test('notes and the calendar are gone', async () => {
    const learner = await registerLearner(backend)
    const { userId } = learner
    const { db } = backend.database
    const courseId = await buildProduct(backend.database)
    const periodId = await buildPeriod(backend.database, courseId, { kind: 2, isFreeStudy: true })
    const api = backend.as(learner.cookie)
    const note = { periodId, second: 1, text: '消失的笔记', clientKey: 'a-note-that-ends' }
    await api.call('POST /api/user/note/add', note)
    await api.call('POST /api/user/calendar/make', {})
    await ask(learner)
    await letPass()
    for (const table of ['lessonNotes', 'noteCourses', 'calendarFeeds', 'calendarEvents'] as const)
      expect(await db.selectFrom(table).select('userId').where('userId', '=', userId).execute()).toEqual([])
  })

  test('an account that can’t be erased whole stays', async () => {
    const learner = await registerLearner(backend, { nickname: '整个留下' })
    await backend
      .as(learner.cookie)
      .call('POST /api/user/address', { consignee: '留下', phone: learner.phone, detail: '留下路' })
    await ask(learner)
    await sql`create function refuse_erasing() returns trigger language plpgsql as $$ begin if new.account_status = 3 then raise exception 'no'; end if; return new; end $$`.execute(
      backend.database.db,
    )
    await sql`create trigger refuse_erasing before update on users for each row execute function refuse_erasing()`.execute(
      backend.database.db,
    )
    await letPass()
    await sql`drop trigger refuse_erasing on users`.execute(backend.database.db)
    expect(await backend.as(learner.cookie).call('GET /api/user/info', {})).toMatchObject({ nickname: '整个留下' })
    expect(await backend.as(learner.cookie).call('GET /api/user/address', {})).toHaveLength(1)
    expect(
      backend.log.lines.some(({ level, message }) => level === 'error' && message === 'an account could not be ended'),
    ).toBe(true)
    await careForAccounts(backend.context)
    await expect(backend.as(learner.cookie).call('GET /api/user/info', {})).rejects.toMatchObject({ code: -7 })
  })
})
