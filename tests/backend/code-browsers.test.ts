import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallRoute } from '#shared/contract/calls.ts'
import type { SmsPurpose } from '#shared/contract/enums.ts'
import {
  freshAddress,
  freshBrowser,
  freshPhone,
  getCode,
  type Learner,
  lastCode,
  otherCode,
  registerLearner,
  solveCaptcha,
} from '../support/backend-accounts.ts'
import { sendCall, startTestBackend, type TestBackend, testBrowser, testNow } from '../support/backend-harness.ts'

/** The owner asks in `testBrowser`; strangers know the number and nothing else. */
let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())
beforeEach(() => backend.clock.set(testNow))

const codeOver = '验证码已失效，或不是在这个浏览器里获取的，请重新获取'
const noCookie = '浏览器没有保存 Cookie，无法核对验证码，请允许本站使用 Cookie 后重新获取'

interface Caller {
  readonly browser?: string
  readonly cookie?: string
  readonly address?: string
}

async function send(
  route: CallRoute,
  input: object,
  { browser = testBrowser, cookie = '', address = freshAddress() }: Caller = {},
): Promise<{ code: number; msg: string; body: unknown }> {
  const response = await sendCall(backend.agent, route, input as never, {
    'X-Forwarded-For': address,
    Cookie: [cookie, `browser=${browser}`].filter(Boolean).join('; '),
  })
  return response.body as { code: number; msg: string; body: unknown }
}

/** One way of using a code: what it is for, whose number it goes to, and the call that uses it. */
interface Use {
  readonly purpose: SmsPurpose
  /** The code goes to a number that has no account. */
  readonly isNew?: boolean
  use(phone: string, captchaCode: string, own: Learner, caller?: Caller): Promise<{ code: number; msg: string }>
}

const uses: Readonly<Record<string, Use>> = {
  'signing in': {
    purpose: 'login',
    use: (phoneNum, captchaCode, _own, caller) =>
      send('POST /api/auth/login', { loginType: 'phone', phoneNum, captchaCode }, caller),
  },
  'signing up': {
    purpose: 'register',
    isNew: true,
    use: (phoneNum, captchaCode, _own, caller) =>
      send('POST /api/auth/register', { phoneNum, captchaCode, password: 'maple-66' }, caller),
  },
  'a forgotten password': {
    purpose: 'reset',
    use: (phoneNum, captchaCode, _own, caller) =>
      send('POST /api/auth/reset-password-one', { phoneNum, captchaCode }, caller),
  },
  'proving the old phone': {
    purpose: 'bindOld',
    use: (_phone, captchaCode, { cookie }, caller) =>
      send('POST /api/auth/validate/bind/sms', { captchaCode }, { ...caller, cookie }),
  },
  'taking the data along': {
    purpose: 'export',
    use: (_phone, captchaCode, { cookie }, caller) =>
      send('POST /api/user/data-export', { captchaCode }, { ...caller, cookie }),
  },
  'ending the account': {
    purpose: 'deregister',
    use: (_phone, captchaCode, { cookie }, caller) =>
      send('POST /api/user/deregister', { captchaCode }, { ...caller, cookie }),
  },
}

describe.each(Object.entries(uses))('a code for %s', (_name, { purpose, isNew, use }) => {
  let own: Learner
  let phone: string
  beforeEach(async () => {
    own = await registerLearner(backend)
    phone = isNew ? freshPhone() : own.phone
  })

  test('keeps its five tries, whoever else guesses', async () => {
    const code = await getCode(backend, phone, purpose)
    for (let guess = 0; guess < 6; guess++)
      expect(await use(phone, otherCode(code), own, { browser: freshBrowser() })).toMatchObject({
        code: 5003,
        msg: codeOver,
      })
    for (let slip = 0; slip < 4; slip++) expect((await use(phone, otherCode(code), own)).code).toBe(5003)
    expect((await use(phone, code, own)).code).toBe(1)
  })

  test('is useless in other browsers, and says why', async () => {
    const code = await getCode(backend, phone, purpose)
    expect(await use(phone, code, own, { browser: freshBrowser() })).toMatchObject({ code: 5003, msg: codeOver })
    expect(await use(phone, code, own, { browser: '' })).toMatchObject({ code: 5003, msg: noCookie })
    expect((await use(phone, code, own)).code).toBe(1)
  })
})

async function stored(phone: string): Promise<{ attempts: number }[]> {
  return backend.database.db
    .selectFrom('smsCodes')
    .select('smsCodes.attempts')
    .where('smsCodes.phone', '=', phone)
    .orderBy('smsCodes.id')
    .execute()
}

/** Asks for a code as the form does, in a browser of one's own. */
async function askFor(phoneNumber: string, caller: Required<Pick<Caller, 'browser' | 'address'>>): Promise<number> {
  await backend.database.db.deleteFrom('smsNumbers').where('smsNumbers.phone', '=', phoneNumber).execute()
  await backend.context.limits.clear('smsNumber', `SMS+86-${phoneNumber}`)
  const proof = await solveCaptcha(backend, caller.address)
  return (await send('POST /api/auth/sendSms', { ...proof, phoneNumber }, caller)).code
}

