import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pages } from '#client/pages/index.ts'
import { type School, startSchool, testOrigin } from '../support/test-site.ts'

let school: School
const found = { video: 0, live: 0, classes: 0 }

beforeAll(async () => {
  school = await startSchool()
  const { api } = school.backend
  const [videos, lives, systems] = await Promise.all([
    api.call('GET /api/common/course-list-page', { lectureType: 'video', pageSize: 1 }),
    api.call('GET /api/common/course-list-page', { lectureType: 'live', pageSize: 1 }),
    api.call('GET /api/classSystem/list-classSystem', { pageSize: 1 }),
  ])
  Object.assign(found, { video: videos.records[0]?.id, live: lives.records[0]?.id, classes: systems.records[0]?.id })
})

afterAll(() => school.close())

function address(path: string): string {
  return path
    .replace('{video}', String(found.video))
    .replace('{live}', String(found.live))
    .replace('{classes}', String(found.classes))
}

function tag(html: string, pattern: RegExp): string {
  return pattern.exec(html)?.[1] ?? ''
}

function text(html: string): string {
  return html.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' ')
}

describe('every page', () => {
  it('stands in the list with path, screen and head', async () => {
    for (const page of pages) {
      expect(page.path).toMatch(/^\//)
      expect(typeof (await page.component())).toMatch(/function|object/)
    }
    expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length)
  })
})

const addresses = [
  ['/', '学一门手艺'],
  ['/course', '课程'],
  ['/course/illustration', '插画'],
  ['/course?sort=price-asc&type=video', '课程'],
  ['/course/video/{video}', '目录'],
  ['/course/live/{live}', '目录'],
  ['/classes', '系统班'],
  ['/classes/{classes}', '阶段'],
  ['/live/list', '公开课'],
  ['/college/illustration', '插画学院'],
  ['/search?searchText=%E6%8F%92%E7%94%BB', '插画'],
  ['/agreement', '协议'],
  ['/agreement/privacy', '隐私政策'],
] as const

