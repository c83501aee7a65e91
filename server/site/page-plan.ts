import type { CachePolicy, Page } from '#client/pages/define-page.ts'
import type { PageMatch } from '#client/pages/match-page.ts'
import type { PagePlan, ResolvePage } from '#server/edge/edge.ts'
import type { KeepRule } from '#server/proxy/kept-answers.ts'
import { ownValue } from '#shared/own-value.ts'

export interface PlanOptions {
  matchPage: (pathname: string) => PageMatch<Page> | undefined
  /** 1 keeps the pages' own times; 0 keeps nothing fresh. */
  ttlFactor: number
}

function allowed(policy: CachePolicy, query: URLSearchParams): boolean {
  const known = policy.query ?? {}
  for (const [name, value] of query) if (!ownValue(known, name)?.test(value)) return false
  return true
}

function sortedQuery(query: URLSearchParams): string {
  const sorted = new URLSearchParams([...query].sort(([a], [b]) => (a < b ? -1 : 1))).toString()
  return sorted ? `?${sorted}` : ''
}

/** The page table as the edge asks it: how an address is kept, or undefined when its answer can't be shared. */
export function createPagePlanner({ matchPage, ttlFactor }: PlanOptions): ResolvePage {
  return (path, query): PagePlan | undefined => {
    // Another form of the address: the page handler redirects it.
    if (path.length > 1 && path.endsWith('/')) return undefined
    if (path.startsWith('/api/') || path === '/api' || path.startsWith('/gateway/')) return undefined
    const match = matchPage(path)
    // An unknown address is a page of its own, kept shortly; its query changes nothing.
    if (!match) return reservedPath.test(path) ? undefined : { key: path, target: path, route: 'not-found', ttl: 1, swr: 0, sie: 0, tags: ['not-found'] }
    const { cache, id } = match.page
    if (cache === 'never' || !allowed(cache, query)) return undefined
    const target = encodeURI(decodeURI(path)) + sortedQuery(query)
    return { key: target, target, route: id, ttl: cache.ttl * ttlFactor, swr: cache.swr * ttlFactor, sie: cache.sie, tags: cache.tags(match.params) }
  }
}

/**
 * What a page that isn't shared may do with answers that are: show them for as long as a copy of the page is fresh, until it is purged.
 * Nothing for pages that nobody keeps.
 */
export function keepRule(match: PageMatch<Page> | undefined, ttlFactor: number): { keep?: KeepRule } {
  const cache = match?.page.cache ?? 'never'
  if (match === undefined || cache === 'never') return {}
  return { keep: { forMs: cache.ttl * ttlFactor * 1000, tags: cache.tags(match.params) } }
}

/** Addresses that are no pages: Express answers them. */
const reservedPath = /^\/(assets|media|og|ops|metrics|healthz|readyz|sitemap[^/]*|sitemaps|feed|rss\.xml|robots\.txt|[a-zA-Z\d-]{8,128}\.txt|favicon\.[a-z]+|dev|pay)(\/|$)/