describe('guesses', () => {
  test('of a hundred browsers at once none is looked at', async () => {
    const { phone } = await registerLearner(backend)
    const code = await getCode(backend, phone)
    const guesses = Array.from({ length: 100 }, (_, at) =>
      send(
        'POST /api/auth/login',
        { loginType: 'phone', phoneNum: phone, captchaCode: at === 50 ? code : otherCode(code) },
        { browser: freshBrowser() },
      ),
    )
    expect(new Set((await Promise.all(guesses)).map((answer) => answer.code))).toEqual(new Set([5003]))
    expect(await stored(phone)).toEqual([{ attempts: 0 }])
  })

  test('a stranger’s five tries leave the owner’s code alone', async () => {
    const { phone } = await registerLearner(backend)
    const own = { browser: freshBrowser(), address: freshAddress() }
    const stranger = { browser: freshBrowser(), address: freshAddress() }
    expect(await askFor(phone, own)).toBe(1)
    const code = await lastCode(backend, phone)
    backend.clock.set(testNow + 60_000)
    expect(await askFor(phone, stranger)).toBe(1)
    for (let guess = 0; guess < 10; guess++)
      await send(
        'POST /api/auth/login',
        { loginType: 'phone', phoneNum: phone, captchaCode: otherCode(otherCode(code)) },
        stranger,
      )
    expect(await stored(phone)).toEqual([{ attempts: 0 }, { attempts: 5 }])
    expect(
      (await send('POST /api/auth/login', { loginType: 'phone', phoneNum: phone, captchaCode: code }, own)).code,
    ).toBe(1)
  })

  test('from the owner’s address don’t hold the owner up', async () => {
    const { phone } = await registerLearner(backend)
    const address = freshAddress()
    const code = await getCode(backend, phone)
    const strange = async () =>
      send(
        'POST /api/auth/login',
        { loginType: 'phone', phoneNum: phone, captchaCode: '000000' },
        { browser: freshBrowser(), address },
      )
    for (let guess = 0; guess < 60; guess++) expect((await strange()).code).toBe(5003)
    expect(await strange()).toMatchObject({
      code: 4004,
      msg: expect.stringMatching(/^验证码错误次数过多，请重新获取验证码，或在 \d+ 分钟后再试$/),
    })
    expect(
      (await send('POST /api/auth/login', { loginType: 'phone', phoneNum: phone, captchaCode: code }, { address }))
        .code,
    ).toBe(1)
  })
})

test('a captcha-free call follows the browser, not the number', async () => {
  const phone = freshPhone()
  const own = { browser: freshBrowser(), address: freshAddress() }
  expect(await askFor(phone, own)).toBe(1)
  const byCall = { phoneNumber: phone, smsType: 'VOICE_CODE', captchaType: 'smsCode' }
  expect((await send('POST /api/auth/sendSms', byCall, { browser: freshBrowser() })).code).toBe(4002)
  expect((await send('POST /api/auth/sendSms', byCall, own)).code).toBe(1)
})

test('a browser’s secret comes with the first call, script-proof', async () => {
  const first = await sendCall(
    backend.agent,
    'GET /api/auth/check/phoneNum/exist',
    { phoneNum: freshPhone() },
    { Cookie: 'browser=' },
  )
  const line = ([first.headers['set-cookie']].flat() as unknown as string[]).find((one) => one.startsWith('browser='))
  expect(line).toMatch(/^browser=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
  const cookie = line?.split(';')[0] ?? ''
  const again = await sendCall(
    backend.agent,
    'GET /api/auth/captcha/get',
    {},
    { Cookie: cookie, 'X-Forwarded-For': freshAddress() },
  )
  expect(
    ([again.headers['set-cookie']].flat() as unknown as string[]).find((one) => one.startsWith('browser=')),
  ).toMatch(new RegExp(`^${cookie};`))
})

test('failures at captchas lock the browser, not its neighbours', async () => {
  const address = freshAddress()
  const [stranger, neighbour] = [freshBrowser(), freshBrowser()]
  for (let time = 0; time < 5; time++) {
    const { token } = (await send('GET /api/auth/captcha/get', {}, { browser: stranger, address })).body as {
      token: string
    }
    await send(
      'POST /api/auth/captcha/block/check',
      { captchaType: 'blockPuzzle', token, pointJson: 'x' },
      { browser: stranger, address },
    )
  }
  expect(await send('GET /api/auth/captcha/get', {}, { browser: stranger, address })).toMatchObject({
    code: 4004,
    msg: expect.stringMatching(/^验证失败次数过多，请在 \d+ 分钟后再试$/),
  })
  expect((await send('GET /api/auth/captcha/get', {}, { browser: neighbour, address })).code).toBe(1)
  // who came without a cookie has one after the refusal, and goes on with it
  for (let time = 0; time < 31; time++) await backend.context.limits.take('captchaGet', address).catch(() => undefined)
  const refused = await sendCall(backend.agent, 'GET /api/auth/captcha/get', {}, { 'X-Forwarded-For': address })
  expect(refused.status).toBe(429)
  const cookie = ([refused.headers['set-cookie']].flat() as unknown as string[])[0]?.split(';')[0] ?? ''
  expect(
    (await sendCall(backend.agent, 'GET /api/auth/captcha/get', {}, { 'X-Forwarded-For': address, Cookie: cookie }))
      .body.code,
  ).toBe(1)
})
