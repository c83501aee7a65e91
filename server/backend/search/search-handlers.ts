import type { CallContext, Session } from '#server/backend/backend-context.ts'
import type { Handlers } from '#server/backend/binding.ts'
import { offsetOf, rowsOf, toPage } from '#server/backend/paging.ts'
import type { SearchEntry, searchApi } from '#shared/contract/search.ts'
import { cleanSearchText } from '#shared/rules/search-text.ts'
import { insertSearchLog, listHotSearches } from './hot-terms.ts'
import { DocumentKind } from './indexing/document.ts'
import { foldText } from './indexing/fold.ts'
import { type SearchAnswer, searchIndex } from './search-engine.ts'
import { findSearchEntries } from './search-entries.ts'
import { countSearchMiss } from './search-misses.ts'
import { findHits } from './search-store.ts'

const courses = [DocumentKind.course, DocumentKind.classes]
const allKinds = Object.values(DocumentKind)

export const searchHandlers: Handlers<typeof searchApi> = {
  async hot(ctx) {
    return listHotSearches(ctx.db)
  },

  async courses(ctx, input, session) {
    const text = cleanSearchText(input.searchText)
    const answer = await searchIndex(ctx.db, text, { kinds: courses, shown: courses, from: offsetOf(input), size: rowsOf(input), now: ctx.clock.now() })
    if (input.pageNum === 1) logLater(ctx, text, answer, session)
    return toPage(await findHits(ctx.db, answer.hits.map((hit) => hit.refId)), answer.total, input)
  },

  async all(ctx, input, session) {
    const { tab } = input
    const text = cleanSearchText(input.searchText)
    const shown = tab === 'all' ? allKinds : [DocumentKind[tab]]
    const answer = await searchIndex(ctx.db, text, { kinds: allKinds, shown, from: offsetOf(input), size: rowsOf(input), now: ctx.clock.now() })
    // neither paging nor another tab is a new search
    if (input.pageNum === 1 && tab === 'all') logLater(ctx, text, answer, session)
    const count = (kind: DocumentKind): number => answer.counts.get(kind) ?? 0
    const counts = { course: count(1), classes: count(2), article: count(3), work: count(4), post: count(5) }
    const all = Object.values(counts).reduce((sum, each) => sum + each, 0)
    const entries = await findSearchEntries(ctx.db, answer)
    const page = toPage(entries, answer.total, input)
    return { counts: { all, ...counts }, page, isLoose: answer.isLoose, meant: answer.meant === null ? null : asWritten(answer.meant, entries) }
  },
}

/** A folded text as it is written in one of the titles: JavaScript. */
function asWritten(folded: string, entries: readonly SearchEntry[]): string {
  const parts = entries.flatMap((entry) => [...entry.title, ...entry.meta.names])
  return parts.find((part) => part.hit && foldText(part.text) === folded)?.text ?? folded
}

/** Keeps the search for the hot terms; one address counts only so often, whatever it sends. */
function logLater(ctx: CallContext, term: string, answer: SearchAnswer, session: Session | undefined): void {
  if (term === '') return
  ctx.background.later('search log', async () => {
    const isWithin = await ctx.limits.take('searchLog', ctx.address).then(
      () => true,
      () => false,
    )
    if (!isWithin) return
    const searcher = ctx.hash.of('searcher', session ? `user/${session.userId}` : ctx.address).toString('base64url')
    const total = answer.isLoose ? 0 : answer.total
    if (total === 0) await countSearchMiss(ctx.db, term, ctx.clock.now())
    await insertSearchLog(ctx.db, { term, total, userId: session?.userId ?? null, searcher, at: new Date(ctx.clock.now()) })
  })
}
