import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendCode } from '#server/backend/account/codes/code-service.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import type { ApiError } from '#shared/contract/codes.ts'
import {
  buildVirtualLearner,
  callContext,
  freshAddress,
  freshPhone,
  lastCode,
  registerLearner,
  solveCaptcha,
} from '../support/backend-accounts.ts'
import { sendCall, startTestBackend, type TestBackend, testBrowser, testNow } from '../support/backend-harness.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())
beforeEach(() => backend.clock.set(testNow))

type Order = Partial<CallInput<'POST /api/auth/sendSms'>>

/** Asks for a code over HTTP with a captcha that was just solved, unless the order brings its own. */
async function ask(order: Order, address = freshAddress()) {
  const proof = order.captchaType === undefined ? await solveCaptcha(backend, address) : {}
  const headers = { 'X-Forwarded-For': address, Cookie: `browser=${testBrowser}` }
  return sendCall(
    backend.agent,
    'POST /api/auth/sendSms',
    { ...proof, ...order } as CallInput<'POST /api/auth/sendSms'>,
    headers,
  )
}

/** The clock goes on, for the database and for the quick counters, which know the last minute only. */
async function pass(ms: number, ...phones: string[]): Promise<void> {
  backend.clock.set(backend.clock.now() + ms)
  for (const phone of phones)
    for (const channel of ['SMS', 'VOICE_CODE'])
      await backend.context.limits.clear('smsNumber', `${channel}+86-${phone}`)
}

async function messagesTo(phone: string): Promise<string[]> {
  const rows = await backend.database.db
    .selectFrom('smsOutbox')
    .select('smsOutbox.content')
    .where('smsOutbox.phone', '=', phone)
    .orderBy('smsOutbox.id')
    .execute()
  return rows.map((row) => row.content)
}

describe('asking for a code', () => {
  test('brings six digits, and says when to ask again', async () => {
    const phone = freshPhone()
    const response = await ask({ phoneNumber: phone })
    expect(response.body).toMatchObject({ code: 1, body: { nextSendTime: testNow + minute } })
    expect(await messagesTo(phone)).toEqual([
      expect.stringMatching(/^【学园】验证码 \d{6}，用于登录，5 分钟内有效。请勿告诉他人。$/),
    ])
  })

  test('keeps no readable code, not even in a dump', async () => {
    const phone = freshPhone()
    await ask({ phoneNumber: phone })
    const row = await backend.database.db
      .selectFrom('smsCodes')
      .selectAll()
      .where('smsCodes.phone', '=', phone)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify({ ...row, codeHash: Buffer.from(row.codeHash).toString('latin1') })).not.toContain(
      await lastCode(backend, phone),
    )
    expect(row.codeHash).toHaveLength(32)
    expect(row.expiresAt.getTime()).toBe(testNow + 5 * minute)
    expect(JSON.stringify(backend.log.lines)).not.toContain(phone)
  })

  test.each([
    ['nothing', ''],
    ['ten digits', '1390000111'],
    ['a number that begins with 2', '23900001111'],
    ['letters', '1390000111a'],
  ])('refuses %s as a phone at its field', async (_what, phoneNumber) => {
    const response = await ask({ phoneNumber })
    expect(response.body).toMatchObject({ code: 5001, body: null })
    expect(response.body.msg).toBe(phoneNumber === '' ? '账号必填' : '账号格式错误')
  })

  test('sends abroad where the school has learners, and nowhere else', async () => {
    expect((await ask({ phoneNumber: '61234567', nationCode: 852 })).body.code).toBe(1)
    expect((await ask({ phoneNumber: '61234567', nationCode: 881 })).body).toMatchObject({
      code: 5001,
      msg: '暂不支持该国家或地区的手机号',
    })
  })

  test.each(['bindOld', 'deregister', 'export', 'verify'] as const)(
    'sends no code for %s to just any number',
    async (purpose) => {
      const phone = freshPhone()
      const response = await ask({ phoneNumber: phone, purpose })
      expect(response.body.code).toBe(4004)
      expect(await messagesTo(phone)).toEqual([])
    },
  )

  test('reset is answered alike, sent to known numbers only', async () => {
    const { phone } = await registerLearner(backend)
    const unknown = freshPhone()
    const known = await ask({ phoneNumber: phone, purpose: 'reset' })
    const other = await ask({ phoneNumber: unknown, purpose: 'reset' })
    expect(other.body).toEqual(known.body)
    expect(await messagesTo(phone)).toHaveLength(1)
    expect(await messagesTo(unknown)).toEqual([])
    expect((await ask({ phoneNumber: unknown, purpose: 'reset' })).body.code).toBe(4004)
  })

  test('registration’s goes to known numbers too, told later', async () => {
    const { phone } = await registerLearner(backend)
    expect((await ask({ phoneNumber: phone, purpose: 'register' })).body.code).toBe(1)
    expect(await messagesTo(phone)).toHaveLength(1)
  })
})

