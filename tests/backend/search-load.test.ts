import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshSearch } from '#server/backend/catalogue/search/index-job.ts'
import { limitPolicies } from '#server/backend/context/limit-policies.ts'
import { createSearchQueue } from '#server/backend/db/search-queue.ts'
import type { CallRoute } from '#shared/contract/calls.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { buildPlate } from '../support/forum-factories.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

const searches = [
  'GET /api/search/all',
  'GET /api/search/course-list',
  'GET /api/post/search',
] as const satisfies readonly CallRoute[]

describe('searches from strangers', () => {
  test('one address searching too often is refused, others aren’t', async () => {
    const stranger = backend.as('', '10.66.1.1')
    for (let count = 0; count < limitPolicies.search.points; count += 1)
      await backend.context.limits.take('search', '10.66.1.1')
    for (const route of searches) {
      await expect(stranger.call(route, { searchText: '吉他' })).rejects.toMatchObject({
        code: 4004,
        status: 429,
        message: expect.stringContaining('操作太频繁'),
      })
      await backend.as('', '10.66.1.2').call(route, { searchText: '吉他' })
    }
  })

  test('beyond the queue is refused, the rest found in turn', async () => {
    const queue = createSearchQueue(backend.database, { mostAtOnce: 2, mostWaiting: 1, waitMs: 60_000 })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let underWay = 0
    const search = () =>
      queue.run(async () => {
        underWay += 1
        await released
        return underWay
      })
    const running = [search(), search(), search()]
    await expect(search()).rejects.toMatchObject({ code: 4004, status: 503, message: '搜索的人太多，请稍后再试' })
    expect(underWay).toBe(2)
    release()
    expect(await Promise.all(running)).toEqual([2, 2, 3])
    expect(await queue.run(async () => 'again')).toBe('again')
  })

  test('who waits too long is refused, the queue goes on', async () => {
    const queue = createSearchQueue(backend.database, { mostAtOnce: 1, mostWaiting: 5, waitMs: 1 })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const first = queue.run(() => released)
    await expect(queue.run(async () => 1)).rejects.toMatchObject({ status: 503 })
    release()
    await first
    expect(await queue.run(async () => 2)).toBe(2)
  })

  test('a statement that the database ends is answered in words', async () => {
    const ended = Object.assign(new Error('canceling statement'), { code: '57014' })
    const run = backend.context.searches.run(async () => Promise.reject(ended))
    await expect(run).rejects.toMatchObject({ code: 4004, status: 503, message: '这次搜索太慢，请换个更短的词' })
  })

  test('a hundred words, signs and emoji are answered', async () => {
    const texts = [
      '一 二 三 四 五 六 七 八 九 十 '.repeat(10),
      'a b c d e f g h i j k l',
      '🎸'.repeat(200),
      "' & | ! :* \\",
      '的'.repeat(500),
      '( ) " * % _ & | ! <-> :A \\',
      '，。！？…',
      '！＆｜（）＂＊％',
      'ＰＹＴＨＯＮ　入門',
      '吉他\u0000\ud800',
      '👨‍👩‍👧吉他',
    ]
    /** In words: what was found, or that this is no text. */
    const isAnswered = (answer: Promise<unknown>): Promise<unknown> =>
      answer.catch((error: unknown) => expect(error).toMatchObject({ message: '参数不正确' }))
    for (const searchText of texts) {
      await isAnswered(backend.api.call('GET /api/search/all', { searchText }))
      await isAnswered(backend.api.call('GET /api/search/course-list', { searchText }))
      // the forum takes no more
      await isAnswered(backend.api.call('GET /api/post/search', { searchText: [...searchText].slice(0, 32).join('') }))
    }
  })
})

describe('how many there are', () => {
  const most = 500
  const addPosts = async (word: string, many: number): Promise<void> => {
    const plate = await buildPlate(backend)
    await sql`insert into forum_posts (plate_id, user_id, title, content_html, status, published_at)
      select ${plate}, (select min(id) from users), ${word}::text || ' 第' || n || '篇', '<p>正文</p>', 2, now() - n * interval '1 minute'
      from generate_series(1, ${many}::integer) n`.execute(backend.database.db)
    await refreshSearch(backend.context)
  }
  const find = (searchText: string, pageNum = 1) =>
    backend.api.call('GET /api/post/search', { searchText, pageNum, pageSize: 50 })

  test.each(['鳑鲏', '鳑鲏养殖'])('of many posts with %s 500 can be paged through', async (word) => {
    await addPosts(word, most + 20)
    const seen = new Set<number>()
    for (let page = 1; page <= most / 50; page += 1) {
      const found = await find(word, page)
      expect(found).toMatchObject({ total: most, pages: most / 50, more: true })
      for (const { id } of found.records) seen.add(id)
    }
    expect(seen.size).toBe(most)
    expect((await find(word, most / 50 + 1)).records).toEqual([])
    const { counts, more, page } = await backend.api.call('GET /api/search/all', { searchText: word, pageNum: 25 })
    expect(counts).toMatchObject({ all: most, post: most, course: 0 })
    expect(more).toEqual(['all', 'post'])
    expect(page).toMatchObject({ total: most, pages: most / 20 })
    expect(page.records.length).toBe(20)
  })

  test('a count of just so many is exact', async () => {
    await addPosts('鳜鲈', most)
    expect(await find('鳜鲈')).toMatchObject({ total: most, more: false })
    const { counts, more } = await backend.api.call('GET /api/search/all', { searchText: '鳜鲈' })
    expect(counts.post).toBe(most)
    expect(more).toEqual([])
  })
})
