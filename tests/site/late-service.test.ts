import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hashKey } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LateQuery } from '#client/browser/late-queries.ts'
import type { PageState } from '#client/pages/page-state.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { startTestSite, type TestSite, testHost } from '../support/test-site.ts'

// A gate before the backend holds calls back until the test has seen what it waits for: no service is quicker than that.
const robot = 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)'
const userInfo = /^\/api\/user\/info/
const anything = /./
let backend: TestBackend
let gate: Server
let site: TestSite
let learner: Learner
let holds: RegExp | undefined
let held: (() => void)[] = []

beforeAll(async () => {
  backend = await startTestBackend()
  gate = createServer((req, res) => {
    const pass = (): void => void backend.listener(req, res)
    if (holds?.test(req.url ?? '')) held.push(pass)
    else pass()
  }).listen(0, '127.0.0.1')
  await once(gate, 'listening')
  const patient = { cacheableMs: 60_000, privateMs: 60_000, deferredMs: 60_000 }
  site = await startTestSite(`http://127.0.0.1:${(gate.address() as AddressInfo).port}`, {
    clock: () => backend.clock.now(),
    // What is held is late for certain; what isn't has a second and more, whatever the machine does.
    budgets: { ...patient, sessionMs: 60_000, learnerMs: 1500 },
  })
  learner = await registerLearner(backend, { nickname: '等得起的人' })
  await site.get('/course')
})
beforeEach(() => {
  site.context.purger.purge({ all: true, hard: true })
  holds = undefined
  held = []
})
afterAll(async () => {
  release()
  await site.close()
  gate.closeAllConnections()
  gate.close()
  await backend.close()
})

/** What was held goes on, and nothing is held any more. */
function release(): void {
  holds = undefined
  for (const pass of held.splice(0)) pass()
}

interface Opened {
  status: number
  headers: Record<string, string | string[] | undefined>
  first: string
  whole: Promise<string>
}

/** Opens a page as the learner; resolves with what came first: the frame up to its state, or all of it. */
function open(path: string, { agent = 'Mozilla/5.0 Chrome/130.0', cookie = learner.cookie } = {}): Promise<Opened> {
  const { port } = new URL(site.base)
  const headers = { host: testHost, 'user-agent': agent, cookie }
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, agent: false }, (res) => {
      let text = ''
      const whole = once(res, 'end').then(() => text)
      whole.catch(() => undefined)
      res.setEncoding('utf8').on('data', (part: string) => {
        text += part
        if (/id="state">.*<\/script>/s.test(text))
          resolve({ status: res.statusCode ?? 0, headers: res.headers, first: text, whole })
      })
      res.once('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, first: text, whole }))
    })
      .on('error', reject)
      .end()
  })
}

function stateOf(html: string): PageState {
  return JSON.parse(/<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as PageState
}

function pushedIn(html: string): LateQuery[] {
  return [...html.matchAll(/self\.__L\.push\((.*?)\)<\/script>/gs)].map(
    (match) => JSON.parse(match[1] ?? '') as LateQuery,
  )
}

describe('a learner whose page’s data are late', () => {
  it.each([
    ['/user/order', '我的订单'],
    ['/course', '课程'],
  ])('sees the frame of %s before the service has answered', async (path, title) => {
    holds = /order|course-list-page/
    const page = await open(path)

    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(page.first).toContain('等得起的人')
    expect(page.first).toMatch(new RegExp(`<title>[^<]*${title}`))
    expect(page.first).toContain('加载中')
    expect(stateOf(page.first)).toMatchObject({ view: { isPending: true }, session: { loggedIn: true } })
    release()
    const pushed = pushedIn(await page.whole)
    expect(pushed.map(([hash]) => hash).sort()).toEqual([...stateOf(page.first).late].sort())
    expect(pushed.every(([, ok]) => ok === 1)).toBe(true)
  })

  it('sees it while nothing answers, and learns who is there', async () => {
    holds = anything
    const page = await open('/user/order')

    expect(page.status).toBe(200)
    expect(page.headers.location).toBeUndefined()
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(stateOf(page.first)).toMatchObject({ view: { isPending: true }, isSessionLate: true })
    release()
    const [first] = pushedIn(await page.whole)
    expect(first).toMatchObject([hashKey(['GET /api/user/info', {}]), 1, { nickname: '等得起的人' }])
  })

  it('reads without script to open the page once more', async () => {
    holds = anything
    const page = await open('/user/order?status=1')

    expect(page.first).toMatch(/<noscript>.*href="\/user\/order\?status=1".*<\/noscript>/)
    release()
    await page.whole
  })

  it('has a frame whose scripts carry the answer’s nonce', async () => {
    holds = anything
    const page = await open('/user/order')
    release()
    const html = await page.whole
    const nonce = /'nonce-([^']+)'/.exec(String(page.headers['content-security-policy']))?.[1] ?? ''
    expect(nonce.length).toBeGreaterThanOrEqual(22)
    for (const script of html.match(/<script[^>]*>/g) ?? [])
      if (!/type="(application\/|importmap)/.test(script)) expect(script).toContain(`nonce="${nonce}"`)
  })
})

describe('a visitor whom the cache can’t serve', () => {
  it('sees the frame before the service answers', async () => {
    holds = /course-list-page/
    const page = await open('/course?action=none', { cookie: 'robotId=abc' })

    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(page.first).toContain('加载中')
    expect(stateOf(page.first)).toMatchObject({ view: { isPending: true } })
    expect(stateOf(page.first)).not.toHaveProperty('session')
    expect(stateOf(page.first)).not.toHaveProperty('isSessionLate')
    release()
    const pushed = pushedIn(await page.whole)
    expect(pushed.map(([hash]) => hash).sort()).toEqual([...stateOf(page.first).late].sort())
  })
})

describe('what stands on every page', () => {
  it('holds no page up after a purge', async () => {
    site.context.purger.purge({ tag: 'common', hard: true })
    holds = /link|course-type/
    const late = await open('/no/such/page', { cookie: 'robotId=abc' })
    expect(late.status).toBe(404)
    expect(late.first).toContain('<h1')
    release()
    // A page that isn't kept is tried again after a second.
    backend.clock.set(backend.clock.now() + 2_000)
    await expect
      .poll(async () => (await open('/no/such/page', { cookie: 'robotId=abc' })).headers['cache-status'])
      .toContain('hit')
  })
})

describe('a session of which the service says nothing', () => {
  it('leads nowhere; an ended one takes cookies and leads', async () => {
    const cookie = 'session=abcdefgh'
    holds = userInfo
    const page = await open('/auth/login?redirect=%2Fuser', { cookie })
    expect([page.status, page.headers.location, page.headers['set-cookie']]).toEqual([200, undefined, undefined])
    release()
    await page.whole
    const told = await open('/register/success', { cookie })
    expect([told.status, told.headers.location]).toEqual([302, '/register'])
    expect(String(told.headers['set-cookie'])).toContain('session=;')
  })
})

describe('whoever can’t be shown a frame', () => {
  it.each([
    ['a crawler', { agent: robot }],
    ['a crawler with a session', { agent: robot, cookie: 'session=abcdefgh' }],
  ])('(%s) gets the whole page', async (_who, by) => {
    holds = /course-list-page/
    const page = open('/course?action=login', by)
    await expect.poll(() => held.length).toBeGreaterThan(0)
    release()
    const { status, first, whole } = await page

    expect(status).toBe(200)
    expect(await whole).not.toContain('__L')
    expect(stateOf(await whole).view.isPending).toBeUndefined()
    expect(first).toContain('<h1')
  })
})
