import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { type Mood, type SwitchedService, startSwitchedService } from '../support/switched-service.ts'
import { startTestSite, type TestSite } from '../support/test-site.ts'

let backend: TestBackend
let service: SwitchedService
let site: TestSite

// Long enough for a busy machine, short enough to wait for what never comes.
const budgets = { cacheableMs: 1500, privateMs: 1500, deferredMs: 2000, sessionMs: 800, learnerMs: 1500 }
const robot = 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)'

beforeAll(async () => {
  backend = await startTestBackend()
  service = await startSwitchedService(backend.listener)
  site = await startTestSite(service.base, { clock: () => backend.clock.now(), budgets })
})
beforeEach(() => {
  service.turn('well')
  site.context.edge.purge({ all: true, hard: true })
  // Breakers that a test has opened, and what is remembered of its failures.
  backend.clock.set(backend.clock.now() + 120_000)
})
afterAll(async () => {
  await site.close()
  await service.close()
  await backend.close()
})

/** A page that is kept now: a first visitor may have been streamed to, and calls that hang from before may fail once more. */
async function warm(path: string): Promise<Awaited<ReturnType<TestSite['get']>>> {
  let answer = await site.get(path)
  while (answer.headers.etag === undefined) {
    backend.clock.set(backend.clock.now() + 3000)
    answer = await site.get(path)
  }
  return answer
}

const status = (answer: { headers: Record<string, string> }): string => answer.headers['cache-status'] ?? ''

describe('a service that asks everybody to log in', () => {
  it('never takes the place of a good page', async () => {
    const good = await warm('/course')
    service.turn('refused')
    site.context.edge.purge({ all: true })
    for (let visit = 0; visit < 3; visit += 1) {
      const answer = await site.get('/course')
      expect(answer.status).toBe(200)
      expect(answer.headers.etag).toBe(good.headers.etag)
      backend.clock.set(backend.clock.now() + 2000)
    }
    service.turn('well')
    backend.clock.set(backend.clock.now() + 3600_000)
    expect((await site.get('/course')).text).not.toContain('请先登录')
  })

  it('shows people frame and dialog, keeping nothing', async () => {
    service.turn('refused', /course-list-page/)
    const cold = await site.get('/course')
    expect(cold.status).toBe(200)
    expect(cold.text).toContain('"askLogin":{"closable":false')
    expect(cold.headers['cache-control']).toBe('no-store')
    expect(site.context.edge.entries({ key: '/course' })).toEqual([])
    service.turn('well')
    backend.clock.set(backend.clock.now() + 5000)
    const back = await site.get('/course')
    expect(back.text).not.toContain('"askLogin"')
    expect(status(back)).toContain('stored')
  })

  it('tells crawlers to come again, on any page', async () => {
    service.turn('refused', /course-list-page|search/)
    for (const path of ['/course', '/search?searchText=%E6%B2%B9%E7%94%BB', '/course?action=login']) {
      const answer = await site.get(path).set('User-Agent', robot)
      expect([path, answer.status]).toEqual([path, 503])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.headers['cache-control']).toContain('no-store')
    }
    expect((await site.get('/course')).status).toBe(200)
  })

  it('is not believed by the browser’s own public calls either', async () => {
    service.turn('refused')
    const answer = await site.get('/api/search/hot-search').set('reqSource', 'pcSite')
    expect(answer.status).toBe(502)
    expect(answer.body).toMatchObject({ code: 0 })
  })

  it('leaves learners their session', async () => {
    service.turn('refused')
    await site.get('/course')
    const answer = await site.get('/course').set('Cookie', 'session=abcdefgh')
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
})

describe('a service that answers what is no envelope', () => {
  it.each(['503', 'html', 'half'] satisfies Mood[])('(%s) is answered for with 502 and code 0', async (mood) => {
    service.turn(mood)
    const answer = await site.get('/api/search/hot-search').set('reqSource', 'pcSite')
    expect(answer.status).toBe(502)
    expect(answer.body).toMatchObject({ code: 0, msg: '服务器错误', body: null })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it.each(['503', 'html', 'half', 'never', 'refused'] satisfies Mood[])(
    '(%s) leaves warm pages, keeps no cold ones',
    async (mood) => {
      const good = await warm('/course')
      expect(good.headers.etag).toBeDefined()
      service.turn(mood)
      site.context.edge.purge({ all: true })
      backend.clock.set(backend.clock.now() + 60_000)
      const old = await site.get('/course')
      expect([old.status, old.headers.etag]).toEqual([200, good.headers.etag])
      const cold = await site.get('/classes')
      expect(cold.headers['cache-control']).toContain('no-store')
      expect(cold.status).toBe(mood === 'refused' ? 200 : 503)
      expect(site.context.edge.entries({ key: '/classes' })).toEqual([])
      service.turn('well')
      expect((await warm('/classes')).status).toBe(200)
    },
  )
})

describe('a service that hangs while a crowd asks for the same pages', () => {
  it('is asked once; others get the old page or 503', async () => {
    const good = await warm('/course')
    service.turn('never')
    backend.clock.set(backend.clock.now() + 3_600_000)
    const before = service.asked
    const crowd = (path: string) => Array.from({ length: 20 }, () => site.get(path))
    const [old, none] = await Promise.all([Promise.all(crowd('/course')), Promise.all(crowd('/classes'))])
    expect(old.map(({ status, headers }) => [status, headers.etag])).toEqual(old.map(() => [200, good.headers.etag]))
    expect(none.map(({ status, headers }) => [status, headers['retry-after'], headers['cache-control']])).toEqual(
      none.map(() => [503, '5', 'no-store']),
    )
    // What each page asks for, once; a crowd of forty would have asked twenty times as much.
    expect(service.asked - before).toBeLessThan(40)
  })
})

describe('user information that doesn’t come', () => {
  const hour = 3_600_000
  /** A connection without a word ends by itself after ten seconds; a page that waited for that has been held up. */
  const timeout = 8_000
  let own: TestSite
  // Every other bound of the page is an hour.
  beforeAll(async () => {
    const bounds = { cacheableMs: 15_000, privateMs: hour, deferredMs: hour, sessionMs: 800, learnerMs: 1500 }
    own = await startTestSite(service.base, { clock: () => backend.clock.now(), budgets: bounds })
  })
  afterAll(() => own.close())

  it('holds up no program with a session when silent', { timeout }, async () => {
    await own.get('/course')
    service.turn('never')
    const answer = await own.get('/course').set('Cookie', 'session=abcdefgh').set('User-Agent', robot)
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
  })

  it.each(['/', '/classes'])('makes %s the visitor’s page instead of a wait', { timeout }, async (path) => {
    service.turn('never', /\/api\/(user\/info|auth\/check)/)
    const answer = await own.get(path).set('Cookie', 'session=abcdefgh')
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.text).toContain('</html>')
  })
})
