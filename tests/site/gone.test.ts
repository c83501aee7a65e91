import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStaff, type Learner } from '../support/backend-accounts.ts'
import { buildPlate, buildPost } from '../support/forum-factories.ts'
import { type School, startSchool } from '../support/test-site.ts'

type Table = 'articles' | 'studentWorks' | 'products' | 'forumPosts'

let school: School
let staff: Learner
beforeAll(async () => {
  school = await startSchool()
  staff = await buildStaff(school.backend, 'education')
})
afterAll(() => school?.close())

async function shownId(table: Table, lectureType?: number): Promise<number> {
  const { db } = school.backend.database
  if (table === 'products') {
    const { id } = await db
      .selectFrom('products')
      .select('products.id')
      .where('products.status', '=', 1)
      .where('products.lectureType', '=', lectureType ?? 0)
      .where('products.deletedAt', 'is', null)
      .orderBy('products.id', 'desc')
      .executeTakeFirstOrThrow()
    return id
  }
  const { id } = await db
    .selectFrom(table)
    .select('id')
    .where('status', '=', table === 'forumPosts' ? 2 : 1)
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

const kinds: readonly [name: string, path: (id: number) => string, table: Table, lectureType?: number][] = [
  ['an article', (id) => `/article/${id}.html`, 'articles'],
  ['a work', (id) => `/works/${id}.html`, 'studentWorks'],
  ['a post', (id) => `/bbs/detail/${id}`, 'forumPosts'],
  ['a recorded course', (id) => `/course/video/${id}`, 'products', 3],
  ['a live course', (id) => `/course/live/${id}`, 'products', 1],
  ['a system class', (id) => `/classes/${id}`, 'products', 2],
]

describe.each(kinds)('%s that was public', (_name, path, table, lectureType) => {
  it('answers 410 when deleted, with ways on', async () => {
    const id = await shownId(table, lectureType)
    expect((await school.site.get(path(id))).status).toBe(200)
    await school.backend.database.db
      .updateTable(table)
      .set({ deletedAt: new Date(school.backend.clock.now()) })
      .where('id', '=', id)
      .execute()
    // Older than any cache keeps it: from here on the page has to be asked for.
    school.backend.clock.set(school.backend.clock.now() + 3 * 86_400_000)
    for (const visit of ['first', 'second']) {
      const answer = await school.site.get(path(id))
      expect([visit, answer.status]).toEqual([visit, 410])
      expect(answer.text).toMatch(/<h1[^>]*>内容已下架<\/h1>/)
      expect(answer.text).toMatch(/<a[^>]* href="\/course"/)
      expect(answer.text).toContain('<meta name="robots" content="noindex,follow"')
      expect(answer.text).not.toContain('rel="canonical"')
    }
    const sitemap = await school.site.get('/sitemap.xml')
    for (const [, part = ''] of sitemap.text.matchAll(/<loc>[^<]*(\/sitemaps\/[^<]+)</g))
      expect((await school.site.get(part)).text).not.toContain(`${path(id)}<`)
  })
})

describe('what is not gone', () => {
  it.each(kinds)('%s that never was is 404', async (_name, path) => {
    expect((await school.site.get(path(999_999_999))).status).toBe(404)
  })

  it('something that was never shown is 404, deleted or not', async () => {
    const plate = await buildPlate(school.backend)
    const at = new Date(school.backend.clock.now())
    for (const values of [
      { status: 1, publishedAt: null },
      { status: 1, publishedAt: null, deletedAt: at },
      { status: 3, publishedAt: null },
    ]) {
      const id = await buildPost(school.backend, plate, { ...values, userId: staff.userId })
      expect((await school.site.get(`/bbs/detail/${id}`)).status).toBe(404)
    }
  })
})

describe('an article that staff take down', () => {
  it('is 410 next, and 200 once back', async () => {
    const editor = school.backend.as(staff.cookie)
    const id = await shownId('articles')
    const article = await school.backend.api.call('GET /api/information/get-information-detail', { id })
    const save = (status: number) =>
      editor.call('POST /api/staff/information/save', {
        id,
        title: article.title,
        content: article.content,
        categoryId: article.category.id,
        status,
      } as never)
    const status = async (): Promise<number> => (await school.site.get(`/article/${id}.html`)).status
    expect(await status()).toBe(200)
    await save(2)
    expect(await status()).toBe(410)
    await save(1)
    expect(await status()).toBe(200)
  })
})

describe('while the services are away', () => {
  it('an unkept page is 503 with a time, not gone', async () => {
    await school.services.stop()
    const answer = await school.site.get('/course/video/1?orderNo=1')
    await school.services.start()
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.headers['cache-control']).toContain('no-store')
  })
})
