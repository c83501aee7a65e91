import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitPolicies } from '#server/backend/context/limit-policies.ts'
import { createSearchQueue } from '#server/backend/db/search-queue.ts'
import type { CallRoute } from '#shared/contract/calls.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'

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
  test('one address is refused in words when it searches too often, another is not', async () => {
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

  test('what is beyond the queue is refused in words, the rest is found in turn', async () => {
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

  test('who waits too long is refused, and the queue goes on', async () => {
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
    ]
    for (const searchText of texts) {
      await backend.api.call('GET /api/search/all', { searchText })
      await backend.api.call('GET /api/search/course-list', { searchText })
      // the forum takes no more
      await backend.api.call('GET /api/post/search', { searchText: [...searchText].slice(0, 32).join('') })
    }
  })
})

describe('how many there are', () => {
  const most = 200
  const addPosts = async (word: string, many: number): Promise<void> => {
    await sql`with d as (
        insert into search_documents (kind, ref_id, title_length, names_end, tokens)
        select 5, 9000000 + (select coalesce(max(id), 0) from search_documents) + n, ${[...word].length}, ${[...word].length}, array_to_tsvector(array[${`x${word}`}, ${`t${word}`}, ${`h${word}`}])
        from generate_series(1, ${many}::integer) n returning id)
      insert into search_texts (id, head, sound, folded, words) select id, ${word}, '', ${word}, '' from d`.execute(
      backend.database.db,
    )
  }

  test('a count that was cut short says at least how many', async () => {
    await addPosts('鳑鲏', most + 5)
    const { counts, more, page } = await backend.api.call('GET /api/search/all', { searchText: '鳑鲏', tab: 'post' })
    expect(counts).toMatchObject({ all: most, post: most, course: 0 })
    expect(more).toEqual(['all', 'post'])
    expect(page).toMatchObject({ total: most, pages: most / 20 })
  })

  test('a count of just so many is exact', async () => {
    await addPosts('鳜鲈', most)
    const { counts, more } = await backend.api.call('GET /api/search/all', { searchText: '鳜鲈' })
    expect(counts.post).toBe(most)
    expect(more).toEqual([])
  })
})
