import type { SiteEnv } from '#client/features/common/app-context.ts'
import type { CommonData } from '#client/features/common/common-data.ts'
import type { PageView } from '#client/pages/page-view.ts'
import type { VisitSession } from '#shared/rules/page-guards.ts'

/** What the server hands to the browser in the `state` block: no timestamps, so that equal pages have equal bytes. */
export interface PageState {
  env: SiteEnv
  view: Omit<PageView, 'Component'>
  common: CommonData
  /** Loaded queries: key and data. */
  queries: [key: readonly unknown[], data: unknown][]
  /** Hashes of the queries that follow in the stream. */
  late: string[]
  /** Only on pages that are no one else's: what the start-up call told. */
  session?: VisitSession
}
