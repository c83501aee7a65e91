import type { CachePolicy } from '#client/pages/define-page.ts'
import type { PageParams } from '#client/pages/page-view.ts'

/** What carries a live status is at most a minute old. */
export const livePolicy = { ttl: 20, swr: 40, sie: 86_400 } as const
export const listPolicy = { ttl: 60, swr: 300, sie: 86_400 } as const
/** What is said in the forum, and how much, is at most a minute old. */
export const forumPolicy = { ttl: 20, swr: 40, sie: 86_400 } as const
export const detailPolicy = { ttl: 300, swr: 600, sie: 86_400 } as const

export function tagged(policy: Pick<CachePolicy, 'ttl' | 'swr' | 'sie'>, tags: (params: PageParams) => readonly string[], query: CachePolicy['query'] = {}): CachePolicy {
  return { ...policy, query, tags }
}