describe.each(addresses)('%s', (path, word) => {
  it('answers 200 with content, h1, title and canonical address', async () => {
    const answer = await school.site.get(address(path))
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text(answer.text)).toContain(word)
    expect(answer.text.match(/<h1/g)).toHaveLength(1)
    expect(tag(answer.text, /<title>(.*?)<\/title>/)).toMatch(/^\[test\] .+ - 学园$/)
    const canonical = tag(answer.text, /<link rel="canonical" href="([^"]*)"/)
    if (path.startsWith('/search')) expect(answer.text).toContain('<meta name="robots" content="noindex')
    else expect(canonical.startsWith(testOrigin)).toBe(true)
    expect(tag(answer.text, /<meta name="description" content="([^"]*)"/).length).toBeGreaterThanOrEqual(15)
    expect(answer.text).toContain('lang="zh-CN"')
  })

  it('carries no inline script, no inline style, described pictures', async () => {
    const { text: html } = await school.site
      .get(address(path))
      .set('User-Agent', 'Mozilla/5.0 (compatible; Baiduspider/2.0)')
    for (const script of html.match(/<script[^>]*>/g) ?? [])
      expect(script).toMatch(/src=|type="(application\/(ld\+)?json|importmap)"/)
    expect(html).not.toMatch(/<style|style="/)
    for (const image of html.match(/<img[^>]*>/g) ?? []) expect(image).toMatch(/ alt="/)
  })

  it('gives crawlers the same text as visitors', async () => {
    const visitor = await school.site.get(address(path))
    const crawler = await school.site.get(address(path)).set('User-Agent', 'Mozilla/5.0 (compatible; Baiduspider/2.0)')
    expect(text(crawler.text)).toBe(text(visitor.text))
  })

  it('sends every security header', async () => {
    const { headers } = await school.site.get(address(path))
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('links only to addresses that exist', async () => {
    const { text: html } = await school.site.get(address(path))
    const links = new Set(
      [...html.matchAll(/<a [^>]*href="(\/[^"#]*)/g)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&')),
    )
    expect(links.size).toBeGreaterThan(3)
    const sample = [...links].filter((_link, index, all) => index % Math.ceil(all.length / 25) === 0)
    for (const link of sample)
      expect([link, (await school.site.get(link)).status]).toEqual([link, expect.toBeOneOf([200, 301, 302])])
  })
})

describe('a price', () => {
  it('on details is the database’s, in text and data', async () => {
    const detail = await school.backend.api.call('GET /api/course/course-detail', { id: found.video })
    const { text: html } = await school.site.get(`/course/video/${found.video}`)
    const [whole = ''] = detail.price.split('.')
    if (detail.isCharge) expect(text(html).replace(/\s/g, '')).toContain(`¥${Number(whole).toLocaleString('en-US')}.`)
    const blocks = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)].map(
      (match) => JSON.parse(match[1] ?? '{}') as Record<string, unknown>,
    )
    const course = blocks.find((block) => block['@type'] === 'Course') as {
      name: string
      offers: { price: string; priceCurrency: string }
    }
    expect(course).toMatchObject({ name: detail.name, offers: { price: detail.price, priceCurrency: 'CNY' } })
  })
})

describe('addresses that could be read two ways', () => {
  it.each([
    ['/course/live', 404],
    ['/course/video', 404],
    ['/course/live/play', 404],
    ['/course/live/5/2', 404],
    ['/course/design/2', 404],
    ['/course/a/b/1/z', 404],
    ['/classes/a/b/1/z', 404],
    ['/classes/12abc', 404],
    ['/course/nothing', 404],
    ['/course/illustration/0/0', 404],
    ['/course/illustration/0/x', 404],
    ['/course/illustration/0/999', 404],
    ['/course/video/99999999999999999999', 404],
    ['/classes/99999999999999999999', 404],
    ['/course/video/999999999', 404],
    ['/agreement/nothing', 404],
    ['/college/nothing', 404],
    ['/COURSE', 404],
    ['/nope', 404],
  ])('%s is %i', async (path, status) => {
    const answer = await school.site.get(path)
    expect(answer.status).toBe(status)
    expect(answer.text).toContain('noindex')
    expect(answer.text).toMatch(/<header/)
  })
  it.each([
    ['/course/', '/course'],
    ['/classes/?sort=new', '/classes?sort=new'],
    ['/course/illustration/0/1', '/course/illustration'],
  ])('%s leads for good to %s', async (from, to) => {
    const answer = await school.site.get(from)
    expect([answer.status, answer.headers.location]).toEqual([301, to])
  })
  it('/college leads to the first, its number to its path', async () => {
    const [first] = await school.backend.api.call('GET /api/modular/college-path', {})
    const bare = await school.site.get('/college')
    expect([bare.status, bare.headers.location]).toEqual([302, `/college/${first?.path}`])
    const byId = await school.site.get(`/college/${first?.id}`)
    expect([byId.status, byId.headers.location]).toEqual([301, `/college/${first?.path}`])
  })
  it('a number is a class, two segments a list', async () => {
    expect((await school.site.get(`/classes/${found.classes}`)).text).toContain('阶段')
    expect((await school.site.get('/classes/illustration/0/2')).status).toBeOneOf([200, 404])
    const types = await school.backend.api.call('GET /api/classSystem/type', {})
    const byNumber = await school.site.get(`/classes/${types[0]?.id}/0`)
    expect([byNumber.status, byNumber.headers.location]).toEqual([301, `/classes/${types[0]?.path}`])
  })
  it('a course of the other kind leads to its address', async () => {
    const answer = await school.site.get(`/course/live/${found.video}`)
    expect([answer.status, answer.headers.location]).toEqual([301, `/course/video/${found.video}`])
  })
  it('a percent-encoded path is decoded; a malformed escape is refused', async () => {
    expect((await school.site.get('/course/%69llustration')).status).toBe(200)
    expect((await school.site.get('/course/%zz')).status).toBe(400)
  })
  it('a preview shows nothing unpublished and is kept by nobody', async () => {
    const answer = await school.site.get('/classes/999999?isPreview=true')
    expect(answer.status).toBe(404)
    const shown = await school.site.get(`/classes/${found.classes}?isPreview=true`)
    expect(shown.headers['cache-control']).toBe('private, no-store')
  })
})

describe('the sitemap', () => {
  it('is an index with every course once', async () => {
    const index = await school.site.get('/sitemap.xml')
    expect(index.headers['content-type']).toContain('application/xml')
    const maps = [...index.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '')
    expect(maps.length).toBeGreaterThan(5)
    const all: string[] = []
    for (const map of maps)
      all.push(
        ...[...(await school.site.get(map.replace(testOrigin, ''))).text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
          (match) => match[1] ?? '',
        ),
      )
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter((loc) => /\/course\/(live|video)\/\d+$/.test(loc)).length).toBeGreaterThanOrEqual(320)
    expect(all.every((loc) => loc.startsWith(testOrigin))).toBe(true)
  })
  it('is named by robots.txt', async () => {
    const robots = await school.site.get('/robots.txt')
    expect(robots.text).toContain(`Sitemap: ${testOrigin}/sitemap.xml`)
    expect(robots.text).toContain('Disallow: /api/')
  })
})
