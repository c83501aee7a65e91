import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPasswordHasher, type Derive, deriveArgon2id } from '#server/backend/context/password-hash.ts'
import { developerAccounts, developerPassword } from '#server/backend/developer/developer-accounts.ts'
import { randomToken } from '#server/backend/base/secret.ts'
import type { ApiError } from '#shared/contract/codes.ts'
import {
  freshAddress,
  freshBrowser,
  freshPhone,
  getCode,
  logIn,
  registerLearner,
  setAccountStatus,
} from '../support/backend-accounts.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'

let derived = 0
/** Where only the number of hashes matters. */
let cheaply = false
let atOnce = 0
let mostAtOnce = 0
/** Hashes wait for it. */
let gate: Promise<void> = Promise.resolve()
const counting: Derive = async (...args) => {
  derived++
  atOnce++
  mostAtOnce = Math.max(mostAtOnce, atOnce)
  try {
    await gate
    return cheaply
      ? createHash('sha256')
          .update(`${args[0]}/${args[1].toString('hex')}`)
          .digest()
      : await deriveArgon2id(...args)
  } finally {
    atOnce--
  }
}

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({}, { passwords: createPasswordHasher(counting) })
})
afterAll(() => backend?.close())

async function events(userId: number): Promise<number[]> {
  const rows = await backend.database.db
    .selectFrom('loginEvents')
    .select('loginEvents.code')
    .where('loginEvents.userId', '=', userId)
    .where('loginEvents.method', '=', 'password')
    .orderBy('loginEvents.id')
    .execute()
  return rows.map((row) => row.code)
}

describe('logging in by password', () => {
  test('the right one opens a session in an httpOnly cookie', async () => {
    const { phone, userId } = await registerLearner(backend, { password: 'p@ss 字 1' })
    const response = await backend.agent
      .post('/api/auth/login')
      .set('reqSource', 'pcSite')
      .send({ loginType: 'password', phoneNum: phone, password: 'p@ss 字 1' })
    expect(response.body).toMatchObject({ code: 1, body: { userId, isRegistered: false, phoneIsReal: true } })
    const lines = response.headers['set-cookie'] as unknown as string[]
    const token = /^session=([^;]+)/.exec(lines.find((line) => line.startsWith('session=')) ?? '')?.[1] ?? ''
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(lines.find((line) => line.startsWith('session='))).toMatch(/; HttpOnly.*; SameSite=Lax/)
    expect(lines.find((line) => line.startsWith('browser='))).toMatch(
      /^browser=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(JSON.stringify(response.body)).not.toContain(token)
    expect(await backend.as(`session=${token}`).call('GET /api/user/info', {})).toMatchObject({ id: userId })
    expect(await events(userId)).toEqual([1])
  })

  test('an https site’s cookie can’t be set by neighbours', async () => {
    const secure = await startTestBackend({ ORIGIN: 'https://school.example' })
    const { phone } = await registerLearner(secure, { password: 'maple-66' })
    const response = await secure.agent
      .post('/api/auth/login')
      .set('reqSource', 'pcSite')
      .send({ loginType: 'password', phoneNum: phone, password: 'maple-66' })
    const lines = response.headers['set-cookie'] as unknown as string[]
    for (const name of ['__Host-session', '__Host-browser'])
      expect(lines.find((line) => line.startsWith(`${name}=`))).toMatch(/^[\w-]+=[^;]+;.*Path=\/;.*HttpOnly.*Secure/)
    await secure.close()
  })

  test.each([
    ['no number', { phoneNum: '' }, 5001, '账号必填'],
    ['a number that is none', { phoneNum: '123456' }, 5001, '账号格式错误'],
    ['no password', { password: '' }, 5002, '密码必填'],
    ['a password of 5', { password: 'abcde' }, 5002, '密码格式错误'],
    ['a password of 13', { password: 'abcdefghijklm' }, 5002, '密码格式错误'],
  ])('%s is said at its field', async (_what, typed, code, message) => {
    const input = { loginType: 'password' as const, phoneNum: '13800000001', password: 'whatever', ...typed }
    await expect(backend.api.call('POST /api/auth/login', input)).rejects.toMatchObject({ code, message })
  })

  test('wrong and unknown get one answer, after one hash', async () => {
    const { phone, userId } = await registerLearner(backend, { password: 'maple-66' })
    const without = await registerLearner(backend)
    const answers = []
    for (const phoneNum of [phone, freshPhone(), without.phone]) {
      const before = derived
      const failed = logIn(backend, { phoneNum, password: 'secret67' })
      answers.push(await failed.then(undefined, ({ code, message, status }: ApiError) => ({ code, message, status })))
      expect(derived - before).toBe(1)
    }
    expect(answers[0]).toEqual({ code: 5002, message: '账号或密码错误', status: 200 })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(await events(userId)).toEqual([5002])
  })

  test('the log knows a failed number by its hash', async () => {
    const phone = freshPhone()
    await logIn(backend, { phoneNum: phone, password: 'secret67' }, '203.0.113.9').catch(() => undefined)
    const row = await backend.database.db
      .selectFrom('loginEvents')
      .selectAll('loginEvents')
      .where('loginEvents.accountHash', '=', backend.context.hash.of('account', `86/${phone}`))
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      userId: null,
      code: 5002,
      method: 'password',
      ip: expect.stringContaining('203.0.113.9'),
    })
    expect(JSON.stringify(row)).not.toContain(phone)
  })

  test('disabled accounts are told after the password only', async () => {
    const disabled = await registerLearner(backend, { password: 'maple-66' })
    await setAccountStatus(backend, disabled.userId, 2)
    await expect(logIn(backend, { phoneNum: disabled.phone, password: 'secret67' })).rejects.toMatchObject({
      code: 5002,
    })
    await expect(logIn(backend, { phoneNum: disabled.phone, password: 'maple-66' })).rejects.toMatchObject({ code: -6 })
    expect(await events(disabled.userId)).toEqual([5002, -6])
    const gone = await registerLearner(backend, { password: 'maple-66' })
    await setAccountStatus(backend, gone.userId, 3, gone.phone)
    await expect(logIn(backend, { phoneNum: gone.phone, password: 'maple-66' })).rejects.toMatchObject({ code: 5009 })
  })

  test('developers’ accounts have their page’s password', async () => {
    for (const { phone } of developerAccounts)
      expect(await logIn(backend, { phoneNum: phone, password: developerPassword })).toMatch(/^session=/)
  })
})

