import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { careForAccounts } from '#server/backend/account/closing/care-job.ts'
import { createBackend } from '#server/backend/backend.ts'
import {
  buildStaff,
  buildVirtualLearner,
  getCode,
  type Learner,
  logIn,
  otherCode,
  registerLearner,
  setAccountStatus,
} from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { buildHeldDeposit, buildOffer, signUpFor } from '../support/order-steps.ts'

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
  test('it goes on for seven days, shown with the day', async () => {
    const learner = await registerLearner(backend)
    expect(await ask(learner)).toEqual({ dueTime: testNow + 7 * day })
    expect(await security(learner)).toMatchObject({
      deregistration: { requestedTime: testNow, dueTime: testNow + 7 * day },
    })
    await letPass(7 * day - 1)
    expect(await backend.as(learner.cookie).call('GET /api/user/info', {})).toMatchObject({ id: learner.userId })
  })

  test('asked again meanwhile, the day stays, without a code', async () => {
    const learner = await registerLearner(backend)
    const { dueTime } = await ask(learner)
    backend.clock.set(testNow + 2 * day)
    expect(await backend.as(learner.cookie).call('POST /api/user/deregister', { captchaCode: '' })).toEqual({ dueTime })
  })

  test('it can be taken back once, and asked anew', async () => {
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

  test('afterwards every session is told, and nothing opens it', async () => {
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

  test('the number can sign up anew, remembering nothing', async () => {
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

  test('a backend that was off does it when starting', async () => {
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
  test('a wrong, foreign or used code changes nothing', async () => {
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

  test('the school’s own people read why they can’t', async () => {
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

  test('unpaid orders and waiting deposits stand in the way', async () => {
    const learner = await registerLearner(backend)
    const courseId = await buildProduct(backend.database)
    const orderNo = await signUpFor(backend, learner.cookie, courseId)
    expect(await security(learner)).toMatchObject({ deregisterObstacles: ['有未支付的订单，请先支付或取消'] })
    await backend.as(learner.cookie).call('POST /api/order/cancel', { orderNo })
    expect(await security(learner)).toMatchObject({ deregisterObstacles: [] })
    await buildHeldDeposit(backend, learner.userId, courseId, await buildOffer(backend, courseId))
    expect(await security(learner)).toMatchObject({ deregisterObstacles: ['有未使用的定金，请先使用或申请退款'] })
  })

  test('waits for a new obstacle, and goes on without it', async () => {
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
