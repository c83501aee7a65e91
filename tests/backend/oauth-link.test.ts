import { describe, expect, test } from 'vitest'
import { Code } from '#shared/contract/codes.ts'
import type { OauthProvider } from '#shared/contract/enums.ts'
import { buildVirtualLearner, type Learner, markVerified, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile, identityProviderOfFile } from '../support/backend-of-file.ts'
import { type OauthBrowser, openOauthBrowser, outcomes } from '../support/oauth-browser.ts'

const provider = identityProviderOfFile()
const backend = backendOfFile(() => ({ OAUTH_EMBEDDED_URL: provider.url }))

let count = 0
function newName(): string {
  return `学友${++count}`
}

/** Who has just proved who they are: nobody else may change how an account is entered. */
async function verifiedLearner(known?: Learner): Promise<Learner> {
  const learner = known ?? (await registerLearner(backend))
  await markVerified(backend, learner)
  return learner
}

async function linkedOf({ userId }: Learner): Promise<OauthProvider[]> {
  const rows = await backend.database.db
    .selectFrom('oauthIdentities')
    .select('oauthIdentities.provider')
    .where('oauthIdentities.userId', '=', userId)
    .orderBy('oauthIdentities.provider')
    .execute()
  return rows.map((row) => row.provider)
}

/** A learner's browser in which these providers have been linked. */
async function linkAll(learner: Learner, ...providers: OauthProvider[]): Promise<OauthBrowser> {
  const browser = openOauthBrowser(backend, learner.cookie)
  for (const loginType of providers) await browser.bindByLogin(await browser.consent(loginType, newName()))
  return browser
}

const refused = { code: Code.Toast, message: '授权已失效，请重新操作' }

describe('linking while logged in', () => {
  test('links, shows it in security, and does nothing twice', async () => {
    const learner = await verifiedLearner()
    const browser = openOauthBrowser(backend, learner.cookie)
    const name = newName()
    expect(await browser.bindByLogin(await browser.consent('WECHAT', name))).toBe(true)
    expect(await browser.bindByLogin(await browser.consent('WECHAT', name))).toBe(true)
    expect((await backend.as(learner.cookie).call('GET /api/user/info/security', {})).identities).toEqual([
      { provider: 'WECHAT', nickname: name, linkedTime: testNow },
    ])
  })

  test('an identity of another account stays there', async () => {
    const name = newName()
    const [first, second] = [await verifiedLearner(), await verifiedLearner()]
    const [one, two] = [openOauthBrowser(backend, first.cookie), openOauthBrowser(backend, second.cookie)]
    await one.bindByLogin(await one.consent('QQ', name))
    await expect(two.bindByLogin(await two.consent('QQ', name))).rejects.toMatchObject({
      code: Code.Toast,
      message: '该 QQ 已绑定其他账号',
    })
    expect([await linkedOf(first), await linkedOf(second)]).toEqual([['QQ'], []])
  })

  test('a second identity of the same provider is refused', async () => {
    const learner = await verifiedLearner()
    const browser = await linkAll(learner, 'WECHAT')
    await expect(browser.bindByLogin(await browser.consent('WECHAT', newName()))).rejects.toMatchObject({
      code: Code.Toast,
      message: '该账号已绑定其他微信，请先在账号安全中解除绑定',
    })
  })

  test('two accounts wanting one identity: one gets it', async () => {
    const name = newName()
    const learners = await Promise.all(Array.from({ length: 8 }, () => verifiedLearner()))
    const browsers = learners.map((learner) => openOauthBrowser(backend, learner.cookie))
    const backs = await Promise.all(browsers.map((browser) => browser.consent('QQ', name)))
    const { passed, codes } = await outcomes(browsers.map((browser, index) => browser.bindByLogin(backs[index]!)))
    expect([passed, new Set(codes)]).toEqual([1, new Set([Code.Toast])])
  })

  test('a state belongs to whoever was logged in then', async () => {
    const [learner, other] = [await verifiedLearner(), await verifiedLearner()]
    const browser = openOauthBrowser(backend, learner.cookie)
    const back = await browser.consent('QQ', newName())
    const nonce = browser.cookies().split('; ')[0] ?? ''
    await expect(
      backend.as(`${nonce}; ${other.cookie}`).call('GET /api/oauth/bind-oauth-by-login', back),
    ).rejects.toMatchObject(refused)
    await expect(backend.as(nonce).call('GET /api/oauth/oauth-login-check', back)).rejects.toMatchObject(refused)
    await expect(backend.as(nonce).call('GET /api/oauth/bind-oauth-by-login', back)).rejects.toMatchObject({
      code: Code.LoginTimeout,
    })
    const visitor = openOauthBrowser(backend)
    const visitorsBack = await visitor.consent('QQ', newName())
    await expect(
      backend.as(`${visitor.cookies()}; ${learner.cookie}`).call('GET /api/oauth/bind-oauth-by-login', visitorsBack),
    ).rejects.toMatchObject(refused)
    expect([await linkedOf(learner), await linkedOf(other)]).toEqual([[], []])
    expect(await browser.bindByLogin(back)).toBe(true)
  })
})

