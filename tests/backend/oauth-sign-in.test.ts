import { describe, expect, test } from 'vitest'
import { hashToken } from '#server/backend/base/secret.ts'
import { Code } from '#shared/contract/codes.ts'
import {
  freshAddress,
  freshPhone,
  getCode,
  otherCode,
  registerLearner,
  setAccountStatus,
} from '../support/backend-accounts.ts'
import { sendCall, testNow } from '../support/backend-harness.ts'
import { backendOfFile, identityProviderOfFile } from '../support/backend-of-file.ts'
import { answerConsent } from '../support/identity-provider.ts'
import { openOauthBrowser, outcomes } from '../support/oauth-browser.ts'

const minute = 60_000
const provider = identityProviderOfFile()
const backend = backendOfFile(() => ({ OAUTH_EMBEDDED_URL: provider.url }))

let count = 0
/** Somebody whom no other test knows. */
function newName(): string {
  return `画友${++count}`
}

const refused = { code: Code.Toast, message: '授权已失效，请重新操作' }

/** A learner with a linked identity; answers who they are. */
async function linkNew(name: string, phone = freshPhone(), loginType: 'QQ' | 'WECHAT' = 'QQ'): Promise<number> {
  const browser = openOauthBrowser(backend)
  const { bindTicket } = await browser.loginCheck(await browser.consent(loginType, name))
  const code = await getCode(backend, phone, 'oauth')
  return (await browser.bindPhone({ bindTicket: bindTicket ?? '', phoneNum: phone, captchaCode: code })).userId
}

async function sessionsOf(userId: number): Promise<number> {
  return (
    await backend.database.db
      .selectFrom('sessions')
      .select('sessions.id')
      .where('sessions.userId', '=', userId)
      .where('sessions.endedAt', 'is', null)
      .execute()
  ).length
}

