import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { SitemapKind } from '#shared/contract/sitemap.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { largestAnswer } from '../support/count-statements.ts'

const backend = backendOfFile()
const kinds = SitemapKind._zod.def.entries
/** What one answer may hold, and one part. */
const [mostAtOnce, idsOfPart] = [1000, 50_000]
/** Ids on both sides of the end of the first part, more than two answers of each; every hundredth isn't public. */
const [first, last] = [idsOfPart - 2500, idsOfPart + 2600]

beforeAll(async () => {
  const { db } = backend
  const at = '2026-01-01'
  for (const type of [1, 2, 3])
    await sql`insert into products (id, lecture_type, name, price_fen, is_charge, status, published_at) overriding system value
      select n * 3 + ${type}, ${type}, '很多', 100, true, case when n % 100 = 0 then 0 else 1 end, ${at}
      from generate_series(${Math.floor(first / 3)}::int, ${Math.ceil(last / 3)}::int) n`.execute(db)
  await sql`insert into articles (id, category_id, title, summary, content_html, status, published_at, updated_at) overriding system value
    select n, (select min(id) from article_categories), '很多', '', '<p>文</p>', case when n % 100 = 0 then 0 else 1 end, ${at}, ${at}
    from generate_series(${first}::int, ${last}::int) n`.execute(db)
}, 120_000)

const partsOf = (kind: string) => backend.api.call('GET /api/sitemap/parts', { kind: kind as never })
const entriesOf = (kind: string, part: number, after?: number) =>
  backend.api.call('GET /api/sitemap/entries', {
    kind: kind as never,
    part,
    ...(after === undefined ? {} : { after }),
  })

/** A part as the site reads it; how many ids each answer had. */
async function walk(kind: string, part: number): Promise<{ ids: number[]; answers: number[] }> {
  const ids: number[] = []
  const answers: number[] = []
  for (;;) {
    const list = await entriesOf(kind, part, ids.at(-1))
    ids.push(...list.map(({ id }) => id))
    answers.push(list.length)
    if (list.length < mostAtOnce) return { ids, answers }
  }
}

const publicIds = async (kind: string): Promise<number[]> => {
  const source =
    kind === 'article'
      ? sql`articles t join article_categories c on c.id = t.category_id and c.enabled where t.status = 1 and t.deleted_at is null`
      : sql`products t where t.status = 1 and t.deleted_at is null and t.lecture_type = ${{ live: 1, class: 2, video: 3 }[kind] ?? 0}`
  const { rows } = await sql<{ id: number }>`select t.id from ${source} order by t.id`.execute(backend.db)
  return rows.map(({ id }) => id)
}

describe.each(['live', 'class', 'video', 'article'])('with many things of the kind %s', (kind) => {
  test('each stands once, in its part, a thousand an answer', async () => {
    const parts = (await partsOf(kind)).map(({ number }) => number)
    expect(parts).toEqual([1, 2])
    const walked = await Promise.all(parts.map((part) => walk(kind, part)))
    for (const [index, { ids, answers }] of walked.entries()) {
      expect(Math.max(...answers)).toBeLessThanOrEqual(mostAtOnce)
      expect(ids.every((id) => Math.ceil(id / idsOfPart) === index + 1)).toBe(true)
    }
    expect(walked.flatMap(({ ids }) => ids)).toEqual(await publicIds(kind))
  })
})

test.each(Object.values(kinds))('%s: no statement answers more than a page', async (kind) => {
  const most = await largestAnswer(backend, async () => {
    for (const { number } of await partsOf(kind)) await walk(kind, number)
    await entriesOf(kind, 1, 2 ** 50)
    await entriesOf(kind, 1_000_000)
  })
  expect(most).toBeLessThanOrEqual(mostAtOnce)
})

test.each([
  ['an unknown kind', { kind: 'user', part: 1 }],
  ['a kind of every object', { kind: 'constructor', part: 1 }],
  ['part 0', { kind: 'article', part: 0 }],
  ['a part beyond all', { kind: 'article', part: 1_000_001 }],
  ['half a part', { kind: 'article', part: 1.5 }],
  ['an id below 1', { kind: 'article', part: 1, after: -1 }],
])('%s is refused', async (_name, input) => {
  await expect(backend.api.call('GET /api/sitemap/entries', input as never)).rejects.toMatchObject({ status: 400 })
})

test('of another part’s ids nothing is answered', async () => {
  expect(await entriesOf('article', 1, idsOfPart)).toEqual([])
  expect((await entriesOf('article', 2, 1)).every(({ id }) => id > idsOfPart)).toBe(true)
})
