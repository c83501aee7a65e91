import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createOauthClient } from '#server/backend/ports/oauth/create-oauth-client.ts'
import type { OauthPort } from '#server/backend/ports/oauth/oauth-client.ts'
import { createQqProvider } from '#server/backend/ports/oauth/qq-provider.ts'
import { createWechatProvider } from '#server/backend/ports/oauth/wechat-provider.ts'
import { readConfig } from '#server/config/config.ts'
import { testClients } from '#server/dev-providers/identity/test-clients.ts'
import { oauthReturnUri } from '#server/config/oauth-return.ts'
import type { OauthProvider } from '#shared/contract/enums.ts'
import { type FakeService, startFakeService } from '../support/fake-service.ts'
import { answerConsent, startIdentityProvider, type TestIdentityProvider } from '../support/identity-provider.ts'
import { preReleaseEnv } from '../support/public-env.ts'

const origin = 'https://school.test'
let provider: TestIdentityProvider
let service: FakeService
beforeAll(async () => {
  provider = await startIdentityProvider(origin)
  service = await startFakeService()
})
afterAll(async () => {
  await provider?.stop()
  await service?.stop()
})
afterEach(() => service.arrivals.splice(0))

/** The adapters as the embedded configuration makes them. */
function embedded(name: OauthProvider): OauthPort {
  const port = createOauthClient(readConfig({ SITE_ENV: 'test', OAUTH_EMBEDDED_URL: provider.url }).oauth)[name]
  if (!port) throw new Error(`${name} is missing.`)
  return port
}

async function newCode(name: OauthProvider, nickname: string): Promise<string> {
  const { code } = await answerConsent(
    embedded(name).authorizeUrl({ state: 'some-state', redirectUri: oauthReturnUri({ origin }, name) }),
    { nickname },
  )
  return code ?? ''
}

describe.each(['QQ', 'WECHAT'] as const)('%s', (name) => {
  const redirectUri = oauthReturnUri({ origin }, name)

  test('gives a person the same ids, others other ones', async () => {
    const identify = async (nickname: string) =>
      embedded(name).identify({ code: await newCode(name, nickname), redirectUri })
    const [first, again, other] = [await identify('小禾'), await identify('小禾'), await identify('阿棠')]
    expect(first).toMatchObject({ nickname: '小禾', headImg: null })
    expect(again).toEqual(first)
    expect(new Set([first.openId, first.unionId, other.openId, other.unionId]).size).toBe(4)
  })

  test('takes a code once, and for five minutes', async () => {
    const code = await newCode(name, '小禾')
    await embedded(name).identify({ code, redirectUri })
    await expect(embedded(name).identify({ code, redirectUri })).rejects.toMatchObject({ fault: 'refused' })
    const late = await newCode(name, '小禾')
    provider.wait(5 * 60_000)
    await expect(embedded(name).identify({ code: late, redirectUri })).rejects.toMatchObject({ fault: 'refused' })
  })

  test('refuses wrong keys and another provider’s code', async () => {
    const { id } = testClients[name]
    const stranger =
      name === 'QQ'
        ? createQqProvider({ appId: id, appKey: 'wrong', base: provider.url })
        : createWechatProvider({ appId: id, appSecret: 'wrong', base: provider.url })
    await expect(stranger.identify({ code: await newCode(name, '小禾'), redirectUri })).rejects.toMatchObject({
      fault: 'refused',
      message: expect.stringMatching(/refused: (100009|40125)\.$/),
    })
    const other = name === 'QQ' ? 'WECHAT' : 'QQ'
    await expect(
      embedded(other).identify({ code: await newCode(name, '小禾'), redirectUri: oauthReturnUri({ origin }, other) }),
    ).rejects.toMatchObject({ fault: 'refused' })
  })

  test('sends nobody to an address that isn’t registered exactly', async () => {
    const near = [
      `${redirectUri}&x=1`,
      redirectUri.replace('school.test', 'school.test.evil.example'),
      redirectUri.replace('https', 'http'),
      redirectUri.replace('/auth?', '/auth/?'),
      'https://evil.example/',
    ]
    for (const address of near) {
      const response = await fetch(embedded(name).authorizeUrl({ state: 's', redirectUri: address }), {
        redirect: 'manual',
      })
      expect([response.status, response.headers.get('location')]).toEqual([400, null])
      const answered = await fetch(embedded(name).authorizeUrl({ state: 's', redirectUri: address }), {
        method: 'POST',
        body: new URLSearchParams({ person: 'lin-xiaoman', answer: 'agree' }),
        redirect: 'manual',
      })
      expect([answered.status, answered.headers.get('location')]).toEqual([400, null])
    }
  })

  test('asks a visitor without script for one person, yes/no', async () => {
    const response = await fetch(embedded(name).authorizeUrl({ state: 's', redirectUri }))
    const page = await response.text()
    for (const part of ['林小满', '自己取一个昵称', '同意', '拒绝']) expect(page).toContain(part)
    expect(page).not.toContain('<script')
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'nonce-[^']+'; form-action 'self' https:\/\/school\.test;/,
    )
  })

  test.each([
    ['an answer that is no JSON', 200, '<html>维护中</html>'],
    ['an error of the server', 502, 'bad gateway'],
    ['an answer without the fields', 200, '{}'],
    ['a list', 200, '[]'],
  ])('%s is an outage', async (_what, status, body) => {
    service.answer = (_req, res) => res.writeHead(status).end(body)
    const port =
      name === 'QQ'
        ? createQqProvider({ appId: '1', appKey: 'k', base: service.base })
        : createWechatProvider({ appId: '1', appSecret: 'k', base: service.base })
    await expect(port.identify({ code: 'secret-code', redirectUri })).rejects.toMatchObject({
      fault: 'unavailable',
      message: expect.not.stringContaining('secret-code'),
    })
  })

  test('a missing provider is an outage naming no secret', async () => {
    const port =
      name === 'QQ'
        ? createQqProvider({ appId: '1', appKey: 'secret-key', base: 'http://127.0.0.1:1' })
        : createWechatProvider({ appId: '1', appSecret: 'secret-key', base: 'http://127.0.0.1:1' })
    await expect(port.identify({ code: 'secret-code', redirectUri })).rejects.toMatchObject({
      fault: 'unavailable',
      message: expect.not.stringMatching(/secret/),
    })
  })
})