describe('guessing', () => {
  beforeAll(() => {
    cheaply = true
  })
  afterAll(() => {
    cheaply = false
  })

  /** What becomes of a try: 1, the code of the refusal, or 429. */
  const tryPassword = (
    phone: string,
    password: string,
    { address, browser, proof }: { address?: string; browser?: string; proof?: object } = {},
  ): Promise<number> =>
    logIn(backend, { phoneNum: phone, password, ...proof }, address, browser ?? freshBrowser()).then(
      () => 1,
      (error: ApiError) => (error.status === 429 ? 429 : error.code),
    )
  /** Solved captchas, as somebody has who pays for them. */
  const solved = async (): Promise<object> => {
    const token = randomToken()
    const now = new Date(testNow)
    await backend.database.db
      .insertInto('captchaChallenges')
      .values({
        token,
        captchaKey: null,
        captchaType: 'blockPuzzle',
        secretKey: 'k',
        answerX: 1,
        answerHash: null,
        ip: null,
        createdAt: now,
        expiresAt: new Date(testNow + 60_000),
        checkedAt: now,
        passed: true,
        consumedAt: null,
      })
      .execute()
    return { captchaType: 'blockPuzzle', captchaToken: token }
  }

  test.each([
    ['without captchas', false, 20],
    ['with a solved captcha each', true, 30],
  ])(
    'of 1,000 guesses, %s, few count; the owner comes in',
    async (_how, solves, most) => {
      const { phone, userId } = await registerLearner(backend, { password: 'maple-66' })
      const own = { browser: freshBrowser(), address: freshAddress() }
      expect(await tryPassword(phone, 'maple-66', own)).toBe(1)
      const before = derived
      const addresses = Array.from({ length: 50 }, freshAddress)
      const codes = await Promise.all(
        Array.from({ length: 1000 }, async (_, index) =>
          tryPassword(phone, `guess${index}`, {
            address: addresses[index % 50] ?? '',
            ...(solves ? { proof: await solved() } : {}),
          }),
        ),
      )
      expect(derived - before).toBe(most)
      expect(codes.filter((code) => code === 5002)).toHaveLength(most)
      expect(codes.filter((code) => code === (solves ? 429 : 4002))).toHaveLength(1000 - most)
      // at home, in the browser that they always use
      expect(await tryPassword(phone, 'maple-66', own)).toBe(1)
      // the same browser, carried to the place that the guesses come from
      expect(await tryPassword(phone, 'maple-66', { ...own, address: addresses[0] ?? '' })).toBe(1)
      // elsewhere, in a browser that never was theirs
      const elsewhere = { address: freshAddress(), browser: freshBrowser() }
      expect(await tryPassword(phone, 'maple-66', elsewhere)).toBe(4002)
      expect(await tryPassword(phone, 'maple-66', { ...elsewhere, proof: await solved() })).toBe(solves ? 429 : 1)
      // and by a code, wherever they are
      expect(await logIn(backend, { phoneNum: phone, captchaCode: await getCode(backend, phone) })).toMatch(/^session=/)
      expect((await events(userId)).filter((code) => code === 5002)).toHaveLength(most)
    },
    60_000,
  )

  test('one address’s wrong tries don’t hold the owner elsewhere', async () => {
    const { phone } = await registerLearner(backend, { password: 'maple-66' })
    const address = freshAddress()
    const guesses = []
    for (let guess = 0; guess < 40; guess++) guesses.push(await tryPassword(phone, 'guess0', { address }))
    expect(guesses).toEqual([...Array.from({ length: 5 }, () => 5002), ...Array.from({ length: 35 }, () => 4002)])
    expect(await tryPassword(phone, 'maple-66')).toBe(1)
    // the owner beside the stranger, at the same address
    expect(await tryPassword(phone, 'maple-66', { address })).toBe(4002)
    expect(await tryPassword(phone, 'maple-66', { address, proof: await solved() })).toBe(1)
  }, 60_000)

  test('over the hour thirty, whatever the owner’s logins', async () => {
    const { phone } = await registerLearner(backend, { password: 'maple-66' })
    const own = freshBrowser()
    let evaluated = 0
    for (let round = 0; round < 8; round++) {
      for (let guess = 0; guess < 9; guess++)
        if ((await tryPassword(phone, 'guess0', { proof: await solved() })) === 5002) evaluated++
      expect(
        await tryPassword(phone, 'maple-66', round === 0 ? { browser: own, proof: await solved() } : { browser: own }),
      ).toBe(1)
    }
    expect(evaluated).toBe(30)
  }, 60_000)

  test('the owner’s browser has ten tries, and hears the wait', async () => {
    const { phone } = await registerLearner(backend, { password: 'maple-66' })
    const browser = freshBrowser()
    const wrong = async (times: number) => {
      const codes = []
      for (let time = 0; time < times; time++) codes.push(await tryPassword(phone, 'guess0', { browser }))
      return codes
    }
    expect(await tryPassword(phone, 'maple-66', { browser })).toBe(1)
    expect(await wrong(9)).toEqual(Array.from({ length: 9 }, () => 5002))
    expect(await tryPassword(phone, 'maple-66', { browser })).toBe(1)
    expect(await wrong(12)).toEqual([...Array.from({ length: 10 }, () => 5002), 429, 429])
    await expect(
      logIn(backend, { phoneNum: phone, password: 'maple-66' }, freshAddress(), browser),
    ).rejects.toMatchObject({
      code: 4004,
      status: 429,
      message: expect.stringMatching(/^密码错误次数过多，请在 \d+ 分钟后再试，或改用验证码登录$/),
    })
  }, 60_000)

  test('a wrong captcha is no try of the password', async () => {
    const { phone } = await registerLearner(backend, { password: 'maple-66' })
    const address = freshAddress()
    for (let guess = 0; guess < 5; guess++) await tryPassword(phone, 'guess0', { address })
    for (let guess = 0; guess < 15; guess++)
      expect(
        await tryPassword(phone, 'maple-66', {
          address,
          proof: { captchaType: 'blockPuzzle', captchaToken: 'made-up' },
        }),
      ).toBe(4002)
    expect(await tryPassword(phone, 'maple-66', { address, proof: await solved() })).toBe(1)
  }, 60_000)

  test('a new password makes every browser a stranger’s again', async () => {
    const { phone } = await registerLearner(backend, { password: 'maple-66' })
    const browser = freshBrowser()
    expect(await tryPassword(phone, 'maple-66', { browser })).toBe(1)
    const { ticket } = await backend.api.call('POST /api/auth/reset-password-one', {
      phoneNum: phone,
      captchaCode: await getCode(backend, phone, 'reset'),
    })
    await backend.api.call('POST /api/auth/reset-password-two', { ticket, password: 'better77' })
    const address = freshAddress()
    const codes = []
    for (let guess = 0; guess < 6; guess++) codes.push(await tryPassword(phone, 'maple-66', { browser, address }))
    expect(codes).toEqual([5002, 5002, 5002, 5002, 5002, 4002])
  }, 60_000)

  test('one address tries fifty times, then solves captchas', async () => {
    const address = freshAddress()
    const { phone } = await registerLearner(backend, { password: 'maple-66' })
    const codes = []
    for (let guess = 0; guess < 52; guess++) codes.push(await tryPassword(freshPhone(), 'guess0', { address }))
    expect(codes.filter((code) => code === 5002)).toHaveLength(50)
    expect(codes.slice(50)).toEqual([4002, 4002])
    // that address can't shut the account for its owner
    expect(await tryPassword(phone, 'maple-66')).toBe(1)
    expect(await tryPassword(phone, 'maple-66', { address, proof: await solved() })).toBe(1)
  }, 60_000)

  test('twenty right logins in a row cost nothing', async () => {
    const { phone } = await registerLearner(backend, { password: 'maple-66' })
    const address = freshAddress()
    for (let time = 0; time < 20; time++)
      expect(await logIn(backend, { phoneNum: phone, password: 'maple-66' }, address)).toMatch(/^session=/)
  }, 60_000)
})

