import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { DocumentKind } from '#shared/contract/enums.ts'

/** Of each kind: nobody pages further, and a count beyond is said as "500+". */
export const mostCounted = 500
/** A kind of which so many have the text in title or names shows these alone; with fewer, those follow that have it elsewhere. */
const enough = 30
/** Of those that have it elsewhere so many are read at first: they are far from what is looked for, and their texts are long. */
const mostInText = 40

/** A document in the order of the hits. */
export interface Ranked {
  readonly id: number
  readonly kind: DocumentKind
  readonly refId: number
  readonly score: number
  /** Where the text stands: 10 at the title's begin, 8 in it, 6 in a name, 4 in the lead, less elsewhere. */
  readonly place: number
}

export interface Ranking {
  /** Those that were weighed, of every kind. */
  readonly ranked: readonly Ranked[]
  /** Of each kind that has any, at most `mostCounted`. */
  readonly counts: ReadonlyMap<DocumentKind, number>
  /** Kinds that have more than were counted. */
  readonly more: ReadonlySet<DocumentKind>
  /** The best place of all of them; 0 without any. */
  readonly best: number
  /** One of them holds what was typed and not only what stands for it. */
  readonly isOwn: boolean
}

/** How far down the list is wanted: its first pages, or everything that is counted. */
export type Depth = 'first' | 'all'

export interface RankingScope {
  readonly kinds: readonly DocumentKind[]
  readonly now: number
  readonly depth: Depth
}

/** What is known of a document before it is shown. */
export interface Candidate {
  readonly id: number
  readonly kind: DocumentKind
  readonly refId: number
  readonly titleLength: number
  readonly namesEnd: number
  readonly popularity: number
  readonly publishedAt: Date | null
  /** Title, names and lead, folded, a line each. */
  readonly head: string
  /** How title and names sound. */
  readonly sound: string
  /** Within its kind, from 1. */
  readonly place: number
  /** How many of its kind the index has. */
  readonly found: number
  /** The index has so many that not all were looked at. */
  readonly isCut: boolean
}

/** Whether one of the texts stands where a document is looked at: in its head, or anywhere. */
export type HoldsText = (text: string) => boolean

/** What is asked of the index, and how its answers are weighed. */
export interface RankingPlan {
  /** tsqueries for title and names, the best places first. */
  readonly headQueries: readonly string[]
  /** tsquery for any place, for kinds of which the others give few; undefined where texts aren't looked through. */
  readonly textQuery: string | undefined
  /** So many of a kind are weighed at first. */
  readonly most: number
  /** Texts of which `holds` and `holdsOwn` ask. */
  readonly texts: readonly string[]
  /** What lexemes alone don't say of a document. */
  readonly holds: (has: HoldsText) => boolean
  /** What is counted: what the index says, where lexemes alone say it all; all that hold it; or only what is weighed. */
  readonly count: 'index' | 'all' | 'weighed'
  /** What was typed stands there, and not only what stands for it. A short word of letters by itself: 'js' isn't in 'node.js'. */
  readonly holdsOwn: (has: HoldsText) => boolean
  readonly placeOf: (candidate: Candidate) => number
  /** Weighs beside the place. */
  readonly bonusOf: (candidate: Candidate) => number
}

const isShort = (word: string): boolean => /^[a-z0-9]{1,4}$/.test(word)
const wordChar = /[a-z0-9]/

/** Where a short word of letters stands by itself, 'ui' not in 'build', in UTF-16 units; -1 when it doesn't. */
function indexAlone(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.charAt(at - 1)
    if (!wordChar.test(before) && before !== '.' && !wordChar.test(text.charAt(at + word.length))) return at
  }
  return -1
}