describe('going to a provider', () => {
  test('the address names application, return and a hashed state', async () => {
    const url = new URL(await openOauthBrowser(backend).authorize('QQ', '/classes?page=2'))
    expect(url.origin + url.pathname).toBe(`${provider.url}/oauth2.0/authorize`)
    expect(url.searchParams.get('redirect_uri')).toBe('http://127.0.0.1:3000/authMiddlePage/auth?loginType=QQ')
    const state = url.searchParams.get('state') ?? ''
    expect(Buffer.from(state, 'base64url')).toHaveLength(32)
    const row = await backend.database.db
      .selectFrom('oauthStates')
      .selectAll()
      .where('oauthStates.stateHash', '=', hashToken(state))
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      provider: 'QQ',
      purpose: 'login',
      userId: null,
      redirect: '/classes?page=2',
      consumedAt: null,
    })
    expect(row.expiresAt.getTime()).toBe(testNow + 10 * minute)
  })

  test('the browser gets a script-proof secret, kept for every tab', async () => {
    const browser = openOauthBrowser(backend)
    await browser.authorize('WECHAT')
    expect(browser.lastCookies()).toEqual([
      expect.stringMatching(/^oauth=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    const first = browser.cookies()
    await browser.authorize('QQ')
    expect(browser.cookies()).toBe(first)
  })

  test('only our own address is kept to lead back', async () => {
    for (const redirect of ['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/\\evil.example']) {
      const browser = openOauthBrowser(backend)
      expect((await browser.loginCheck(await browser.consent('QQ', newName(), redirect))).redirect).toBeNull()
    }
  })

  test('too many beginnings from one address are refused', async () => {
    const address = freshAddress()
    const headers = { 'X-Forwarded-For': address }
    // a hall of 300 goes and comes back
    for (let begun = 0; begun < 600; begun += 1) await backend.context.limits.take('oauthAddress', address)
    expect(
      (await sendCall(backend.agent, 'GET /api/oauth/get-authorizeUrl', { loginType: 'QQ' }, headers)).body.code,
    ).toBe(1)
    for (let begun = 601; begun < 3000; begun += 1) await backend.context.limits.take('oauthAddress', address)
    const response = await sendCall(backend.agent, 'GET /api/oauth/get-authorizeUrl', { loginType: 'QQ' }, headers)
    expect([response.status, response.body.code]).toEqual([429, Code.Toast])
  })
})

describe('coming back', () => {
  test('strangers get a ticket, known people are logged in', async () => {
    const name = newName()
    const stranger = openOauthBrowser(backend)
    const met = await stranger.loginCheck(await stranger.consent('QQ', name, '/course?page=2'))
    expect(met).toMatchObject({
      login: false,
      loginType: 'QQ',
      nickname: name,
      headImg: '',
      redirect: '/course?page=2',
      bindTicket: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(stranger.cookies()).not.toContain('session=')

    const userId = await linkNew(name)
    const known = openOauthBrowser(backend)
    const answer = await known.loginCheck(await known.consent('QQ', name, '/course?page=2'))
    expect(answer).toMatchObject({
      login: true,
      isRegistered: false,
      phoneIsReal: true,
      bindTicket: null,
      redirect: '/course?page=2',
    })
    expect(known.cookies()).toContain('session=')
    expect(await sessionsOf(userId)).toBe(1)
  })

  test('a known union id stands for its person', async () => {
    const name = newName()
    const userId = await linkNew(name, freshPhone(), 'WECHAT')
    await backend.database.db
      .updateTable('oauthIdentities')
      .set({ openId: 'of-another-application' })
      .where('oauthIdentities.userId', '=', userId)
      .execute()
    const browser = openOauthBrowser(backend)
    expect(await browser.loginCheck(await browser.consent('WECHAT', name))).toMatchObject({ login: true })
  })

  test('a disabled account is told so and gets no session', async () => {
    const name = newName()
    const userId = await linkNew(name)
    await setAccountStatus(backend, userId, 2)
    const browser = openOauthBrowser(backend)
    await expect(browser.loginCheck(await browser.consent('QQ', name))).rejects.toMatchObject({
      code: Code.AccountDisabled,
    })
    await setAccountStatus(backend, userId, 3)
    await expect(browser.loginCheck(await browser.consent('QQ', name))).rejects.toMatchObject({
      code: Code.AccountLoggedOut,
    })
    const events = await backend.database.db
      .selectFrom('loginEvents')
      .select(['loginEvents.code'])
      .where('loginEvents.userId', '=', userId)
      .where('loginEvents.method', '=', 'QQ')
      .orderBy('loginEvents.id')
      .execute()
    expect(events.map((event) => event.code)).toEqual([Code.Success, Code.AccountDisabled, Code.AccountLoggedOut])
  })

  test('of 50 tries with one state one passes', async () => {
    const name = newName()
    await linkNew(name)
    const browser = openOauthBrowser(backend)
    const back = await browser.consent('QQ', name)
    provider.asked.length = 0
    const { passed, codes } = await outcomes(Array.from({ length: 50 }, () => browser.loginCheck(back)))
    expect([passed, codes]).toEqual([1, Array.from({ length: 49 }, () => Code.Toast)])
    expect(provider.asked.filter((path) => path === '/oauth2.0/token')).toHaveLength(1)
  })

  test('foreign or old states are refused before the provider hears', async () => {
    const browser = openOauthBrowser(backend)
    const other = openOauthBrowser(backend)
    await other.authorize('QQ')
    const back = await browser.consent('QQ', newName())
    provider.asked.length = 0
    await expect(other.loginCheck(back)).rejects.toMatchObject(refused)
    await expect(openOauthBrowser(backend).loginCheck(back)).rejects.toMatchObject(refused)
    await expect(browser.loginCheck({ ...back, loginType: 'WECHAT' })).rejects.toMatchObject(refused)
    await expect(browser.loginCheck({ ...back, state: 'A'.repeat(43) })).rejects.toMatchObject(refused)
    await expect(browser.loginCheck({ loginType: 'QQ', code: back.code ?? '' })).rejects.toMatchObject(refused)
    expect(provider.asked).toEqual([])
    // none of them spoiled it
    backend.clock.set(testNow + 10 * minute - 1)
    expect(await browser.loginCheck(back)).toMatchObject({ login: false })
    const late = await browser.consent('QQ', newName())
    backend.clock.set(testNow + 20 * minute)
    await expect(browser.loginCheck(late)).rejects.toMatchObject(refused)
  })

  test('a refused code is said in words, nothing secret logged', async () => {
    const browser = openOauthBrowser(backend)
    const { code: unused, ...back } = await browser.consent('QQ', newName())
    await expect(browser.loginCheck({ ...back, code: 'F'.repeat(32) })).rejects.toMatchObject({
      code: Code.Toast,
      message: 'QQ 授权失败，请重新操作',
    })
    const old = await browser.consent('WECHAT', newName())
    provider.wait(5 * minute)
    await expect(browser.loginCheck(old)).rejects.toMatchObject({
      code: Code.Toast,
      message: '微信授权失败，请重新操作',
    })
    const lines = JSON.stringify(backend.log.lines)
    expect(lines).toContain('/oauth2.0/token refused: 100019.')
    expect(lines).toContain('/sns/oauth2/access_token refused: 40029.')
    for (const secret of [unused, 'F'.repeat(32), old.code, old.state, back.state]) expect(lines).not.toContain(secret)
  })

  test('who refuses at the provider is told so', async () => {
    const browser = openOauthBrowser(backend)
    const back = await answerConsent(await browser.authorize('WECHAT'), { refuse: true })
    expect(back.code).toBeUndefined()
    await expect(browser.loginCheck(back)).rejects.toMatchObject({ code: Code.Toast, message: '你取消了微信授权' })
  })
})

describe('binding a phone to somebody who came from a provider', () => {
  async function meet(loginType: 'QQ' | 'WECHAT' = 'QQ', name = newName()) {
    const browser = openOauthBrowser(backend)
    const { bindTicket } = await browser.loginCheck(await browser.consent(loginType, name))
    return { browser, name, bindTicket: bindTicket ?? '' }
  }

  test('a new number becomes an account with the provider’s name', async () => {
    const { browser, name, bindTicket } = await meet()
    const phone = freshPhone()
    const signedIn = await browser.bindPhone({
      bindTicket,
      phoneNum: phone,
      captchaCode: await getCode(backend, phone, 'oauth'),
      password: 'chalk-2468',
    })
    expect(signedIn).toMatchObject({ isRegistered: true, phoneIsReal: true })
    expect(await backend.as(browser.cookies()).call('GET /api/user/info', {})).toMatchObject({
      id: signedIn.userId,
      nickname: name,
    })
    const accepted = await backend.database.db
      .selectFrom('agreementAcceptances')
      .select('agreementAcceptances.context')
      .where('agreementAcceptances.userId', '=', signedIn.userId)
      .execute()
    expect(accepted).toEqual([{ context: 'oauth' }, { context: 'oauth' }])
    await expect(
      backend.api.call('POST /api/auth/login', { loginType: 'password', phoneNum: phone, password: 'chalk-2468' }),
    ).resolves.toMatchObject({ userId: signedIn.userId })
  })

  test('a known number is linked and keeps its name', async () => {
    const learner = await registerLearner(backend, { nickname: '老同学' })
    const { browser, bindTicket } = await meet('WECHAT')
    const code = await getCode(backend, learner.phone, 'oauth')
    expect(
      await browser.bindPhone({ bindTicket, phoneNum: learner.phone, captchaCode: code, nickname: '别的名字' }),
    ).toEqual({ userId: learner.userId, isRegistered: false, phoneIsReal: true })
    expect(await backend.as(browser.cookies()).call('GET /api/user/info', {})).toMatchObject({ nickname: '老同学' })
  })

  test('wrong typing is said at its field, the ticket stays', async () => {
    const { browser, bindTicket } = await meet()
    const phone = freshPhone()
    const code = await getCode(backend, phone, 'oauth')
    const right = { bindTicket, phoneNum: phone, captchaCode: code }
    const wrong: [object, number][] = [
      [{ phoneNum: '123' }, Code.PhoneError],
      [{ captchaCode: '' }, Code.CodeError],
      [{ captchaCode: otherCode(code) }, Code.CodeError],
      [{ nickname: '字'.repeat(17) }, Code.NameError],
      [{ password: '12345' }, Code.SetPasswordError],
      [{ agreementStatus: false }, Code.Toast],
      [{ registerParam: { inviteUserId: '999999999' } }, Code.InvitationError],
    ]
    for (const [values, expected] of wrong)
      await expect(browser.bindPhone({ ...right, ...values })).rejects.toMatchObject({ code: expected })
    expect(await browser.bindPhone(right)).toMatchObject({ isRegistered: true })
  })

  test('disabled accounts and made-up numbers are refused unchanged', async () => {
    const learner = await registerLearner(backend)
    await setAccountStatus(backend, learner.userId, 2)
    const { browser, bindTicket } = await meet()
    const code = await getCode(backend, learner.phone, 'oauth')
    await expect(browser.bindPhone({ bindTicket, phoneNum: learner.phone, captchaCode: code })).rejects.toMatchObject({
      code: Code.AccountDisabled,
    })
    await setAccountStatus(backend, learner.userId, 1)
    await backend.database.db
      .updateTable('users')
      .set({ phoneIsReal: false })
      .where('users.id', '=', learner.userId)
      .execute()
    await expect(browser.bindPhone({ bindTicket, phoneNum: learner.phone, captchaCode: code })).rejects.toMatchObject({
      code: Code.UserError,
    })
    expect(
      await backend.database.db
        .selectFrom('oauthIdentities')
        .select('oauthIdentities.id')
        .where('oauthIdentities.userId', '=', learner.userId)
        .execute(),
    ).toEqual([])
  })

  test('an account with another QQ gets no second one', async () => {
    const phone = freshPhone()
    await linkNew(newName(), phone)
    const { browser, bindTicket } = await meet()
    await expect(
      browser.bindPhone({ bindTicket, phoneNum: phone, captchaCode: await getCode(backend, phone, 'oauth') }),
    ).rejects.toMatchObject({ code: Code.Toast, message: '该账号已绑定其他 QQ，请先在账号安全中解除绑定' })
  })

  test('a ticket is good once, for ten minutes', async () => {
    const { browser, bindTicket } = await meet()
    const phones = Array.from({ length: 10 }, () => freshPhone())
    const tries = await Promise.all(
      phones.map(async (phone) => ({ phoneNum: phone, captchaCode: await getCode(backend, phone, 'oauth') })),
    )
    const { passed, codes } = await outcomes(tries.map((input) => browser.bindPhone({ bindTicket, ...input })))
    expect([passed, new Set(codes)]).toEqual([1, new Set([Code.Toast])])
    const made = await backend.database.db
      .selectFrom('users')
      .select('users.id')
      .where('users.phone', 'in', phones)
      .execute()
    expect(made).toHaveLength(1)

    const late = await meet()
    const phone = freshPhone()
    backend.clock.set(testNow + 10 * minute)
    const input = { phoneNum: phone, captchaCode: await getCode(backend, phone, 'oauth') }
    for (const ticket of [late.bindTicket, 'B'.repeat(43)]) {
      await expect(late.browser.bindPhone({ bindTicket: ticket, ...input })).rejects.toMatchObject({
        code: Code.Toast,
        message: '授权已失效，请重新登录',
      })
    }
    await expect(late.browser.bindPhone(input)).rejects.toMatchObject({ code: Code.Toast })
  })

  test('of 50 tries with one ticket and code one passes', async () => {
    const { browser, bindTicket } = await meet()
    const phone = freshPhone()
    const captchaCode = await getCode(backend, phone, 'oauth')
    const { passed } = await outcomes(
      Array.from({ length: 50 }, () => browser.bindPhone({ bindTicket, phoneNum: phone, captchaCode })),
    )
    expect(passed).toBe(1)
    expect(
      await backend.database.db
        .selectFrom('oauthIdentities')
        .innerJoin('users', 'users.id', 'oauthIdentities.userId')
        .select('users.id')
        .where('users.phone', '=', phone)
        .execute(),
    ).toHaveLength(1)
  })
})
