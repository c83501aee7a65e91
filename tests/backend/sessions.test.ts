import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepOld } from '#server/backend/sweep-job.ts'
import { sessionCookieNames } from '#server/config/config.ts'
import { authApi } from '#shared/contract/auth.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { userApi } from '#shared/contract/user.ts'
import {
  cookieOf,
  freshAddress,
  logIn,
  openSessionOf,
  registerLearner,
  setAccountStatus,
} from '../support/backend-accounts.ts'
import { countStatements } from '../support/count-statements.ts'
import { sendCall, startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'

const day = 86_400_000
let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())
beforeEach(() => backend.clock.set(testNow))

/** What a browser with this cookie is told. */
async function codeFor(cookie: string): Promise<number> {
  const response = await sendCall(backend.agent, 'GET /api/user/info', {}, { Cookie: cookie })
  await backend.context.background.settled()
  return response.body.code
}

async function liveSessions(userId: number): Promise<number> {
  const rows = await backend.database.db
    .selectFrom('sessions')
    .select('sessions.id')
    .where('sessions.userId', '=', userId)
    .where('sessions.endedAt', 'is', null)
    .execute()
  return rows.length
}

describe('a session', () => {
  test('ends when logged in elsewhere: told once, then over', async () => {
    const first = await registerLearner(backend)
    const second = await openSessionOf(backend, first.userId)
    // an open call takes its owner for a visitor and says nothing
    expect(
      (await sendCall(backend.agent, 'GET /api/auth/random-nickname', {}, { Cookie: first.cookie })).body.code,
    ).toBe(1)
    expect([await codeFor(first.cookie), await codeFor(first.cookie), await codeFor(first.cookie)]).toEqual([
      -5, -3, -3,
    ])
    expect(await codeFor(second)).toBe(1)
  })

  test('costs three questions, one before the hash', async () => {
    const { phone } = await registerLearner(backend, { password: 'maple-123' })
    const login = () => logIn(backend, { phoneNum: phone, password: 'maple-123' })
    expect(await countStatements(backend, login)).toEqual({ statements: 3, transactions: 1 })
    const wrong = () => expect(logIn(backend, { phoneNum: phone, password: 'secret124' })).rejects.toThrow()
    // the question, and a row of the log of sign-ins
    expect(await countStatements(backend, wrong)).toEqual({ statements: 2, transactions: 0 })
  })

  test('of several calls from the older browser one is told', async () => {
    const first = await registerLearner(backend)
    await openSessionOf(backend, first.userId)
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeFor(first.cookie)))
    expect(codes.filter((code) => code === -5)).toHaveLength(1)
    expect(codes.filter((code) => code === -3)).toHaveLength(9)
  })

  test('of a disabled account says so, until active again', async () => {
    const { userId, cookie } = await registerLearner(backend)
    await setAccountStatus(backend, userId, 2)
    expect([await codeFor(cookie), await codeFor(cookie)]).toEqual([-6, -6])
    await setAccountStatus(backend, userId, 1)
    expect(await codeFor(cookie)).toBe(1)
  })

  test('of a deregistered account says so', async () => {
    const { userId, cookie, phone } = await registerLearner(backend)
    await setAccountStatus(backend, userId, 3, phone)
    expect([await codeFor(cookie), await codeFor(cookie)]).toEqual([-7, -7])
  })

  test('ends after thirty days without a call', async () => {
    const { cookie } = await registerLearner(backend)
    backend.clock.set(testNow + 29 * day)
    expect(await codeFor(cookie)).toBe(1)
    backend.clock.set(testNow + 58 * day)
    expect(await codeFor(cookie)).toBe(1)
    backend.clock.set(testNow + 89 * day)
    expect([await codeFor(cookie), await codeFor(cookie)]).toEqual([-3, -3])
    backend.clock.set(testNow + 60 * day)
    expect(await codeFor(cookie)).toBe(-3)
  })

  test('ends at its longest life, however busy it was', async () => {
    const { userId, cookie } = await registerLearner(backend)
    const last = testNow + 580 * day
    for (let time = testNow; time < last; time += 29 * day) {
      backend.clock.set(time)
      expect(await codeFor(cookie)).toBe(1)
    }
    backend.clock.set(last)
    expect(await codeFor(cookie)).toBe(-3)
    expect(await liveSessions(userId)).toBe(0)
  })

  test('is known by its token, kept as a hash', async () => {
    const { userId, cookie } = await registerLearner(backend)
    const token = cookie.split('=')[1] ?? ''
    const row = await backend.database.db
      .selectFrom('sessions')
      .selectAll('sessions')
      .where('sessions.userId', '=', userId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify({ ...row, tokenHash: row.tokenHash.toString('base64url') })).not.toContain(token)
    for (const guess of [
      row.id,
      row.tokenHash.toString('base64url'),
      row.tokenHash.toString('hex'),
      `${token}x`,
      token.slice(1),
    ])
      expect(await codeFor(`session=${guess}`)).toBe(-3)
    // the app's way
    const byHeader = await backend.agent.get('/api/user/info').set('Authorization', `Bearer ${token}`)
    expect(byHeader.body.code).toBe(1)
  })

  test('gets a new token with every login', async () => {
    const { phone, cookie } = await registerLearner(backend, { password: 'maple-66' })
    const cookies = new Set([cookie])
    for (let time = 0; time < 3; time++) cookies.add(await logIn(backend, { phoneNum: phone, password: 'maple-66' }))
    expect(cookies.size).toBe(4)
  })

  test('of fifty logins one lives, other browsers are told', async () => {
    const { userId, cookie } = await registerLearner(backend)
    const tokens = []
    for (let time = 0; time < 50; time++)
      tokens.push((await backend.as(cookie).call('POST /api/auth/link-token', {})).token)
    const answers = await Promise.all(
      tokens.map((token) => sendCall(backend.agent, 'POST /api/auth/token-login', { token })),
    )
    expect(answers.map((response) => response.body.code)).toEqual(Array(50).fill(1))
    expect(await liveSessions(userId)).toBe(1)
    const codes = await Promise.all(answers.map((response) => codeFor(cookieOf(response as never))))
    expect(codes.filter((code) => code === 1)).toHaveLength(1)
    expect(codes.filter((code) => code === -5)).toHaveLength(49)
  }, 60_000)
})

