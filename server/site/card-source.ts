import { hashKey } from '@tanstack/react-query'
import type { PageQuery } from '#client/features/common/call-query.ts'
import { type LoadedInput, type Page, readAddress } from '#client/pages/define-page.ts'
import { outcomeOf } from '#client/pages/load-page.ts'
import { createPageMatcher, type PageMatch } from '#client/pages/match-page.ts'
import { PageOutcome } from '#client/pages/page-outcome.ts'
import type { Upstream } from '#server/proxy/upstream.ts'
import type { ShareCard } from '#shared/rules/share-card.ts'
import type { CommonStore } from './common-store.ts'

export interface CardSourceOptions {
  pages: readonly Page[]
  upstream: Upstream
  common: CommonStore
}

/** What a card says now, by its name. */
export interface CardSource {
  /** Undefined when there is no such public thing; throws when a service that knows doesn't answer. */
  find(name: string): Promise<ShareCard | undefined>
}

const deadlineMs = 3000

/** The page that a name means: its id, and behind it what stands for the one parameter of its path. */
function pathOf(name: string, pages: readonly Page[]): { page: Page; path: string } | undefined {
  const own = pages.find(({ id }) => id === name)
  if (own) return { page: own, path: own.path.split('/:', 1)[0] || '/' }
  for (const page of pages) {
    const id = name.startsWith(`${page.id}-`) ? name.slice(page.id.length + 1) : ''
    const parameters = page.path.match(/:\w+\??/g) ?? []
    if (id !== '' && parameters.length === 1) return { page, path: page.path.replace(/:\w+\??/, id) }
  }
  return undefined
}

/**
 * Finds cards where the pages get theirs: an address is led back to its page, whose own data and head say what the picture
 * shows. So it can show nothing that the page doesn't, and nothing that an address makes up.
 */
export function createCardSource({ pages, upstream, common }: CardSourceOptions): CardSource {
  const matchPage = createPageMatcher(pages)

  /** What decides the page, read as a visitor without a name reads it. */
  async function readOf({ page, params }: PageMatch<Page>): Promise<LoadedInput> {
    const answers = new Map<string, unknown>()
    const read = <T>({ queryKey }: PageQuery<T>): T | undefined => answers.get(hashKey(queryKey)) as T | undefined
    const address = { params, search: new URLSearchParams(), common: (await common.get()).data }
    const input = { ...readAddress(page, { ...address, api: upstream.api({ deadlineMs }) }), read }
    // A list's picture is of the list as such: it needs nothing that is in it.
    if (Object.values(params).every((value) => value === undefined)) return input
    const { signal } = new AbortController()
    await Promise.all(
      page
        .data(input)
        .critical.map(async (query) => answers.set(hashKey(query.queryKey), await query.queryFn({ signal }))),
    )
    page.settle?.(input)
    return input
  }

  return {
    async find(name) {
      const place = pathOf(name, pages)
      const match = place && matchPage(place.path)
      if (!place || match?.page !== place.page || match.page.access !== 'anyone') return undefined
      try {
        const { card, noindex } = match.page.head(await readOf(match))
        return noindex || card?.name !== name ? undefined : card
      } catch (error) {
        const outcome = outcomeOf(error)
        if (outcome instanceof PageOutcome && outcome.status === 503) throw outcome
        return undefined
      }
    },
  }
}
