import { describe, expect, test } from 'vitest'
import type { Code } from '#shared/contract/codes.ts'
import {
  buildVirtualLearner,
  cookieOf,
  freshPhone,
  getCode,
  type Learner,
  markVerified,
  openSessionOf,
  otherCode,
  registerLearner,
} from '../support/backend-accounts.ts'
import { sendCall, testNow } from '../support/backend-harness.ts'
import { backendOfFile, identityProviderOfFile } from '../support/backend-of-file.ts'
import { openOauthBrowser } from '../support/oauth-browser.ts'
import { readPart } from '../support/export-steps.ts'

// Whoever finds a browser signed in must not be able to make the account their own.
const provider = identityProviderOfFile()
const backend = backendOfFile(() => ({ OAUTH_EMBEDDED_URL: provider.url }))
const minute = 60_000
const password = 'maple-66'
let count = 0
const name = (): string => `同学甲${++count}`

const verify = ({ cookie }: Pick<Learner, 'cookie'>, proof: { password?: string; captchaCode?: string }) =>
  backend.as(cookie).call('POST /api/auth/verify', proof)
const security = ({ cookie }: Pick<Learner, 'cookie'>) => backend.as(cookie).call('GET /api/user/info/security', {})
const bindReal = async ({ cookie }: Pick<Learner, 'cookie'>, phoneNum = freshPhone()) =>
  backend
    .as(cookie)
    .call('POST /api/auth/update/phoneNum', { phoneNum, captchaCode: await getCode(backend, phoneNum, 'bindNew') })
const firstPassword = ({ cookie }: Pick<Learner, 'cookie'>) =>
  backend.as(cookie).call('POST /api/user/info/fast-set-password', { password })

/** The session that a link opens for the same account. */
async function openByLink({ cookie }: Pick<Learner, 'cookie'>): Promise<string> {
  const { token } = await backend.as(cookie).call('POST /api/auth/link-token', {})
  return cookieOf((await sendCall(backend.agent, 'POST /api/auth/token-login', { token })) as never)
}

async function messagesOf({ userId }: Pick<Learner, 'userId'>): Promise<string[]> {
  const rows = await backend.db
    .selectFrom('userMessages')
    .innerJoin('notifyMessages', 'notifyMessages.id', 'userMessages.messageId')
    .select('notifyMessages.title')
    .where('userMessages.userId', '=', userId)
    .orderBy('userMessages.id')
    .execute()
  return rows.map(({ title }) => title)
}

const mustVerify = { code: 3001 satisfies Code, message: '请先验证身份' }
const mustSignIn = { code: 4004 satisfies Code, message: '登录已超过 10 分钟，请退出后重新登录再操作' }

