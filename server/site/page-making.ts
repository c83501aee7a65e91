import type { Page } from '#client/pages/define-page.ts'
import type { PageMatch } from '#client/pages/match-page.ts'
import type { LateResult } from '#server/render/stream.tsx'
import type { Api } from '#shared/contract/calls.ts'
import type { PagePress } from './page-output.ts'
import { leastCriticalMs } from './personal-page.ts'
import { type Prepared, type PrepareOptions, preparePage } from './prepare-page.ts'
import type { StartedSession } from './session.ts'

/**
 * How long late data are waited for before the page is streamed: a page in one piece is cheaper and needs no nonce. When
 * several pages are being made at once they wait for each other anyway; then many pages matter more than a first byte.
 */
const graceMs = 20
const busyGraceMs = 200
const busyPages = 4

/** The making of a site's pages, which knows how many are under way. */
export interface PageMaking {
  prepare(
    visit: { readonly url: URL; readonly api: Api },
    started: StartedSession | undefined,
    how: Pick<PrepareOptions, 'criticalMs' | 'onAsked'>,
  ): Promise<Prepared & { commonDegraded?: boolean }>
  /** How long late data are waited for now. */
  grace(): number
}

/** Creates it. */
export function createPageMaking(
  { options, env }: Pick<PagePress, 'options' | 'env'>,
  matchPage: (pathname: string) => PageMatch<Page> | undefined,
): PageMaking {
  let pagesInMaking = 0
  return {
    grace: () => (pagesInMaking > busyPages ? busyGraceMs : graceMs),
    async prepare({ url, api }, started, how) {
      pagesInMaking += 1
      let late: readonly LateResult[] = []
      try {
        const common = await options.common.get()
        // Its time has gone to what stands on every page: whatever hangs there hangs here, too.
        const criticalMs = common.isLate ? leastCriticalMs : how.criticalMs
        const prepared = await preparePage(
          { url, match: matchPage(url.pathname), session: started?.session },
          { api, common: common.data, env, user: started?.user, ...how, criticalMs },
        )
        if (prepared.kind === 'page') late = prepared.late
        return common.degraded ? { ...prepared, commonDegraded: true } : prepared
      } finally {
        // also of a page that throws: else each would make the others wait longer for good
        void Promise.all(late.map(({ done }) => done)).then(() => {
          pagesInMaking -= 1
        })
      }
    },
  }
}
