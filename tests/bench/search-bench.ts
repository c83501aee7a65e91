import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { migrate, type OpenDatabase, openPostgres } from '#server/backend/db/database.ts'
import { at, createRandom, type Random } from '#server/backend/db/seed/pictures/random.ts'
import { seedDatabase } from '#server/backend/db/seed/seed.ts'
import { DocumentKind, type IndexedDocument, indexDocument } from '#server/backend/search/indexing/document.ts'
import { loadReader } from '#server/backend/search/indexing/reading.ts'
import { readSources } from '#server/backend/search/indexing/sources.ts'
import { searchIndex } from '#server/backend/search/search-engine.ts'
import { findSearchEntries } from '#server/backend/search/search-entries.ts'
import { runOnServer, withDatabase } from '../support/backend-template.ts'
import { goldenQueries } from '../support/golden-queries.ts'
import type { BenchLine } from './bench-line.ts'

const documents = 100_000
const goalMs = 30
const rounds = 3
const kinds = Object.values(DocumentKind)
const manyAtOnce = 200

/** Sentences of the seed, from which the generated documents are put together. */
interface Material {
  readonly titles: readonly string[]
  readonly names: readonly string[]
  readonly sentences: readonly string[]
}

async function gather({ db }: OpenDatabase): Promise<Material> {
  const { rows } = await sql<{ kind: DocumentKind; refId: number }>`select kind, ref_id from search_documents order by id`.execute(db)
  const sources = (await Promise.all(kinds.map((kind) => readSources(db, kind, rows.filter((row) => row.kind === kind).map((row) => row.refId))))).flat()
  const parts = (text: string): string[] => text.split(/[。：；！？\n]/).filter((part) => part.length > 3)
  return {
    titles: [...new Set(sources.flatMap((source) => source.title.split(/[：，]/)).filter((part) => part.length > 1))],
    names: [...new Set(sources.flatMap((source) => source.names))],
    sentences: [...new Set(sources.flatMap((source) => parts(`${source.lead}\n${source.body}`)))],
  }
}

/** A title of two others' parts, a name or two, and a few hundred characters of text: the words are as frequent as in the school itself. */
function generate(random: Random, material: Material, index: number): Parameters<typeof indexDocument>[0] {
  const pick = (list: readonly string[]): string => at(list, random.int(0, list.length - 1))
  return {
    kind: at([1, 1, 2, 3, 3, 4, 5, 5, 5, 5] as const, index % 10),
    refId: 1_000_000 + index,
    title: `${pick(material.titles)}：${pick(material.titles)}`,
    names: [pick(material.names), pick(material.names)],
    lead: pick(material.sentences),
    body: Array.from({ length: random.int(6, 20) }, () => pick(material.sentences)).join('。'),
    popularity: random.float(0, 1),
    publishedAt: new Date(Date.UTC(2026, 0, 1) - random.int(0, 1_000_000) * 60_000),
  }
}

async function insertMany({ db }: OpenDatabase, rows: readonly IndexedDocument[]): Promise<void> {
  const lists = sql.join(
    rows.map(
      (row) => sql`(${row.kind}, ${row.refId}, ${row.titleLength}, ${row.namesEnd}, ${row.popularity}, ${row.publishedAt}, ${row.head}, ${row.sound}, ${row.folded}, ${row.words},
        array_to_tsvector(${row.lexemes}::text[]))`,
    ),
  )
  await sql`insert into search_documents (kind, ref_id, title_length, names_end, popularity, published_at, head, sound, folded, words, tokens) values ${lists}`.execute(db)
}

async function fill(database: OpenDatabase): Promise<void> {
  await migrate(database.db)
  await seedDatabase(database)
  const material = await gather(database)
  const read = await loadReader()
  const random = createRandom('search-bench')
  // one index at the end costs a tenth of a hundred thousand insertions into it
  await sql`drop index search_documents_tokens_ix`.execute(database.db)
  for (let done = 0; done < documents; done += manyAtOnce) {
    await insertMany(
      database,
      Array.from({ length: manyAtOnce }, (_, index) => indexDocument(generate(random, material, done + index), read)),
    )
  }
  await database.transaction(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`set local maintenance_work_mem = '512MB'`.execute(trx)
    await sql`create index search_documents_tokens_ix on search_documents using gin (tokens) with (fastupdate = off)`.execute(trx)
    await sql`analyze search_documents`.execute(trx)
  })
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
}

/** Every golden query in all kinds, its first page with everything shown; milliseconds by group. */
async function measure({ db }: OpenDatabase): Promise<Map<string, number[]>> {
  const groups = new Map<string, number[]>()
  for (let round = 0; round <= rounds; round += 1) {
    for (const { group, text } of goldenQueries) {
      const began = performance.now()
      await findSearchEntries(db, await searchIndex(db, text, { kinds, shown: kinds, from: 0, size: 20, now: Date.UTC(2026, 2, 11) }))
      // the first round fills the caches
      if (round > 0) groups.set(group, [...(groups.get(group) ?? []), performance.now() - began])
    }
  }
  return groups
}

/** How long a search takes among 100,000 documents: on the server that TEST_DATABASE_URL names; without one it is too slow to fill and is left out. */
export async function searchBench(): Promise<BenchLine[]> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) return [{ name: 'search in 100,000 documents', value: 'left out: TEST_DATABASE_URL names no PostgreSQL', goal: `p95 <= ${goalMs} ms`, ok: false }]
  const name = `xueyuan_search_bench_${process.pid}`
  await runOnServer(url, `create database ${name}`)
  const database = openPostgres(withDatabase(url, name), () => undefined)
  try {
    await fill(database)
    const groups = await measure(database)
    const line = (group: string, values: readonly number[], isGoal: boolean): BenchLine => {
      const p95 = percentile(values, 0.95)
      return { name: `search in 100,000 documents, ${group}`, value: `p50 ${percentile(values, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`, goal: isGoal ? `p95 <= ${goalMs} ms` : '', ok: !isGoal || p95 <= goalMs }
    }
    return [line('all queries', [...groups.values()].flat(), true), ...[...groups].map(([group, values]) => line(group, values, false))]
  } finally {
    await database.close()
    await runOnServer(url, `drop database ${name} with (force)`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await searchBench())
