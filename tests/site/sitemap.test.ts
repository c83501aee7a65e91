import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { definePage, type Page, type SitemapEntry } from '#client/pages/define-page.ts'
import { entitySitemap } from '#client/pages/entity-sitemap.ts'
import { pages } from '#client/pages/index.ts'
import { type School, startSchool, testOrigin } from '../support/test-site.ts'

const reads: number[] = []
const five = 300_000

function listed(id: string, sitemap: Page['sitemap']): Page {
  return definePage(id, {
    path: `/${id}`,
    layout: 'base',
    cache: 'never',
    sitemap,
    head: () => ({ title: id, description: id, canonical: `/${id}` }),
    component: async () => () => null,
  })
}

async function* manyEntries(): AsyncGenerator<SitemapEntry> {
  for (let index = 1; index <= 100_001; index += 1)
    yield { path: `/many/${index}`, lastmod: index === 60_000 ? '2026-03-02' : '2026-01-01' }
}

const many = listed('many', manyEntries)
const none = listed('none', () => [])
const parts = listed('parts', {
  parts: async () => [{ number: 1 }, { number: 7, lastmod: '2026-02-03T04:05:06.000Z' }],
  async *entries(_input, part) {
    reads.push(part)
    yield { path: `/parts/${part}` }
  },
})
const broken = listed('broken', {
  parts: async () => [{ number: 1 }, { number: 2 }],
  async *entries(_input, part) {
    if (part === 2) for (let index = 0; index < 5000; index += 1) yield { path: `/broken/${index}` }
    throw new Error('the database is away')
  },
})
const posts = listed(
  'test-posts',
  entitySitemap('post', (id) => `/test-posts/${id}`),
)

let school: School
beforeAll(async () => {
  school = await startSchool({}, { pages: [...pages, many, none, parts, broken, posts] as readonly Page[] })
})
afterAll(() => school?.close())

function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => (match[1] ?? '').replace(testOrigin, ''))
}

/** Address of a part → its last change in the index. */
async function index(): Promise<Map<string, string | undefined>> {
  const { text } = await school.site.get('/sitemap.xml').expect(200)
  return new Map(
    [...text.matchAll(/<sitemap>(.*?)<\/sitemap>/gs)].map(([, item = '']) => [
      locations(item)[0] ?? '',
      /<lastmod>([^<]+)</.exec(item)?.[1],
    ]),
  )
}

describe('the index of the sitemap', () => {
  it('has each kind’s parts with changes, none empty', async () => {
    const found = await index()
    expect([...found].filter(([path]) => /\/(many|none|parts)/.test(path))).toEqual([
      ['/sitemaps/many.xml', '2026-01-01T00:00:00.000Z'],
      ['/sitemaps/many-2.xml', '2026-03-02T00:00:00.000Z'],
      ['/sitemaps/many-3.xml', '2026-01-01T00:00:00.000Z'],
      ['/sitemaps/parts.xml', undefined],
      ['/sitemaps/parts-7.xml', '2026-02-03T04:05:06.000Z'],
    ])
  })

  it('says when the last course came out', async () => {
    const row = await school.backend.database.db
      .selectFrom('products')
      .select(({ fn }) => fn.max('products.publishedAt').as('last'))
      .where('products.lectureType', '=', 3)
      .where('products.status', '=', 1)
      .executeTakeFirstOrThrow()
    expect((await index()).get('/sitemaps/course-video.xml')).toBe((row.last as Date).toISOString())
  })
})

describe('a part of the sitemap', () => {
  it('has at most 50,000 addresses, each once in all', async () => {
    const files = await Promise.all(
      ['many', 'many-2', 'many-3'].map(async (name) =>
        locations((await school.site.get(`/sitemaps/${name}.xml`)).text),
      ),
    )
    expect(files.map(({ length }) => length)).toEqual([50_000, 50_000, 1])
    expect(files[2]).toEqual(['/many/100001'])
    expect(new Set(files.flat()).size).toBe(100_001)
  })

  it('is read for itself', async () => {
    expect(locations((await school.site.get('/sitemaps/parts-7.xml')).text)).toEqual(['/parts/7'])
    expect(reads).toEqual([7])
  })

  it('is made once for all who ask within five minutes', async () => {
    reads.length = 0
    const ask = () => school.site.get('/sitemaps/parts.xml').expect(200)
    await Promise.all(Array.from({ length: 20 }, ask))
    await ask()
    expect(reads).toEqual([1])
    school.backend.clock.set(school.backend.clock.now() + five)
    await ask()
    expect(reads).toEqual([1, 1])
  })

  it('is sent unpacked to who takes no gzip', async () => {
    const { headers, text } = await school.site.get('/sitemaps/parts-7.xml').set('Accept-Encoding', 'identity')
    expect([headers['content-encoding'], locations(text)]).toEqual([undefined, ['/parts/7']])
  })

  it.each(['nothing', 'none', 'many-1', 'many-02', 'many-4', 'parts-2', 'parts-99999999999', 'many.xml'])(
    'that is not there is 404: %s',
    async (name) => {
      expect((await school.site.get(`/sitemaps/${name}.xml`)).status).toBe(404)
    },
  )

  it('is asked for by HEAD without a body', async () => {
    const answer = await school.site.request('head', '/sitemaps/many.xml')
    expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([
      200,
      expect.stringContaining('application/xml'),
      undefined,
    ])
  })

  it('that cannot be read to its end is 503', async () => {
    const answer = await school.site.get('/sitemaps/broken.xml')
    expect([answer.status, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([
      503,
      '120',
      'no-store',
    ])
    expect((await school.site.get('/sitemaps/broken-2.xml')).status).toBe(503)
  })

  it('has what is public: edits move it, hiding removes', async () => {
    const { db } = school.backend.database
    const answered = new Date('2026-03-01T08:00:00Z')
    const plate = await db
      .insertInto('forumPlates')
      .values({ name: '网站地图' })
      .returning('forumPlates.id')
      .executeTakeFirstOrThrow()
    const user = await db.selectFrom('users').select('users.id').executeTakeFirstOrThrow()
    const post = {
      plateId: plate.id,
      userId: user.id,
      title: '一帖',
      contentHtml: '<p>一</p>',
      publishedAt: new Date('2026-02-01T08:00:00Z'),
      activeAt: answered,
    }
    const made = await db
      .insertInto('forumPosts')
      .values([
        { ...post, status: 2 },
        { ...post, status: 1 },
        { ...post, status: 2, deletedAt: answered },
      ])
      .returning('forumPosts.id')
      .execute()
    const [shown, pending, deleted] = made.map(({ id }) => `/test-posts/${id}`)
    const read = async (): Promise<string> => {
      school.backend.clock.set(school.backend.clock.now() + five)
      return (await school.site.get('/sitemaps/test-posts.xml')).text
    }
    const before = await read()
    expect(locations(before)).toContain(shown)
    expect(locations(before)).not.toContain(pending)
    expect(locations(before)).not.toContain(deleted)
    expect(before).toContain(`${shown}</loc><lastmod>${answered.toISOString()}`)
    await db
      .updateTable('forumPosts')
      .set({ updatedAt: new Date('2026-03-05T08:00:00Z') })
      .where('forumPosts.id', '=', made[0]?.id ?? 0)
      .execute()
    expect(await read()).toContain(`${shown}</loc><lastmod>2026-03-05T08:00:00.000Z`)
    await db.updateTable('forumPlates').set({ enabled: false }).where('forumPlates.id', '=', plate.id).execute()
    expect(locations(await read())).not.toContain(shown)
  })
})
