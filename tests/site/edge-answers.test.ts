import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EdgeSite, pageOf, startEdgeSite } from '../support/edge-site.ts'

describe('a page from the edge', () => {
  let site: EdgeSite
  beforeEach(async () => {
    site = await startEdgeSite()
  })
  afterEach(() => site.close())

  it('is made once and answered from the store afterwards', async () => {
    const first = await site.get('/course/1')
    const second = await site.get('/course/1')
    expect(first.status).toBe(200)
    expect(first.headers['cache-status']).toBe('xueyuan; fwd=uri-miss; stored')
    expect(second.headers['cache-status']).toBe('xueyuan; hit; ttl=60')
    expect(second.body).toEqual(first.body)
    expect(site.filler.plans).toHaveLength(1)
  })

  it('tells its age in seconds, and how long fresh', async () => {
    await site.get('/course/1')
    site.clock.now += 7_300
    const answer = await site.get('/course/1')
    expect(answer.headers.age).toBe('7')
    expect(answer.headers['cache-status']).toBe('xueyuan; hit; ttl=53')
    expect(answer.headers.date).toBe(new Date(Math.floor(site.clock.now / 1000) * 1000).toUTCString())
    expect(answer.headers['cache-control']).toBe(
      'public, max-age=0, s-maxage=60, stale-while-revalidate=120, stale-if-error=3600, no-transform',
    )
    expect(answer.headers.vary).toBe('Accept-Encoding')
  })

  it('carries security headers on hit, miss and 304', async () => {
    site.filler.make = () => Promise.resolve(pageOf('<p>a</p>', { headers: [['Link', '</a.css>; rel=preload']] }))
    const miss = await site.get('/course/1')
    const hit = await site.get('/course/1')
    const unchanged = await site.get('/course/1', { headers: { 'if-none-match': hit.headers.etag ?? '' } })
    for (const answer of [miss, hit, unchanged]) {
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.headers['content-security-policy']).toBe("script-src 'self'")
    }
    expect(hit.headers.link).toBe('</a.css>; rel=preload')
  })

  it('comes in brotli, gzip or plain, one validator', async () => {
    site.filler.make = () => Promise.resolve(pageOf(`<p>${'学园'.repeat(500)}</p>`))
    const plain = await site.get('/course/1')
    const gzip = await site.get('/course/1', { headers: { 'accept-encoding': 'gzip' } })
    const br = await site.get('/course/1', { headers: { 'accept-encoding': 'gzip, deflate, br' } })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(gunzipSync(gzip.body)).toEqual(plain.body)
    expect(brotliDecompressSync(br.body)).toEqual(plain.body)
    expect(new Set([plain.headers.etag, gzip.headers.etag, br.headers.etag]).size).toBe(1)
    for (const answer of [plain, gzip, br]) expect(Number(answer.headers['content-length'])).toBe(answer.body.length)
  })

  it('comes smaller once it is asked for again', async () => {
    const words = Array.from({ length: 4000 }, (_, index) => `<li>第 ${index} 课，${(index * 7919) % 5000} 人学过</li>`)
    site.filler.make = () => Promise.resolve(pageOf(words.join('')))
    const get = (): ReturnType<EdgeSite['get']> => site.get('/course/1', { headers: { 'accept-encoding': 'br' } })
    const first = await get()
    await expect.poll(async () => (await get()).body.length).toBeLessThan(first.body.length)
    const small = await get()
    expect(small.headers['cache-status']).toBe('xueyuan; hit; ttl=60')
    expect(small.headers.etag).toBe(first.headers.etag)
    expect(Number(small.headers['content-length'])).toBe(small.body.length)
    expect(brotliDecompressSync(small.body)).toEqual(brotliDecompressSync(first.body))
  })

  it('is 304 without a body for any known validator', async () => {
    const { headers } = await site.get('/course/1')
    const etag = headers.etag ?? ''
    for (const match of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const answer = await site.get('/course/1', { headers: { 'if-none-match': match } })
      expect(answer.status).toBe(304)
      expect(answer.body).toHaveLength(0)
      expect(answer.headers.etag).toBe(etag)
    }
    expect((await site.get('/course/1', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it('keeps its validator when it is made again unchanged', async () => {
    const before = await site.get('/course/1')
    site.edge.purge({ all: true, hard: true })
    const after = await site.get('/course/1')
    expect(after.headers.etag).toBe(before.headers.etag)
    expect(site.filler.plans).toHaveLength(2)
  })

  it('answers HEAD with the head, and fills too', async () => {
    const miss = await site.get('/course/1', { method: 'HEAD' })
    const hit = await site.get('/course/1', { method: 'HEAD' })
    const whole = await site.get('/course/1')
    for (const answer of [miss, hit]) {
      expect(answer.body).toHaveLength(0)
      expect(answer.headers['content-length']).toBe(whole.headers['content-length'])
    }
    expect(site.filler.plans).toHaveLength(1)
  })

  it('is counted by route, one log line a second', async () => {
    for (let times = 0; times < 20; times += 1) await site.get('/course/1')
    site.edge.flush()
    expect(site.counts.get('course hit')).toBe(19)
    expect(site.counts.get('course miss')).toBe(1)
    expect(site.lines.filter(({ message }) => message === 'request')).toHaveLength(1)
    expect(site.lines.filter(({ message }) => message === 'cache').map(({ values }) => values)).toEqual([
      { route: 'course', hit: 19, miss: 1 },
    ])
  })

  it('writes one hit in a thousand as a whole line', async () => {
    await site.get('/course/1')
    await Promise.all(Array.from({ length: 2000 }, () => site.get('/course/1')))
    expect(site.lines.filter(({ values }) => values.cache === 'hit')).toHaveLength(2)
  })
})

describe('a page that is not there', () => {
  let site: EdgeSite
  beforeEach(async () => {
    site = await startEdgeSite()
    site.filler.make = () => Promise.resolve(pageOf('<h1>404</h1>', { status: 404 }))
  })
  afterEach(() => site.close())

  it('is kept ten seconds, and never stale', async () => {
    expect((await site.get('/course/9')).status).toBe(404)
    site.clock.now += 9_999
    const kept = await site.get('/course/9')
    expect(kept.status).toBe(404)
    expect(kept.headers['cache-control']).toBe('public, max-age=0, s-maxage=10, no-transform')
    expect(site.filler.plans).toHaveLength(1)
    site.clock.now += 1
    site.filler.make = () => Promise.resolve(pageOf('<p>now there</p>'))
    expect((await site.get('/course/9')).body.toString()).toBe('<p>now there</p>')
  })

  it('wrong addresses take at most 500 places of their own', async () => {
    site.filler.make = (plan) =>
      Promise.resolve(plan.target === '/course/1' ? pageOf('<p>1</p>') : pageOf('404', { status: 404 }))
    await site.get('/course/1')
    await Promise.all(Array.from({ length: 900 }, (_none, index) => site.edge.warm(`/course/${index + 2}`)))
    expect(site.edge.statistics()).toMatchObject({ pages: 1, notFound: 500 })
    expect((await site.get('/course/1')).headers['cache-status']).toMatch(/hit/)
  })

  it('takes a gone page’s place, and gives it back', async () => {
    site.filler.make = () => Promise.resolve(pageOf('<p>there</p>'))
    await site.get('/article/1')
    site.edge.purge({ key: '/article/1' })
    site.filler.make = () => Promise.resolve(pageOf('404', { status: 404 }))
    expect((await site.get('/article/1')).status).toBe(404)
    expect(site.edge.statistics()).toMatchObject({ pages: 0, notFound: 1 })
    site.edge.purge({ tag: 'article:1' })
    site.filler.make = () => Promise.resolve(pageOf('<p>back</p>'))
    expect((await site.get('/article/1')).status).toBe(200)
    expect(site.edge.statistics()).toMatchObject({ pages: 1, notFound: 0 })
  })
})

describe('what is never shared', () => {
  let site: EdgeSite
  beforeEach(async () => {
    site = await startEdgeSite()
  })
  afterEach(() => site.close())

  it('a learner neither reads what is stored nor fills it', async () => {
    const personal: Record<string, string>[] = [
      { cookie: 'a=1; __Host-session=abc' },
      { cookie: 'session=abc' },
      { authorization: 'x' },
    ]
    for (const headers of personal) {
      const cold = await site.get('/course/1', { headers })
      expect(cold.body.toString()).toBe('application')
      expect(cold.headers['cache-status']).toBe('xueyuan; fwd=bypass')
    }
    expect(site.filler.plans).toHaveLength(0)
    await site.get('/course/1')
    expect((await site.get('/course/1', { headers: { cookie: '__Host-session=abc' } })).body.toString()).toBe(
      'application',
    )
    expect(
      (await site.get('/course/1', { headers: { cookie: 'my-session=1; signedIn=0' } })).headers['cache-status'],
    ).toMatch(/hit/)
  })

  it('a page with Set-Cookie is neither kept nor shared', async () => {
    site.filler.make = () => Promise.resolve(pageOf('<p>a</p>', { headers: [['Set-Cookie', 'a=1']] }))
    const answer = await site.get('/course/1')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(site.edge.statistics().pages).toBe(0)
    expect(site.lines.some(({ level, message }) => level === 'error' && message.includes('Set-Cookie'))).toBe(true)
  })

  it.each([
    ['private', { headers: [['Cache-Control', 'private']] }],
    ['no-store', { headers: [['cache-control', 'No-Store']] }],
    ['varying by more than the encoding', { headers: [['Vary', 'Cookie']] }],
    ['incomplete', { storable: false }],
    ['an error', { status: 503 }],
    ['a redirect', { status: 302, headers: [['Location', '/course/2']] }],
    ['refused', { status: 405 }],
  ] as const)('an answer that is %s is not stored', async (_name, more) => {
    site.filler.make = () => Promise.resolve(pageOf('<p>a</p>', more as object))
    const answer = await site.get('/course/1')
    expect(answer.headers.etag).toBeUndefined()
    expect(answer.headers['cache-status']).toMatch(/^xueyuan; fwd=uri-miss/)
    expect(site.edge.statistics()).toMatchObject({ pages: 0, notFound: 0 })
  })

  it('a redirect keeps its target, an outage its time', async () => {
    site.filler.make = () => Promise.resolve(pageOf('', { status: 301, headers: [['Location', '/course/2']] }))
    expect((await site.get('/course/1')).headers.location).toBe('/course/2')
    site.filler.make = () =>
      Promise.resolve(pageOf('', { status: 503, headers: [['Retry-After', '5']], storable: false }))
    const answer = await site.get('/course/3')
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('other methods go to the application', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await site.get('/course/1', { method })).body.toString()).toBe('application')
    expect(site.filler.plans).toHaveLength(0)
  })

  it('a throwing fill is a logged 500 without reason', async () => {
    site.filler.make = () => Promise.reject(new Error('secret detail'))
    const answer = await site.get('/course/1')
    expect(answer.status).toBe(500)
    expect(answer.body.toString()).not.toContain('secret')
    expect(site.lines.some(({ level }) => level === 'error')).toBe(true)
  })
})
