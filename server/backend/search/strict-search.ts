import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { DocumentKind } from './indexing/document.ts'
import { allOf, type Need, type SearchQuery } from './search-query.ts'

/** Of each kind: nobody pages further, and more would not be weighed in time. */
export const mostCounted = 200
/** A kind of which so many have the text in title or names shows these alone; with fewer, so many more follow that have it elsewhere. */
const enough = 40
const mostInText = 100

/** A document in the order of the hits. */
export interface Ranked {
  readonly id: number
  readonly kind: DocumentKind
  readonly refId: number
  readonly score: number
}

export interface StrictResult {
  readonly ranked: readonly Ranked[]
  /** Of each kind that has any, at most `mostCounted`. */
  readonly counts: ReadonlyMap<DocumentKind, number>
}

export interface SearchScope {
  /** Kinds that are counted. */
  readonly kinds: readonly DocumentKind[]
  /** Kinds of which a page is wanted. */
  readonly shown: readonly DocumentKind[]
  /** How many hits of the kinds shown are left out, and how many follow. */
  readonly from: number
  readonly size: number
  readonly now: number
}

/** Where a word of letters is heard: first letters weigh most where it has no vowel, else whole syllables. */
function heardOf(word: string): RawBuilder<unknown> {
  const [first, second] = /[aeiouv]/.test(word) ? ([1, 2] as const) : ([2, 1] as const)
  const part = (which: number): RawBuilder<string> => sql`split_part(split_part(c.sound, '|', 1), '~', ${sql.lit(which)})`
  return sql`when strpos(${part(first)}, ${word}) = 1 then 9 when strpos(${part(first)}, ${word}) > 0 then 7
    when strpos(${part(second)}, ${word}) > 0 then 6 when strpos(c.sound, ${word}) > 0 then 4.5`
}

/** Where a run stands: 10 at the title's begin, 8 in it (and more, the more of it it is), 6 in a name, 4 in the lead, 4.5 to 9 where it is heard, 1.5 elsewhere. */
function scoreOf(need: Need): RawBuilder<number> {
  const share = sql`3 * least(1, ${sql.lit([...need.text].length)}::float8 / greatest(1, c.title_length))`
  return sql<number>`(select case when p.at = 1 then 10 + ${share} when p.at between 2 and c.title_length then 8 + ${share}
    when p.at between 1 and c.names_end then 6 when p.at > 0 then 4 ${need.kind === 'word' ? heardOf(need.text) : sql``} else 1.5 end
    from (select strpos(c.head, ${need.text}) as at) p)`
}

/** All that weighs: the places, the whole title, use, age, and courses a little before the rest. */
function weightOf({ needs, text }: SearchQuery, now: number): RawBuilder<number> {
  const places = sql.join(needs.map(scoreOf), sql` + `)
  const length = [...text].length
  return sql<number>`((${places}) / ${sql.lit(needs.length)}::float8
    + case when c.title_length <= ${sql.lit(length)} and left(c.head, c.title_length) = ${text} then 4 else 0 end + 1.5 * c.popularity
    + 0.3 * greatest(0, least(1, 1 - extract(epoch from ${new Date(now)}::timestamptz - coalesce(c.published_at, 'epoch')) / 31536000))
    + case when c.kind <= 2 then 0.6 else 0 end)`
}

function isLong(need: Need): boolean {
  return need.kind === 'han' && [...need.text].length > 2
}

/** Runs of three and more stand in one piece, which their pairs alone don't say. */
function inOnePiece(needs: readonly Need[], text: RawBuilder<unknown>): RawBuilder<boolean> {
  const long = needs.filter(isLong)
  return long.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(long.map((need) => sql`strpos(${text}, ${need.text}) > 0`), sql` and `)}`
}

/** Documents that hold every run of the text, the best first. Titles and names are looked through first, and texts only for kinds of which they give few. */
export async function searchStrictly(db: Database, query: SearchQuery, { kinds, shown, from, size, now }: SearchScope): Promise<StrictResult> {
  const { needs } = query
  const { rows } = await sql<Omit<Ranked, 'id'> & { id: number | null; counts: Record<string, number> | null }>`
    with in_head as materialized (
      select c.*, t.head, t.sound from search_candidates(${[...new Set([allOf(needs.map((need) => need.title)), allOf(needs.map((need) => need.head))])]}::tsquery[], ${kinds}::smallint[], ${sql.lit(mostCounted)}) c
      join search_texts t on t.id = c.id where ${inOnePiece(needs, sql`t.head`)}),
    few as materialized (select coalesce(array_agg(k.kind), '{}') as kinds from unnest(${kinds}::smallint[]) k(kind)
      where (select count(*) from in_head h where h.kind = k.kind) < ${sql.lit(enough)}),
    in_text as materialized (
      select c.*, t.head, t.sound from few cross join search_candidates(array[${allOf(needs.map((need) => need.any))}]::tsquery[], few.kinds, ${sql.lit(mostInText)}) c
      join search_texts t on t.id = c.id where few.kinds <> '{}' and c.id not in (select h.id from in_head h) and ${inOnePiece(needs, sql`t.folded`)}),
    found as (select * from in_head union all select * from in_text),
    counted as (select jsonb_object_agg(n.kind, n.count) as counts from (select f.kind, least(count(*), ${sql.lit(mostCounted)}) as count from found f group by f.kind) n),
    paged as (select c.id, c.kind, c.ref_id, ${weightOf(query, now)} as score from found c where c.kind = any(${shown}::smallint[])
      order by score desc, c.id limit ${sql.lit(size)} offset ${sql.lit(from)})
    select p.id, p.kind, p.ref_id, p.score, n.counts from counted n left join paged p on true order by p.score desc, p.id`.execute(db)
  return {
    ranked: rows.flatMap(({ id, kind, refId, score }) => (id === null ? [] : [{ id, kind, refId, score }])),
    counts: new Map(Object.entries(rows[0]?.counts ?? {}).map(([kind, count]) => [Number(kind) as DocumentKind, count])),
  }
}
