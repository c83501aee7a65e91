import type { Database } from '#server/backend/db/database.ts'
import { offsetOf } from '#server/backend/paging.ts'
import type { DocumentKind } from './indexing/document.ts'
import { type LooseHit, searchLoosely } from './loose-search.ts'
import { planQuery, type SearchQuery } from './search-query.ts'
import { mostCounted, type Ranked, type SearchScope, searchStrictly } from './strict-search.ts'

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

/**
 * Searches the index: what holds the text as it was typed, in Chinese, as a word or as a sound; only where there is no
 * such thing what comes near. Any text is answered; one without letters and digits by nothing.
 */
export async function searchIndex(db: Database, text: string, scope: SearchScope): Promise<SearchAnswer> {
  const query = planQuery(text)
  if (query.needs.length === 0) return { query, hits: [], counts: new Map(), total: 0, isLoose: false, meant: null }
  const exact = await searchStrictly(db, query, scope)
  if (exact.counts.size > 0) return { query, hits: exact.ranked, counts: exact.counts, total: sumOf(exact.counts, scope.shown), isLoose: false, meant: null }
  const near = (await searchLoosely(db, text, query, scope.kinds)).slice(0, mostCounted)
  const meant = near[0]?.meant ?? null
  if (meant !== null) {
    // mistyped: what was probably meant is searched in its place, in texts too
    const right = planQuery(meant)
    const found = await searchStrictly(db, right, scope)
    if (sumOf(found.counts, scope.kinds) >= near.length) {
      return { query: right, hits: found.ranked, counts: found.counts, total: sumOf(found.counts, scope.shown), isLoose: true, meant }
    }
  }
  const counts = new Map<DocumentKind, number>()
  for (const { kind } of near) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const from = offsetOf(scope.page)
  const hits = near.filter((hit) => scope.shown.includes(hit.kind)).slice(from, from + scope.page.pageSize)
  return { query, hits, counts, total: sumOf(counts, scope.shown), isLoose: near.length > 0, meant }
}

function sumOf(counts: ReadonlyMap<DocumentKind, number>, kinds: readonly DocumentKind[]): number {
  return kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0)
}
