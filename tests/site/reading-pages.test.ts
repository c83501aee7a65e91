import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStaff, type Learner } from '../support/backend-accounts.ts'
import { type School, startSchool, testOrigin } from '../support/test-site.ts'

let school: School
let editor: Learner
const found = { article: 0, work: 0, category: 0, path: '', college: 0, workCategory: 0 }

beforeAll(async () => {
  school = await startSchool()
  const { api } = school.backend
  const [articles, categories, works, colleges, workCategories] = await Promise.all([
    api.call('GET /api/information/list-information', {}),
    api.call('GET /api/information/list-information-category', {}),
    api.call('GET /api/student-work/list', {}),
    api.call('GET /api/modular/college-path', {}),
    api.call('GET /api/student-work/category-list', {}),
  ])
  Object.assign(found, {
    article: articles.records[4]?.id,
    work: works.records[4]?.id,
    category: categories[1]?.id,
    path: categories[1]?.path,
    college: colleges[0]?.id,
    workCategory: workCategories.find(({ collegeId }) => collegeId === colleges[1]?.id)?.id,
  })
  editor = await buildStaff(school.backend, 'education')
})
afterAll(() => school.close())

function address(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: keyof typeof found) => String(found[name]))
}

function tag(html: string, pattern: RegExp): string {
  return pattern.exec(html)?.[1] ?? ''
}

const canonicalOf = (html: string): string => tag(html, /<link rel="canonical" href="([^"]+)"/)
const titleOf = (html: string): string => tag(html, /<title>([^<]*)<\/title>/)
const wordsOf = (html: string): string => html.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' ')

describe.each([
  ['/article', '创作心得'],
  ['/article/{path}', '文章'],
  ['/article/{path}/2', '第 2 页'],
  ['/article/all/3', '上一页'],
  ['/article/{article}.html', '接着读'],
  ['/works', '插画学院'],
  ['/works/illustration', '绘本'],
  ['/works/design/{workCategory}', '界面'],
  ['/works/all/0/2', '上一页'],
  ['/works/{work}.html', '老师批注'],
])('%s', (path, word) => {
  it('is a whole page, described, with one h1, kept', async () => {
    const response = await school.site.get(address(path))
    expect(response.status).toBe(200)
    expect(wordsOf(response.text)).toContain(word)
    expect(response.text.match(/<h1[ >]/g)).toHaveLength(1)
    expect(canonicalOf(response.text)).toBe(testOrigin + address(path))
    const description = tag(response.text, /<meta name="description" content="([^"]*)"/)
    expect(description.length).toBeGreaterThanOrEqual(40)
    expect(description.length).toBeLessThanOrEqual(80)
    expect(response.text).not.toMatch(/ style="/)
    expect((await school.site.get(address(path))).headers['cache-status']).toContain('hit')
  })
})

describe('addresses that mean something else than they look like', () => {
  it.each([
    ['/article/{article}', 404],
    ['/article/abc.html', 404],
    ['/article/123xhtml', 404],
    ['/article/{article}.html/2', 404],
    ['/article/99999999999999999999.html', 404],
    ['/article/0.html', 404],
    ['/article/999999999.html', 404],
    ['/article/{path}/0', 404],
    ['/article/{path}/-1', 404],
    ['/article/{path}/x', 404],
    ['/article/{path}/999', 404],
    ['/article/{path}/2/z', 404],
    ['/article/%E6%8F%92%E7%94%BB', 404],
    ['/ARTICLE/1.html', 404],
    ['/works/88', 404],
    ['/works/nowhere', 404],
    ['/works/illustration/{workCategory}', 404],
    ['/works/illustration/x', 404],
    ['/works/illustration/0/999', 404],
    ['/works/illustration/0/1/z', 404],
    ['/works/99999999999999999999.html', 404],
    ['/works/abc.html', 404],
  ])('%s is not found', async (path, status) => {
    // an id of an article may be one of a category as well
    if (path === '/article/{article}' && found.article <= 20) return
    expect((await school.site.get(address(path))).status).toBe(status)
  })

  it('a malformed escape is an answer, not a failure', async () => {
    for (const path of ['/article/%zz', '/works/%zz', '/article/%zz.html'])
      expect((await school.site.get(path)).status).toBeLessThan(500)
  })

  it.each([
    ['/article/00{article}.html', '/article/{article}.html'],
    ['/article/00{article}.html?x=1', '/article/{article}.html?x=1'],
    ['/article/{category}', '/article/{path}'],
    ['/article/{category}/1', '/article/{path}'],
    ['/article/{category}/2', '/article/{path}/2'],
    ['/article/{path}/1', '/article/{path}'],
    ['/article/all', '/article'],
    ['/article/{path}?page=2', '/article/{path}/2'],
    ['/article/', '/article'],
    ['/article/{path}/', '/article/{path}'],
    ['/works/00{work}.html', '/works/{work}.html'],
    ['/works/{college}', '/works/illustration'],
    ['/works/all', '/works'],
    ['/works/0/0', '/works'],
    ['/works/illustration/0', '/works/illustration'],
    ['/works/illustration/0/1', '/works/illustration'],
    ['/works/all/{workCategory}', '/works/design/{workCategory}'],
    ['/works/', '/works'],
  ])('%s moves to %s for good', async (from, to) => {
    const response = await school.site.get(address(from))
    expect(response.status).toBe(301)
    expect(response.headers.location?.replace(testOrigin, '')).toBe(address(to))
  })
})

