import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUpstream, type Upstream } from '#server/proxy/upstream.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { oneService } from '../support/edge-proxy-site.ts'
import { type FakeService, reply, startFakeService } from '../support/fake-service.ts'
import { type School, startSchool } from '../support/test-site.ts'

// What is the same for everybody on a learner's page is asked once for all learners; what is theirs never is.
const liveList = 'GET /api/home/open-live'
const courses = 'GET /api/common/course-list-page'

describe('a learner’s page', () => {
  let school: School
  let cookies: string[]
  beforeAll(async () => {
    school = await startSchool()
    cookies = await Promise.all(Array.from({ length: 8 }, async () => (await addSignedIn(school.backend)).cookie))
    await school.backend.database.db.updateTable('users').set({ phoneIsReal: true }).execute()
  })
  afterAll(() => school.close())
  beforeEach(() => school.site.context.purger.purge({ all: true, hard: true }))

  const visit = (cookie: string, path = '/'): ReturnType<School['site']['get']> =>
    school.site.get(path).set('Cookie', cookie)
  const asked = async (route: string, work: () => Promise<unknown>): Promise<number> => {
    const before = school.services.asked(route)
    await work()
    return school.services.asked(route) - before
  }

  it('asks shared things once, however many open it', async () => {
    const times = await asked(liveList, async () => {
      const pages = await Promise.all(cookies.map((cookie) => visit(cookie)))
      pages.push(await visit(cookies[0] ?? ''))
      for (const page of pages) expect(page.status).toBe(200)
    })
    expect(times).toBe(1)
  })

  it('asks its visitor’s each time, mixing no names', async () => {
    const names = await Promise.all(
      cookies
        .slice(0, 2)
        .map(async (cookie) => (await school.backend.as(cookie).call('GET /api/user/info', {})).nickname),
    )
    const times = await asked('GET /api/user/info', async () => {
      for (const [index, cookie] of cookies.slice(0, 2).entries()) {
        const { text } = await visit(cookie)
        expect(text).toContain(names[index])
        expect(text).not.toContain(names[1 - index])
      }
    })
    expect(times).toBe(2)
  })

  it('shows staff’s changes next, on their pages only', async () => {
    const [cookie = ''] = cookies
    await visit(cookie, '/course')
    await visit(cookie)
    expect(
      await asked(
        courses,
        async () =>
          school.site.context.purger.purge({ tag: 'articles', changed: true }) && (await visit(cookie, '/course')),
      ),
    ).toBe(0)
    const id = (await school.backend.api.call(courses, { pageNum: 1, pageSize: 20 })).records[0]?.id ?? 0
    const { name } = await school.backend.database.db
      .selectFrom('products')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await school.backend.database.db.updateTable('products').set({ name: '改过的课名' }).where('id', '=', id).execute()
    expect((await visit(cookie, '/course')).text).toContain(name)
    school.backend.context.purge(['courses'])
    expect((await visit(cookie, '/course')).text).toContain('改过的课名')
    await school.backend.database.db.updateTable('products').set({ name }).where('id', '=', id).execute()
  })

  it('shows it no longer than the page is fresh', async () => {
    const [cookie = ''] = cookies
    await visit(cookie)
    school.backend.clock.set(school.backend.clock.now() + 19_000)
    expect(await asked(liveList, () => visit(cookie).then())).toBe(0)
    school.backend.clock.set(school.backend.clock.now() + 1_000)
    expect(await asked(liveList, () => visit(cookie).then())).toBe(1)
  })

  it('leaves visitors’ pages exactly as they are', async () => {
    const [cookie = ''] = cookies
    await visit(cookie)
    expect(school.site.context.edge.statistics().pages).toBe(0)
    // A copy for visitors is made of answers of its own, not of ones that lie here since a while.
    expect(await asked(liveList, () => school.site.get('/').then())).toBe(1)
    const stored = (await school.site.get('/')).headers.etag
    await visit(cookie)
    expect((await school.site.get('/')).headers.etag).toBe(stored)
  })
})

describe('an answer that may be kept', () => {
  let service: FakeService
  let upstream: Upstream
  let now = 0
  const keep = { forMs: 20_000, tags: ['home', 'courses'] }
  const ask = (more: object = {}): Promise<unknown> =>
    upstream
      .api({ cookie: 'session=a', robotId: 'r', address: '192.0.2.1', keep, ...more })
      .call('GET /api/search/hot-search', {})
  beforeEach(async () => {
    now = 1000
    service = await startFakeService()
    service.answer = (_req, res) => reply(res, [{ courseName: String(service.arrivals.length), url: null }])
    upstream = createUpstream({ services: oneService(service.base) }, { elapsed: () => now })
  })
  afterEach(async () => {
    await upstream.close()
    await service.stop()
  })

  it('is asked without anything of the learner', async () => {
    await ask()
    for (const name of ['cookie', 'robotid', 'authorization', 'x-forwarded-for', 'user-agent'])
      expect(service.arrivals[0]?.headers[name]).toBeUndefined()
  })

  it('is gone with its purged tag, else stays', async () => {
    await ask()
    upstream.purgeReads({ tag: 'articles', changed: true })
    await ask()
    expect(service.arrivals).toHaveLength(1)
    upstream.purgeReads({ tag: 'courses', changed: true })
    await ask({ keep: { forMs: 20_000, tags: ['articles2'] } })
    expect(service.arrivals).toHaveLength(1)
    await ask()
    expect(service.arrivals).toHaveLength(2)
    for (const order of [{ all: true }, { key: '/' }]) {
      upstream.purgeReads(order)
      await ask()
    }
    expect(service.arrivals).toHaveLength(4)
  })

  it('never comes back from before a purge', async () => {
    const held: (() => void)[] = []
    service.answer = (_req, res) => void held.push(() => reply(res, [{ courseName: String(held.length), url: null }]))
    const before = ask()
    await service.next()
    upstream.purgeReads({ tag: 'home', changed: true })
    held[0]?.()
    await before
    const arrived = service.next()
    const after = ask()
    await arrived
    held[1]?.()
    await after
    expect(service.arrivals).toHaveLength(2)
  })

  it('is never a failure, whatever its code', async () => {
    for (const code of [0, 404, -3, 4004]) {
      service.answer = (_req, res) => reply(res, null, { code })
      await expect(ask()).rejects.toMatchObject({ code })
    }
    service.answer = (_req, res) => reply(res, [])
    expect(await ask()).toEqual([])
    expect(service.arrivals).toHaveLength(5)
  })

  it('is never one that belongs to somebody', async () => {
    service.answer = (_req, res) => reply(res, { id: service.arrivals.length })
    const learner = upstream.api({ cookie: 'session=a', keep })
    await learner.call('GET /api/user/info', {})
    await learner.call('GET /api/user/info', {})
    expect(service.arrivals.map(({ headers }) => headers.cookie)).toEqual(['session=a', 'session=a'])
  })
})
