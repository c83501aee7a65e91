import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type School, startSchool, testHost } from '../support/test-site.ts'

let school: School

beforeAll(async () => {
  school = await startSchool()
})

beforeEach(() => {
  school.site.context.edge.purge({ all: true, hard: true })
  school.backend.clock.set(school.backend.clock.now() + 120_000)
})

afterAll(() => school.close())

const ops = { authorization: 'Bearer operators-test-token' }

function cacheStatus(answer: { headers: Record<string, string> }): string {
  return (answer.headers['cache-status'] ?? '').replace(/; ttl=-?\d+/, '')
}

describe('an anonymous visit', () => {
  it('makes a page once, then answers from the cache', async () => {
    expect(cacheStatus(await school.site.get('/course'))).toBe('xueyuan; fwd=uri-miss; stored')
    const calls = school.services.asked()
    const second = await school.site.get('/course')
    expect(cacheStatus(second)).toBe('xueyuan; hit')
    expect(second.headers.age).toBe('0')
    expect(second.headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d+/)
    expect(school.services.asked()).toBe(calls)
  })
  it('shares the copy with the same text written otherwise', async () => {
    await school.site.get('/course/illustration')
    expect(cacheStatus(await school.site.get('/course/%69llustration?utm_source=a'))).toBe('xueyuan; hit')
  })
  it('that knows the page already gets 304', async () => {
    const first = await school.site.get('/classes')
    const again = await school.site.get('/classes').set('If-None-Match', String(first.headers.etag))
    expect(again.status).toBe(304)
    expect(again.headers['content-security-policy']).toBeDefined()
  })
  it('gets the same bytes after an unchanged refresh', async () => {
    const first = await school.site.get('/classes')
    school.backend.clock.set(school.backend.clock.now() + 86_400_000)
    school.site.context.edge.purge({ all: true, hard: true })
    const second = await school.site.get('/classes')
    expect(second.headers.etag).toBe(first.headers.etag)
  })
  it('of an unknown address keeps 404 ten seconds', async () => {
    expect((await school.site.get('/nothing-here')).status).toBe(404)
    expect(cacheStatus(await school.site.get('/nothing-here'))).toBe('xueyuan; hit')
    school.backend.clock.set(school.backend.clock.now() + 11_000)
    expect(cacheStatus(await school.site.get('/nothing-here'))).toContain('fwd=')
  })
})

describe('a visit that is somebody’s own', () => {
  it.each([
    ['a session', '/course', { cookie: 'session=abc' }],
    ['the login action', '/course?action=login', {}],
    ['an invite', '/course?inviteUserId=9', {}],
    ['a clue', '/course?clueUserId=9', {}],
    ['a preview', '/course?isPreview=true', {}],
    ['a fresh registration', '/course?isRegistered=1', {}],
  ])('with %s passes by the cache, leaving nothing', async (_name, path, headers) => {
    await school.site.get('/course')
    const before = school.site.context.edge.statistics().pages
    const answer = await school.site.get(path).set(headers)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(cacheStatus(answer)).not.toContain('hit')
    expect(school.site.context.edge.statistics().pages).toBe(before)
    expect(cacheStatus(await school.site.get('/course'))).toBe('xueyuan; hit')
  })
})

describe('a page in the cache', () => {
  it('is the same whatever another visitor sent along', async () => {
    const clean = await school.site.get('/live/list')
    school.site.context.edge.purge({ all: true, hard: true })
    await school.site.get('/live/list').set({
      'X-Forwarded-Host': 'evil.example',
      'X-Original-URL': '/evil',
      'Accept-Language': 'en',
      Cookie: 'robotId=evil; theme=x',
    })
    const after = await school.site.get('/live/list')
    expect(cacheStatus(after)).toBe('xueyuan; hit')
    expect(after.text).toBe(clean.text)
    expect(after.text).not.toContain('evil')
  })
  it('is purged by operators by tag, only its carriers', async () => {
    await school.site.get('/course')
    await school.site.get('/agreement/privacy')
    const purge = await school.site.request('post', '/ops/cache/purge').set(ops).send({ tag: 'courses', hard: true })
    expect(purge.status).toBe(200)
    expect(cacheStatus(await school.site.get('/course'))).toContain('fwd=uri-miss')
    expect(cacheStatus(await school.site.get('/agreement/privacy'))).toBe('xueyuan; hit')
    expect(school.site.lines.some((line) => line.includes('"audit":true') && line.includes('courses'))).toBe(true)
  })
  it('is counted for operators, and hidden from everybody else', async () => {
    await school.site.get('/course')
    const entries = await school.site.get('/ops/cache/entries?tag=courses').set(ops)
    expect((entries.body as { entries: { key: string }[] }).entries.map(({ key }) => key)).toContain('/course')
    expect((await school.site.get('/ops/cache')).status).toBe(401)
    expect((await school.site.get('/ops/cache').set('authorization', 'Bearer wrong-operators-tok')).status).toBe(401)
  })
})

