import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ApiError, Code } from '#shared/contract/codes.ts'
import {
  freshAddress,
  freshPhone,
  getCode,
  logIn,
  otherCode,
  registerLearner,
  setAccountStatus,
} from '../support/backend-accounts.ts'
import { readEnvelope, sendCall, startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'

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

async function resetTicket(phone: string): Promise<string> {
  const { ticket } = await backend.api.call('POST /api/auth/reset-password-one', {
    phoneNum: phone,
    captchaCode: await getCode(backend, phone, 'reset'),
  })
  return ticket
}

const stepTwo = (ticket: string | undefined, password = 'better77') =>
  backend.api.call('POST /api/auth/reset-password-two', { ticket, password })

describe('a forgotten password', () => {
  test('is reset by a phone’s code, ending every session', async () => {
    const { phone, userId, cookie } = await registerLearner(backend, { password: 'maple-66' })
    await openAppSession(userId)
    const ticket = await resetTicket(phone)
    expect(await stepTwo(ticket)).toBe(true)
    expect(await sessionsOf(userId)).toEqual([
      { channel: 'app', endReason: 6 },
      { channel: 'pcSite', endReason: 6 },
    ])
    await expect(backend.as(cookie).call('GET /api/user/info', {})).rejects.toMatchObject({ code: -3 })
    await expect(logIn(backend, { phoneNum: phone, password: 'maple-66' })).rejects.toMatchObject({ code: 5002 })
    expect(await logIn(backend, { phoneNum: phone, password: 'better77' })).toMatch(/^session=/)
  })

  test('reopens an account that was guessed at too often', async () => {
    const { phone } = await registerLearner(backend, { password: 'maple-66' })
    const address = freshAddress()
    for (let guess = 0; guess < 6; guess++)
      await logIn(backend, { phoneNum: phone, password: 'guess0' }, address).catch(() => undefined)
    await expect(logIn(backend, { phoneNum: phone, password: 'maple-66' }, address)).rejects.toMatchObject({
      code: 4002,
    })
    const { ticket } = readEnvelope<{ ticket: string }>(
      await sendCall(
        backend.agent,
        'POST /api/auth/reset-password-one',
        { phoneNum: phone, captchaCode: await getCode(backend, phone, 'reset') },
        { 'X-Forwarded-For': address },
      ),
    )
    await sendCall(
      backend.agent,
      'POST /api/auth/reset-password-two',
      { ticket, password: 'better77' },
      { 'X-Forwarded-For': address },
    )
    expect(await logIn(backend, { phoneNum: phone, password: 'better77' }, address)).toMatch(/^session=/)
  })

  test.each([['', 'xyz-123_ABC', 'A'.repeat(43)]].flat())(
    'with a missing or false ticket (%j) it restarts',
    async (ticket) => {
      await expect(stepTwo(ticket === '' ? undefined : ticket)).rejects.toMatchObject({ code: 3001 })
    },
  )

  test('the last ticket is good for ten minutes, once', async () => {
    const { phone, cookie } = await registerLearner(backend)
    const first = await resetTicket(phone)
    const second = await resetTicket(phone)
    await expect(stepTwo(first)).rejects.toMatchObject({ code: 3001 })
    await expect(
      backend
        .as(cookie)
        .call('POST /api/auth/rest/bind/phoneNum', { phoneNum: freshPhone(), captchaCode: '123456', ticket: second }),
    ).rejects.toMatchObject({ code: 3001 })
    for (const password of ['short', 'waytoolongpassword', '12345678'])
      await expect(stepTwo(second, password)).rejects.toMatchObject({ code: 5005 })
    backend.clock.set(testNow + 10 * minute)
    await expect(stepTwo(second)).rejects.toMatchObject({ code: 3001 })
    backend.clock.set(testNow + 10 * minute - 1)
    expect(await stepTwo(second)).toBe(true)
    await expect(stepTwo(second)).rejects.toMatchObject({ code: 3001 })
  })

  /** Who is told that the queue of passwords is full asks again, as its words say. */
  async function insist(ticket: string, password: string): Promise<unknown> {
    for (;;) {
      try {
        return await stepTwo(ticket, password)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== Code.Toast) throw error
      }
    }
  }

  test('of fifty ticket uses at once one counts', async () => {
    const { phone } = await registerLearner(backend)
    const ticket = await resetTicket(phone)
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => insist(ticket, `better${index}`)))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 3001 })
    const rightOne = results.findIndex((result) => result.status === 'fulfilled')
    expect(await logIn(backend, { phoneNum: phone, password: `better${rightOne}` })).toMatch(/^session=/)
  }, 60_000)

  test('of fifty code uses at once one gives a ticket', async () => {
    const { phone } = await registerLearner(backend)
    const captchaCode = await getCode(backend, phone, 'reset')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        sendCall(
          backend.agent,
          'POST /api/auth/reset-password-one',
          { phoneNum: phone, captchaCode },
          { 'X-Forwarded-For': freshAddress() },
        ),
      ),
    )
    expect(answers.filter((response) => response.body.code === 1)).toHaveLength(1)
    expect(answers.filter((response) => response.body.code === 5003)).toHaveLength(49)
  })

  test('who is logged in needs no number: it is theirs', async () => {
    const { phone, cookie } = await registerLearner(backend, { password: 'maple-66' })
    const { ticket } = await backend
      .as(cookie)
      .call('POST /api/auth/reset-password-one', { captchaCode: await getCode(backend, phone, 'reset') })
    const response = await sendCall(
      backend.agent,
      'POST /api/auth/reset-password-two',
      { ticket, password: 'better77' },
      { Cookie: cookie },
    )
    // their own session is over, too, so its cookies go
    expect(
      (response.headers['set-cookie'] as unknown as string[]).some((line) => /^session=;.*Max-Age=0/.test(line)),
    ).toBe(true)
  })

  test('a number without an account is told at its field', async () => {
    const gone = await registerLearner(backend)
    await setAccountStatus(backend, gone.userId, 3, gone.phone)
    const address = freshAddress()
    const ask = async (phoneNum: string) =>
      (
        await sendCall(
          backend.agent,
          'POST /api/auth/reset-password-one',
          { phoneNum, captchaCode: '123456' },
          { 'X-Forwarded-For': address },
        )
      ).body.code as number
    expect(await ask('')).toBe(5001)
    expect(await ask('12')).toBe(5001)
    expect(await ask(freshPhone())).toBe(5008)
    expect(await ask(gone.phone)).toBe(5009)
    for (let time = 0; time < 8; time++) await ask(freshPhone())
    expect(await ask(freshPhone())).toBe(5003)
    const { phone } = await registerLearner(backend)
    expect(await ask(phone)).toBe(5003)
  })

  test('a disabled account is told to its code’s holder', async () => {
    const { phone, userId } = await registerLearner(backend)
    await setAccountStatus(backend, userId, 2)
    const captchaCode = await getCode(backend, phone, 'reset')
    await expect(
      backend.api.call('POST /api/auth/reset-password-one', { phoneNum: phone, captchaCode: otherCode(captchaCode) }),
    ).rejects.toMatchObject({ code: 5003 })
    await expect(
      backend.api.call('POST /api/auth/reset-password-one', { phoneNum: phone, captchaCode }),
    ).rejects.toMatchObject({ code: -6 })
  })
})

describe('the first password', () => {
  const set = (cookie: string, password: string) =>
    backend.as(cookie).call('POST /api/user/info/fast-set-password', { password })

  test('is set without a code, once, and keeps the session', async () => {
    const { phone, cookie, userId } = await registerLearner(backend)
    await openAppSession(userId)
    for (const wrong of ['', 'abcde', '111111']) await expect(set(cookie, wrong)).rejects.toMatchObject({ code: 5005 })
    expect(await set(cookie, 'maple-66')).toBe(true)
    await expect(set(cookie, 'other777')).rejects.toMatchObject({ code: 5005 })
    expect(await sessionsOf(userId)).toEqual([
      { channel: 'app', endReason: 6 },
      { channel: 'pcSite', endReason: null },
    ])
    expect(await backend.as(cookie).call('GET /api/user/info/security', {})).toMatchObject({
      hasPassword: true,
      passwordSetTime: testNow,
    })
    expect(await logIn(backend, { phoneNum: phone, password: 'maple-66' })).toMatch(/^session=/)
  })

  test('of twenty at once one is set', async () => {
    const { cookie } = await registerLearner(backend)
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => set(cookie, `secret${index}`)))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  }, 60_000)
})