describe('QQ and WeChat', () => {
  test('change after the password only, however fresh the sign-in', async () => {
    const learner = await registerLearner(backend, { password })
    const browser = openOauthBrowser(backend, learner.cookie)
    await expect(browser.authorize('QQ')).rejects.toMatchObject(mustVerify)
    expect(await verify(learner, { password })).toEqual({ verifiedUntil: testNow + 10 * minute })
    const back = await browser.consent('QQ', name())
    backend.clock.set(testNow + 10 * minute)
    await expect(browser.bindByLogin(back)).rejects.toMatchObject(mustVerify)
    backend.clock.set(testNow + 10 * minute - 1)
    expect(await browser.bindByLogin(back)).toBe(true)
    backend.clock.set(testNow + 10 * minute)
    await expect(browser.unbind('QQ')).rejects.toMatchObject(mustVerify)
    await verify(learner, { password })
    expect(await browser.unbind('QQ')).toBe(true)
    expect(await messagesOf(learner)).toEqual(['账号安全：绑定了 QQ', '账号安全：解除绑定了 QQ'])
    expect((await security(learner)).events).toMatchObject([
      { kind: 'unlink', provider: 'QQ', time: testNow + 10 * minute },
      { kind: 'link', provider: 'QQ', time: testNow + 10 * minute - 1 },
    ])
  })

  test('or by a code to the account’s phone', async () => {
    const learner = await registerLearner(backend)
    const browser = openOauthBrowser(backend, learner.cookie)
    const code = await getCode(backend, learner.phone, 'verify')
    await expect(verify(learner, { captchaCode: otherCode(code) })).rejects.toMatchObject({ code: 5003 })
    await expect(browser.authorize('WECHAT')).rejects.toMatchObject(mustVerify)
    await verify(learner, { captchaCode: code })
    await expect(verify(learner, { captchaCode: code })).rejects.toMatchObject({ code: 5003 })
    expect(await browser.bindByLogin(await browser.consent('WECHAT', name()))).toBe(true)
  })

  test('a proof is of its session, no other one', async () => {
    const learner = await registerLearner(backend, { password })
    await verify(learner, { password })
    const link = await openByLink(learner)
    await expect(openOauthBrowser(backend, link).authorize('QQ')).rejects.toMatchObject(mustVerify)
  })

  test('without password and phone: sign in anew, ten minutes', async () => {
    const learner = await buildVirtualLearner(backend)
    const browser = openOauthBrowser(backend, learner.cookie)
    await browser.authorize('QQ')
    backend.clock.set(testNow + 10 * minute)
    await expect(browser.authorize('QQ')).rejects.toMatchObject(mustSignIn)
    await openOauthBrowser(backend, await openSessionOf(backend, learner.userId)).authorize('QQ')
  })

  test('are told their owner at the login page too', async () => {
    const known = await registerLearner(backend)
    for (const [phoneNum, expected] of [
      [known.phone, ['账号安全：绑定了微信']],
      [freshPhone(), []],
    ] as const) {
      const browser = openOauthBrowser(backend)
      const { bindTicket } = await browser.loginCheck(await browser.consent('WECHAT', name()))
      const { userId } = await browser.bindPhone({
        bindTicket: bindTicket ?? '',
        phoneNum,
        captchaCode: await getCode(backend, phoneNum, 'oauth'),
      })
      expect(await messagesOf({ userId })).toEqual(expected)
    }
  })
})

describe('the password', () => {
  test('wrong ten times, nothing is looked at for a while', async () => {
    const learner = await registerLearner(backend, { password })
    for (let time = 0; time < 10; time++)
      await expect(verify(learner, { password: 'wrong66' })).rejects.toMatchObject({ code: 5002, message: '密码错误' })
    await expect(verify(learner, { password })).rejects.toMatchObject({ code: 4004, status: 429 })
    expect((await security(learner)).verification).toEqual({
      ways: ['password', 'phone'],
      verifiedUntil: null,
      signedInUntil: testNow + 10 * minute,
    })
  })

  test('of an account without one proves nothing', async () => {
    await expect(verify(await registerLearner(backend), { password: '' })).rejects.toMatchObject({ code: 5002 })
    await expect(verify(await registerLearner(backend), { password })).rejects.toMatchObject({ code: 5002 })
    await expect(verify(await registerLearner(backend), {})).rejects.toMatchObject({ code: 5003 })
  })

  test('is set freshly signed in, else after a proof', async () => {
    const fresh = await registerLearner(backend)
    expect(await firstPassword(fresh)).toBe(true)
    expect(await messagesOf(fresh)).toEqual(['账号安全：设置了登录密码'])
    const linked = await openByLink(await registerLearner(backend))
    await expect(firstPassword({ cookie: linked })).rejects.toMatchObject(mustVerify)
    const late = await registerLearner(backend)
    const virtual = await buildVirtualLearner(backend)
    backend.clock.set(testNow + 10 * minute)
    await expect(firstPassword(late)).rejects.toMatchObject(mustVerify)
    await expect(firstPassword(virtual)).rejects.toMatchObject(mustSignIn)
    await verify(late, { captchaCode: await getCode(backend, late.phone, 'verify') })
    expect(await firstPassword(late)).toBe(true)
  })

  test('changed by phone is told, and ends login links', async () => {
    const learner = await registerLearner(backend, { password })
    const { token } = await backend.as(learner.cookie).call('POST /api/auth/link-token', {})
    const { ticket } = await backend.api.call('POST /api/auth/reset-password-one', {
      phoneNum: learner.phone,
      captchaCode: await getCode(backend, learner.phone, 'reset'),
    })
    await backend.api.call('POST /api/auth/reset-password-two', { ticket, password: 'other777' })
    expect(await messagesOf(learner)).toEqual(['账号安全：修改了登录密码'])
    await expect(backend.api.call('POST /api/auth/token-login', { token })).rejects.toMatchObject({ code: -3 })
  })
})