/** Where a text stands in another, in characters from 1; 0 when it doesn't. A short word of letters stands by itself. */
export function positionIn(text: string, part: string, isAlone: boolean): number {
  const at = isAlone && isShort(part) ? indexAlone(text, part) : text.indexOf(part)
  if (at < 0) return 0
  const before = text.slice(0, at)
  // characters beyond the basic plane are rare, and two units each
  return (/[\uD800-\uDBFF]/.test(before) ? [...before].length : at) + 1
}

const columns = sql`c.id, c.kind, c.ref_id, c.title_length, c.names_end, c.popularity, c.published_at, c.place, c.found, c.is_cut, t.head, t.sound`

async function readHeads(
  db: Database,
  queries: readonly string[],
  kinds: readonly DocumentKind[],
  most: number,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select ${columns} from search_candidates(${[...new Set(queries)]}::tsquery[], ${kinds}::smallint[], ${most}::integer) c
    join search_texts t on t.id = c.id`.execute(db)
  return rows
}

interface TextCandidate extends Candidate {
  /** For each of the texts that were asked for, then for the short words among them whether they stand by themselves. */
  readonly holds: readonly boolean[]
}

/** Those that have it anywhere but aren't known yet. A text is unpacked once, and only where something is asked of it. */
async function readTexts(
  db: Database,
  { textQuery, texts }: RankingPlan,
  { kinds, known }: { kinds: readonly DocumentKind[]; known: readonly Candidate[] },
  most: number,
): Promise<TextCandidate[]> {
  if (textQuery === undefined) return []
  const candidates = sql`search_candidates(array[${textQuery}]::tsquery[], ${kinds}::smallint[], ${most}::integer) c
    join search_texts t on t.id = c.id`
  const isNew = sql`not c.id = any(${known.map(({ id }) => id)}::bigint[])`
  if (texts.length === 0) {
    const { rows } = await sql<TextCandidate>`
      select ${columns}, '{}'::boolean[] as holds from ${candidates} where ${isNew}`.execute(db)
    return rows
  }
  const asked = [...texts, ...texts.filter(isShort)]
  const isAlone = asked.map((_, index) => index >= texts.length)
  const { rows } = await sql<TextCandidate>`
    select ${columns}, array(select strpos(f.folded, p.text) > 0 and (not p.is_alone or f.folded ~ ('(?<![a-z0-9.])' || p.text || '(?![a-z0-9])'))
      from unnest(${asked}::text[], ${isAlone}::boolean[]) with ordinality p(text, is_alone, at) order by p.at) as holds
    from ${candidates} cross join lateral (select t.folded || '' as folded offset 0) f where ${isNew}`.execute(db)
  return rows
}

interface Held extends Candidate {
  readonly isOwn: boolean
}

function heldInHead(plan: RankingPlan, candidates: readonly Candidate[]): Held[] {
  return candidates.flatMap((candidate) => {
    const has: HoldsText = (text) => candidate.head.includes(text)
    const hasAlone: HoldsText = (text) => positionIn(candidate.head, text, true) > 0
    return plan.holds(has) ? [{ ...candidate, isOwn: plan.holdsOwn(hasAlone) }] : []
  })
}

function heldInText(plan: RankingPlan, candidates: readonly TextCandidate[]): Held[] {
  const short = plan.texts.filter(isShort)
  return candidates.flatMap((candidate) => {
    const has: HoldsText = (text) => candidate.holds[plan.texts.indexOf(text)] ?? false
    const hasAlone: HoldsText = (text) =>
      isShort(text) ? (candidate.holds[plan.texts.length + short.indexOf(text)] ?? false) : has(text)
    return plan.holds(has) ? [{ ...candidate, isOwn: plan.holdsOwn(hasAlone) }] : []
  })
}

/** Who looks for a thing wants to learn it: courses and classes first, then what explains it; works and posts follow. */
const kindBonus: Readonly<Record<DocumentKind, number>> = { 1: 2.5, 2: 2.5, 3: 1.2, 4: 0, 5: 0 }
/** From here on the text stands in the title or in a name, such as a tag: it is the document's own word. */
const named = 6
/** A course's own word finds the course before an article that begins with it; only a whole title comes before it. */
const ownWordBonus: Readonly<Record<DocumentKind, number>> = { 1: 3.5, 2: 3.5, 3: 0, 4: 0, 5: 0 }
const yearMs = 31_536_000_000

function weigh(plan: RankingPlan, candidate: Candidate, now: number): Ranked {
  const { id, kind, refId, popularity, publishedAt } = candidate
  const place = plan.placeOf(candidate)
  const youth = Math.max(0, Math.min(1, 1 - (now - (publishedAt?.getTime() ?? 0)) / yearMs))
  const kindWeight = kindBonus[kind] + (place >= named ? ownWordBonus[kind] : 0)
  const score = place + kindWeight + plan.bonusOf(candidate) + 1.5 * popularity + 0.3 * youth
  return { id, kind, refId, place, score }
}

/** How many of a kind there are: what the index says or, where that can't say it, what was looked at and held. */
function countOf(
  plan: RankingPlan,
  heads: readonly Candidate[],
  texts: readonly Candidate[],
  held: number,
): { count: number; isMore: boolean } {
  const read = texts.length > 0 ? texts : heads
  const isIndex = plan.count === 'index'
  const found = Math.max(0, ...read.map((candidate) => candidate.found))
  const isAll = heads.length + texts.length >= found
  const count = isIndex ? Math.max(held, found) : held
  const isCut = read.some((candidate) => candidate.isCut) || count > mostCounted || (!isIndex && !isAll)
  return { count: Math.min(mostCounted, count), isMore: isCut && count > 0 }
}

/** Documents that answer a plan, the best first. Texts are looked through only for kinds of which title and names give few. */
export async function rankDocuments(
  db: Database,
  plan: RankingPlan,
  { kinds, now, depth }: RankingScope,
): Promise<Ranking> {
  const mostOf = (first: number): number => (depth === 'all' ? mostCounted : first)
  const of = <T extends { kind: DocumentKind }>(list: readonly T[], kind: DocumentKind): T[] =>
    list.filter((one) => one.kind === kind)
  let heads = await readHeads(db, plan.headQueries, kinds, mostOf(plan.most))
  if (plan.count === 'all' && depth === 'first' && heads.some(({ found }) => found > plan.most))
    heads = await readHeads(db, plan.headQueries, kinds, mostCounted)
  const inHead = heldInHead(plan, heads)
  const few = kinds.filter((kind) => of(inHead, kind).length < enough)
  const texts = few.length === 0 ? [] : await readTexts(db, plan, { kinds: few, known: inHead }, mostOf(mostInText))
  const inText = heldInText(plan, texts)
  const held = [...inHead, ...inText]
  const counts = new Map<DocumentKind, number>()
  const more = new Set<DocumentKind>()
  for (const kind of kinds) {
    const { count, isMore } = countOf(
      plan,
      of(heads, kind),
      of(inText, kind).length > 0 ? of(texts, kind) : [],
      of(held, kind).length,
    )
    if (count > 0) counts.set(kind, count)
    if (isMore) more.add(kind)
  }
  const isFirst = ({ place }: Candidate, first: number): boolean => place <= first
  const first = [
    ...inHead.filter((one) => isFirst(one, plan.most)),
    ...inText.filter((one) => isFirst(one, mostInText)),
  ]
  // further down the list goes on: what stands on the first pages stays there
  const rest = held.filter((one) => !first.includes(one))
  const rank = (list: readonly Held[]): Ranked[] =>
    list.map((one) => weigh(plan, one, now)).toSorted((a, b) => b.score - a.score || a.id - b.id)
  const ranked = [...rank(first), ...rank(rest)]
  return {
    ranked,
    counts,
    more,
    best: ranked.reduce((best, { place }) => Math.max(best, place), 0),
    isOwn: held.some(({ isOwn }) => isOwn),
  }
}
