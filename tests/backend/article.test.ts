import type { Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import type { ArticleCategory } from '#shared/contract/article.ts'
import { buildStaff, freshAddress, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { sendCall, startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { otherLastSigns } from '../support/forged-seals.ts'

let backend: TestBackend
let categories: ArticleCategory[]
let editor: Learner
beforeAll(async () => {
  backend = await startTestBackend()
  categories = await backend.api.call('GET /api/information/list-information-category', {})
  editor = await buildStaff(backend, 'education')
})
afterAll(() => backend?.close())

function category(index = 0): ArticleCategory {
  const found = categories[index]
  if (!found) throw new Error('no category')
  return found
}

const day = 86_400_000

async function buildArticle(values: Partial<Insertable<Tables['articles']>> = {}): Promise<number> {
  const row = await backend.database.db
    .insertInto('articles')
    .values({
      categoryId: category().id,
      title: '一篇文章',
      contentHtml: '<p>正文</p>',
      status: 1,
      publishedAt: new Date(testNow - day),
      ...values,
    })
    .returning('articles.id')
    .executeTakeFirstOrThrow()
  return row.id
}

const list = (input: { categoryId?: number; pageNum?: number; pageSize?: number } = {}) =>
  backend.api.call('GET /api/information/list-information', input)
const detail = (id: number) => backend.api.call('GET /api/information/get-information-detail', { id })

describe('the list of articles', () => {
  test('has eight categories, each with the articles it counts', async () => {
    expect(categories.length).toBeGreaterThanOrEqual(8)
    const totals = await Promise.all(categories.map(async ({ id }) => (await list({ categoryId: id })).total))
    expect(totals).toEqual(categories.map(({ articleCount }) => articleCount))
    expect((await list()).total).toBe(totals.reduce((sum, total) => sum + total, 0))
  })

  test('shows ten a page, newest first, each once', async () => {
    const first = await list()
    expect(first).toMatchObject({ size: 10, current: 1 })
    const ids: number[] = []
    const dates: number[] = []
    for (let pageNum = 1; pageNum <= first.pages; pageNum += 1) {
      const { records } = await list({ pageNum })
      ids.push(...records.map(({ id }) => id))
      dates.push(...records.map(({ publishDate }) => publishDate))
    }
    expect(new Set(ids).size).toBe(first.total)
    expect(dates).toEqual(dates.toSorted((a, b) => b - a))
    expect((await list({ pageNum: first.pages + 1 })).records).toEqual([])
  })

  test('by path or id; an unknown one is not found', async () => {
    const { id, path } = category(2)
    const byPath = await backend.api.call('GET /api/information/list-information', { category: path })
    expect(byPath).toEqual(await list({ categoryId: id }))
    expect(await backend.api.call('GET /api/information/list-information', { category: String(id) })).toEqual(byPath)
    for (const word of ['nowhere', '999999', '', '123.html', '007'])
      await expect(backend.api.call('GET /api/information/list-information', { category: word })).rejects.toMatchObject(
        { code: 404 },
      )
  })

  test('leaves out drafts, hidden and deleted ones', async () => {
    const before = await list()
    await buildArticle({ status: 0, publishedAt: null })
    await buildArticle({ status: 2 })
    await buildArticle({ deletedAt: new Date() })
    expect(await list()).toEqual(before)
  })
})

describe('an article', () => {
  test('has headings that stand in its safe HTML', async () => {
    const id = await buildArticle({
      contentHtml:
        '<h2 id="x">一 &amp; 二</h2><p onclick="alert(1)">甲<script>alert(1)</script></p><h3>三</h3><h2>一 &amp; 二</h2>',
    })
    const article = await detail(id)
    expect(article.headings.map(({ text, level }) => [text, level])).toEqual([
      ['一 & 二', 2],
      ['三', 3],
      ['一 & 二', 2],
    ])
    expect(new Set(article.headings.map((heading) => heading.id)).size).toBe(3)
    for (const heading of article.headings) expect(article.content).toContain(`<h${heading.level} id="${heading.id}">`)
    expect(article.content).not.toMatch(/onclick|script|id="x"/)
    const longer = await buildArticle({ contentHtml: '<h2>新的一节</h2><p>前面多了一节</p><h2>一 &amp; 二</h2>' })
    expect((await detail(longer)).headings[1]?.id).toBe(article.headings[0]?.id)
  })

  test('knows its neighbours by their day of publication', async () => {
    const at = (time: number) => buildArticle({ publishedAt: new Date(time), title: `第 ${time} 篇` })
    const [older, same, own, newer] = [await at(1000), await at(2000), await at(2000), await at(3000)]
    const article = await detail(own)
    expect([article.prev?.id, article.next?.id]).toEqual([same, newer])
    const first = await detail(older)
    expect([first.prev, first.next?.id]).toEqual([null, same])
  })

  test.each([0, 2])('of state %i is there for nobody', async (status) => {
    const id = await buildArticle({ status, publishedAt: null })
    await expect(detail(id)).rejects.toMatchObject({ code: 404 })
    await expect(backend.api.call('GET /api/information/get-information-recommend', { id })).rejects.toMatchObject({
      code: 404,
    })
    await expect(detail(999_999_999)).rejects.toMatchObject({ code: 404 })
  })

  test('counts a reading once an hour, none of crawlers', async () => {
    const id = await buildArticle()
    const read = (
      address: string,
      agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    ) =>
      sendCall(backend.agent, 'POST /api/information/view', { id }, { 'X-Forwarded-For': address, 'User-Agent': agent })
    const [home, office] = [freshAddress(), freshAddress()]
    for (const address of [home, home, office]) expect((await read(address)).body.code).toBe(1)
    await read(freshAddress(), 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')
    expect((await detail(id)).views).toBe(2)
    const other = await buildArticle()
    await backend.as('', home).call('POST /api/information/view', { id: other })
    expect((await detail(other)).views).toBe(1)
  })
})

describe('what is recommended after an article', () => {
  test('is of its category first, then by readings, without itself', async () => {
    const { id } = (await list({ categoryId: category(1).id })).records[0] ?? { id: 0 }
    const { articles, courses } = await backend.api.call('GET /api/information/get-information-recommend', { id })
    expect(articles).toHaveLength(6)
    expect(articles.map((article) => article.id)).not.toContain(id)
    const ofCategory = new Set(
      (await list({ categoryId: category(1).id, pageSize: 50 })).records.map((article) => article.id),
    )
    const kinds = articles.map((article) => ofCategory.has(article.id))
    expect(kinds).toEqual(kinds.toSorted((a, b) => Number(b) - Number(a)))
    expect(courses.length).toBeGreaterThan(0)
  })

  test('begins with what the editors chose', async () => {
    const id = await buildArticle()
    const chosen = await buildArticle({ categoryId: category(3).id, publishedAt: new Date(0) })
    const course = (await backend.api.call('GET /api/common/course-list-page', { pageNum: 3 })).records[0]?.id ?? 0
    await backend.database.db
      .insertInto('articleRecommends')
      .values([
        { articleId: id, kind: 'article', refId: chosen },
        { articleId: id, kind: 'course', refId: course },
      ])
      .execute()
    const { articles, courses } = await backend.api.call('GET /api/information/get-information-recommend', { id })
    expect([articles[0]?.id, courses[0]?.id]).toEqual([chosen, course])
  })

  test('is of the article’s college where it has one', async () => {
    const college = (await backend.api.call('GET /api/modular/college-path', {}))[2]
    const id = await buildArticle({ collegeId: college?.id })
    const { courses } = await backend.api.call('GET /api/information/get-information-recommend', { id })
    const rows = await backend.database.db
      .selectFrom('products')
      .select('products.collegeId')
      .where(
        'products.id',
        'in',
        courses.map((course) => course.id),
      )
      .execute()
    expect(rows.map((row) => row.collegeId)).toEqual(courses.map(() => college?.id))
  })

  test('without an article is what is read most', async () => {
    const { articles } = await backend.api.call('GET /api/information/get-information-recommend', {})
    const views = articles.map((article) => article.views)
    expect(views).toEqual(views.toSorted((a, b) => b - a))
  })
})

describe('a preview', () => {
  test('shows drafts to staff and to link holders, an hour', async () => {
    const [id, other] = [
      await buildArticle({ status: 0, publishedAt: null, title: '未发布' }),
      await buildArticle({ status: 0, publishedAt: null }),
    ]
    const preview = (input: { id: number; sign?: string }, cookie = '') =>
      backend.as(cookie).call('GET /api/information/get-temporary-information', input)
    expect(await preview({ id }, editor.cookie)).toMatchObject({
      title: '未发布',
      isPublished: false,
      prev: null,
      next: null,
    })
    const learner = await registerLearner(backend)
    await expect(preview({ id })).rejects.toMatchObject({ code: 404 })
    await expect(preview({ id }, learner.cookie)).rejects.toMatchObject({ code: 404 })
    const link = await backend.as(editor.cookie).call('POST /api/staff/information/preview-link', { id })
    const address = new URL(link.url, 'https://school.example')
    expect(address.pathname).toBe(`/article/${id}.html`)
    expect(address.searchParams.get('isPreview')).toBe('true')
    const sign = address.searchParams.get('sign') ?? ''
    expect((await preview({ id, sign })).title).toBe('未发布')
    expect(
      (await backend.api.call('GET /api/information/get-temporary-information-recommend', { id, sign })).articles
        .length,
    ).toBeGreaterThan(0)
    await expect(preview({ id: other, sign })).rejects.toMatchObject({ code: 404 })
    const later = sign.replace(/^[^.]+/, (link.expireTime + 60_000).toString(36))
    for (const forged of [later, ...otherLastSigns(sign), 'x', ''])
      await expect(preview({ id, sign: forged })).rejects.toMatchObject({ code: 404 })
    expect(link.expireTime - backend.clock.now()).toBeLessThanOrEqual(3_600_000)
    backend.clock.set(link.expireTime)
    await expect(preview({ id, sign })).rejects.toMatchObject({ code: 404 })
    backend.clock.set(testNow)
  })
})

describe('staff who write', () => {
  const save = (input: Record<string, unknown>, cookie = editor.cookie) =>
    backend.as(cookie).call('POST /api/staff/information/save', input as never)
  const draft = () => ({ title: '写给新同学', content: '<p>第一段。</p>', categoryId: category().id, status: 0 })

  test('write, publish, change and hide an article', async () => {
    const { id } = await save({
      ...draft(),
      content:
        '<p>第一段。<a href="https://a.example/">外链</a><img src="/media/pictures/cover/article-01-960.webp" alt="图"></p><script>alert(1)</script>',
    })
    await expect(detail(id)).rejects.toMatchObject({ code: 404 })
    await save({ ...draft(), id, status: 1 })
    const published = await detail(id)
    expect(published).toMatchObject({
      title: '写给新同学',
      publishDate: testNow,
      summary: '第一段。',
      isPublished: true,
    })
    expect((await list({ categoryId: category().id })).records[0]?.id).toBe(id)
    backend.clock.set(testNow + day)
    await save({ ...draft(), id, status: 1, title: '改过的题目', summary: '新的摘要' })
    expect(await detail(id)).toMatchObject({
      title: '改过的题目',
      summary: '新的摘要',
      publishDate: testNow,
      updateDate: testNow + day,
    })
    await save({ ...draft(), id, status: 2 })
    await expect(detail(id)).rejects.toMatchObject({ code: 410 })
    backend.clock.set(testNow)
  })

  test('have clean HTML, and our pictures measured', async () => {
    const { id } = await save({
      ...draft(),
      content:
        '<p style="color:red">甲<img src="/media/pictures/cover/article-01-960.webp" alt="图" width="5"></p><iframe src="https://v.example/1"></iframe><script>alert(1)</script>',
    })
    const row = await backend.database.db
      .selectFrom('articles')
      .select('articles.contentHtml')
      .where('articles.id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.contentHtml).toBe(
      '<p>甲<img src="/media/pictures/cover/article-01-960.webp" alt="图" width="960" height="540" loading="lazy" decoding="async"></p><a href="https://v.example/1" rel="noopener" target="_blank">v.example</a>',
    )
  })

  test.each([
    ['nothing to show', { content: '<script>alert(1)</script>' }, 4004],
    ['an unknown category', { categoryId: 999_999 }, 4004],
    ['an unknown college', { collegeId: 999_999 }, 4004],
    ['an article that isn’t there', { id: 999_999_999 }, 404],
    ['no title', { title: '  ' }, 0],
    ['an unknown state', { status: 7 }, 0],
  ])('are refused %s', async (_, change, code) => {
    await expect(save({ ...draft(), ...change })).rejects.toMatchObject({ code })
  })

  test('are staff: to everybody else there is no such call', async () => {
    const learner = await registerLearner(backend)
    await expect(save(draft(), learner.cookie)).rejects.toMatchObject({ code: 404 })
    await expect(save(draft(), '')).rejects.toMatchObject({ code: -3 })
    await expect(
      backend.as(learner.cookie).call('POST /api/staff/information/preview-link', { id: 1 }),
    ).rejects.toMatchObject({ code: 404 })
  })
})