describe('when the services are down', () => {
  it('warm pages stay, cold ones say when, unkept', async () => {
    await school.site.get('/course')
    school.site.context.edge.purge({ all: true })
    await school.services.stop()
    try {
      for (let visit = 0; visit < 10; visit += 1) expect((await school.site.get('/course')).status).toBe(200)
      const cold = await school.site.get('/classes')
      expect(cold.status).toBe(503)
      expect(Number(cold.headers['retry-after'])).toBeGreaterThan(0)
      expect(cold.headers['cache-control']).toContain('no-store')
      expect(cold.text).toContain('服务暂时不可用')
    } finally {
      await school.services.start()
    }
    school.backend.clock.set(school.backend.clock.now() + 5_000)
    expect((await school.site.get('/classes')).status).toBe(200)
  })
})

describe('a thousand visitors of a cold page at once', () => {
  it('make it once and all get the same', async () => {
    const before = school.services.asked('GET /api/common/course-list-page')
    const answers = await Promise.all(Array.from({ length: 200 }, () => school.site.get('/course/music')))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(school.services.asked('GET /api/common/course-list-page') - before).toBe(1)
  })
})

describe('the front', () => {
  it.each([
    ['another host', '/', { Host: 'evil.example' }, 421],
    ['a double slash', '//evil.example/', {}, 400],
    ['an encoded slash', '/course/a%2fb', {}, 400],
    ['a backslash', '/course/a%5cb', {}, 400],
    ['a dot segment', '/course/%2e%2e/x', {}, 400],
    ['a zero byte', '/course/%00', {}, 400],
    ['an endless address', `/course?${'a'.repeat(9000)}`, {}, 414],
  ])('refuses %s with its own page', async (_name, path, headers, status) => {
    const answer = await school.site.get(path).set(headers)
    expect(answer.status).toBe(status)
    expect(answer.text).toContain('<h1>')
    expect(answer.headers['content-security-policy']).toBeDefined()
    expect(answer.headers['cache-control']).toContain('no-store')
  })
  it('refuses huge headers', async () => {
    expect((await school.site.get('/').set('X-Junk', 'a'.repeat(20_000))).status).toBe(431)
  })
  it('answers a page to GET and HEAD only', async () => {
    const post = await school.site.request('post', '/course')
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD'])
    const head = await school.site.request('head', '/course')
    expect([head.status, head.text]).toEqual([200, undefined])
  })
  it('answers an unknown call with JSON, never with a page', async () => {
    const answer = await school.site.get('/api/nothing/here')
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ code: 404 })
  })
  it('tells whether it lives, is ready, and its figures', async () => {
    expect((await school.site.get('/healthz')).status).toBe(200)
    school.site.context.health.setReady(true)
    expect((await school.site.get('/readyz')).body).toMatchObject({ status: 'ready' })
    await school.site.get('/course')
    school.site.context.edge.flush()
    const metrics = await school.site.get('/metrics').set('Authorization', 'Bearer operators-test-token')
    expect(metrics.text).toMatch(/page_answers_total\{route="course-list",outcome="miss"\} \d+/)
    expect((await school.site.get('/gateway/ping')).body).toMatchObject({ code: 1, body: { isIpInCompany: false } })
  })
  it('leaves the school’s name as host for all it writes', async () => {
    expect((await school.site.get('/course')).text).toContain(`http://${testHost}/course`)
  })
})
