import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshSearch } from '#server/backend/catalogue/search/index-job.ts'
import { refreshPopularity } from '#server/backend/catalogue/search/indexing/source-store.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

/** What has the text as it stands, once everything is indexed. */
const found = async (searchText: string): Promise<string[]> => {
  await refreshSearch(backend.context)
  const { page, match } = await backend.api.call('GET /api/search/all', { searchText })
  return match !== 'exact' ? [] : page.records.map((entry) => `${entry.kind}/${entry.id}`)
}
const now = new Date(testNow)

test('the seeded school comes indexed', async () => {
  const { db } = backend.database
  expect(await db.selectFrom('searchDirty').select('searchDirty.id').limit(1).execute()).toEqual([])
  const { count } = await db
    .selectFrom('searchDocuments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBeGreaterThan(400)
})

test('an article is found from publishing to hiding, by title', async () => {
  const { db } = backend.database
  const category = await db
    .insertInto('articleCategories')
    .values({ name: '石器时代' })
    .returning('articleCategories.id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('articles')
    .values({ categoryId: category.id, title: '打制燧石的手', contentHtml: '<p>敲击台面。</p>', status: 0 })
    .returning('articles.id')
    .executeTakeFirstOrThrow()
  const update = (values: object) => db.updateTable('articles').set(values).where('articles.id', '=', id).execute()
  expect(await found('打制燧石')).toEqual([])
  await update({ status: 1, publishedAt: now })
  expect(await found('打制燧石')).toEqual([`article/${id}`])
  expect(await found('石器时代')).toEqual([`article/${id}`])
  await update({ title: '磨制黑曜石的手' })
  expect(await found('打制燧石')).toEqual([])
  expect(await found('磨制黑曜石')).toEqual([`article/${id}`])
  await db
    .updateTable('articleCategories')
    .set({ name: '新石器工坊' })
    .where('articleCategories.id', '=', category.id)
    .execute()
  expect(await found('新石器工坊')).toEqual([`article/${id}`])
  await update({ deletedAt: now })
  expect(await found('磨制黑曜石')).toEqual([])
})

test('works and posts are found while they are published', async () => {
  const { db } = backend.database
  const { collegeId, categoryId } = await db
    .selectFrom('studentWorks')
    .select(['studentWorks.collegeId', 'studentWorks.categoryId'])
    .limit(1)
    .executeTakeFirstOrThrow()
  const work = await db
    .insertInto('studentWorks')
    .values({
      collegeId,
      categoryId,
      authorName: '佚名氏',
      title: '潮汐锁定的行星',
      coverImg: '/x.webp',
      coverWidth: 4,
      coverHeight: 3,
      status: 1,
      publishedAt: now,
    })
    .returning('studentWorks.id')
    .executeTakeFirstOrThrow()
  expect(await found('潮汐锁定')).toEqual([`work/${work.id}`])
  await db.updateTable('studentWorks').set({ status: 2 }).where('studentWorks.id', '=', work.id).execute()
  expect(await found('潮汐锁定')).toEqual([])

  const plate = await db
    .insertInto('forumPlates')
    .values({ name: '望远镜' })
    .returning('forumPlates.id')
    .executeTakeFirstOrThrow()
  const user = await db.selectFrom('users').select('users.id').limit(1).executeTakeFirstOrThrow()
  const post = await db
    .insertInto('forumPosts')
    .values({
      plateId: plate.id,
      userId: user.id,
      title: '昨夜看见土星环缝',
      contentHtml: '<p>卡西尼缝很清楚。</p>',
      status: 1,
    })
    .returning('forumPosts.id')
    .executeTakeFirstOrThrow()
  expect(await found('土星环缝')).toEqual([])
  await db.updateTable('forumPosts').set({ status: 2, publishedAt: now }).where('forumPosts.id', '=', post.id).execute()
  expect(await found('土星环缝')).toEqual([`post/${post.id}`])
  expect(await found('卡西尼缝')).toEqual([`post/${post.id}`])
  await db.updateTable('forumPlates').set({ enabled: false }).where('forumPlates.id', '=', plate.id).execute()
  expect(await found('土星环缝')).toEqual([])
})

test('what is rolled back is not indexed', async () => {
  const { db } = backend.database
  await expect(
    backend.context.tx(async (trx) => {
      await trx
        .insertInto('products')
        .values({ lectureType: 3, name: '未曾发生的课', isCharge: false, status: 1 })
        .execute()
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await found('未曾发生')).toEqual([])
  expect(await db.selectFrom('searchDirty').select('searchDirty.id').execute()).toEqual([])
})

test('of many changes and indexers the last one stays', async () => {
  const { db } = backend.database
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, index) => buildProduct(backend.database, { name: `并行第 ${index} 号` })),
  )
  const name = (id: number, round: number) =>
    db
      .updateTable('products')
      .set({ name: `琉璃厂 ${round}` })
      .where('products.id', '=', id)
      .execute()
  for (let round = 1; round <= 5; round += 1)
    await Promise.all([
      ...ids.map((id) => name(id, round)),
      refreshSearch(backend.context),
      refreshSearch(backend.context),
      refreshSearch(backend.context),
    ])
  await Promise.all([refreshSearch(backend.context), refreshSearch(backend.context)])
  const { db: read } = backend.database
  const rows = await read
    .selectFrom('searchDocuments')
    .innerJoin('searchTexts', 'searchTexts.id', 'searchDocuments.id')
    .select('searchTexts.head')
    .where('searchDocuments.kind', '=', 1)
    .where('searchDocuments.refId', 'in', ids)
    .execute()
  expect(rows).toHaveLength(12)
  for (const { head } of rows) expect(head.split('\n')[0]).toBe('琉璃厂 5')
})

test('use raises a hit, without indexing anew', async () => {
  const { db } = backend.database
  const quiet = await buildProduct(backend.database, { name: '蜡染布一', studyCount: 5000 })
  const loud = await buildProduct(backend.database, { name: '蜡染布二', studyCount: 10 })
  expect(await found('蜡染布')).toEqual([`course/${quiet}`, `course/${loud}`])
  await db.updateTable('products').set({ studyCount: 20_000 }).where('products.id', '=', loud).execute()
  expect(await db.selectFrom('searchDirty').select('searchDirty.id').execute()).toEqual([])
  await refreshPopularity(db)
  expect(await found('蜡染布')).toEqual([`course/${loud}`, `course/${quiet}`])
})