describe('the phone', () => {
  const change = async ({ cookie }: Pick<Learner, 'cookie'>, phoneNum = freshPhone()) =>
    backend
      .as(cookie)
      .call('POST /api/auth/rest/bind/phoneNum', { phoneNum, captchaCode: await getCode(backend, phoneNum, 'bindNew') })

  test('is changed after the password only, and told', async () => {
    const learner = await registerLearner(backend, { password })
    await expect(change(learner)).rejects.toMatchObject({ code: 3001 })
    await verify(learner, { password })
    expect(await change(learner)).toBe(true)
    expect(await messagesOf(learner)).toEqual(['账号安全：更换了手机号'])
    expect((await security(learner)).events).toMatchObject([
      { kind: 'newPhone', device: '其他设备', address: expect.stringMatching(/\*/) },
    ])
  })

  test('a real one is bound after password or fresh sign-in', async () => {
    const [plain, late, secured] = [
      await buildVirtualLearner(backend),
      await buildVirtualLearner(backend),
      await buildVirtualLearner(backend),
    ]
    await backend.db
      .updateTable('users')
      .set({ passwordHash: await backend.context.passwords.hash(password, '10.0.0.1') })
      .where('users.id', '=', secured.userId)
      .execute()
    expect(await bindReal(plain)).toBe(true)
    expect(await messagesOf(plain)).toEqual(['账号安全：绑定了手机号'])
    await expect(bindReal(secured)).rejects.toMatchObject(mustVerify)
    await verify(secured, { password })
    expect(await bindReal(secured)).toBe(true)
    backend.clock.set(testNow + 10 * minute)
    await expect(bindReal(late)).rejects.toMatchObject(mustSignIn)
  })
})

