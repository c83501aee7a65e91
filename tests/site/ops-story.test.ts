import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addSignedIn } from '../support/backend-session.ts'
import { type FakeService, reply, startFakeService } from '../support/fake-service.ts'
import { type School, startSchool, startTestSite, type TestSite } from '../support/test-site.ts'

// Somebody who has nothing but logs and metrics: which call failed, for whom, and why.
interface Line {
  level: number
  msg: string
  route?: string
  code?: number
  user?: string
  trace?: string
  id?: string
  request?: string
  req?: { url: string }
  res?: { status: number }
  err?: { type: string; message: string; code?: string }
}

const ops = { authorization: 'Bearer operators-test-token' }
const own = { reqSource: 'pcSite', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
const trace = '0af7651916cd43dd8448eb211c80319c'

function linesOf(site: TestSite): Line[] {
  return site.lines.map((line) => JSON.parse(line) as Line)
}

async function metricsOf(site: TestSite): Promise<string> {
  return (await site.get('/metrics').set(ops)).text
}

describe('of the school’s own backend', () => {
  let school: School
  let learner: { userId: number; cookie: string }
  beforeAll(async () => {
    school = await startSchool()
    learner = await addSignedIn(school.backend)
  })
  afterAll(() => school.close())

  it('a call names route, code and user, found by number', async () => {
    const answer = await school.site.get('/api/order/detail?orderNo=X1').set(own).set('Cookie', learner.cookie)
    expect(answer.headers['x-call-code']).toBeUndefined()
    expect(answer.headers['x-call-user']).toBeUndefined()
    const { mark } = (await school.site.get(`/ops/user-mark?id=${learner.userId}`).set(ops)).body as { mark: string }
    const line = linesOf(school.site).find(({ user, route }) => user === mark && route === 'GET /api/order/detail')
    expect(line).toMatchObject({
      code: (answer.body as { code: number }).code,
      res: { status: 200 },
      id: answer.headers['x-request-id'],
    })
    expect(school.site.lines.join('')).not.toContain(`"userId"`)
    expect(await metricsOf(school.site)).toMatch(
      /calls_total\{from="browser",route="GET \/api\/order\/detail",code="\d+"\} 1/,
    )
  })

  it('a page’s line has that mark, for operators only', async () => {
    await school.site.get('/user/info').set('Cookie', learner.cookie)
    const { mark } = (await school.site.get(`/ops/user-mark?id=${learner.userId}`).set(ops)).body as { mark: string }
    expect(
      linesOf(school.site).find(({ route }) => route === 'info')?.user ??
        linesOf(school.site).find(({ req }) => req?.url === '/user/info')?.user,
    ).toBe(mark)
    expect((await school.site.get(`/ops/user-mark?id=${learner.userId}`)).status).toBe(401)
  })

  it('unknown addresses are one label, however many', async () => {
    for (let turn = 0; turn < 5; turn += 1) await school.site.get(`/api/made-up/${turn}`).set(own)
    const metrics = await metricsOf(school.site)
    expect(metrics).toMatch(/calls_total\{from="browser",route="unknown",code="404"\} 5/)
    expect(metrics).not.toContain('made-up')
  })

  it('a session ended elsewhere leaves its diagnostic, once', async () => {
    const { db } = school.backend.database
    const { cookie, userId } = await addSignedIn(school.backend)
    await db
      .updateTable('sessions')
      .set({ endReason: 2, endedAt: new Date(school.backend.clock.now()) })
      .where('userId', '=', userId)
      .execute()
    const answer = await school.site.get('/course?token2=1').set('Cookie', cookie)
    expect(answer.headers.location).toMatch(/^\/auth\/login\?code=-5/)
    const find = () =>
      db.selectFrom('clientErrorLogs').select(['code', 'url', 'payload']).where('url', '=', '/course').execute()
    await expect.poll(async () => (await find()).length).toBe(1)
    expect(JSON.stringify((await find())[0])).toContain(String(answer.headers['x-request-id']))
    await school.site.get('/course').set('Cookie', cookie)
    expect(await find()).toHaveLength(1)
  })

  it('every answer says what part the cache had in it', async () => {
    for (const path of [
      '/',
      '/course',
      '/nothing-here',
      '/api/common/links',
      '/healthz',
      '/readyz',
      '/metrics',
      '/robots.txt',
      '/sitemap.xml',
      '/assets/none.js',
      '/media/none.mp4',
      '/user/info',
      '/ops/cache',
      '/auth/login',
      '//x',
      '/course/',
    ]) {
      const { headers } = await school.site.get(path)
      expect(headers['cache-status'], path).toMatch(/^xueyuan; (?:hit|fwd=(?:bypass|uri-miss|stale|method))(?:;|$)/)
    }
    expect((await school.site.request('post', '/api/common/feedback').set(own).send({})).headers['cache-status']).toBe(
      'xueyuan; fwd=method',
    )
    expect((await school.site.get('/').set('Cookie', learner.cookie)).headers['cache-status']).toBe(
      'xueyuan; fwd=bypass',
    )
    expect((await school.site.get('/')).headers['cache-status']).toMatch(/^xueyuan; hit; ttl=\d+$/)
  })
})

describe('of a service elsewhere', () => {
  let service: FakeService
  let site: TestSite
  afterEach(async () => {
    await site.close()
    await service.stop()
  })

  it('a learner’s failed call is found by its page’s trace', async () => {
    service = await startFakeService()
    site = await startTestSite(service.base)
    const user = {
      id: 4711,
      nickname: '甲',
      headImg: null,
      realName: null,
      customerStatus: 0,
      adminRole: false,
      phoneIsReal: true,
    }
    service.answer = (req, res) => {
      if (req.url?.startsWith('/api/user/info')) reply(res, user)
      else if (req.url?.startsWith('/api/user/order/list')) req.socket.destroy()
      else reply(res, null, { code: 404 })
    }
    const page = await site
      .get('/user/order')
      .set('Cookie', 'session=abc')
      .set('traceparent', `00-${trace}-b7ad6b7169203331-01`)
    expect(page.status).toBe(503)
    const { mark } = (await site.get('/ops/user-mark?id=4711').set(ops)).body as { mark: string }
    const failed = linesOf(site).find(({ user: whose, res }) => whose === mark && res?.status === 503)
    expect(failed?.trace).toBe(trace)
    const why = linesOf(site).find((line) => line.trace === failed?.trace && line.msg === 'a call for a page failed')
    expect(why).toMatchObject({
      route: 'GET /api/user/order/list',
      code: 0,
      request: failed?.id,
      err: { message: expect.any(String) },
    })
    expect(await metricsOf(site)).toMatch(/calls_total\{from="page",route="GET \/api\/user\/order\/list",code="0"\} 1/)
    // The service can look the same request up in its own log.
    const seen = service.arrivals.filter(({ url }) => url.startsWith('/api/user/'))
    for (const { headers } of seen)
      expect([headers.traceparent, headers['x-request-id']]).toEqual([`00-${trace}-b7ad6b7169203331-01`, failed?.id])
  })

  it('any code is logged, and one label in metrics', async () => {
    service = await startFakeService()
    site = await startTestSite(service.base)
    service.answer = (_req, res) => reply(res, null, { code: 31_337 })
    await site.get('/api/common/links').set(own)
    expect(linesOf(site).find(({ route }) => route === 'GET /api/common/links')?.code).toBe(31_337)
    expect(await metricsOf(site)).toContain('calls_total{from="browser",route="GET /api/common/links",code="other"} 1')
  })
})
