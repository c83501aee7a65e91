import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyCommonData } from '#client/features/common/common-data.ts'
import { type FakeService, reply, startFakeService } from '../support/fake-service.ts'
import { startTestSite, type TestSite, testOrigin } from '../support/test-site.ts'

const { config } = emptyCommonData('学园', '020-29075715')
const user = {
  id: 7,
  nickname: '苏小墨',
  headImg: null,
  introduction: null,
  adminRole: false,
  roles: [],
  createdTime: 1,
}
const secret = 'one-time-secret'
let service: FakeService
let site: TestSite

beforeAll(async () => {
  service = await startFakeService()
  service.answer = (req, res, { url }) => {
    if (url.startsWith('/api/app/config')) return reply(res, config)
    if (url.startsWith('/api/user/info')) return req.headers.cookie ? reply(res, user) : reply(res, null, { code: -3 })
    if (url.startsWith('/api/auth/check/virtual/phoneNum')) return reply(res, true)
    return reply(res, [])
  }
  site = await startTestSite(service.base)
})

afterAll(async () => {
  await site.close()
  await service.stop()
})

const returnPath = `/authMiddlePage/auth?loginType=QQ&code=${secret}&state=${secret}`

describe('the page that a provider sends the visitor back to', () => {
  it('says what happens, without script, kept by nobody', async () => {
    const answer = await site.get(returnPath)
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('<h1>正在登录…</h1>')
    expect(answer.text).toMatch(/<noscript><p>登录需要浏览器开启 JavaScript/)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.text).toMatch(/<meta name="robots" content="noindex[^"]*"/)
  })

  it('tells nobody its address: referrer, link or log', async () => {
    const answer = await site.get(returnPath)
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
    expect((await site.get('/auth/login')).headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    const links = answer.text.match(/(?:href|src|action)="[^"]*"/g) ?? []
    expect(links).toContain('href="/auth/login"')
    expect(links.filter((link) => link.includes(secret))).toEqual([])
    await site
      .get(`/api/oauth/oauth-login-check?loginType=QQ&code=${secret}&state=${secret}`)
      .set({ reqSource: 'pcSite', Origin: testOrigin })
    expect(site.lines.some((line) => line.includes('/authMiddlePage/auth'))).toBe(true)
    expect(site.lines.some((line) => line.includes('oauth-login-check'))).toBe(true)
    expect(site.lines.filter((line) => line.includes(secret))).toEqual([])
  })

  it('says to a learner that something was linked', async () => {
    const answer = await site.get(returnPath).set('Cookie', 'session=some-session')
    expect(answer.text).toContain('<h1>正在绑定…</h1>')
  })

  it('asks nobody to log in, whatever invitation the address carries', async () => {
    const answer = await site.get(`${returnPath}&inviteUserId=9&action=login`)
    expect(answer.text).not.toContain('"askLogin"')
  })
})

describe('the page that binds a phone after a provider', () => {
  it.each(['/user/oauth', '/user/oauth/QQ', '/user/oauth/WECHAT'])(
    '%s stands for everybody, kept by nobody',
    async (path) => {
      const answer = await site.get(`${path}?bindTicket=${secret}`)
      expect(answer.status).toBe(200)
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(answer.headers['referrer-policy']).toBe('no-referrer')
      expect(answer.text).toMatch(/<meta name="robots" content="noindex[^"]*"/)
    },
  )

  it.each(['/user/oauth/qq', '/user/oauth/bind', '/user/oauth/QQ/x', '/authmiddlepage/auth'])(
    '%s is no page',
    async (path) => {
      expect((await site.get(path)).status).toBe(404)
    },
  )

  it('a call from another site’s page never reaches the services', async () => {
    service.arrivals.splice(0)
    for (const path of [
      '/api/oauth/unbind-oauth?loginType=QQ',
      '/api/oauth/bind-oauth-by-login?loginType=QQ&code=a&state=b',
      '/api/oauth/get-authorizeUrl?loginType=QQ',
      '/api/oauth/oauth-login-check?code=a&state=b',
    ]) {
      const answer = await site
        .get(path)
        .set({ reqSource: 'pcSite', 'Sec-Fetch-Site': 'cross-site', Cookie: 'session=some-session' })
      expect(answer.status).toBe(403)
    }
    expect(service.arrivals.filter(({ url }) => url.startsWith('/api/oauth'))).toEqual([])
  })
})