describe('QQ in its own ways', () => {
  const answers: Record<string, string> = {
    '/oauth2.0/token': '{"access_token":"T0KEN","expires_in":"7776000"}',
    '/oauth2.0/me': 'callback( {"client_id":"101","openid":"0A1B2C3D4E5F60718293A4B5C6D7E8F9"} );\n',
    '/user/get_user_info':
      '{"ret":0,"nickname":" 松\\u0000果 ","figureurl_qq_1":"http://thirdqq.qlogo.cn/g?b=oidb&s=40","figureurl_qq_2":""}',
  }
  const serve = (changed: Record<string, string> = {}): OauthPort => {
    service.answer = (_req, res, { url }) =>
      res
        .writeHead(200, { 'content-type': 'text/html' })
        .end({ ...answers, ...changed }[new URL(url, 'http://x').pathname])
    return createQqProvider({ appId: '101', appKey: 'key', base: service.base })
  }
  const identify = (port: OauthPort) => port.identify({ code: 'CODE', redirectUri: oauthReturnUri({ origin }, 'QQ') })

  test('a script-wrapped answer is read, Tencent’s pictures by https', async () => {
    expect(await identify(serve())).toEqual({
      openId: '0A1B2C3D4E5F60718293A4B5C6D7E8F9',
      unionId: null,
      nickname: '松果',
      headImg: 'https://thirdqq.qlogo.cn/g?b=oidb&s=40',
    })
    expect(service.arrivals.map(({ url }) => url)).toEqual([
      '/oauth2.0/token?grant_type=authorization_code&client_id=101&client_secret=key&code=CODE&redirect_uri=https%3A%2F%2Fschool.test%2FauthMiddlePage%2Fauth%3FloginType%3DQQ&fmt=json',
      '/oauth2.0/me?access_token=T0KEN&unionid=1&fmt=json',
      '/user/get_user_info?access_token=T0KEN&oauth_consumer_key=101&openid=0A1B2C3D4E5F60718293A4B5C6D7E8F9',
    ])
  })

  test('a token that was granted to another site is refused', async () => {
    await expect(identify(serve({ '/oauth2.0/me': '{"client_id":"102","openid":"0A1B"}' }))).rejects.toMatchObject({
      fault: 'refused',
    })
  })

  test('a picture elsewhere by http is left out', async () => {
    const profile = '{"ret":0,"nickname":"松果","figureurl_qq_2":"http://evil.example/a.png"}'
    expect(await identify(serve({ '/user/get_user_info': profile }))).toMatchObject({ headImg: null })
  })

  test('a refusal in a script’s call is a refusal', async () => {
    await expect(
      identify(
        serve({ '/oauth2.0/me': 'callback( {"error":100016,"error_description":"access token check failed"} );' }),
      ),
    ).rejects.toMatchObject({ fault: 'refused', message: '/oauth2.0/me refused: 100016.' })
  })
})

describe('the real providers', () => {
  test('have their published addresses when their keys are set', () => {
    const client = createOauthClient(
      readConfig({ SITE_ENV: 'test', OAUTH_PROVIDER: 'real', WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 's' }).oauth,
    )
    expect(Object.keys(client)).toEqual(['WECHAT'])
    expect(client.WECHAT?.authorizeUrl({ state: 'st', redirectUri: oauthReturnUri({ origin }, 'WECHAT') })).toBe(
      'https://open.weixin.qq.com/connect/qrconnect?appid=wx1&redirect_uri=https%3A%2F%2Fschool.test%2FauthMiddlePage%2Fauth%3FloginType%3DWECHAT&response_type=code&scope=snsapi_login&state=st#wechat_redirect',
    )
    const qq = createQqProvider({ appId: '101', appKey: 'k' })
    expect(qq.authorizeUrl({ state: 'st', redirectUri: 'https://school.test/x' })).toBe(
      'https://graph.qq.com/oauth2.0/authorize?response_type=code&client_id=101&redirect_uri=https%3A%2F%2Fschool.test%2Fx&state=st&scope=get_user_info',
    )
  })

  test('are a public site’s default, none without keys', () => {
    const kindOf = (env: Record<string, string>): string => readConfig({ ...preReleaseEnv, ...env }).oauth.kind
    expect([kindOf({}), kindOf({ QQ_APP_ID: '1', QQ_APP_KEY: 'k' }), readConfig({}).oauth.kind]).toEqual([
      'none',
      'real',
      'embedded',
    ])
  })

  test('half a key stops the start with one sentence', () => {
    expect(() => readConfig({ QQ_APP_ID: '1' })).toThrow('QQ_APP_KEY must be set when QQ_APP_ID is set.')
    expect(() => readConfig({ OAUTH_PROVIDER: 'real' })).toThrow(
      'QQ_APP_ID or WECHAT_APP_ID must be set when OAUTH_PROVIDER is real.',
    )
  })
})
