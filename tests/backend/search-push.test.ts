import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pushChanges } from '#server/backend/catalogue/push/push-job.ts'
import { refreshSearch } from '#server/backend/catalogue/search/index-job.ts'
import { readConfig } from '#server/config/config.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { type FakeService, startFakeService } from '../support/fake-service.ts'
import { preReleaseEnv } from '../support/public-env.ts'

const origin = 'http://school.test'
const minute = 60_000

let indexNow: FakeService
let baidu: FakeService
let backend: TestBackend
beforeAll(async () => {
  indexNow = await startFakeService()
  baidu = await startFakeService()
  backend = await startTestBackend({
    ORIGIN: origin,
    INDEXNOW_KEY: 'school-key-1',
    INDEXNOW_URL: `${indexNow.base}/indexnow`,
    BAIDU_PUSH_TOKEN: 'token1',
    BAIDU_PUSH_URL: `${baidu.base}/urls`,
  })
})
beforeEach(async () => {
  await refreshSearch(backend.context)
  await backend.database.db.deleteFrom('searchPushes').execute()
  for (const service of [indexNow, baidu]) {
    service.arrivals.length = 0
    service.answer = (_req, res) => void res.writeHead(200).end('{}')
  }
})
afterAll(async () => {
  await backend?.close()
  await indexNow?.stop()
  await baidu?.stop()
})

/** What happens within the minutes that follow: the change is noticed, then engines are told of what is due. */
async function later(minutes: number, of = backend): Promise<number> {
  await refreshSearch(of.context)
  of.clock.set(of.clock.now() + minutes * minute)
  return pushChanges(of.context)
}

async function shownArticle(of = backend): Promise<number> {
  const row = await of.database.db
    .selectFrom('articles')
    .select('articles.id')
    .where('articles.status', '=', 1)
    .orderBy('articles.id')
    .executeTakeFirstOrThrow()
  return row.id
}

const change = (id: number, values: { title?: string; status?: number }, of = backend) =>
  of.database.db.updateTable('articles').set(values).where('articles.id', '=', id).execute()
const indexNowCalls = (): string[][] =>
  indexNow.arrivals.map(({ body }) => (JSON.parse(body) as { urlList: string[] }).urlList)

describe('a page that changes', () => {
  test('is sent once to each engine in its form', async () => {
    const id = await shownArticle()
    await change(id, { title: '改了一次' })
    await refreshSearch(backend.context)
    await change(id, { title: '又改了一次' })
    expect(await later(2)).toBe(2)
    expect(indexNow.arrivals.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /indexnow'])
    expect(JSON.parse(indexNow.arrivals[0]?.body ?? '')).toEqual({
      host: 'school.test',
      key: 'school-key-1',
      keyLocation: `${origin}/school-key-1.txt`,
      urlList: [`${origin}/article/${id}.html`],
    })
    expect(baidu.arrivals.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/urls?site=http%3A%2F%2Fschool.test&token=token1', `${origin}/article/${id}.html`],
    ])
    expect(await later(10)).toBe(0)
    expect(indexNow.arrivals).toHaveLength(1)
  })

  test('is not told before the window is over', async () => {
    await change(await shownArticle(), { title: '刚刚改的' })
    expect(await later(0)).toBe(0)
    expect([indexNow.arrivals.length, baidu.arrivals.length]).toEqual([0, 0])
  })

  test('stands with others in one message, whatever they are', async () => {
    const { db } = backend.database
    const [live, classes] = await Promise.all(
      [1, 2].map((type) =>
        db
          .selectFrom('products')
          .select('products.id')
          .where('products.lectureType', '=', type)
          .where('products.status', '=', 1)
          .executeTakeFirstOrThrow(),
      ),
    )
    const work = await db
      .selectFrom('studentWorks')
      .select('studentWorks.id')
      .where('studentWorks.status', '=', 1)
      .executeTakeFirstOrThrow()
    const post = await db
      .selectFrom('forumPosts')
      .select('forumPosts.id')
      .where('forumPosts.status', '=', 2)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('products')
      .set({ name: '换了名字' })
      .where('products.id', 'in', [live?.id ?? 0, classes?.id ?? 0])
      .execute()
    await db.updateTable('studentWorks').set({ title: '换了题目' }).where('studentWorks.id', '=', work.id).execute()
    await db.updateTable('forumPosts').set({ title: '换了题目' }).where('forumPosts.id', '=', post.id).execute()
    await later(2)
    expect(indexNowCalls().map((list) => list.toSorted())).toEqual([
      [
        `${origin}/bbs/detail/${post.id}`,
        `${origin}/classes/${classes?.id}`,
        `${origin}/course/live/${live?.id}`,
        `${origin}/works/${work.id}.html`,
      ],
    ])
  })

  test('is reported down to IndexNow, back to both, drafts never', async () => {
    const id = await shownArticle()
    await change(id, { status: 2 })
    await later(2)
    expect([indexNowCalls(), baidu.arrivals.length]).toEqual([[[`${origin}/article/${id}.html`]], 0])
    await change(id, { status: 0, title: '草稿' })
    await later(2)
    expect(indexNow.arrivals).toHaveLength(1)
    await change(id, { status: 1 })
    await later(2)
    expect([indexNow.arrivals.length, baidu.arrivals.length]).toEqual([2, 1])
  })
})