describe('hashing', () => {
  test('two at a time; a full queue asks for patience', async () => {
    mostAtOnce = 0
    cheaply = true
    const before = derived
    const results = await Promise.allSettled(
      Array.from({ length: 70 }, () => backend.context.passwords.hash('maple-66', '10.0.0.1')),
    )
    cheaply = false
    expect(mostAtOnce).toBe(2)
    expect(derived - before).toBe(62)
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(8)
    expect(refused[0]?.reason).toMatchObject({ code: 4004, status: 503, message: '服务繁忙，请稍后再试' })
  }, 60_000)

  test('a login turned away by the queue isn’t wrong', async () => {
    const { phone } = await registerLearner(backend, { password: 'maple-66' })
    const address = freshAddress()
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    cheaply = true
    const crowd = Array.from({ length: 62 }, () => backend.context.passwords.verify('maple-66', null, address))
    for (let time = 0; time < 12; time++)
      await expect(logIn(backend, { phoneNum: phone, password: 'secret67' }, address)).rejects.toMatchObject({
        code: 4004,
        status: 503,
      })
    resolve()
    await Promise.all(crowd)
    cheaply = false
    expect(await logIn(backend, { phoneNum: phone, password: 'maple-66' })).toMatch(/^session=/)
  }, 60_000)

  test('from one network keeps no other out', async () => {
    const { passwords } = backend.context
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    cheaply = true
    const looked: string[] = []
    const look = (who: string, address: string): Promise<unknown> =>
      passwords.verify('maple-66', null, address).then(() => looked.push(who))
    const crowd = Promise.allSettled(Array.from({ length: 62 }, (_, each) => look('crowd', `10.1.1.${each}`)))
    const learner = look('learner', '10.1.2.1')
    resolve()
    await Promise.all([crowd, learner])
    cheaply = false
    expect(looked.indexOf('learner')).toBeLessThan(5)
    expect(looked).toHaveLength(62)
  }, 60_000)

  test('equal passwords are stored differently, outside transactions', async () => {
    const { passwords, tx } = backend.context
    const [one, two] = await Promise.all([
      passwords.hash('maple-66', '10.0.0.1'),
      passwords.hash('maple-66', '10.0.0.1'),
    ])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await passwords.verify('maple-66', one, '10.0.0.1')).toBe(true)
    expect(await passwords.verify('Secret66', one, '10.0.0.1')).toBe(false)
    expect(await passwords.verify('maple-66', 'maple-66', '10.0.0.1')).toBe(false)
    await expect(tx(() => passwords.hash('maple-66', '10.0.0.1'))).rejects.toThrow('inside a transaction')
  })
})
