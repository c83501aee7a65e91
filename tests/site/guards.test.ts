import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pages } from '#client/pages/index.ts'
import { type FakeService, reply, startFakeService } from '../support/fake-service.ts'
import { guardedPages, readState } from '../support/guarded-pages.ts'
import { startTestSite, type TestSite } from '../support/test-site.ts'

// A test service stands where the main site's would: what it tells of the visitor decides, end to end.
let service: FakeService
let site: TestSite
/** Code of the user-info call, and whether the phone is real. */
let loginCheck = { code: -3, phoneIsReal: true }

beforeAll(async () => {
  service = await startFakeService()
  service.answer = (_req, res, { url }) => {
    if (url.startsWith('/api/user/info'))
      return reply(
        res,
        { id: 1, nickname: '林知夏', headImg: null, realName: null, customerStatus: 0, adminRole: false },
        { code: loginCheck.code },
      )
    if (url.startsWith('/api/auth/check/virtual/phoneNum')) return reply(res, loginCheck.phoneIsReal)
    if (url.startsWith('/api/app/config')) return reply(res, null, { code: 0 })
    // This main site takes an app link's token itself.
    if (url.startsWith('/api/auth/token-login')) return reply(res, null, { code: 404, msg: '接口不存在', status: 404 })
    return reply(res, [])
  }
  site = await startTestSite(service.base, { pages: [...guardedPages, ...pages] })
})

beforeEach(() => {
  loginCheck = { code: -3, phoneIsReal: true }
})

afterAll(async () => {
  await site.close()
  await service.stop()
})

function visit(path: string, session = true): ReturnType<TestSite['get']> {
  const request = site.get(path)
  return session ? request.set('Cookie', 'session=abc123') : request
}

/** What the page's state tells the browser about the login dialog. */
function askLogin(html: string): unknown {
  return readState(html).view.askLogin
}

describe('a visitor', () => {
  it('for learners gets its frame with a closed login', async () => {
    const answer = await visit('/user/info', false)
    expect(answer.status).toBe(200)
    expect(askLogin(answer.text)).toEqual({ closable: false, via: 'page' })
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })
  it('of a coupon page gets the coupon login', async () => {
    expect(askLogin((await visit('/coupon', false)).text)).toEqual({ closable: false, via: 'coupon' })
  })
  it('with the login action gets an open one, uncached', async () => {
    const answer = await visit('/agreement/register?action=login', false)
    expect(askLogin(answer.text)).toEqual({ closable: true, via: 'action' })
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })
  it('an invite closes the login, except plainly at home', async () => {
    expect(askLogin((await visit('/agreement/register?inviteUserId=9', false)).text)).toEqual({
      closable: false,
      via: 'invite',
    })
    expect(askLogin((await visit('/?clueUserId=9', false)).text)).toBeUndefined()
    expect(askLogin((await visit('/?clueUserId=9&inviteWay=1', false)).text)).toEqual({
      closable: false,
      via: 'invite',
    })
  })
  it('timed out sees the page without any dialog', async () => {
    const answer = await visit('/agreement/register')
    expect(answer.status).not.toBe(302)
    expect(askLogin(answer.text)).toBeUndefined()
  })
})

describe('a session that was ended from outside', () => {
  it.each([-5, -6, -7])('leads to login with code %i and way back', async (code) => {
    loginCheck.code = code
    const answer = await visit('/user/info?tab=a')
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toBe(`/auth/login?code=${code}&redirect=%2Fuser%2Finfo%3Ftab%3Da`)
    expect(answer.headers['cache-control']).toBe('no-store')
  })
  it('does not lead the login page to itself', async () => {
    loginCheck.code = -5
    expect((await visit('/auth/login?code=-5')).status).toBe(200)
  })
})

