import { type ChatFacts, type CommonData, emptyCommonData } from '#client/features/common/common-data.ts'
import type { Api } from '#shared/contract/calls.ts'
import { within } from './within.ts'

export interface CommonStore {
  /** The common data, whether a call failed and whether it is late; never throws, so that start-up never blocks a page. */
  get(): Promise<{ data: CommonData; degraded: boolean; isLate?: boolean }>
  /** What is here at this moment, however old, for whoever can't wait. */
  held(): CommonData
  /** Forgets the copy: something it shows has changed. */
  purge(): void
}

export interface CommonStoreOptions {
  api: Api
  brandName: string
  servicePhone: string
  /** Who answers learners, as the settings say; the school's own window unless told. */
  chat?: ChatFacts
  /** Milliseconds of a clock that nobody sets. */
  elapsed: () => number
  /** How long a page waits for it after a purge, in milliseconds; then the former copy stands in, and the page isn't kept. */
  patienceMs?: number
}

const freshMs = 60_000
const retryMs = 1_000
const usualPatienceMs = 850

/**
 * A copy in memory of what start-up loads for every page (spec §4): course types, colleges, hot searches, links and app
 * config, at most a minute old. While it is refreshed the old copy serves; a failed call leaves its part as it was.
 */
export function createCommonStore({
  api,
  brandName,
  servicePhone,
  chat,
  elapsed,
  patienceMs = usualPatienceMs,
}: CommonStoreOptions): CommonStore {
  let data = emptyCommonData(brandName, servicePhone, chat)
  let degraded = true
  let loadedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | undefined
  let purges = 0
  let hasOld = false

  async function load(): Promise<void> {
    const begunAfter = purges
    const calls = {
      courseTypes: api.call('GET /api/common/course-type-node', {}),
      classTypes: api.call('GET /api/classSystem/type', {}),
      colleges: api.call('GET /api/modular/college-path', {}),
      hotSearches: api.call('GET /api/search/hot-search', {}),
      links: api.call('GET /api/common/links', {}),
      config: api.call('GET /api/app/config', {}),
    }
    const names = Object.keys(calls) as (keyof CommonData)[]
    const results = await Promise.allSettled(Object.values(calls))
    // What was asked before a change is not shown after it.
    if (begunAfter !== purges) return
    const next: Record<string, unknown> = { ...data }
    for (const [index, result] of results.entries())
      if (result.status === 'fulfilled') next[names[index] as string] = result.value
    degraded = results.some((result) => result.status === 'rejected')
    data = next as unknown as CommonData
    hasOld = true
    loadedAt = elapsed() - (degraded ? freshMs - retryMs : 0)
  }

  function refresh(): Promise<void> {
    if (loading) return loading
    const own = load().finally(() => {
      if (loading === own) loading = undefined
    })
    loading = own
    return own
  }

  return {
    async get() {
      const age = elapsed() - loadedAt
      if (age > freshMs) {
        const refreshing = refresh()
        const isMissing = (): boolean => loadedAt === Number.NEGATIVE_INFINITY
        if (isMissing()) {
          // Purged meanwhile: asked once more.
          const asked = refreshing.then(() => (isMissing() ? refresh() : undefined))
          await (hasOld ? within(asked, patienceMs) : asked)
          if (isMissing()) return { data, degraded: true, isLate: true }
        }
      }
      return { data, degraded }
    },
    held: () => data,
    purge() {
      purges += 1
      loading = undefined
      loadedAt = Number.NEGATIVE_INFINITY
    },
  }
}