describe('logging out', () => {
  test('ends the session and takes cookies, however often', async () => {
    const { userId, cookie } = await registerLearner(backend)
    for (const method of ['GET', 'GET', 'POST'] as const) {
      const request = method === 'GET' ? backend.agent.get('/api/auth/logout') : backend.agent.post('/api/auth/logout')
      const response = await request.set('reqSource', 'pcSite').set('Cookie', cookie)
      expect(response.body).toMatchObject({ code: 1, body: null })
      expect(response.headers['cache-control']).toContain('no-store')
      const lines = response.headers['set-cookie'] as unknown as string[]
      for (const name of [sessionCookieNames[1], 'signedIn'])
        expect(lines.some((line) => line.startsWith(`${name}=`) && line.includes('Max-Age=0'))).toBe(true)
    }
    expect(await liveSessions(userId)).toBe(0)
    expect(await codeFor(cookie)).toBe(-3)
  })

  test('of a visitor is nothing; foreign pages can’t log out', async () => {
    expect((await sendCall(backend.agent, 'GET /api/auth/logout', {})).body.code).toBe(1)
    const { userId, cookie } = await registerLearner(backend)
    expect((await backend.agent.get('/api/auth/logout').set('Cookie', cookie)).status).toBe(403)
    expect(await liveSessions(userId)).toBe(1)
  })
})

