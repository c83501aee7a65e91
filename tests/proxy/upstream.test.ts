import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createUpstream, type Upstream } from '#server/proxy/upstream.ts'
import { oneService } from '../support/edge-proxy-site.ts'
import { type FakeService, reply, startFakeService } from '../support/fake-service.ts'

let service: FakeService
let upstream: Upstream
let now = 0
beforeEach(async () => {
  now = 1_000_000
  service = await startFakeService()
  upstream = createUpstream({ services: oneService(service.base) }, { elapsed: () => now })
})
afterEach(async () => {
  await upstream.close()
  await service.stop()
})

const search = (page = 1): Promise<unknown> =>
  upstream.api().call('GET /api/search/course-list', { searchText: '油画 & 素描', pageNum: page })
const events = { events: [{ type: 'view', url: '/' }] }

describe('a call of the renderer', () => {
  it('answers the body of an envelope of code 1', async () => {
    service.answer = (_req, res) => reply(res, { records: [1] })
    expect(await search()).toEqual({ records: [1] })
  })

  it('sends a read as query, a write as JSON', async () => {
    await search(2)
    await upstream.api().call('POST /api/ubas/flow-collect', events)
    const [get, post] = service.arrivals
    const url = new URL(get!.url, 'http://localhost')
    expect([url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      '/api/search/course-list',
      { searchText: '油画 & 素描', pageNum: '2' },
    ])
    expect([post!.method, post!.headers['content-type'], JSON.parse(post!.body)]).toEqual([
      'POST',
      'application/json',
      events,
    ])
  })

  it('leaves out what has no value', async () => {
    await upstream.api().call('GET /api/common/course-list-page', { isCharge: undefined, pageNum: 3 })
    expect(service.arrivals[0]?.url).toBe('/api/common/course-list-page?pageNum=3')
  })

  it('for shared pages carries reqSource, nothing of visitors', async () => {
    await search()
    const { headers } = service.arrivals[0]!
    expect(headers.reqsource).toBe('pcSite')
    for (const name of ['cookie', 'robotid', 'authorization', 'traceparent', 'x-forwarded-for'])
      expect(headers[name]).toBeUndefined()
  })

  it('for one visitor carries what it is given', async () => {
    const context = { cookie: 'session=a', robotId: 'r1', authorization: 't1', traceparent: '00-a-b-01' }
    await upstream.api(context).call('GET /api/user/info', {})
    expect(service.arrivals[0]!.headers).toMatchObject({
      cookie: 'session=a',
      robotid: 'r1',
      authorization: 't1',
      traceparent: '00-a-b-01',
      reqsource: 'pcSite',
    })
  })

  it('uses its connections again and counts its calls', async () => {
    for (let times = 0; times < 10; times += 1) await search()
    expect(service.connections).toBeLessThanOrEqual(2)
    expect(upstream.calls.get('GET /api/search/course-list')).toBe(10)
  })

  it('reaches a service on a socket', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'upstream-'))
    const local = await startFakeService(join(folder, 'a.sock'))
    const own = createUpstream({ services: oneService(local.base) })
    await own.api().call('GET /api/search/hot-search', {})
    expect(local.arrivals).toHaveLength(1)
    await own.close()
    await local.stop()
    await rm(folder, { recursive: true })
  })
})

