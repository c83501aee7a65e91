import type { CachePolicy, Page } from '#client/pages/define-page.ts'
import type { PageMatch } from '#client/pages/match-page.ts'
import type { ResolvePage } from '#server/edge/edge.ts'
import { type PlannedPage, type SplitQuery, splitQuery } from '#server/edge/page-key.ts'
import type { KeepRule } from '#server/proxy/kept-answers.ts'
import { ownValue } from '#shared/own-value.ts'
import { tagOfAll } from '#shared/rules/page-tags.ts'
import { isOutsidePages } from './route-addresses.ts'

export interface PlanOptions {
  matchPage: (pathname: string) => PageMatch<Page> | undefined
  /** 1 keeps the pages' own times; 0 keeps nothing fresh. */
  ttlFactor: number
}

function isKnown(values: RegExp | readonly string[] | undefined, value: string): boolean {
  return values instanceof RegExp ? values.test(value) : (values?.includes(value) ?? false)
}

/** The part of a query that the page knows, when its answer is kept. */
function readKnown({ query: values = {}, bypass = [] }: CachePolicy, query: URLSearchParams): SplitQuery | undefined {
  const split = splitQuery(query, (name) => ownValue(values, name) !== undefined || bypass.includes(name))
  for (const [name, value] of split?.kept ?? []) if (!isKnown(ownValue(values, name), value)) return undefined
  return split
}

function sortedQuery(query: URLSearchParams): string {
  const sorted = new URLSearchParams([...query].sort(([a], [b]) => (a < b ? -1 : 1))).toString()
  return sorted ? `?${sorted}` : ''
}

const notFound = { route: 'not-found', ttl: 1, swr: 0, sie: 0, tags: [tagOfAll('not-found')] }

function dropping(dropped: string): Pick<PlannedPage, 'dropped'> {
  return dropped === '' ? {} : { dropped }
}

/** The page table as the edge asks it: how an address is kept, or undefined when its answer can't be shared. */
export function createPagePlanner({ matchPage, ttlFactor }: PlanOptions): ResolvePage {
  return (path, query): PlannedPage | undefined => {
    // Another form of the address: the page handler redirects it.
    if (path.length > 1 && path.endsWith('/')) return undefined
    const match = matchPage(path)
    // An unknown address is a page of its own, kept shortly; its query changes nothing.
    if (!match)
      return isOutsidePages(path) ? undefined : { ...notFound, key: path, target: path, ...dropping(query.toString()) }
    const { cache, id } = match.page
    const split = cache === 'never' ? undefined : readKnown(cache, query)
    if (cache === 'never' || !split) return undefined
    const target = encodeURI(decodeURI(path)) + sortedQuery(split.kept)
    const times = { ttl: cache.ttl * ttlFactor, swr: cache.swr * ttlFactor, sie: cache.sie }
    return { key: target, target, route: id, ...times, tags: cache.tags(match.params), ...dropping(split.dropped) }
  }
}

/**
 * What a page that isn't shared may do with answers that are: show them for as long as a copy of the page is fresh, until it is purged.
 * Nothing for pages that nobody keeps.
 */
export function keepRule(match: PageMatch<Page> | undefined, ttlFactor: number): { keep?: KeepRule } {
  const cache = match?.page.cache ?? 'never'
  if (match === undefined || cache === 'never') return {}
  try {
    return { keep: { forMs: cache.ttl * ttlFactor * 1000, tags: cache.tags(match.params) } }
  } catch {
    // whoever plans the page has said it; without tags nothing is kept
    return {}
  }
}
