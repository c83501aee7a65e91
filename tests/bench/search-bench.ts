import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { type IndexedDocument, indexDocument } from '#server/backend/catalogue/search/indexing/document.ts'
import { loadReader } from '#server/backend/catalogue/search/indexing/reading.ts'
import { readSources } from '#server/backend/catalogue/search/indexing/source-store.ts'
import { searchIndex } from '#server/backend/catalogue/search/search-engine.ts'
import { findSearchEntries } from '#server/backend/catalogue/search/search-entries.ts'
import { migrate, type OpenDatabase, openDatabase, openPostgres } from '#server/backend/db/database.ts'
import { readConfig } from '#server/config/config.ts'
import { at, createRandom, type Random } from '#server/seed/pictures/random.ts'
import { seedDatabase } from '#server/seed/seed.ts'
import { DocumentKind } from '#shared/contract/enums.ts'
import { runOnServer, withDatabase } from '../support/backend-template.ts'
import { goldenQueries } from '../support/golden-queries.ts'
import { searchTopics } from '../support/search-topics.ts'
import { type BenchLine, median } from './bench-line.ts'
import { type MixedQuery, mixQueries } from './search-mixture.ts'

const documents = 100_000
const goalMs = 30
const rounds = 3
const kinds = Object.values(DocumentKind)
const manyAtOnce = 200
const manyMixed = 400
/** Keys of what is generated begin here. */
const firstGenerated = 1_000_000

/** Sentences of the seed, from which the generated documents are put together. */
interface Material {
  readonly titles: readonly string[]
  readonly names: readonly string[]
  readonly sentences: readonly string[]
}

async function gather({ db }: OpenDatabase): Promise<Material> {
  const { rows } = await sql<{
    kind: DocumentKind
    refId: number
  }>`select kind, ref_id from search_documents order by id`.execute(db)
  const sources = (
    await Promise.all(
      kinds.map((kind) =>
        readSources(
          db,
          kind,
          rows.filter((row) => row.kind === kind).map((row) => row.refId),
        ),
      ),
    )
  ).flat()
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
    refId: firstGenerated + index,
    title: `${pick(material.titles)}：${pick(material.titles)}`,
    names: [pick(material.names), pick(material.names)],
    lead: pick(material.sentences),
    body: Array.from({ length: random.int(6, 20) }, () => pick(material.sentences)).join('。'),
    popularity: random.float(0, 1),
    publishedAt: new Date(Date.UTC(2026, 0, 1) - random.int(0, 1_000_000) * 60_000),
  }
}

async function insertMany({ db }: OpenDatabase, rows: readonly IndexedDocument[]): Promise<void> {
  const json = JSON.stringify(rows)
  await sql`
    with source as materialized (select * from jsonb_to_recordset(${json}::jsonb) as r("kind" smallint, "refId" bigint, "titleLength" integer, "namesEnd" integer, "popularity" real,
        "publishedAt" timestamptz, "head" text, "sound" text, "folded" text, "words" text, "lexemes" text[])),
      documents as (
        insert into search_documents (kind, ref_id, title_length, names_end, popularity, published_at, tokens)
        select "kind", "refId", "titleLength", "namesEnd", "popularity", "publishedAt", array_to_tsvector("lexemes") from source returning id, kind, ref_id)
    insert into search_texts (id, kind, head, sound, folded, words)
    select d.id, d.kind, s."head", s."sound", s."folded", s."words" from documents d join source s on s."kind" = d.kind and s."refId" = d.ref_id`.execute(
    db,
  )
}

/** Migrates a database and, where that hasn't been done, seeds it and adds the documents. */
async function fillSearchBench(database: OpenDatabase): Promise<void> {
  await migrate(database.db)
  const { rows } = await sql<{ isFilled: boolean }>`select exists (
    select from search_documents where ref_id = ${firstGenerated + documents - 1}) as is_filled`.execute(database.db)
  if (rows[0]?.isFilled) return
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
    await sql`create index search_documents_tokens_ix on search_documents using gin (tokens) with (fastupdate = off)`.execute(
      trx,
    )
    await sql`analyze search_documents`.execute(trx)
  })
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
}

function figures(values: readonly number[]): string {
  return [50, 95, 99].map((share) => `p${share} ${percentile(values, share / 100).toFixed(1)} ms`).join(', ')
}

