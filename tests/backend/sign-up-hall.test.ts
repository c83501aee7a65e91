import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPasswordHasher } from '#server/backend/context/password-hash.ts'
import {
  freshAddress,
  freshBrowser,
  freshPhone,
  lastCode,
  logIn,
  registerLearner,
  sealPoint,
} from '../support/backend-accounts.ts'
import { sendCall, startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'

/** Three hundred learners in a hall, whom the internet sees as one address, and somebody beside them who wishes them no good. */
const learners = 300
const minutes = 10
const minuteMs = 60_000
const puzzle = { x: 120, picture: '', piece: '' }

let backend: TestBackend
beforeAll(async () => {
  // neither the cost of a hash nor the drawing of a puzzle is what this is about
  const passwords = createPasswordHasher(async (password, salt) =>
    createHash('sha256')
      .update(`${password}/${salt.toString('hex')}`)
      .digest(),
  )
  backend = await startTestBackend({}, { passwords })
  vi.spyOn(backend.context.captchas, 'slide').mockResolvedValue(puzzle as never)
})
afterAll(() => backend?.close())

interface Envelope {
  readonly code: number
  readonly msg: string
  readonly body: unknown
}

type Ask = (route: Parameters<typeof sendCall>[1], input: object) => Promise<Envelope>

/** A browser at an address: it keeps the cookie that it is given. */
function openBrowser(address: string): Ask {
  let cookie = 'browser='
  return async (route, input) => {
    const response = await sendCall(backend.agent, route, input as never, {
      'X-Forwarded-For': address,
      Cookie: cookie,
    })
    const lines = ([response.headers['set-cookie']].flat() as unknown as (string | undefined)[]).filter((line) =>
      line?.startsWith('browser='),
    )
    if (lines[0]) cookie = lines[0].split(';')[0] ?? cookie
    return response.body as Envelope
  }
}

async function solve(ask: Ask): Promise<object> {
  const got = await ask('GET /api/auth/captcha/get', { captchaType: 'blockPuzzle' })
  if (got.code !== 1) throw new Error(got.msg)
  const { token, secretKey } = got.body as { token: string; secretKey: string }
  await ask('POST /api/auth/captcha/block/check', {
    captchaType: 'blockPuzzle',
    token,
    pointJson: sealPoint(secretKey, { x: puzzle.x, y: 5 }),
  })
  return { captchaType: 'blockPuzzle', captchaToken: token }
}

/** Signs up as the form does, captchas where they are asked for; the message of whatever refuses. */
async function signUp(address: string): Promise<string> {
  const ask = openBrowser(address)
  const phoneNum = freshPhone()
  const known = await ask('GET /api/auth/check/phoneNum/exist', { phoneNum })
  const checked =
    known.code === 4002 ? await ask('GET /api/auth/check/phoneNum/exist', { phoneNum, ...(await solve(ask)) }) : known
  if (checked.code !== 1) return `phone check: ${checked.msg}`
  const sent = await ask('POST /api/auth/sendSms', {
    phoneNumber: phoneNum,
    purpose: 'register',
    ...(await solve(ask)),
  })
  if (sent.code !== 1) return `code: ${sent.msg}`
  const registered = await ask('POST /api/auth/register', {
    phoneNum,
    captchaCode: await lastCode(backend, phoneNum),
    password: 'maple-66',
  })
  return registered.code === 1 ? 'in' : `sign-up: ${registered.msg}`
}

/** What somebody does in a minute who sits in the hall and wants the others out. */
async function attack(address: string, victim: string): Promise<void> {
  const bare = (route: Parameters<typeof sendCall>[1], input: object) =>
    sendCall(backend.agent, route, input as never, { 'X-Forwarded-For': address, Cookie: 'browser=' })
  const ask = openBrowser(address)
  await ask('GET /api/auth/captcha/get', {})
  const times = (count: number, act: (at: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: count }, (_, at) => act(at)))
  await times(12, () => bare('GET /api/auth/check/phoneNum/exist', { phoneNum: freshPhone() }))
  await times(12, (at) =>
    bare('POST /api/auth/login', {
      loginType: 'password',
      phoneNum: at % 2 ? victim : freshPhone(),
      password: 'guess0',
    }),
  )
  await times(12, () => ask('POST /api/auth/login', { loginType: 'phone', phoneNum: victim, captchaCode: '000000' }))
  for (const stranger of [bare, ask]) {
    await times(8, async () => {
      await stranger('GET /api/auth/captcha/get', {})
      await stranger('POST /api/auth/captcha/block/check', {
        captchaType: 'blockPuzzle',
        token: 'made-up',
        pointJson: 'x',
      })
    })
  }
  // the first five failures have locked this browser out; captchas that are paid for are solved in another
  const payer = openBrowser(address)
  await payer('GET /api/auth/check/phoneNum/exist', { phoneNum: freshPhone() })
  for (let code = 0; code < 3; code++)
    await payer('POST /api/auth/sendSms', { phoneNumber: freshPhone(), ...(await solve(payer)) })
}

test('a hall of 300 signs up in minutes, despite attackers', async () => {
  const address = freshAddress()
  const own = { browser: freshBrowser(), ...(await registerLearner(backend, { password: 'maple-66' })) }
  await logIn(backend, { phoneNum: own.phone, password: 'maple-66' }, address, own.browser)
  const outcomes: string[] = []
  for (let minute = 0; minute < minutes; minute++) {
    backend.clock.set(testNow + minute * minuteMs)
    for (const name of ['phoneCheckMinute', 'captchaGetAddress', 'captchaCheckAddress'] as const)
      await backend.context.limits.clear(name, address)
    await attack(address, own.phone)
    outcomes.push(...(await Promise.all(Array.from({ length: learners / minutes }, () => signUp(address)))))
  }
  expect(outcomes.filter((outcome) => outcome !== 'in')).toEqual([])
  expect(outcomes).toHaveLength(learners)
  // whom the stranger has guessed at all the while, from the next seat
  expect(await logIn(backend, { phoneNum: own.phone, password: 'maple-66' }, address, own.browser)).toMatch(/^session=/)
  // and everybody elsewhere has codes left
  expect(await signUp(freshAddress())).toBe('in')
}, 120_000)