describe('where an account is signed in', () => {
  /** A session of another channel, as the app has one. */
  async function appOf({ userId }: Learner): Promise<Pick<Learner, 'cookie'>> {
    const other = await registerLearner(backend)
    await backend.db
      .updateTable('sessions')
      .set({
        userId,
        channel: 'app',
        ip: '203.0.113.9',
        userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile',
        method: 'phone',
      })
      .where('sessions.userId', '=', other.userId)
      .execute()
    return { cookie: other.cookie }
  }
  const places = ({ cookie }: Pick<Learner, 'cookie'>) => backend.as(cookie).call('GET /api/user/sessions', {})

  test('shows device, masked address, this one, unopened links', async () => {
    const learner = await registerLearner(backend)
    const app = await appOf(learner)
    const { expireTime } = await backend.as(app.cookie).call('POST /api/auth/link-token', {})
    const shown = await places(learner)
    expect(shown.sessions.toSorted((a, b) => a.channel.localeCompare(b.channel))).toEqual([
      {
        id: expect.any(String),
        channel: 'app',
        method: 'phone',
        device: 'Chrome · Android',
        address: '203.0.*.*',
        signedInTime: testNow,
        lastSeenTime: testNow,
        isCurrent: false,
      },
      {
        id: expect.any(String),
        channel: 'pcSite',
        method: 'register',
        device: '其他设备',
        address: expect.stringMatching(/^10\.\d+\.\*\.\*$/),
        signedInTime: testNow,
        lastSeenTime: testNow,
        isCurrent: true,
      },
    ])
    expect(shown.links).toEqual([{ createdTime: testNow, expireTime }])
    backend.clock.set(testNow + 60_000)
    expect((await places(learner)).links).toEqual([])
    expect(JSON.stringify(shown)).not.toContain(learner.cookie.split('=')[1])
  })

  test('shows no session that nobody could use any more', async () => {
    const learner = await registerLearner(backend)
    await openSessionOf(backend, learner.userId)
    const last = { cookie: await openSessionOf(backend, learner.userId) }
    expect((await places(last)).sessions).toHaveLength(1)
  })

  test('one is ended by its owner, and asks for login', async () => {
    const [learner, stranger] = [await registerLearner(backend), await registerLearner(backend)]
    const app = await appOf(learner)
    const id = (await places(learner)).sessions.find((session) => !session.isCurrent)?.id ?? ''
    expect(await backend.as(stranger.cookie).call('POST /api/user/sessions/end', { id })).toBe(false)
    expect(await backend.as(app.cookie).call('GET /api/user/info', {})).toMatchObject({ id: learner.userId })
    expect(await backend.as(learner.cookie).call('POST /api/user/sessions/end', { id })).toBe(true)
    await expect(backend.as(app.cookie).call('GET /api/user/info', {})).rejects.toMatchObject({ code: -3 })
    expect(await backend.as(learner.cookie).call('POST /api/user/sessions/end', { id })).toBe(false)
    expect((await security(learner)).events).toMatchObject([{ kind: 'endSession' }])
  })

  test('the own one is ended like a logout', async () => {
    const learner = await registerLearner(backend)
    const [own] = (await places(learner)).sessions
    const answer = await sendCall(
      backend.agent,
      'POST /api/user/sessions/end',
      { id: own?.id ?? '' },
      { Cookie: learner.cookie },
    )
    expect([answer.body.code, cookieOf(answer as never)]).toEqual([1, ''])
    await expect(places(learner)).rejects.toMatchObject({ code: -3 })
  })

  test('all others end at once with links, this stays', async () => {
    const learner = await registerLearner(backend)
    const app = await appOf(learner)
    const { token } = await backend.as(app.cookie).call('POST /api/auth/link-token', {})
    expect(await backend.as(learner.cookie).call('POST /api/user/sessions/end-others', {})).toBe(true)
    await expect(backend.as(app.cookie).call('GET /api/user/info', {})).rejects.toMatchObject({ code: -3 })
    await expect(backend.api.call('POST /api/auth/token-login', { token })).rejects.toMatchObject({ code: -3 })
    expect(await places(learner)).toMatchObject({ sessions: [{ isCurrent: true }], links: [] })
  })

  test('another site’s page ends nothing', async () => {
    const learner = await registerLearner(backend)
    const app = await appOf(learner)
    expect(
      (await backend.agent.post('/api/user/sessions/end-others').set('Cookie', learner.cookie).send({})).status,
    ).toBe(403)
    expect((await places(app)).sessions).toHaveLength(2)
  })
})

test('an account’s notes are taken along and go with it', async () => {
  const learner = await registerLearner(backend)
  await markVerified(backend, learner)
  await bindAndForget(learner)
  const { exportParts } = await import('#server/backend/account/closing/export-parts.ts')
  const part = exportParts.find((one) => one.name === '登录记录.json')
  expect(part && (await readPart(part, backend.db, learner.userId))).toMatchObject({
    安全记录: [{ 内容: '绑定了 QQ' }],
  })
  const { erasers } = await import('#server/backend/account/closing/erasers-store.ts')
  for (const erase of erasers)
    await erase(
      backend.db,
      { userId: learner.userId, nationCode: 86, phone: learner.phone, now: new Date(testNow) },
      backend.context.hash,
    )
  expect(
    await backend.db
      .selectFrom('securityEvents')
      .select('securityEvents.id')
      .where('securityEvents.userId', '=', learner.userId)
      .execute(),
  ).toEqual([])
})

async function bindAndForget(learner: Learner): Promise<void> {
  const browser = openOauthBrowser(backend, learner.cookie)
  await browser.bindByLogin(await browser.consent('QQ', name()))
}