/** Every query in all kinds, its first page with everything shown, by so many clients at once; milliseconds by group, of each query the median of all rounds. */
async function measure(
  { db }: OpenDatabase,
  queries: readonly MixedQuery[],
  clients: number,
): Promise<Map<string, number[]>> {
  const took = queries.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    const waiting = queries.entries()
    const client = async (): Promise<void> => {
      for (const [index, { text }] of waiting) {
        const began = performance.now()
        await findSearchEntries(
          db,
          await searchIndex(db, text, { kinds, shown: kinds, from: 0, size: 20, now: Date.UTC(2026, 2, 11) }),
        )
        // the first round fills the caches
        if (round > 0) took[index]?.push(performance.now() - began)
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
  }
  const groups = new Map<string, number[]>()
  for (const [index, { group }] of queries.entries())
    groups.set(group, [...(groups.get(group) ?? []), median(took[index] ?? [])])
  return groups
}

/** The mixture of what people type, from the titles that are written by hand. */
async function mixtureOf({ db }: OpenDatabase): Promise<MixedQuery[]> {
  const { rows } = await sql<{ title: string }>`
    select distinct split_part(t.head, E'\n', 1) as title from search_documents d join search_texts t on t.id = d.id where d.ref_id < ${firstGenerated} order by title`.execute(
    db,
  )
  return mixQueries(
    rows.map((row) => row.title),
    await loadReader(),
    manyMixed,
  )
}

/** What may be typed to make the index work hard. */
const hardTexts = [
  '长'.repeat(64),
  '的一是在不了有和人这',
  '的',
  's',
  'a b c d e f',
  "' & | ! :* \\",
  '的 一 是 在 不 了',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  '怎么画画怎么学画画怎么学画画怎么画',
  'yi shi de',
]

/** Searches by one client after the other, by many at once, by the phrases of learners and by texts that mean harm. */
async function linesOf(database: OpenDatabase): Promise<BenchLine[]> {
  const mixture = await mixtureOf(database)
  const alone = await measure(database, mixture, 1)
  const many = await measure(database, mixture, 8)
  const golden = await measure(database, goldenQueries, 1)
  const phrases = searchTopics
    .filter(({ half }) => half === 'tune')
    .map(({ phrase }) => ({ group: 'phrases', text: phrase }))
  const said = await measure(database, phrases, 1)
  const hard = await measure(
    database,
    hardTexts.map((text) => ({ group: 'hard', text })),
    1,
  )
  const line = (what: string, values: readonly number[], goal = ''): BenchLine => ({
    name: `search in 100,000 documents, ${database.kind}, ${what}`,
    value: figures(values),
    goal,
    ok: goal === '' || percentile(values, 0.95) <= goalMs,
  })
  const asked = `p95 <= ${goalMs} ms`
  return [
    line(`a mixture of ${mixture.length} queries`, [...alone.values()].flat(), asked),
    ...[...alone].map(([group, values]) => line(`${values.length} of them ${group}`, values, asked)),
    line('the mixture by 8 clients at once', [...many.values()].flat()),
    line('the golden queries', [...golden.values()].flat(), asked),
    line("learners' phrases", [...said.values()].flat(), asked),
    line('texts that mean to be slow', [...hard.values()].flat()),
  ]
}

/** In an embedded database: of its own or, filled at the first run, in the data folder that SEARCH_BENCH_FOLDER names. */
async function embeddedLines(): Promise<BenchLine[]> {
  const kept = process.env.SEARCH_BENCH_FOLDER
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'search-bench-'))
  const database = await openDatabase(readConfig({ SITE_ENV: 'test', SEED: 'none', DATA_DIR: folder }), () => undefined)
  try {
    await fillSearchBench(database)
    return await linesOf(database)
  } finally {
    await database.close()
    if (kept === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** On the server: in a database of its own or, filled at the first run, in the one that SEARCH_BENCH_DATABASE names. */
async function serverLines(url: string): Promise<BenchLine[]> {
  const kept = process.env.SEARCH_BENCH_DATABASE
  const name = kept ?? `xueyuan_search_bench_${process.pid}`
  if (kept === undefined) await runOnServer(url, `create database ${name}`)
  const database = openPostgres(withDatabase(url, name), () => undefined)
  try {
    await fillSearchBench(database)
    return await linesOf(database)
  } finally {
    await database.close()
    if (kept === undefined) await runOnServer(url, `drop database ${name} with (force)`)
  }
}

/** How long a search takes among 100,000 documents: in the embedded database, and on the server that TEST_DATABASE_URL names. */
export async function searchBench(): Promise<BenchLine[]> {
  const url = process.env.TEST_DATABASE_URL
  const leftOut: BenchLine = {
    name: 'search in 100,000 documents, postgres',
    value: 'left out: TEST_DATABASE_URL names no PostgreSQL',
    goal: `p95 <= ${goalMs} ms`,
    ok: false,
  }
  return [...(await embeddedLines()), ...(url ? await serverLines(url) : [leftOut])]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await searchBench())
