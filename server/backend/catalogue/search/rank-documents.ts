import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { DocumentKind } from './indexing/document.ts'

/** Of each kind: nobody pages further, and more would not be weighed in time. */
export const mostCounted = 200
/** A kind of which so many have the text in title or names shows these alone; with fewer, so many more follow that have it elsewhere. */
const enough = 30
const mostInText = 100

/** A document in the order of the hits. */
export interface Ranked {
  readonly id: number
  readonly kind: DocumentKind
  readonly refId: number
  readonly score: number
  /** Where the text stands: 10 at the title's begin, 8 in it, 6 in a name, 4 in the lead, less elsewhere. */
  readonly place: number
}

export interface RankedPage {
  readonly ranked: readonly Ranked[]
  /** Of each kind that has any, at most `mostCounted`. */
  readonly counts: ReadonlyMap<DocumentKind, number>
  /** Kinds that have more than were counted. */
  readonly more: ReadonlySet<DocumentKind>
  /** The best place of all of them, shown or not; 0 without any. */
  readonly best: number
  /** One of the hits holds what was typed and not only what stands for it. */
  readonly isOwn: boolean
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

/** What is asked of the index, and how its answers are weighed. Rows are `c` with the columns head, sound and title_length. */
export interface RankingPlan {
  /** tsqueries for title and names, the best places first. */
  readonly headQueries: readonly string[]
  /** tsquery for any place, for kinds of which the others give few; undefined where texts aren't looked through. */
  readonly textQuery: string | undefined
  /** So many of a kind are weighed. */
  readonly most: number
  /** What lexemes alone don't say of a text. */
  readonly holds: (text: RawBuilder<unknown>) => RawBuilder<boolean>
  /** What was typed stands in a text, and not only what stands for it. */
  readonly holdsOwn: (text: RawBuilder<unknown>) => RawBuilder<boolean>
  readonly place: RawBuilder<number>
  /** Weighs beside the place. */
  readonly bonus: RawBuilder<number>
}

/** Who looks for a thing wants to learn it: courses and classes first, then what explains it; works and posts follow. */
const kindBonus = sql`case c.kind when 1 then 2.5 when 2 then 2.5 when 3 then 1.2 else 0 end`

interface RankedRow extends Omit<Ranked, 'id'> {
  /** Null in the one row of a page without hits. */
  id: number | null
  counts: Record<string, number> | null
  more: DocumentKind[] | null
  isOwn: boolean | null
  best: number | null
}

/** Documents that answer a plan, the best first. Texts are looked through only for kinds of which title and names give few. */
export async function rankDocuments(
  db: Database,
  plan: RankingPlan,
  { kinds, shown, from, size, now }: SearchScope,
): Promise<RankedPage> {
  const weight = sql`r.place + r.bonus + 1.5 * r.popularity
    + 0.3 * greatest(0, least(1, 1 - extract(epoch from ${new Date(now)}::timestamptz - coalesce(r.published_at, 'epoch')) / 31536000))`
  const { rows } = await sql<RankedRow>`
    with in_head as materialized (
      select c.*, t.head, t.sound, ${plan.holdsOwn(sql`t.head`)} as own
      from search_candidates(${[...new Set(plan.headQueries)]}::tsquery[], ${kinds}::smallint[], ${sql.lit(plan.most)}) c
      join search_texts t on t.id = c.id where ${plan.holds(sql`t.head`)}),
    few as materialized (select coalesce(array_agg(k.kind), '{}') as kinds from unnest(${kinds}::smallint[]) k(kind)
      where ${sql.lit(plan.textQuery !== undefined)} and (select count(*) from in_head h where h.kind = k.kind) < ${sql.lit(enough)}),
    in_text as materialized (
      select c.*, t.head, t.sound, ${plan.holdsOwn(sql`t.folded`)} as own
      from few cross join search_candidates(array[${plan.textQuery ?? ''}]::tsquery[], few.kinds, ${sql.lit(mostInText)}) c
      join search_texts t on t.id = c.id
      where few.kinds <> '{}' and c.id not in (select h.id from in_head h) and ${plan.holds(sql`t.folded`)}),
    found as (select * from in_head union all select * from in_text),
    counted as (select jsonb_object_agg(n.kind, n.count) as counts, bool_or(n.own) as is_own, array_agg(n.kind::integer) filter (where n.more) as more from (
      select f.kind, least(count(*), ${sql.lit(mostCounted)}) as count, bool_or(f.own) as own, bool_or(f.is_more) as more from found f group by f.kind) n),
    placed as (select c.*, ${plan.place} as place, ${kindBonus} + ${plan.bonus} as bonus
      from found c),
    paged as (select r.id, r.kind, r.ref_id, r.place, ${weight} as score from placed r
      where r.kind = any(${shown}::smallint[]) order by score desc, r.id limit ${sql.lit(size)} offset ${sql.lit(from)})
    select p.id, p.kind, p.ref_id, p.score, p.place, n.counts, n.is_own, n.more, (select max(b.place) from placed b) as best
    from counted n left join paged p on true order by p.score desc, p.id`.execute(db)
  return {
    ranked: rows.flatMap(({ id, kind, refId, score, place }) =>
      id === null ? [] : [{ id, kind, refId, score, place }],
    ),
    counts: new Map(
      Object.entries(rows[0]?.counts ?? {}).map(([kind, count]) => [Number(kind) as DocumentKind, count]),
    ),
    more: new Set(rows[0]?.more ?? []),
    best: rows[0]?.best ?? 0,
    isOwn: rows[0]?.isOwn ?? false,
  }
}
