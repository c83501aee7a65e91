import { createCipheriv } from 'node:crypto'
import type { Insertable } from 'kysely'
import { sendCode } from '#server/backend/account/codes/code-service.ts'
import { registerAccount } from '#server/backend/account/sign-in/register-account.ts'
import { openSession } from '#server/backend/account/sign-in/sign-in.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import { sessionCookieNames } from '#server/config/config.ts'
import type { CallInput, CallOutput } from '#shared/contract/calls.ts'
import type { SmsPurpose } from '#shared/contract/enums.ts'
import type { StaffRole } from '#shared/contract/staff-rights.ts'
import { readEnvelope, sendCall, type TestBackend, testBrowser } from './backend-harness.ts'

let count = 0

/** A mainland number that no other account of this process has. */
export function freshPhone(): string {
  return `139${String(++count).padStart(8, '0')}`
}

/** An address that no other caller has: limits per address then count this one alone. */
export function freshAddress(): string {
  count++
  return `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
}

/** The secret of a browser that no other test has. */
export function freshBrowser(): string {
  return String(++count).padStart(43, 'b')
}

/** What a handler would be given, for building things without HTTP; by default in the browser of all calls. */
export function callContext(
  backend: Pick<TestBackend, 'context'>,
  address: string = freshAddress(),
  browser: string = testBrowser,
): CallContext {
  return {
    ...backend.context,
    address,
    caller: { channel: 'pcSite', userAgent: 'test', fingerprint: null, cookies: { browser } },
    route: 'test',
    reply: { setCookie: () => undefined },
  }
}

export interface Learner {
  readonly userId: number
  /** The Cookie header of their session. */
  readonly cookie: string
  readonly phone: string
}

interface LearnerOptions {
  readonly phone?: string
  readonly nickname?: string
  /** Without one the account has none. */
  readonly password?: string
}

/** A new account with a real phone, agreements accepted, and its session. */
export async function registerLearner(
  backend: TestBackend,
  { phone = freshPhone(), nickname, password }: LearnerOptions = {},
): Promise<Learner> {
  const ctx = callContext(backend, freshAddress(), freshBrowser())
  const passwordHash = password === undefined ? undefined : await ctx.passwords.hash(password, '10.0.0.1')
  const { userId, token } = await ctx.tx(async (trx) => {
    const userId = await registerAccount(ctx, trx, {
      nationCode: 86,
      phone,
      nickname,
      passwordHash,
      context: 'register',
    })
    return { userId, token: (await openSession(ctx, trx, { userId, method: 'register' })).token }
  })
  return { userId, cookie: `${sessionCookieNames[1]}=${token}`, phone }
}

/** An account of any kind, without a session: virtual phone, disabled, deregistered, administrator. */
export async function buildAccount(
  backend: TestBackend,
  values: Partial<Insertable<Tables['users']>> = {},
): Promise<number> {
  const row = await backend.database.db
    .insertInto('users')
    .values({ nickname: `同学${++count}`, phoneIsReal: values.phone != null, ...values })
    .returning('users.id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A session of an account, whatever it is, as another browser would open it; answers its Cookie header. */
export async function openSessionOf(backend: Pick<TestBackend, 'context'>, userId: number): Promise<string> {
  const ctx = callContext(backend, freshAddress(), freshBrowser())
  const { token } = await ctx.tx((trx) => openSession(ctx, trx, { userId, method: 'phone' }))
  return `${sessionCookieNames[1]}=${token}`
}

/** As if a learner had just given their password or a code in every session that they have. */
export async function markVerified(backend: TestBackend, { userId }: Pick<Learner, 'userId'>): Promise<void> {
  await backend.database.db
    .updateTable('sessions')
    .set({ verifiedAt: new Date(backend.clock.now()) })
    .where('sessions.userId', '=', userId)
    .execute()
}

/** An account whose phone is a made-up one, as come from elsewhere, and its session. */
export async function buildVirtualLearner(backend: TestBackend, phone: string = freshPhone()): Promise<Learner> {
  const userId = await buildAccount(backend, { phone, phoneIsReal: false })
  return { userId, cookie: await openSessionOf(backend, userId), phone }
}

/** A member of staff and their session; an administrator has no role beside that. */
export async function buildStaff(
  backend: TestBackend,
  role: StaffRole | 'administrator',
  values: Partial<Insertable<Tables['users']>> = {},
): Promise<Learner> {
  const phone = freshPhone()
  const userId = await buildAccount(backend, { phone, isAdmin: role === 'administrator', ...values })
  if (role !== 'administrator') await backend.database.db.insertInto('userRoles').values({ userId, role }).execute()
  return { userId, cookie: await openSessionOf(backend, userId), phone }
}

/** 2 disabled, 3 deregistered; a deregistered account loses its number, of which the hash stays. */
export async function setAccountStatus(
  backend: TestBackend,
  userId: number,
  accountStatus: 1 | 2 | 3,
  formerPhone?: string,
): Promise<void> {
  const gone = accountStatus === 3 ? { phone: null, phoneIsReal: false, passwordHash: null } : {}
  const former =
    formerPhone === undefined ? {} : { formerPhoneHash: backend.context.hash.of('account', `86/${formerPhone}`) }
  await backend.database.db
    .updateTable('users')
    .set({ accountStatus, ...gone, ...former })
    .where('users.id', '=', userId)
    .execute()
}

/** The code that was sent to a phone last. */
export async function lastCode(backend: TestBackend, phone: string): Promise<string> {
  const row = await backend.database.db
    .selectFrom('smsOutbox')
    .select('smsOutbox.content')
    .where('smsOutbox.phone', '=', phone)
    .orderBy('smsOutbox.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return /\d{6}/.exec(row.content)?.[0] ?? ''
}

/** Sends a code, without the captcha before it, and reads it. Waits of a minute between two are left out. */
export async function getCode(backend: TestBackend, phone: string, purpose: SmsPurpose = 'login'): Promise<string> {
  await backend.database.db.deleteFrom('smsNumbers').where('smsNumbers.phone', '=', phone).execute()
  await backend.context.limits.clear('smsNumber', `SMS+86-${phone}`)
  await backend.database.db
    .updateTable('smsCodes')
    .set({ sentAt: new Date(0) })
    .where('smsCodes.phone', '=', phone)
    .execute()
  await sendCode(callContext(backend), { nationCode: 86, phone, purpose, channel: 'SMS' })
  return lastCode(backend, phone)
}

/** A code that this one is not. */
export function otherCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

/** The Cookie header that a browser sends after an answer; '' when it took the session away. */
export function cookieOf(response: { headers: Record<string, string | string[]> }): string {
  const lines = [response.headers['set-cookie'] ?? []].flat()
  const found = lines.map((line) => /^((?:__Host-)?session)=([^;]+);/.exec(line)).find(Boolean)
  return found ? `${found[1]}=${found[2]}` : ''
}

/**
 * Signs in over HTTP, by password or by code; answers the Cookie header of the new session. Throws `ApiError` as the call does.
 * A browser of its own, which keeps its secret, is one that has asked for no code and that no account knows.
 */
export async function logIn(
  backend: TestBackend,
  input: Omit<CallInput<'POST /api/auth/login'>, 'loginType'>,
  address: string = freshAddress(),
  browser: string = testBrowser,
): Promise<string> {
  const loginType = input.password === undefined ? 'phone' : 'password'
  const response = await sendCall(
    backend.agent,
    'POST /api/auth/login',
    { ...input, loginType },
    { 'X-Forwarded-For': address, Cookie: `browser=${browser}` },
  )
  readEnvelope(response)
  return cookieOf(response as never)
}

/** Where the piece of a slide captcha was let go, as a browser sends it. */
export function sealPoint(secretKey: string, point: unknown): string {
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(secretKey), null)
  return Buffer.concat([cipher.update(JSON.stringify(point), 'utf8'), cipher.final()]).toString('base64')
}

/** What a slide captcha's hole is from the left, which only the database knows. */
export async function slideAnswer(backend: TestBackend, token: string): Promise<number> {
  const row = await backend.database.db
    .selectFrom('captchaChallenges')
    .select('captchaChallenges.answerX')
    .where('captchaChallenges.token', '=', token)
    .executeTakeFirstOrThrow()
  return row.answerX ?? Number.NaN
}

/** Gets a slide captcha, solves it and has it checked, all over HTTP; answers the proof that goes with the request for a code. */
export async function solveCaptcha(
  backend: TestBackend,
  address: string = freshAddress(),
): Promise<{ captchaType: 'blockPuzzle'; captchaToken: string }> {
  const headers = { 'X-Forwarded-For': address }
  const { token, secretKey } = readEnvelope<CallOutput<'GET /api/auth/captcha/get'>>(
    await sendCall(backend.agent, 'GET /api/auth/captcha/get', {}, headers),
  )
  const pointJson = sealPoint(secretKey, { x: await slideAnswer(backend, token), y: 5 })
  const checked = await sendCall(
    backend.agent,
    'POST /api/auth/captcha/block/check',
    { captchaType: 'blockPuzzle', token, pointJson },
    headers,
  )
  if (readEnvelope<{ result: number }>(checked).result !== 1) throw new Error('The captcha was not passed.')
  return { captchaType: 'blockPuzzle', captchaToken: token }
}