describe('a captcha comes before every code', () => {
  test.each([
    ['none', { captchaType: 'smsCode' }],
    ['none named, none sent', { captchaType: 'blockPuzzle' }],
    ['a token that was never given out', { captchaType: 'blockPuzzle', captchaToken: 'x'.repeat(43) }],
    ['an image without its key', { captchaType: 'simpleCircle', code: 'abcd' }],
  ] as const)('%s: 4002 and nothing is sent', async (_what, proof) => {
    const phone = freshPhone()
    const response = await ask({ phoneNumber: phone, ...proof })
    expect(response.body).toMatchObject({ code: 4002, body: null })
    expect(await messagesTo(phone)).toEqual([])
  })

  test('a solved one is good for one message', async () => {
    const address = freshAddress()
    const proof = await solveCaptcha(backend, address)
    expect((await ask({ phoneNumber: freshPhone(), ...proof }, address)).body.code).toBe(1)
    const second = freshPhone()
    expect((await ask({ phoneNumber: second, ...proof }, address)).body.code).toBe(4002)
    expect(await messagesTo(second)).toEqual([])
  })

  test('a call may follow within five minutes, same phone, purpose', async () => {
    const phone = freshPhone()
    await ask({ phoneNumber: phone })
    const byCall = { phoneNumber: phone, smsType: 'VOICE_CODE', captchaType: 'smsCode' } as const
    expect((await ask({ ...byCall, phoneNumber: freshPhone() })).body.code).toBe(4002)
    expect((await ask({ ...byCall, purpose: 'register' })).body.code).toBe(4002)
    await pass(5 * minute - second)
    expect((await ask(byCall)).body.code).toBe(1)
    expect((await messagesTo(phone))[1]).toMatch(/语音来电：验证码 \d{6}/)
    await pass(minute, phone)
    expect((await ask(byCall)).body.code).toBe(4002)
  })

  test('a message never goes out on another’s captcha', async () => {
    const phone = freshPhone()
    await ask({ phoneNumber: phone })
    await pass(minute, phone)
    expect((await ask({ phoneNumber: phone, captchaType: 'smsCode' })).body.code).toBe(4002)
  })
})

describe('how often', () => {
  /** Sends past HTTP and captcha; the code of the refusal, or 1. */
  async function send(
    phone: string,
    channel: 'SMS' | 'VOICE_CODE' = 'SMS',
  ): Promise<{ code: number; msg: string; status: number; wait: number }> {
    return sendCode(callContext(backend), { nationCode: 86, phone, purpose: 'login', channel }).then(
      () => ({ code: 1, msg: '', status: 200, wait: 0 }),
      (error: unknown) => {
        const { code, message, status, headers } = error as ApiError
        return { code, msg: message, status, wait: Number(headers['Retry-After']) }
      },
    )
  }

  test('once a minute on each channel, saying when', async () => {
    const phone = freshPhone()
    expect((await send(phone)).code).toBe(1)
    await pass(20 * second, phone)
    expect(await send(phone)).toEqual({ code: 4004, msg: '获取验证码太频繁，请在 40 秒后再试', status: 429, wait: 40 })
    expect((await send(phone, 'VOICE_CODE')).code).toBe(1)
    await pass(40 * second, phone)
    expect((await send(phone)).code).toBe(1)
  })

  test('five in any hour over both channels', async () => {
    const phone = freshPhone()
    for (const channel of ['SMS', 'VOICE_CODE', 'SMS', 'VOICE_CODE', 'SMS'] as const) {
      expect((await send(phone, channel)).code).toBe(1)
      await pass(10 * minute, phone)
    }
    expect(await send(phone)).toMatchObject({ code: 4004, msg: '获取验证码太频繁，请在 10 分钟后再试' })
    await pass(10 * minute - 1, phone)
    expect((await send(phone)).code).toBe(4004)
    await pass(1, phone)
    expect((await send(phone)).code).toBe(1)
  })

  test('ten in any 24 hours', async () => {
    const phone = freshPhone()
    for (let time = 0; time < 10; time++) {
      expect((await send(phone)).code).toBe(1)
      await pass(2 * hour, phone)
    }
    expect(await send(phone)).toMatchObject({ code: 4004, msg: '获取验证码太频繁，请在 4 小时后再试' })
    await pass(4 * hour, phone)
    expect((await send(phone)).code).toBe(1)
  })

  test('a midnight between doesn’t help', async () => {
    const phone = freshPhone()
    backend.clock.set(Date.parse('2026-03-11T21:00:00+08:00'))
    for (let time = 0; time < 10; time++) {
      expect((await send(phone)).code).toBe(1)
      await pass(20 * minute, phone)
    }
    expect((await send(phone)).code).toBe(4004)
  })

  test('an address gets a third of the hour’s ceiling', async () => {
    const address = freshAddress()
    expect((await ask({ phoneNumber: freshPhone() }, address)).body.code).toBe(1)
    for (let time = 1; time < 333; time++) await backend.context.limits.take('smsAddress', address)
    expect((await ask({ phoneNumber: freshPhone() }, address)).body.code).toBe(1)
    const phone = freshPhone()
    const refused = await ask({ phoneNumber: phone }, address)
    expect(refused.status).toBe(429)
    expect(refused.body.code).toBe(4004)
    expect(refused.body.msg).toMatch(/^你所在的网络获取验证码太频繁，请在 ((60|59) 分钟|1 小时)后再试$/)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
    expect(await messagesTo(phone)).toEqual([])
    expect((await ask({ phoneNumber: freshPhone() })).body.code).toBe(1)
  })

  test('many at once to one number make one message', async () => {
    const phone = freshPhone()
    const results = await Promise.all(Array.from({ length: 400 }, () => send(phone)))
    expect(results.filter((result) => result.code === 1)).toHaveLength(1)
    expect(results.filter((result) => result.code === 4004)).toHaveLength(399)
    expect(await messagesTo(phone)).toHaveLength(1)
  })

  test('many at once in several processes make one message', async () => {
    const phone = freshPhone()
    const results = await Promise.all(
      Array.from({ length: 40 }, async () => {
        // what another process has counted isn't known here
        await backend.context.limits.clear('smsNumber', `SMS+86-${phone}`)
        return send(phone)
      }),
    )
    expect(results.filter((result) => result.code === 1)).toHaveLength(1)
    expect(await messagesTo(phone)).toHaveLength(1)
  })

  test('a refusal takes nothing from the address or the site', async () => {
    const address = freshAddress()
    const phone = freshPhone()
    await ask({ phoneNumber: phone }, address)
    for (let time = 2; time < 334; time++) await backend.context.limits.take('smsAddress', address)
    for (let time = 0; time < 3; time++) {
      await backend.context.limits.clear('smsNumber', `SMS+86-${phone}`)
      await expect(
        sendCode(callContext(backend, address), { nationCode: 86, phone, purpose: 'login', channel: 'SMS' }),
      ).rejects.toMatchObject({ code: 4004 })
    }
    await expect(
      sendCode(callContext(backend, address), {
        nationCode: 86,
        phone: freshPhone(),
        purpose: 'login',
        channel: 'SMS',
      }),
    ).resolves.toBeDefined()
  })
})

