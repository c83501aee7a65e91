import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bindPhone } from '#server/backend/account/sign-in/account-store.ts'
import { SmsError } from '#server/backend/ports/sms/sms-sender.ts'
import {
  buildAccount,
  buildVirtualLearner,
  freshPhone,
  getCode,
  logIn,
  openSessionOf,
  otherCode,
  registerLearner,
  setAccountStatus,
} from '../support/backend-accounts.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'

const minute = 60_000
let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())
beforeEach(() => backend.clock.set(testNow))

/** A session as an app beside the site would have it. */
async function openAppSession(userId: number): Promise<void> {
  await backend.database.db
    .insertInto('sessions')
    .values({
      userId,
      tokenHash: Buffer.from(`app ${userId}`),
      channel: 'app',
      fingerprint: null,
      ip: null,
      userAgent: null,
      expiresAt: new Date(testNow + 1e9),
      endedAt: null,
      endReason: null,
      endToldAt: null,
    })
    .execute()
}

async function sessionsOf(userId: number) {
  return backend.database.db
    .selectFrom('sessions')
    .select(['sessions.channel', 'sessions.endReason'])
    .where('sessions.userId', '=', userId)
    .orderBy('sessions.channel')
    .execute()
}

describe('another phone', () => {
  /** Changes the phone of a new learner; answers the old number. */
  async function changePhone(of: TestBackend): Promise<{ phone: string; changed: boolean }> {
    const { phone, cookie } = await registerLearner(of)
    const learner = of.as(cookie)
    const captchaCode = await getCode(of, phone, 'bindOld')
    const { ticket } = await learner.call('POST /api/auth/validate/bind/sms', { captchaCode })
    const phoneNum = freshPhone()
    const newCode = await getCode(of, phoneNum, 'bindNew')
    const input = { phoneNum, captchaCode: newCode, ticket }
    const changed = await learner.call('POST /api/auth/rest/bind/phoneNum', input)
    await of.context.background.settled()
    return { phone, changed }
  }

  test('is told to the old one by a message', async () => {
    const { phone } = await changePhone(backend)
    const messages = await backend.db
      .selectFrom('smsOutbox')
      .select('smsOutbox.content')
      .where('smsOutbox.phone', '=', phone)
      .where('smsOutbox.content', 'like', '%已更换绑定手机号%')
      .execute()
    expect(messages).toHaveLength(1)
  })

  test('is taken though the old one can’t be told', async () => {
    const failure = new SmsError('The provider could not be reached.')
    const tell = vi.spyOn(backend.context.sms, 'tellChanged').mockRejectedValueOnce(failure)
    const { phone, changed } = await changePhone(backend)
    expect(tell).toHaveBeenCalledWith({ nationCode: 86, phone })
    expect(changed).toBe(true)
    expect(await backend.api.call('GET /api/auth/check/phoneNum/exist', { phoneNum: phone })).toBe(false)
    tell.mockRestore()
  })

  const validate = (cookie: string, captchaCode: string) =>
    backend.as(cookie).call('POST /api/auth/validate/bind/sms', { captchaCode })
  const rebind = (cookie: string, input: { phoneNum: string; captchaCode: string; ticket?: string }) =>
    backend.as(cookie).call('POST /api/auth/rest/bind/phoneNum', input)

  test('needs both numbers’ codes and ends the other sessions', async () => {
    const { phone, cookie, userId } = await registerLearner(backend)
    await openAppSession(userId)
    const oldCode = await getCode(backend, phone, 'bindOld')
    await expect(validate(cookie, otherCode(oldCode))).rejects.toMatchObject({ code: 5003 })
    const { ticket } = await validate(cookie, oldCode)
    await expect(validate(cookie, oldCode)).rejects.toMatchObject({ code: 5003 })
    const newPhone = freshPhone()
    const newCode = await getCode(backend, newPhone, 'bindNew')
    await expect(rebind(cookie, { phoneNum: newPhone, captchaCode: newCode })).rejects.toMatchObject({ code: 3001 })
    await expect(rebind(cookie, { phoneNum: '123', captchaCode: newCode, ticket })).rejects.toMatchObject({
      code: 5001,
    })
    await expect(rebind(cookie, { phoneNum: phone, captchaCode: newCode, ticket })).rejects.toMatchObject({
      code: 5004,
    })
    await expect(rebind(cookie, { phoneNum: newPhone, captchaCode: otherCode(newCode), ticket })).rejects.toMatchObject(
      { code: 5003 },
    )
    expect(await rebind(cookie, { phoneNum: newPhone, captchaCode: newCode, ticket })).toBe(true)
    expect(await sessionsOf(userId)).toEqual([
      { channel: 'app', endReason: 6 },
      { channel: 'pcSite', endReason: null },
    ])
    expect(await backend.api.call('GET /api/auth/check/phoneNum/exist', { phoneNum: phone })).toBe(false)
    expect(await logIn(backend, { phoneNum: newPhone, captchaCode: await getCode(backend, newPhone) })).toMatch(
      /^session=/,
    )
    const again = await getCode(backend, freshPhone(), 'bindNew')
    await expect(rebind(cookie, { phoneNum: freshPhone(), captchaCode: again, ticket })).rejects.toMatchObject({
      code: -5,
    })
  })

  test('a taken one is refused, ticket and codes stay', async () => {
    const { phone, cookie } = await registerLearner(backend)
    const other = await registerLearner(backend)
    const { ticket } = await validate(cookie, await getCode(backend, phone, 'bindOld'))
    const code = await getCode(backend, other.phone, 'bindNew')
    await expect(rebind(cookie, { phoneNum: other.phone, captchaCode: code, ticket })).rejects.toMatchObject({
      code: 5004,
    })
    await setAccountStatus(backend, other.userId, 3, other.phone)
    expect(await rebind(cookie, { phoneNum: other.phone, captchaCode: code, ticket })).toBe(true)
  })

  test("a foreign or old ticket changes nobody's phone", async () => {
    const { phone, cookie } = await registerLearner(backend)
    const other = await registerLearner(backend)
    const { ticket } = await validate(cookie, await getCode(backend, phone, 'bindOld'))
    const newPhone = freshPhone()
    const code = await getCode(backend, newPhone, 'bindNew')
    await expect(rebind(other.cookie, { phoneNum: newPhone, captchaCode: code, ticket })).rejects.toMatchObject({
      code: 3001,
    })
    backend.clock.set(testNow + 11 * minute)
    const later = await getCode(backend, newPhone, 'bindNew')
    await expect(rebind(cookie, { phoneNum: newPhone, captchaCode: later, ticket })).rejects.toMatchObject({
      code: 3001,
    })
    const rows = await backend.database.db
      .selectFrom('users')
      .select('users.id')
      .where('users.phone', '=', newPhone)
      .execute()
    expect(rows).toEqual([])
  })

  test('two learners proving one number: one gets it', async () => {
    const newPhone = freshPhone()
    const learners = await Promise.all([registerLearner(backend), registerLearner(backend)])
    const tickets: string[] = []
    for (const { phone, cookie } of learners)
      tickets.push((await validate(cookie, await getCode(backend, phone, 'bindOld'))).ticket)
    const code = await getCode(backend, newPhone, 'bindNew')
    const results = await Promise.allSettled(
      learners.map(({ cookie }, index) =>
        rebind(cookie, { phoneNum: newPhone, captchaCode: code, ticket: tickets[index] }),
      ),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    // past every look beforehand, the database itself refuses the second
    const [one, two] = learners.map(({ userId }) => userId)
    for (const userId of [one, two]) {
      const bound = backend.context.tx((trx) =>
        bindPhone(trx, userId ?? 0, { nationCode: 86, phone: newPhone }, new Date(testNow)),
      )
      if (results[userId === one ? 0 : 1]?.status === 'fulfilled') await bound
      else await expect(bound).rejects.toMatchObject({ code: 5004 })
    }
  })
})

describe('a phone that is not real', () => {
  const bind = (cookie: string, phoneNum: string, captchaCode: string) =>
    backend.as(cookie).call('POST /api/auth/update/phoneNum', { phoneNum, captchaCode })

  test('is replaced by a real one, then the other way', async () => {
    const { cookie, userId } = await buildVirtualLearner(backend)
    expect(await backend.as(cookie).call('GET /api/auth/check/virtual/phoneNum', {})).toBe(false)
    const phone = freshPhone()
    const code = await getCode(backend, phone, 'bindNew')
    await expect(bind(cookie, phone, '')).rejects.toMatchObject({ code: 5003 })
    await expect(bind(cookie, phone, otherCode(code))).rejects.toMatchObject({ code: 5003 })
    expect(await bind(cookie, phone, code)).toBe(true)
    expect(await backend.as(cookie).call('GET /api/auth/check/virtual/phoneNum', {})).toBe(true)
    expect(await backend.as(cookie).call('GET /api/user/info', {})).toMatchObject({ id: userId })
    const next = freshPhone()
    await expect(bind(cookie, next, await getCode(backend, next, 'bindNew'))).rejects.toMatchObject({ code: 4004 })
  })

  test('can become real; a taken number is refused', async () => {
    const { cookie, phone } = await buildVirtualLearner(backend)
    const other = await registerLearner(backend)
    await expect(bind(cookie, other.phone, await getCode(backend, other.phone, 'bindNew'))).rejects.toMatchObject({
      code: 5004,
    })
    expect(await bind(cookie, phone, await getCode(backend, phone, 'bindNew'))).toBe(true)
  })

  test('or none at all: nothing is asked of it', async () => {
    const cookie = await openSessionOf(backend, await buildAccount(backend))
    await expect(
      backend.as(cookie).call('POST /api/auth/validate/bind/sms', { captchaCode: '123456' }),
    ).rejects.toMatchObject({ code: 4004, message: '请先绑定手机号' })
    await expect(
      backend.as(cookie).call('POST /api/auth/reset-password-one', { captchaCode: '123456' }),
    ).rejects.toMatchObject({ code: 4004 })
    const phone = freshPhone()
    expect(await bind(cookie, phone, await getCode(backend, phone, 'bindNew'))).toBe(true)
  })
})
