import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { careForAccounts } from '#server/backend/account/closing/care-job.ts'
import { createBackend } from '#server/backend/backend.ts'
import { notify } from '#server/backend/message/notify.ts'
import {
  buildStaff,
  buildVirtualLearner,
  freshPhone,
  getCode,
  type Learner,
  logIn,
  otherCode,
  registerLearner,
  setAccountStatus,
} from '../support/backend-accounts.ts'
import { buildPeriod, buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { uploadFile } from '../support/backend-uploads.ts'
import { buildHeldDeposit, buildOffer, signUpFor } from '../support/order-steps.ts'
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

const security = ({ cookie }: Learner) => backend.as(cookie).call('GET /api/user/info/security', {})

/** Lets the time to change one's mind pass and the job run. */
async function letPass(ms = 7 * day): Promise<void> {
  backend.clock.set(testNow + ms)
  await careForAccounts(backend.context)
}

describe('a learner ends their account', () => {
  test('it goes on for seven days, and the security page says until when', async () => {
    const learner = await registerLearner(backend)
    expect(await ask(learner)).toEqual({ dueTime: testNow + 7 * day })
    expect(await security(learner)).toMatchObject({
      deregistration: { requestedTime: testNow, dueTime: testNow + 7 * day },
    })
    await letPass(7 * day - 1)
    expect(await backend.as(learner.cookie).call('GET /api/user/info', {})).toMatchObject({ id: learner.userId })
  })

  test('asked for again meanwhile, the day stays and no code is needed', async () => {
    const learner = await registerLearner(backend)
    const { dueTime } = await ask(learner)
    backend.clock.set(testNow + 2 * day)
    expect(await backend.as(learner.cookie).call('POST /api/user/deregister', { captchaCode: '' })).toEqual({ dueTime })
  })

  test('it can be taken back until then, once, and asked for anew', async () => {
    const learner = await registerLearner(backend)
    await ask(learner)
    const cancel = () => backend.as(learner.cookie).call('POST /api/user/deregister/cancel', {})
    backend.clock.set(testNow + 7 * day - 1)
    expect(await cancel()).toBe(true)
    expect(await cancel()).toBe(false)
    expect(await security(learner)).toMatchObject({ deregistration: null })
    await letPass(8 * day)
    expect(await backend.as(learner.cookie).call('GET /api/user/info', {})).toMatchObject({ id: learner.userId })
    expect(await ask(learner)).toEqual({ dueTime: testNow + 15 * day })
  })

  test('afterwards every session of it is told so, and neither password nor code opens it', async () => {
    const learner = await registerLearner(backend, { password: 'maple-66' })
    await ask(learner)
    await letPass()
    await expect(backend.as(learner.cookie).call('GET /api/user/info', {})).rejects.toMatchObject({ code: -7 })
    await expect(backend.as(learner.cookie).call('POST /api/user/deregister/cancel', {})).rejects.toMatchObject({
      code: -7,
    })
    await expect(logIn(backend, { phoneNum: learner.phone, password: 'maple-66' })).rejects.toMatchObject({
      code: 5009,
    })
    expect(await backend.api.call('GET /api/auth/check/phoneNum/exist', { phoneNum: learner.phone })).toBe(false)
  })

  test('the number can sign up anew, to an account that knows nothing of the old one', async () => {
    const learner = await registerLearner(backend, { nickname: '第一次' })
    await backend
      .as(learner.cookie)
      .call('POST /api/user/address', { consignee: '旧人', phone: learner.phone, detail: '旧路一号' })
    await ask(learner)
    await letPass()
    const cookie = await logIn(backend, {
      phoneNum: learner.phone,
      captchaCode: await getCode(backend, learner.phone),
      nickname: '第二次',
    })
    const user = await backend.as(cookie).call('GET /api/user/info', {})
    expect(user).toMatchObject({ nickname: '第二次' })
    expect(user.id).not.toBe(learner.userId)
    expect(await backend.as(cookie).call('GET /api/user/address', {})).toEqual([])
    await expect(backend.as(learner.cookie).call('GET /api/user/info', {})).rejects.toMatchObject({ code: -7 })
    await letPass(8 * day)
    expect(await backend.as(cookie).call('GET /api/user/info', {})).toMatchObject({ nickname: '第二次' })
  })

  test('a backend that was off on the day does it when it starts', async () => {
    const learner = await registerLearner(backend)
    await ask(learner)
    backend.clock.set(testNow + 30 * day)
    const { clock, log, database } = backend
    const started = await createBackend(backend.context.config, { clock, log, database })
    await started.close()
    await expect(backend.as(learner.cookie).call('GET /api/user/info', {})).rejects.toMatchObject({ code: -7 })
  })

  test('an account that was disabled meanwhile ends, too', async () => {
    const learner = await registerLearner(backend)
    await ask(learner)
    await setAccountStatus(backend, learner.userId, 2)
    await letPass()
    await expect(backend.as(learner.cookie).call('GET /api/user/info', {})).rejects.toMatchObject({ code: -7 })
  })

  test('two processes that see the same day end it once', async () => {
    const learner = await registerLearner(backend)
    await ask(learner)
    backend.clock.set(testNow + 7 * day)
    const runs = await Promise.all([
      careForAccounts(backend.context),
      careForAccounts(backend.context),
      careForAccounts(backend.context),
    ])
    expect(runs.reduce((sum, run) => sum + run.accounts, 0)).toBe(1)
    await expect(backend.as(learner.cookie).call('GET /api/user/info', {})).rejects.toMatchObject({ code: -7 })
  })
})

describe('an end that is refused', () => {
  test('for a wrong code, one for something else and one that was used, and nothing changes', async () => {
    const learner = await registerLearner(backend)
    const { cookie, phone } = learner
    const send = (captchaCode: string) => backend.as(cookie).call('POST /api/user/deregister', { captchaCode })
    await expect(send('12')).rejects.toMatchObject({ code: 5003 })
    await expect(send(await getCode(backend, phone, 'export'))).rejects.toMatchObject({ code: 5003 })
    const code = await getCode(backend, phone, 'deregister')
    await expect(send(otherCode(code))).rejects.toMatchObject({ code: 5003 })
    expect(await security(learner)).toMatchObject({ deregistration: null })
    await send(code)
    await backend.as(cookie).call('POST /api/user/deregister/cancel', {})
    await expect(send(code)).rejects.toMatchObject({ code: 5003 })
    const virtual = await buildVirtualLearner(backend)
    await expect(
      backend.as(virtual.cookie).call('POST /api/user/deregister', { captchaCode: '123456' }),
    ).rejects.toMatchObject({ code: 4004, message: '请先绑定手机号' })
  })

  test('for an account of the school’s own people, who read why before they ask', async () => {
    const teacher = await buildStaff(backend, 'teacher')
    expect(await security(teacher)).toMatchObject({ deregisterObstacles: ['工作账号请联系管理员'] })
    await expect(ask(teacher)).rejects.toMatchObject({ code: 4004, message: '暂时不能注销：工作账号请联系管理员' })
    expect(await security(teacher)).toMatchObject({ deregistration: null })
    const learner = await registerLearner(backend)
    await backend.database.db
      .updateTable('users')
      .set({ isAdmin: true })
      .where('users.id', '=', learner.userId)
      .execute()
    await expect(ask(learner)).rejects.toMatchObject({ code: 4004 })
    expect(await security(await registerLearner(backend))).toMatchObject({ deregisterObstacles: [] })
  })

  test('while money is under way: an order to pay, a deposit that waits', async () => {
    const learner = await registerLearner(backend)
    const courseId = await buildProduct(backend.database)
    const orderNo = await signUpFor(backend, learner.cookie, courseId)
    expect(await security(learner)).toMatchObject({ deregisterObstacles: ['有未支付的订单，请先支付或取消'] })
    await backend.as(learner.cookie).call('POST /api/order/cancel', { orderNo })
    expect(await security(learner)).toMatchObject({ deregisterObstacles: [] })
    await buildHeldDeposit(backend, learner.userId, courseId, await buildOffer(backend, courseId))
    expect(await security(learner)).toMatchObject({ deregisterObstacles: ['有未使用的定金，请先使用或申请退款'] })
  })

  test('waits for an obstacle that came up meanwhile, and goes on without it', async () => {
    const learner = await registerLearner(backend)
    await ask(learner)
    await backend.database.db.insertInto('userRoles').values({ userId: learner.userId, role: 'follow' }).execute()
    await letPass()
    expect(await backend.as(learner.cookie).call('GET /api/user/info', {})).toMatchObject({ id: learner.userId })
    await backend.database.db.deleteFrom('userRoles').where('userRoles.userId', '=', learner.userId).execute()
    await letPass(7 * day + hour)
    await expect(backend.as(learner.cookie).call('GET /api/user/info', {})).rejects.toMatchObject({ code: -7 })
  })
})

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

describe('after the end', () => {
  test('a dump of the whole database holds neither phone nor name, address, open id, file name, browser or place of the learner', async () => {
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
        state: 4,
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
    await notify(db, new Date(testNow), {
      userId,
      topic: 'order',
      ref: `vanishing:${userId}`,
      title: '消失的消息',
      text: '消失的内容',
    })
    const written = await db
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
      .values({ messageId: written.id, userId, receivedAt: new Date(testNow) })
      .execute()
    await api.call('GET /api/search/course-list', { searchText: '插画' })
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

    const traces = [
      phone,
      newPhone,
      place,
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

  test('nothing is half done: an account that can’t be erased whole stays as it was', async () => {
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