describe('a code to the own phone', () => {
  const askOwn = (cookie: string | undefined, input: CallInput<'GET /api/auth/rest/bind/sms'>) =>
    sendCall(backend.agent, 'GET /api/auth/rest/bind/sms', input, {
      'X-Forwarded-For': freshAddress(),
      ...(cookie ? { Cookie: cookie } : {}),
    })

  test('needs a session', async () => {
    expect((await askOwn(undefined, {})).body.code).toBe(-3)
  })

  test.each([
    ['bindOld', '验证原手机号'],
    ['reset', '重设密码'],
    ['deregister', '注销账号'],
    ['export', '导出个人数据'],
    ['verify', '验证身份'],
  ] as const)('goes for %s without a captcha, naming its purpose', async (purpose, words) => {
    const { cookie, phone, userId } = await registerLearner(backend)
    expect((await askOwn(cookie, { purpose })).body).toMatchObject({
      code: 1,
      body: { nextSendTime: testNow + minute },
    })
    expect(await messagesTo(phone)).toEqual([expect.stringContaining(`用于${words}`)])
    expect(
      await backend.database.db
        .selectFrom('smsCodes')
        .select(['smsCodes.purpose', 'smsCodes.userId'])
        .where('smsCodes.phone', '=', phone)
        .execute(),
    ).toEqual([{ purpose, userId }])
  })

  test('refuses the purposes that belong to any number', async () => {
    const { cookie, phone } = await registerLearner(backend)
    expect((await askOwn(cookie, { purpose: 'login' as 'reset' })).status).toBe(400)
    expect(await messagesTo(phone)).toEqual([])
  })

  test('refuses a wrong captcha that comes along', async () => {
    const { cookie, phone } = await registerLearner(backend)
    expect((await askOwn(cookie, { captchaType: 'blockPuzzle', captchaToken: 'x'.repeat(43) })).body.code).toBe(4002)
    expect(await messagesTo(phone)).toEqual([])
  })

  test('has the same limits', async () => {
    const { cookie } = await registerLearner(backend)
    await askOwn(cookie, {})
    expect((await askOwn(cookie, {})).body).toMatchObject({
      code: 4004,
      msg: expect.stringMatching(/^获取验证码太频繁，请在 \d+ 秒后再试$/),
    })
  })

  test('asks whoever has no phone to bind one first', async () => {
    const { cookie, phone } = await buildVirtualLearner(backend)
    expect((await askOwn(cookie, {})).body).toMatchObject({ code: 4004, msg: '请先绑定手机号' })
    expect(await messagesTo(phone)).toEqual([])
  })

  test('opens no captcha-free call from outside', async () => {
    const { cookie, phone } = await registerLearner(backend)
    await askOwn(cookie, { purpose: 'reset' })
    expect(
      (await ask({ phoneNumber: phone, purpose: 'reset', smsType: 'VOICE_CODE', captchaType: 'smsCode' })).body.code,
    ).toBe(4002)
  })
})
