import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshSearch } from '#server/backend/catalogue/search/index-job.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { type GoldenQuery, goldenQueries } from '../support/golden-queries.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
  await refreshSearch(backend.context)
})
afterAll(() => backend?.close())

/** How much of what is expected stands among the first ten, 0 to 1. */
async function recallOf({ text, expected }: GoldenQuery): Promise<{ recall: number; missing: string[] }> {
  const { page } = await backend.api.call('GET /api/search/all', { searchText: text, pageSize: 10 })
  const titles = page.records.map((entry) => entry.title.map((part) => part.text).join(''))
  const missing = expected.filter((piece) => !titles.some((title) => title.includes(piece)))
  return { recall: 1 - missing.length / expected.length, missing }
}

test('the queries are many and expect what there is', async () => {
  const { rows } = await sql<{ title: string }>`select name as title from products union all select title from articles
    union all select title from student_works union all select title from forum_posts`.execute(backend.database.db)
  const unknown = goldenQueries.flatMap((query) =>
    query.expected
      .filter((piece) => !rows.some(({ title }) => title.includes(piece)))
      .map((piece) => `${query.text}: ${piece}`),
  )
  expect(unknown).toEqual([])
  expect(new Set(goldenQueries.map((query) => query.text)).size).toBe(goldenQueries.length)
  expect(goldenQueries.length).toBeGreaterThanOrEqual(200)
})

test('wanted things are in the first ten, 95 in 100', async () => {
  const groups = new Map<string, number[]>()
  const misses: string[] = []
  const began = performance.now()
  for (const query of goldenQueries) {
    const { recall, missing } = await recallOf(query)
    groups.set(query.group, [...(groups.get(query.group) ?? []), recall])
    if (missing.length > 0) misses.push(`${query.text}: ${missing.join('；')}`)
  }
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const all = mean([...groups.values()].flat())
  const lines = [...groups].map(([group, values]) => `  ${mean(values).toFixed(3)}  ${group} (${values.length})`)
  console.log(
    [
      `recall@10 on ${backend.database.kind}: ${all.toFixed(3)} over ${goldenQueries.length} queries in ${((performance.now() - began) / 1000).toFixed(1)} s`,
      ...lines,
      ...misses.map((miss) => `  missed ${miss}`),
    ].join('\n'),
  )
  expect(all).toBeGreaterThanOrEqual(0.95)
}, 120_000)
