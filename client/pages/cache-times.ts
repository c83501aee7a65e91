import type { CachePolicy } from '#client/pages/define-page.ts'
import type { PageParams } from '#client/pages/page-view.ts'
import type { PageTag } from '#shared/rules/page-tags.ts'

/** What carries a live status is at most a minute old. */
export const livePolicy = { ttl: 20, swr: 40, sie: 86_400 } as const
export const listPolicy = { ttl: 60, swr: 300, sie: 86_400 } as const
/** What is said in the forum, and how much, is at most a minute old. */
export const forumPolicy = { ttl: 20, swr: 40, sie: 86_400 } as const
export const detailPolicy = { ttl: 300, swr: 600, sie: 86_400 } as const

type Times = Pick<CachePolicy, 'ttl' | 'swr' | 'sie'>

/** A policy of these times and tags; `query` and `bypass` as in `CachePolicy`. */
export function tagged(
  policy: Times,
  tags: (params: PageParams) => readonly PageTag[],
  query: CachePolicy['query'] = {},
  bypass: readonly string[] = [],
): CachePolicy {
  return { ...policy, query, bypass, tags }
}