describe('a learner', () => {
  beforeEach(() => {
    loginCheck.code = 1
  })
  it('gets the page that needs a login', async () => {
    const answer = await visit('/user/info')
    expect(answer.status).toBe(200)
    expect(askLogin(answer.text)).toBeUndefined()
  })
  it('is known by an app link’s token, never logged', async () => {
    const answer = await visit('/user/info?token=secret-token-1', false)
    expect(askLogin(answer.text)).toBeUndefined()
    const call = service.arrivals.filter(({ url }) => url.startsWith('/api/user/info')).at(-1)
    expect(call?.headers.authorization).toBe('secret-token-1')
    expect(call?.url).not.toContain('secret-token-1')
    expect(site.lines.join('\n')).not.toContain('secret-token-1')
  })
  it('stands in the log by page and anonymous mark', async () => {
    site.lines.length = 0
    await visit('/user/info')
    await visit('/user/info')
    const lines = site.lines
      .map((line) => JSON.parse(line) as { route?: string; user?: string; cache?: string; ms?: number; id?: string })
      .filter(({ route }) => route === 'my-info')
    expect(lines).toHaveLength(2)
    expect(lines[0]?.user).toMatch(/^[\w-]{12}$/)
    expect(lines[0]?.user).toBe(lines[1]?.user)
    expect(lines[0]?.id).not.toBe(lines[1]?.id)
    expect(typeof lines[0]?.ms).toBe('number')
  })
  it('without a real phone must bind one, there', async () => {
    loginCheck.phoneIsReal = false
    const answer = await visit('/user/info?a=1')
    expect([answer.status, answer.headers.location]).toEqual([302, '/user/auth/bind?redirect=%2Fuser%2Finfo%3Fa%3D1'])
    expect((await visit('/user/auth/bind')).status).toBe(200)
  })
  it.each([
    ['/register', '/'],
    ['/register?registerRedirect=%2Fclasses&inviteUserId=9&clueUserId=8', '/classes?inviteUserId=9&clueUserId=8'],
    ['/register?registerRedirect=https%3A%2F%2Fevil.example', '/'],
    ['/register?registerRedirect=%2F%2Fevil.example', '/'],
    ['/register?registerRedirect=%2F%5Cevil.example', '/'],
  ])('is led from %s to %s', async (from, to) => {
    const answer = await visit(from)
    expect([answer.status, answer.headers.location]).toEqual([302, to])
  })
  it('sends only the session cookie to the services', async () => {
    await site.get('/user/info').set('Cookie', 'other=1; session=abc123; robotId=r-7')
    const call = service.arrivals.filter(({ url }) => url.startsWith('/api/user/info')).at(-1)
    expect(call?.headers.cookie).toBe('session=abc123')
    expect(call?.headers.robotid).toBe('r-7')
    expect(call?.headers.reqsource).toBe('pcSite')
  })
  it('is known to services by address and browser only', async () => {
    await visit('/user/info').set('X-Forwarded-For', '203.0.113.9').set('User-Agent', 'Mozilla/5.0 Learner/1')
    const call = service.arrivals.filter(({ url }) => url.startsWith('/api/user/info')).at(-1)
    expect(call?.headers['x-forwarded-for']).toBe('127.0.0.1')
    expect(call?.headers['user-agent']).toBe('Mozilla/5.0 Learner/1')
  })
  it('keeps cookies in failures, loses them once over', async () => {
    loginCheck.code = 0
    expect((await visit('/')).headers['set-cookie']).toBeUndefined()
    loginCheck.code = -3
    expect((await visit('/')).headers['set-cookie']).toHaveLength(2)
  })
})

describe('start-up', () => {
  it('asks who is there first, for visitors nothing', async () => {
    service.arrivals.length = 0
    await visit('/user/info', false)
    expect(service.arrivals.some(({ url }) => url.startsWith('/api/user/info'))).toBe(false)
    service.arrivals.length = 0
    loginCheck.code = 1
    await visit('/user/info')
    const first = service.arrivals.slice(0, 2).map(({ url }) => url.split('?')[0])
    expect(first.sort()).toEqual(['/api/auth/check/virtual/phoneNum', '/api/user/info'])
  })
  it('stands without the app config: the page renders with defaults', async () => {
    const answer = await visit('/user/info', false)
    expect(answer.text).toContain('020-29075715')
  })
})