describe('a call that ends otherwise', () => {
  it('throws an unsuccessful envelope’s code, whatever its status', async () => {
    for (const [code, status] of [
      [-5, 200],
      [404, 404],
      [4004, 429],
      [0, 200],
    ] as const) {
      service.answer = (_req, res) => reply(res, null, { code, msg: '说明', status })
      await expect(search()).rejects.toMatchObject({ name: 'ApiError', code, message: '说明' })
    }
  })

  it.each([
    ['no JSON', (res: import('node:http').ServerResponse) => void res.end('<html>')],
    ['JSON that is no envelope', (res: import('node:http').ServerResponse) => void res.end('{"a":1}')],
    ['null', (res: import('node:http').ServerResponse) => void res.end('null')],
    ['a 500', (res: import('node:http').ServerResponse) => reply(res, null, { code: 0, msg: 'x', status: 500 })],
    [
      'a 503 with an envelope of success',
      (res: import('node:http').ServerResponse) => reply(res, null, { code: 1, msg: 'x', status: 503 }),
    ],
  ])('%s is a network error', async (_name, send) => {
    service.answer = (_req, res) => send(res)
    await expect(search()).rejects.toMatchObject({ name: 'ApiError', code: 0, status: 502 })
  })

  it('gives up at its deadline', async () => {
    service.answer = () => undefined
    await expect(upstream.api({ deadlineMs: 30 }).call('GET /api/search/hot-search', {})).rejects.toMatchObject({
      code: 0,
      status: 502,
    })
  })

  it('ends with its visitor, the service unblamed', async () => {
    service.answer = () => undefined
    for (let times = 0; times < 6; times += 1) {
      const controller = new AbortController()
      const arrived = service.next()
      const call = upstream.api({ signal: controller.signal }).call('GET /api/search/hot-search', {})
      await arrived
      controller.abort()
      await expect(call).rejects.toMatchObject({ code: 0 })
    }
    expect(upstream.breakerState()).toEqual({ [service.base]: 'closed' })
    const gone = AbortSignal.abort()
    await expect(upstream.api({ signal: gone }).call('GET /api/search/hot-search', {})).rejects.toMatchObject({
      code: 0,
    })
  })

  it('asks once for equal visitors while one waits', async () => {
    let answer: (() => void) | undefined
    service.answer = (_req, res) => {
      answer = () => reply(res, [])
    }
    const leaving = new AbortController()
    const arrived = service.next()
    const first = upstream.api({ signal: leaving.signal }).call('GET /api/search/hot-search', {})
    const second = upstream.api().call('GET /api/search/hot-search', {})
    await arrived
    leaving.abort()
    await expect(first).rejects.toMatchObject({ code: 0 })
    answer?.()
    expect(await second).toEqual([])
    expect(service.arrivals).toHaveLength(1)
  })

  it('is asked anew after a purge, under way or not', async () => {
    const answers: (() => void)[] = []
    service.answer = (_req, res) =>
      void answers.push(() => reply(res, [{ courseName: String(answers.length), url: null }]))
    const first = upstream.api().call('GET /api/search/hot-search', {})
    await service.next()
    upstream.purgeReads({ tag: 'courses' })
    const arrived = service.next()
    const second = upstream.api().call('GET /api/search/hot-search', {})
    await arrived
    for (const answer of answers) answer()
    await Promise.all([first, second])
    expect(service.arrivals).toHaveLength(2)
  })

  it('is asked for each known visitor alone', async () => {
    service.answer = (_req, res) => reply(res, [])
    const known = upstream.api({ cookie: 'session=abc' })
    await Promise.all([known.call('GET /api/post/list', {}), known.call('GET /api/post/list', {})])
    expect(service.arrivals).toHaveLength(2)
  })

  it('is retried after a reset when reading, never writing', async () => {
    service.answer = (req, res) => {
      if (service.arrivals.length === 1) req.socket.destroy()
      else reply(res, 'second')
    }
    expect(await search()).toBe('second')
    service.arrivals.length = 0
    await expect(upstream.api().call('POST /api/ubas/flow-collect', events)).rejects.toMatchObject({ code: 0 })
    expect(service.arrivals).toHaveLength(1)
  })

  it('failing five times opens the breaker until a probe', async () => {
    await service.stop()
    for (let times = 0; times < 5; times += 1) await expect(search()).rejects.toMatchObject({ status: 502 })
    expect(upstream.breakerState()).toEqual({ [service.base]: 'open' })
    await service.restart()
    await expect(search()).rejects.toMatchObject({ status: 502 })
    expect(service.arrivals).toHaveLength(0)
    now += 2000
    expect(await search()).toBeNull()
    expect(upstream.breakerState()).toEqual({ [service.base]: 'closed' })
  })

  it('with a catalogue code doesn’t open the breaker', async () => {
    service.answer = (_req, res) => reply(res, null, { code: 404 })
    for (let times = 0; times < 10; times += 1) await expect(search()).rejects.toMatchObject({ code: 404 })
    expect(upstream.breakerState()).toEqual({ [service.base]: 'closed' })
  })
})