describe('the title', () => {
  it('is another on every list page, short if ours', async () => {
    const lists = [
      '/article',
      '/article/{path}',
      '/article/all/2',
      '/article/{path}/2',
      '/works',
      '/works/illustration',
      '/works/design',
      '/works/all/0/2',
      '/works/design/{workCategory}',
    ]
    const titles = await Promise.all(lists.map(async (path) => titleOf((await school.site.get(address(path))).text)))
    expect(new Set(titles).size).toBe(lists.length)
    for (const title of titles) expect(title.length).toBeLessThanOrEqual(30)
  })
})

describe('an article’s page', () => {
  it('says in its structured data what it shows', async () => {
    const { text } = await school.site.get(address('/article/{article}.html'))
    const blocks = [...text.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
      (match) => JSON.parse(match[1] ?? '{}') as Record<string, unknown>,
    )
    const article = blocks.find((block) => block['@type'] === 'Article')
    expect(wordsOf(text).replaceAll(/\s/g, '')).toContain(String(article?.headline).replaceAll(/\s/g, ''))
    expect(article).toMatchObject({ url: `${testOrigin}${address('/article/{article}.html')}`, inLanguage: 'zh-CN' })
    expect(blocks.some((block) => block['@type'] === 'BreadcrumbList')).toBe(true)
  })

  it('has measured, linked pictures and a working contents list', async () => {
    const { text } = await school.site.get(address('/article/{article}.html'))
    const body = text.slice(text.indexOf('<h1'), text.indexOf('</article>'))
    for (const [picture] of body.matchAll(/<img [^>]*>/g)) expect(picture).toMatch(/width="\d+" height="\d+"/)
    expect(body).toMatch(/<a href="\/media\/pictures\/cover\/[^"]+" data-picture=""/)
    const contents = [...tag(text, /aria-label="本文目录">(.*?)<\/nav>/s).matchAll(/href="#([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    )
    for (const id of contents) expect(text).toContain(`id="${id}"`)
  })
})

describe('a preview', () => {
  it('is shown by its link only, never kept or indexed', async () => {
    const { database } = school.backend
    const row = await database.db
      .insertInto('articles')
      .values({
        categoryId: found.category,
        title: '还没有发布的一篇',
        contentHtml: '<p>只给看过链接的人。</p>',
        status: 0,
      })
      .returning('articles.id')
      .executeTakeFirstOrThrow()
    const { url } = await school.backend
      .as(editor.cookie)
      .call('POST /api/staff/information/preview-link', { id: row.id })
    const shown = await school.site.get(url)
    expect(shown.status).toBe(200)
    expect(wordsOf(shown.text)).toContain('还没有发布的一篇')
    expect(wordsOf(shown.text)).toContain('预览')
    expect(shown.headers['cache-control']).toContain('no-store')
    expect(shown.text).toContain('<meta name="robots" content="noindex')
    for (const path of [`/article/${row.id}.html`, `/article/${row.id}.html?isPreview=true`, `${url.slice(0, -3)}abc`])
      expect((await school.site.get(path)).status).toBe(404)
    expect((await school.site.get(`/article/${row.id}.html?isPreview=true`).set('Cookie', editor.cookie)).status).toBe(
      200,
    )
  })
})

describe('what staff change', () => {
  it('is there for the next visitor, other pages stay', async () => {
    const staff = school.backend.as(editor.cookie)
    const { id } = await staff.call('POST /api/staff/information/save', {
      title: '刚写好的一篇',
      content: '<p>第一版。</p>',
      categoryId: found.category,
      status: 1,
    })
    const path = `/article/${id}.html`
    expect((await school.site.get(path)).text).toContain('第一版')
    await school.site.get('/works')
    await staff.call('POST /api/staff/information/save', {
      id,
      title: '刚写好的一篇',
      content: '<p>第二版。</p>',
      categoryId: found.category,
      status: 1,
    })
    await expect.poll(async () => (await school.site.get(path)).text).toContain('第二版')
    expect((await school.site.get('/works')).headers['cache-status']).toContain('hit')
    await staff.call('POST /api/staff/information/save', {
      id,
      title: '刚写好的一篇',
      content: '<p>第二版。</p>',
      categoryId: found.category,
      status: 2,
    })
    await expect.poll(async () => (await school.site.get(path)).status).toBe(410)
    await expect.poll(async () => (await school.site.get('/article')).text).not.toContain('刚写好的一篇')
  })
})

describe('the sitemap', () => {
  it('has every published article and work, with its day', async () => {
    const [articles, works] = await Promise.all([
      school.site.get('/sitemaps/article-detail.xml'),
      school.site.get('/sitemaps/work-detail.xml'),
    ])
    const { api } = school.backend
    expect(articles.text.match(/<url>/g)).toHaveLength(
      (await api.call('GET /api/information/list-information', {})).total,
    )
    expect(works.text.match(/<url>/g)).toHaveLength((await api.call('GET /api/student-work/list', {})).total)
    expect(articles.text).toContain(address('/article/{article}.html'))
    expect(articles.text.match(/<lastmod>/g)?.length).toBe(articles.text.match(/<url>/g)?.length)
  })
})

describe('other pages', () => {
  it('lead to articles and works', async () => {
    for (const path of ['/', '/college/illustration']) {
      const { text } = await school.site.get(path)
      expect(text).toMatch(/href="\/article\/\d+\.html"/)
      expect(text).toMatch(/href="\/works\/\d+\.html"/)
      expect(text).toContain('href="/article"')
    }
  })
})
