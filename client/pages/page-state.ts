import type { DehydratedState } from '@tanstack/react-query'
import type { SiteEnv } from '#client/features/common/app-context.ts'
import type { CommonData } from '#client/features/common/common-data.ts'
import type { PageView } from '#client/pages/page-view.ts'
import type { VisitSession } from '#shared/rules/page-guards.ts'

/** What the server hands to the browser in the `state` block. Nothing in it tells when it was made: equal pages have equal bytes. */
export interface PageState {
  env: SiteEnv
  view: Omit<PageView, 'Component' | 'choice'>
  common: CommonData
  /** Loaded queries as TanStack Query's `dehydrate` has them, `dehydratedAt` and `dataUpdatedAt` 0. */
  dehydrated: DehydratedState
  /** Hashes of the queries that follow in the stream. */
  late: string[]
  /** Only on pages that are no one else's: what the start-up call told. */
  session?: VisitSession
  /** Who is there wasn't known yet: the start-up call's answer is among the late queries. */
  isSessionLate?: true
}

/** Dehydrated queries as data of the moment `now` (ms since the epoch), the browser's clock: a page may have lain in a cache. */
export function asOf(now: number, { mutations, queries }: DehydratedState): DehydratedState {
  return {
    mutations,
    queries: queries.map((query) => ({ ...query, dehydratedAt: now, state: { ...query.state, dataUpdatedAt: now } })),
  }
}