describe('a token for a link', () => {
  test('logs in once, within a minute', async () => {
    const { userId, cookie } = await registerLearner(backend)
    const { token, expireTime } = await backend.as(cookie).call('POST /api/auth/link-token', {})
    expect(expireTime).toBe(testNow + 60_000)
    const late = await backend.as(cookie).call('POST /api/auth/link-token', {})
    expect(await backend.api.call('POST /api/auth/token-login', { token })).toMatchObject({
      userId,
      isRegistered: false,
    })
    await expect(backend.api.call('POST /api/auth/token-login', { token })).rejects.toMatchObject({ code: -3 })
    backend.clock.set(testNow + 60_000)
    await expect(backend.api.call('POST /api/auth/token-login', { token: late.token })).rejects.toMatchObject({
      code: -3,
    })
  })

  test('of fifty tries at once one comes in', async () => {
    const { cookie } = await registerLearner(backend)
    const { token } = await backend.as(cookie).call('POST /api/auth/link-token', {})
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => sendCall(backend.agent, 'POST /api/auth/token-login', { token })),
    )
    expect(answers.filter((response) => response.body.code === 1)).toHaveLength(1)
    expect(answers.filter((response) => response.body.code === -3)).toHaveLength(49)
  })

  test.each(['', 'x', 'A'.repeat(43), "' or 1=1"])('a made-up one (%j) comes in nowhere', async (token) => {
    const response = await sendCall(backend.agent, 'POST /api/auth/token-login', { token })
    expect(response.body.code).toBe(-3)
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  test('is made sixty times an hour for one account', async () => {
    const [busy, other] = [await registerLearner(backend), await registerLearner(backend)]
    for (let time = 0; time < 60; time++) await backend.as(busy.cookie).call('POST /api/auth/link-token', {})
    const refused = await sendCall(backend.agent, 'POST /api/auth/link-token', {}, { Cookie: busy.cookie })
    expect([refused.status, refused.body.code]).toEqual([429, 4004])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await backend.as(other.cookie).call('POST /api/auth/link-token', {})).toMatchObject({
      token: expect.any(String),
    })
  })

  test('is guessed a hundred times an address; right ones aside', async () => {
    const { cookie } = await registerLearner(backend)
    const headers = { 'X-Forwarded-For': freshAddress() }
    const newToken = async (): Promise<string> => (await backend.as(cookie).call('POST /api/auth/link-token', {})).token
    const tryIt = async (token: string, from = headers) =>
      (await sendCall(backend.agent, 'POST /api/auth/token-login', { token }, from)).status
    expect(await tryIt(await newToken())).toBe(200)
    const tries = await Promise.all(Array.from({ length: 101 }, () => tryIt('A'.repeat(43))))
    expect(tries.filter((status) => status === 429)).toHaveLength(1)
    const last = await backend
      .as(await openSessionOf(backend, (await registerLearner(backend)).userId))
      .call('POST /api/auth/link-token', {})
    expect([await tryIt(last.token), await tryIt(last.token, { 'X-Forwarded-For': freshAddress() })]).toEqual([
      429, 200,
    ])
  })

  test('of an account that was disabled meanwhile opens nothing', async () => {
    const { userId, cookie } = await registerLearner(backend)
    const { token } = await backend.as(cookie).call('POST /api/auth/link-token', {})
    await setAccountStatus(backend, userId, 2)
    await expect(backend.api.call('POST /api/auth/token-login', { token })).rejects.toMatchObject({ code: -6 })
  })
})

describe('what is kept of sign-ins', () => {
  test('goes after 180 days, tickets after one, unless used', async () => {
    const { userId, cookie } = await registerLearner(backend)
    await openSessionOf(backend, userId)
    const { token } = await backend.as(await openSessionOf(backend, userId)).call('POST /api/auth/link-token', {})
    const left = async () => {
      const [events, sessions, tokens] = await Promise.all([
        backend.database.db
          .selectFrom('loginEvents')
          .select('loginEvents.id')
          .where('loginEvents.userId', '=', userId)
          .execute(),
        backend.database.db
          .selectFrom('sessions')
          .select('sessions.id')
          .where('sessions.userId', '=', userId)
          .execute(),
        backend.database.db
          .selectFrom('linkTokens')
          .select('linkTokens.userId')
          .where('linkTokens.userId', '=', userId)
          .execute(),
      ])
      return [events.length, sessions.length, tokens.length]
    }
    const sweep = (time: number) => backend.context.tx((trx) => sweepOld(trx, time))
    await sweep(testNow)
    expect(await left()).toEqual([3, 3, 1])
    await sweep(testNow + 2 * day)
    expect(await left()).toEqual([3, 3, 0])
    await sweep(testNow + 181 * day)
    expect(await left()).toEqual([0, 1, 0])
    expect(await codeFor(cookie)).toBe(-3)
    await expect(backend.api.call('POST /api/auth/token-login', { token })).rejects.toMatchObject({ code: -3 })
  })
})

const mine: readonly Endpoint[] = ([...Object.values(authApi), ...Object.values(userApi)] as Endpoint[]).filter(
  (endpoint) => endpoint.access === 'user',
)

describe('a call for learners', () => {
  test.each(mine.map((endpoint) => [endpoint.route, endpoint] as const))(
    '%s asks strangers to log in, changing nothing',
    async (route, { method, path }) => {
      const { cookie } = await registerLearner(backend)
      await sendCall(backend.agent, 'GET /api/auth/logout', {}, { Cookie: cookie })
      for (const header of ['', cookie, 'session=1', '__Host-session=; session=null']) {
        const request = method === 'GET' ? backend.agent.get(path) : backend.agent.post(path).send({})
        const response = await request.set({ reqSource: 'pcSite', Cookie: header })
        expect([route, response.status, response.body]).toMatchObject([route, 200, { code: -3, body: null }])
        expect(response.headers['cache-control']).toContain('no-store')
      }
    },
  )
})
