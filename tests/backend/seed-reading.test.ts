import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { periods } from '#server/seed/data/forum-parts.ts'
import { forumTopics1 } from '#server/seed/data/forum-topics-1.ts'
import { forumTopics2 } from '#server/seed/data/forum-topics-2.ts'
import { forumTopics3 } from '#server/seed/data/forum-topics-3.ts'
import { seedPictures } from '#server/seed/seed-pictures.ts'
import { openTestDatabase } from '../support/backend-database.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

const repeated = (words: readonly string[]): string[] => words.filter((word, index) => words.indexOf(word) !== index)

describe('what the seed gives to read', () => {
  test('is about 240 different articles in eight categories', async () => {
    const articles = await database.db
      .selectFrom('articles')
      .select(['articles.title', 'articles.summary', 'articles.categoryId'])
      .execute()
    expect(articles.length).toBeGreaterThanOrEqual(230)
    expect(new Set(articles.map(({ categoryId }) => categoryId)).size).toBeGreaterThanOrEqual(8)
    expect(repeated(articles.map(({ title }) => title))).toEqual([])
    expect(repeated(articles.map(({ summary }) => summary ?? ''))).toEqual([])
  })

  test('says nothing twice in one article', async () => {
    const articles = await database.db
      .selectFrom('articles')
      .select(['articles.title', 'articles.contentHtml'])
      .execute()
    for (const { title, contentHtml } of articles) {
      const texts = Array.from(contentHtml.matchAll(/<(?:p|li|h2)>(.*?)<\/(?:p|li|h2)>/g), (match) => match[1] ?? '')
      expect([title, repeated(texts)]).toEqual([title, []])
      expect(contentHtml).not.toMatch(/\{d\}|“[^”]*“/)
    }
  })
})

describe('what the seed gives to look at', () => {
  test('is about 360 different works, some with several media', async () => {
    const works = await database.db
      .selectFrom('studentWorks')
      .select(['studentWorks.id', 'studentWorks.title'])
      .execute()
    expect(works.length).toBeGreaterThanOrEqual(350)
    expect(repeated(works.map(({ title }) => title))).toEqual([])
    const media = await database.db
      .selectFrom('studentWorkImages')
      .select(['studentWorkImages.workId', 'studentWorkImages.kind'])
      .execute()
    const counts = works.map(({ id }) => media.filter(({ workId }) => workId === id).length)
    expect(counts.filter((count) => count >= 3 && count <= 7).length).toBeGreaterThan(40)
    for (const kind of ['video', 'audio'] as const)
      expect(media.filter((item) => item.kind === kind).length).toBeGreaterThan(5)
  })

  test('shows a teacher’s words once among sixteen works', async () => {
    const works = await database.db
      .selectFrom('studentWorks')
      .select(['studentWorks.teacherComment', 'studentWorks.collegeId'])
      .orderBy('studentWorks.publishedAt', 'desc')
      .orderBy('studentWorks.id', 'desc')
      .execute()
    for (const collegeId of [undefined, ...new Set(works.map((work) => work.collegeId))]) {
      const comments = works
        .filter((work) => collegeId === undefined || work.collegeId === collegeId)
        .map((work) => work.teacherComment ?? '')
      for (let from = 0; from < comments.length; from += 16)
        expect(repeated(comments.slice(from, from + 16))).toEqual([])
    }
  })

  test('has a picture or file behind every address', async () => {
    const files = new Set(
      seedPictures().map(({ kind, name, width }) => `/media/pictures/${kind}/${name}-${width}.webp`),
    )
    const rows = await database.db
      .selectFrom('studentWorkImages')
      .select(['studentWorkImages.url', 'studentWorkImages.thumbnail'])
      .execute()
    const articles = await database.db.selectFrom('articles').select('articles.coverImg').execute()
    const urls = [
      ...rows.flatMap(({ url, thumbnail }) => [url, thumbnail ?? url]),
      ...articles.map(({ coverImg }) => coverImg ?? ''),
    ]
    const missing = urls.filter((url) => !files.has(url) && !existsSync(`server/seed${url}`))
    expect(missing).toEqual([])
  })
})

describe('the forum', () => {
  const topics = [forumTopics1, forumTopics2, forumTopics3].flatMap((plates) => Object.values(plates).flat())
  const words = topics.flatMap(({ name, ask }) => [name, ask]).toSorted((a, b) => b.length - a.length)

  /** What is left of a title without its topic, numbers and lengths of time. */
  function shapeOf(title: string): string {
    const word = words.find((candidate) => title.includes(candidate))
    return (word ? title.replace(word, '□') : title)
      .replace(new RegExp(periods.join('|'), 'g'), '一阵')
      .replace(/\d+/g, '0')
      .replace(/第[二三四]/g, '第几')
  }

  test('is about 1,500 posts, no two of one title', async () => {
    const posts = await database.db.selectFrom('forumPosts').select('forumPosts.title').execute()
    expect(posts.length).toBeGreaterThan(1400)
    expect(repeated(posts.map(({ title }) => title))).toEqual([])
  })

  test.each(['activeAt', 'publishedAt'] as const)('repeats no shape of title on a page, by %s', async (order) => {
    const posts = await database.db
      .selectFrom('forumPosts')
      .select(['forumPosts.title', 'forumPosts.plateId'])
      .where('forumPosts.status', '=', 2)
      .orderBy(`forumPosts.${order}`, 'desc')
      .orderBy('forumPosts.id', 'desc')
      .execute()
    const lists = [posts, ...Map.groupBy(posts, ({ plateId }) => plateId).values()]
    const twice = lists.flatMap((list) =>
      Array.from({ length: Math.ceil(list.length / 20) }, (_, page) => list.slice(page * 20, page * 20 + 20)).flatMap(
        (page) => repeated(page.map(({ title }) => shapeOf(title))),
      ),
    )
    expect(lists.length).toBeGreaterThan(20)
    expect(twice).toEqual([])
  })
})
