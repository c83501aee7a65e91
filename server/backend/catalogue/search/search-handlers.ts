import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { offsetOf, rowsOf, toPage } from '#server/backend/http/paging.ts'
import { DocumentKind } from '#shared/contract/enums.ts'
import { type SearchEntry, type searchApi, searchTabs } from '#shared/contract/search.ts'
import { cleanSearchText } from '#shared/rules/search-text.ts'
import { listHotSearches } from './hot-terms.ts'
import { insertSearchLog } from './search-log-store.ts'
import { foldText, foldWithPlaces } from './indexing/fold.ts'
import { mostCounted } from './rank-documents.ts'
import { type SearchAnswer, searchWithin } from './search-engine.ts'
import { findSearchEntries } from './search-entries.ts'
import { countSearchMiss } from './search-miss-store.ts'
import { findHits } from './search-store.ts'

type SearchTab = (typeof searchTabs)[number]

const courses = [DocumentKind.course, DocumentKind.classes]
const allKinds = Object.values(DocumentKind)

export const searchHandlers: Handlers<typeof searchApi> = {
  async hot(ctx) {
    return listHotSearches(ctx.db)
  },

  async courses(ctx, input, session) {
    const text = cleanSearchText(input.searchText)
    const answer = await searchWithin(ctx, text, {
      kinds: courses,
      shown: courses,
      from: offsetOf(input),
      size: rowsOf(input),
      now: ctx.clock.now(),
    })
    if (input.pageNum === 1) logLater(ctx, text, answer, session)
    const hits = await findHits(
      ctx.db,
      answer.hits.map((hit) => hit.refId),
    )
    return { ...toPage(hits, answer.total, input), more: answer.isMore }
  },

  async all(ctx, input, session) {
    const { tab } = input
    const text = cleanSearchText(input.searchText)
    const shown = tab === 'all' ? allKinds : [DocumentKind[tab]]
    const answer = await searchWithin(ctx, text, {
      kinds: allKinds,
      shown,
      from: offsetOf(input),
      size: rowsOf(input),
      now: ctx.clock.now(),
    })
    // neither paging nor another tab is a new search
    if (input.pageNum === 1 && tab === 'all') logLater(ctx, text, answer, session)
    const count = (kind: DocumentKind): number => answer.counts.get(kind) ?? 0
    const counts = { course: count(1), classes: count(2), article: count(3), work: count(4), post: count(5) }
    const sum = Object.values(counts).reduce((all, each) => all + each, 0)
    const entries = await findSearchEntries(ctx.db, answer)
    const page = toPage(entries, answer.total, input)
    const { match } = answer
    const meant = answer.meant === null ? null : asWritten(answer.meant, entries)
    return {
      counts: { all: Math.min(mostCounted, sum), ...counts },
      more: tabsWithMore(answer, sum),
      page,
      match,
      related: relatedWords(answer, entries),
      meant,
    }
  },
}

function tabsWithMore({ more }: SearchAnswer, sum: number): SearchTab[] {
  const tabs = searchTabs.filter((tab) => tab !== 'all' && more.has(DocumentKind[tab]))
  return tabs.length > 0 || sum > mostCounted ? ['all', ...tabs] : []
}

const mostRelated = 2

/** What stands for the text in these entries, the nearest first, as it is written there. */
function relatedWords({ related }: SearchAnswer, entries: readonly SearchEntry[]): string[] {
  const words = new Map<string, string>()
  for (const { title, meta, excerpt } of related.size === 0 ? [] : entries) {
    const original = [title, meta.names, excerpt].map((parts) => parts.map((part) => part.text).join('')).join('\n')
    const folded = foldWithPlaces(original)
    const held = [...related].filter((text) => folded.text.includes(text))
    const [first] = held
    if (first === undefined) continue
    // the whole name, not a piece of it: 尤克里里, not 尤克
    const whole = held
      .filter((text) => text.includes(first))
      .reduce((long, text) => (text.length > long.length ? text : long))
    const from = folded.text.indexOf(whole)
    if (!words.has(whole)) words.set(whole, original.slice(folded.at[from], folded.at[from + whole.length]))
    if (words.size >= mostRelated) break
  }
  return [...words.values()]
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
    const total = answer.isTyped ? answer.total : 0
    if (answer.match !== 'exact' || answer.total === 0) await countSearchMiss(ctx.db, term, ctx.clock.now())
    await insertSearchLog(ctx.db, {
      term,
      total,
      userId: session?.userId ?? null,
      searcher,
      at: new Date(ctx.clock.now()),
    })
  })
}
