import type { IncomingMessage } from 'node:http'
import type { EdgeLog, EdgeMetrics, Outcome, Tally } from './edge-metrics.ts'
import { createTally } from './edge-metrics.ts'
import type { Fill, Filled, FillResult } from './filled.ts'
import type { PagePlan, ResolvePage, Slot } from './page-key.ts'
import type { PurgeLog } from './purge.ts'
import { createPurgeLog } from './purge.ts'
import { RecentMap } from './recent-map.ts'
import { createRepack, type Repack } from './repack.ts'
import type { Store } from './store.ts'
import { createStore } from './store.ts'

/** What the edge needs to know. */
export interface EdgeOptions {
  readonly resolve: ResolvePage
  readonly fill: Fill
  /** Bytes that stored pages may take. */
  readonly maxBytes: number
  /** Number of stored 404 and 410 answers (500). */
  readonly maxNotFound?: number
  /** Seconds for which a 404 or 410 is kept. */
  readonly notFoundSeconds: number
  /** Milliseconds of the epoch, for `Date`. */
  readonly clock: () => number
  /** Milliseconds of a clock that nobody sets, for every age and time limit (`performance.now`). */
  readonly elapsed: () => number
  readonly log: EdgeLog
  readonly metrics?: EdgeMetrics
  /** Flat list (name, value, …) that goes with every answer, 304 included. */
  readonly securityHeaders: readonly string[]
  /** One aggregate line a second for each route, one whole line for a thousand hits, whole lines for all else. */
  readonly accessLog?: boolean
  /** A fill that takes longer is given up (15 s). */
  readonly fillDeadlineMs?: number
  /** Whether a search engine asks: it is told otherwise of pages that can't be made. */
  readonly isCrawler?: (req: IncomingMessage) => boolean
  /** How many pages are made at once (4, and up to 16 when they wait for slow data), and how long others wait for their turn (30 s). */
  readonly fillsAtOnce?: number
  readonly mostWaitMs?: number
  /** HTML of the 503 for those who would wait longer. */
  readonly whenBusy?: () => string
  /** What a fill that threw is answered with; a plain 500 when not given. */
  readonly whenFailed?: (plan: PagePlan, error: unknown) => Filled
}

/** A result that isn't kept as a page, but answers for a moment: else a stampede on a failing page would be one render each. */
export interface Failure {
  readonly until: number
  readonly result: FillResult
}

/** What the edge's parts share. */
export interface EdgeCore {
  readonly options: EdgeOptions
  readonly clock: () => number
  readonly elapsed: () => number
  readonly security: readonly string[]
  /** Lower-case names of the security headers. */
  readonly secured: ReadonlySet<string>
  readonly store: Store
  readonly purges: PurgeLog
  readonly failures: RecentMap<Failure>
  readonly tally: Tally
  readonly repack: Repack
  /** The 503 for who comes now, when a turn would come too late; undefined when it may wait. */
  readonly refuse: () => FillResult | undefined
}

/** What there is before the edge knows how busy it is. */
export type EdgeParts = Omit<EdgeCore, 'refuse'>

const rememberedFailures = 500
const rememberedPurges = 1000

/** Creates what the parts share. */
export function createCore(options: EdgeOptions): EdgeParts {
  const security = options.securityHeaders
  return {
    options,
    clock: options.clock,
    elapsed: options.elapsed,
    security,
    secured: new Set(security.filter((_value, index) => index % 2 === 0).map((name) => name.toLowerCase())),
    store: createStore(options.maxBytes, options.maxNotFound ?? 500),
    purges: createPurgeLog(rememberedPurges),
    failures: new RecentMap(rememberedFailures),
    tally: createTally(options.log, options.metrics, options.accessLog ?? false),
    repack: createRepack(options.log),
  }
}

/** Counts one answer for an address's route. */
export function countAnswer(core: EdgeCore, slot: Slot, outcome: Outcome): void {
  const route = slot.plan?.route ?? slot.bypassedRoute
  if (route === undefined) return
  slot.counter ??= core.tally.of(route)
  slot.counter[outcome] += 1
}
