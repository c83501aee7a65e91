import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cookieOf, freshAddress, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { type FakeService, reply, startFakeService } from '../support/fake-service.ts'
import { guardedPages, loadedAnswer, readState } from '../support/guarded-pages.ts'
import { type School, startSchool, startTestSite, type TestSite } from '../support/test-site.ts'

// A link of the app carries a token: opened in a browser it signs in once and leaves no trace in the address.
let school: School
let learner: Learner

beforeAll(async () => {
  school = await startSchool({ TRUST_PROXY: '1' }, { pages: guardedPages })
})

beforeEach(async () => {
  learner = await registerLearner(school.backend)
  school.site.lines.length = 0
})

afterAll(() => school.close())

async function newToken(): Promise<string> {
  const answer = await school.backend.agent
    .post('/api/auth/link-token')
    .set('reqSource', 'pcSite')
    .set('Cookie', learner.cookie)
    .send({})
  return (answer.body as { body: { token: string } }).body.token
}

function open(path: string, address = freshAddress()): ReturnType<TestSite['get']> {
  return school.site.get(path).set('X-Forwarded-For', address)
}

function userSeen(html: string): unknown {
  return loadedAnswer(readState(html), 'GET /api/user/info')
}

describe('a page opened with an app link’s token', () => {
  it('is opened anew without it, as the learner’s', async () => {
    const token = await newToken()
    const answer = await open(`/user/info?tab=a%20b&token=${token}&x=1`)
    expect([answer.status, answer.headers.location]).toEqual([302, '/user/info?tab=a%20b&x=1'])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
    const page = await open(String(answer.headers.location)).set('Cookie', cookieOf(answer))
    expect(userSeen(page.text)).toMatchObject({ id: learner.userId })
  })
  it('gives the hint to the page’s script, too', async () => {
    const lines = (await open(`/?token=${await newToken()}`)).headers['set-cookie'] as unknown as string[]
    expect(lines.map((line) => line.split('=')[0])).toEqual(['session', 'signedIn'])
    expect(lines[0]).toContain('HttpOnly')
  })
  it('signs in once: the second time there is a visitor', async () => {
    const token = await newToken()
    await open(`/user/info?token=${token}`)
    const again = await open(`/user/info?token=${token}`)
    expect([again.status, again.headers.location, again.headers['set-cookie']]).toEqual([302, '/user/info', undefined])
  })
  it.each(['wrong', '', 'x'.repeat(600), '%3Cscript%3E'])(
    'that is no token (%s) leads to the clean address',
    async (token) => {
      const answer = await open(`/user/info?token=${token}`)
      expect([answer.status, answer.headers.location, answer.headers['set-cookie']]).toEqual([
        302,
        '/user/info',
        undefined,
      ])
    },
  )
  it('loses all its tokens, however they are written', async () => {
    const answer = await open('/user/info?token=a&%74oken=b&token')
    expect(answer.headers.location).toBe('/user/info')
  })
  it('leads nowhere else, whatever its address', async () => {
    const answer = await open('/user/info/?token=a&next=https%3A%2F%2Fevil.example')
    expect(answer.headers.location).toBe('/user/info/?next=https%3A%2F%2Fevil.example')
  })
  it.each([
    ['a HEAD request', (path: string) => school.site.request('head', path), 302],
    ['a robot', (path: string) => open(path).set('User-Agent', 'Mozilla/5.0 (compatible; Baiduspider/2.0)'), 302],
    ['a picture’s address', (path: string) => open(path).set('Sec-Fetch-Mode', 'no-cors'), 302],
    ['a page loaded ahead', (path: string) => open(path).set('Sec-Purpose', 'prefetch;prerender'), 503],
  ])('is not used up by %s', async (_name, ask, status) => {
    const token = await newToken()
    const answer = await ask(`/user/info?token=${token}`)
    expect([answer.status, answer.headers['set-cookie']]).toEqual([status, undefined])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(cookieOf(await open(`/user/info?token=${token}`).set('Sec-Fetch-Mode', 'navigate'))).not.toBe('')
  })
  it('signs in from the address and browser that opened it', async () => {
    await open(`/?token=${await newToken()}`, '198.51.100.7').set('User-Agent', 'Mozilla/5.0 Story/1.0')
    const session = await school.backend.database.db
      .selectFrom('sessions')
      .select(['sessions.ip', 'sessions.userAgent'])
      .where('sessions.userId', '=', learner.userId)
      .where('sessions.endedAt', 'is', null)
      .executeTakeFirstOrThrow()
    expect(session).toEqual({ ip: '198.51.100.7', userAgent: 'Mozilla/5.0 Story/1.0' })
  })
  it('stands in no log and in no cache', async () => {
    const token = await newToken()
    await open(`/course?token=${token}`)
    await open(`/course?token=${token}`)
    const { edge } = school.site.context
    expect(school.site.lines.join('\n')).not.toContain(token)
    expect(school.backend.log.lines.map((line) => JSON.stringify(line)).join('\n')).not.toContain(token)
    expect(JSON.stringify(edge.entries({}))).not.toContain(token)
  })
})

describe('while the main site is away', () => {
  it('the address is cleaned all the same', async () => {
    const token = await newToken()
    await school.services.stop()
    const answer = await open(`/user/info?token=${token}`)
    await school.services.start()
    expect([answer.status, answer.headers.location]).toEqual([302, '/user/info'])
  })
})

describe('a main site of another make', () => {
  let service: FakeService
  let site: TestSite
  beforeAll(async () => {
    service = await startFakeService()
    site = await startTestSite(service.base, { pages: guardedPages })
  })
  afterAll(async () => {
    await site.close()
    await service.stop()
  })
  it.each([
    [
      'JSON of its own',
      (res: Parameters<typeof reply>[0]) =>
        res.writeHead(404, { 'Content-Type': 'application/json' }).end('{"error":"Not Found"}'),
    ],
    [
      'a page of HTML',
      (res: Parameters<typeof reply>[0]) => res.writeHead(405, { 'Content-Type': 'text/html' }).end('<h1>405</h1>'),
    ],
    [
      'an envelope',
      (res: Parameters<typeof reply>[0]) => reply(res, null, { code: 404, msg: '接口不存在', status: 404 }),
    ],
  ])('without the exchange (%s) gets the token, unseen by others', async (_name, refuse) => {
    service.answer = (_req, res, { url }) => {
      if (url.startsWith('/api/auth/token-login')) return refuse(res)
      if (url.startsWith('/api/user/info'))
        return reply(res, {
          id: 1,
          nickname: '林知夏',
          headImg: null,
          realName: null,
          customerStatus: 0,
          adminRole: false,
        })
      if (url.startsWith('/api/app/config')) return reply(res, null, { code: 0 })
      return reply(res, url.includes('virtual') ? true : [])
    }
    service.arrivals.length = 0
    const answer = await site.get('/user/info?token=secret-token-2')
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
    expect(service.arrivals.find(({ url }) => url.startsWith('/api/user/info'))?.headers.authorization).toBe(
      'secret-token-2',
    )
    expect(site.lines.join('\n')).not.toContain('secret-token-2')
  })
})