describe('unlinking', () => {
  test('takes the identity away, the same when there is none', async () => {
    const learner = await verifiedLearner()
    const browser = await linkAll(learner, 'QQ', 'WECHAT')
    expect(await browser.unbind('QQ')).toBe(true)
    expect(await browser.unbind('QQ')).toBe(true)
    expect(await linkedOf(learner)).toEqual(['WECHAT'])
    // a phone that is really theirs is a way in
    expect(await browser.unbind('WECHAT')).toBe(true)
  })

  test('the last way to log in is not taken away', async () => {
    const learner = await verifiedLearner(await buildVirtualLearner(backend))
    const browser = await linkAll(learner, 'QQ')
    await expect(browser.unbind('QQ')).rejects.toMatchObject({
      code: Code.Toast,
      message: expect.stringMatching(/^解除绑定失败/),
    })
    expect(await linkedOf(learner)).toEqual(['QQ'])
    // a password goes with the number, be it made up
    await backend.database.db
      .updateTable('users')
      .set({ passwordHash: 'x' })
      .where('users.id', '=', learner.userId)
      .execute()
    expect(await browser.unbind('QQ')).toBe(true)
  })

  test('a password without a number is no way in', async () => {
    const learner = await verifiedLearner(await buildVirtualLearner(backend))
    const browser = await linkAll(learner, 'WECHAT')
    await backend.database.db
      .updateTable('users')
      .set({ passwordHash: 'x', phone: null })
      .where('users.id', '=', learner.userId)
      .execute()
    await expect(browser.unbind('WECHAT')).rejects.toMatchObject({ code: Code.Toast })
  })

  test('of two only ways in, unlinked at once, one stays', async () => {
    const learner = await verifiedLearner(await buildVirtualLearner(backend))
    const browser = await linkAll(learner, 'QQ', 'WECHAT')
    const { passed, codes } = await outcomes([browser.unbind('QQ'), browser.unbind('WECHAT')])
    expect([passed, codes]).toEqual([1, [Code.Toast]])
    expect(await linkedOf(learner)).toHaveLength(1)
  })

  test('a call that is not our page’s changes nothing', async () => {
    const learner = await verifiedLearner()
    await linkAll(learner, 'QQ')
    const response = await backend.agent
      .get('/api/oauth/unbind-oauth')
      .query({ loginType: 'QQ' })
      .set({ Cookie: learner.cookie })
    expect(response.status).toBe(403)
    expect(await linkedOf(learner)).toEqual(['QQ'])
  })
})

describe('which providers there are', () => {
  test('the pages are told of those that work here', async () => {
    expect((await backend.api.call('GET /api/app/config', {})).oauthProviders).toEqual(['QQ', 'WECHAT'])
  })
})
