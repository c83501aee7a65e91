import type { Database } from '#server/backend/db/database.ts'
import type { DocumentKind } from './indexing/document.ts'
import { type LooseHit, searchLoosely } from './loose-search.ts'
import { isQuestion, longWordsOf, planQuery, type SearchQuery, wordsOf } from './search-query.ts'
import { mostCounted, type Ranked, type SearchScope, type StrictResult, searchStrictly } from './strict-search.ts'

export interface SearchAnswer {
  readonly query: SearchQuery
  /** The page that was asked for. */
  readonly hits: readonly (Ranked & Partial<LooseHit>)[]
  readonly counts: ReadonlyMap<DocumentKind, number>
  /** Of the kinds shown, at most `mostCounted` a kind. */
  readonly total: number
  /** Nothing holds the text as it stands; these come near. */
  readonly isLoose: boolean
  /** What was probably meant. */
  readonly meant: string | null
}

/** So few hits in texts alone may be an accident of characters: what comes near follows them. */
const fewHits = 3
/** Weighs at least so much where the text stands in title, names or lead. */
const placedScore = 4

/**
 * Searches the index: what holds the text as it was typed, in Chinese, as a word or as a sound; only where there is no
 * such thing what comes near. Any text is answered; one without letters and digits by nothing.
 */
export async function searchIndex(db: Database, text: string, scope: SearchScope): Promise<SearchAnswer> {
  const query = planQuery(text)
  if (query.needs.length === 0) return { query, hits: [], counts: new Map(), total: 0, isLoose: false, meant: null }
  const exact = await searchStrictly(db, query, scope)
  const found = sumOf(exact.counts, scope.kinds)
  if (found > fewHits) return strictAnswer(query, exact, scope)
  const few = found === 0 ? [] : (await searchStrictly(db, query, { ...scope, shown: scope.kinds, from: 0, size: fewHits })).ranked
  if (few.some((hit) => hit.score >= placedScore)) return strictAnswer(query, exact, scope)
  return searchNear(db, text, query, few, scope)
}

/** Nothing has the text in a title or another place that says what it is about; `few` have it elsewhere and come first. */
async function searchNear(db: Database, text: string, query: SearchQuery, few: readonly Ranked[], scope: SearchScope): Promise<SearchAnswer> {
  const isLoose = few.length === 0
  const asked = isQuestion(query)
  const answered = asked ? await searchApart(db, query, few, scope) : undefined
  if (answered) return answered
  const near = await searchLoosely(db, text, query, scope.kinds)
  const meant = near[0]?.meant ?? null
  const shownFew = few.filter((hit) => scope.shown.includes(hit.kind))
  if (meant !== null) {
    // mistyped: what was probably meant is searched in its place, in texts too
    const right = planQuery(meant)
    const [from, size] = [Math.max(0, scope.from - shownFew.length), Math.max(0, scope.size - Math.max(0, shownFew.length - scope.from))]
    const corrected = await searchStrictly(db, right, { ...scope, from, size })
    if (sumOf(corrected.counts, scope.kinds) >= near.length) {
      const answer = strictAnswer(right, { ranked: [...shownFew.slice(scope.from), ...corrected.ranked], counts: countKinds(few, corrected.counts) }, scope)
      return { ...answer, isLoose, meant }
    }
  }
  const apart = meant === null && !asked ? await searchApart(db, query, few, scope) : undefined
  if (apart) return apart
  const known = new Set(few.map((hit) => hit.id))
  const all: readonly (Ranked & Partial<LooseHit>)[] = [...few, ...near.filter((hit) => !known.has(hit.id))].slice(0, mostCounted)
  const counts = countKinds(all)
  const hits = all.filter((hit) => scope.shown.includes(hit.kind)).slice(scope.from, scope.from + scope.size)
  return { query, hits, counts, total: sumOf(counts, scope.shown), isLoose: isLoose && near.length > 0, meant }
}

/** Without the words that say how one asks, or with its words apart: the few are among these. */
async function searchApart(db: Database, query: SearchQuery, few: readonly Ranked[], scope: SearchScope): Promise<SearchAnswer | undefined> {
  for (const words of [wordsOf(query), longWordsOf(query)]) {
    const plain = planQuery(words.map((word) => word.text).join(' '))
    if (plain.text === query.text) continue
    const apart = await searchStrictly(db, plain, scope)
    if (sumOf(apart.counts, scope.kinds) > few.length) return { ...strictAnswer(plain, apart, scope), isLoose: few.length === 0 }
  }
  return undefined
}

function countKinds(hits: readonly Ranked[], others: ReadonlyMap<DocumentKind, number> = new Map()): Map<DocumentKind, number> {
  const counts = new Map(others)
  for (const { kind } of hits) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

function strictAnswer(query: SearchQuery, { ranked, counts }: StrictResult, scope: SearchScope): SearchAnswer {
  return { query, hits: ranked, counts, total: sumOf(counts, scope.shown), isLoose: false, meant: null }
}

function sumOf(counts: ReadonlyMap<DocumentKind, number>, kinds: readonly DocumentKind[]): number {
  return kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0)
}