describe('an engine that fails', () => {
  test('is retried ever later, while the other has it', async () => {
    baidu.answer = (_req, res) => void res.writeHead(500).end()
    await change(await shownArticle(), { title: '再说一遍' })
    expect(await later(2)).toBe(1)
    expect(await later(0.5)).toBe(0)
    expect(baidu.arrivals).toHaveLength(1)
    await later(1)
    expect(baidu.arrivals).toHaveLength(2)
    await later(1.5)
    expect(baidu.arrivals).toHaveLength(2)
    baidu.answer = (_req, res) => void res.writeHead(200).end('{}')
    expect(await later(1)).toBe(1)
    expect([baidu.arrivals.length, indexNow.arrivals.length]).toEqual([3, 1])
    expect(await later(60)).toBe(0)
    expect(JSON.stringify(backend.log.lines)).not.toContain('token1')
  })

  test('for days is told no more', async () => {
    await indexNow.stop()
    await change(await shownArticle(), { title: '没有人听' })
    for (let times = 0; times < 14; times += 1) await later(7 * 60)
    await indexNow.restart()
    expect(await backend.database.db.selectFrom('searchPushes').selectAll().execute()).toEqual([])
  })

  test('loses nothing that changes while it is being told', async () => {
    const id = await shownArticle()
    indexNow.answer = (_req, res) => {
      void change(id, { title: '正说着又改了' })
        .then(() => refreshSearch(backend.context))
        .then(() => res.writeHead(200).end())
    }
    await change(id, { title: '先改的' })
    await later(2)
    indexNow.answer = (_req, res) => void res.writeHead(202).end()
    await later(2)
    expect(indexNowCalls()).toEqual([[`${origin}/article/${id}.html`], [`${origin}/article/${id}.html`]])
  })
})

describe('nobody is told', () => {
  test('nothing is configured, and nothing is kept', async () => {
    const plain = await startTestBackend({ ORIGIN: origin })
    await change(await shownArticle(plain), { title: '没有配置' }, plain)
    expect(await later(5, plain)).toBe(0)
    expect(await plain.database.db.selectFrom('searchPushes').selectAll().execute()).toEqual([])
    await plain.close()
    expect(plain.clock.now()).toBeGreaterThan(testNow)
  })

  test('by a site that crawlers may not enter', () => {
    const { searchEngines } = readConfig({ ...preReleaseEnv, INDEXNOW_KEY: 'school-key-1', BAIDU_PUSH_TOKEN: 'token1' })
    expect([searchEngines.indexNow, searchEngines.baidu]).toEqual([undefined, undefined])
  })

  test.each([
    ['SITE_VERIFICATION', 'baidu-site-verification'],
    ['SITE_VERIFICATION', 'a="><script>'],
    ['INDEXNOW_KEY', 'short'],
    ['INDEXNOW_KEY', '../../etc/passwd'],
    ['BAIDU_PUSH_URL', 'data.zz.baidu.com'],
  ])('%s that can’t be used stops the start: %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })
})
