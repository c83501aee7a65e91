import type { IncomingMessage, ServerResponse } from 'node:http'
import { passedStatus } from '#server/http/cache-status.ts'
import type { PurgeOrder } from '#server/process/purge-messages.ts'
import { type Asked, type Filling, logWhole, sendFilled, sendHit, sendOld, type StoredPage } from './answers.ts'
import { isPersonal } from './bypass.ts'
import type { EdgeCore, EdgeOptions } from './edge-core.ts'
import { countAnswer, createCore } from './edge-core.ts'
import { createFillQueue } from './fill-queue.ts'
import type { Flights } from './flights.ts'
import { createFlights } from './flights.ts'
import { chooseEncoding } from './headers.ts'
import { createKeeper } from './keeper.ts'
import { keptForm } from './pack.ts'
import type { PagePlan, Slot } from './page-key.ts'
import { createPlanner } from './page-key.ts'
import type { Entry } from './store.ts'

export type { PurgeOrder } from '#server/process/purge-messages.ts'
export type { EdgeOptions } from './edge-core.ts'
export type { EdgeLog, EdgeMetrics, Outcome } from './edge-metrics.ts'
export type { Fill, Filled, Leader } from './filled.ts'
export type { PagePlan, ResolvePage } from './page-key.ts'

/** How warming one address ended: it has no place here, was there, is there now, or could not be made. */
export type WarmOutcome = 'none' | 'fresh' | 'stored' | 'failed'

/** One stored answer as operators see it. */
export interface EntrySummary {
  readonly key: string
  readonly route: string
  readonly status: number
  readonly tags: readonly string[]
  readonly ageSeconds: number
  readonly freshSeconds: number
  readonly bytes: number
  readonly etag: string
}

export interface EdgeStatistics {
  readonly pages: number
  readonly bytes: number
  readonly notFound: number
  readonly tags: number
  readonly flights: number
  readonly purges: number
}

/** The page cache in front of the application. */
export interface Edge {
  /** Answers the request, now or when its page is made; false: the application answers. */
  handle(req: IncomingMessage, res: ServerResponse): boolean
  warm(url: string): Promise<WarmOutcome>
  /** Returns how many stored answers it touched. */
  purge(order: PurgeOrder): number
  statistics(): EdgeStatistics
  entries(filter: { key?: string; tag?: string }, limit?: number): EntrySummary[]
  /** Writes the counts of the running second. */
  flush(): void
  close(): void
}

/** Somebody asks for a page of the table. */
interface Visit extends Asked {
  readonly plan: PagePlan
}

/** Pages are made a few at a time: 4 keep two cores busy, and 16 may wait for slow data together. */
const usualAtOnce = 4
const sharesOfSlow = 4
const yieldMs = 250
const usualMostWaitMs = 30_000

/** Waits for the page's fill, beginning one if none is under way; an old page stands in for a failure. */
function wait(
  core: EdgeCore,
  flights: Flights,
  visit: Visit,
  { old, why }: { readonly old: StoredPage | undefined; readonly why: Filling['why'] },
): void {
  const { req, res, plan } = visit
  const began = performance.now()
  const joined = flights.get(plan.key)
  const refused = joined ? undefined : core.refuse()
  if (refused) {
    if (old) sendOld(core, visit, old, { outcome: 'staleError' })
    else sendFilled(core, visit, refused, { led: false, why, isRefused: true })
    return
  }
  // A leader with something to fall back on isn't streamed to: half a stream can't be taken back.
  const mayStream = req.method === 'GET' && old === undefined && req.headers['if-none-match'] === undefined
  const form = keptForm(chooseEncoding(req.headers['accept-encoding'] as string | undefined))
  joined?.visitors?.push(res)
  const flight = joined ?? flights.start(plan, { form, leader: mayStream ? { req, res } : undefined, visitor: res })
  flight.done
    .then((result) => {
      if (old && result.bad) {
        sendOld(core, visit, old, { outcome: 'staleError', tried: true })
        return
      }
      sendFilled(core, visit, result, { led: joined === undefined, why })
      logWhole(core, req, {
        route: plan.route,
        status: result.answer.status,
        cache: result.kept ? 'miss' : 'unstored',
        ms: performance.now() - began,
      })
    })
    .catch((error: unknown) => {
      core.options.log.error({ err: error, route: plan.route }, 'an answer could not be sent')
      res.destroy()
    })
}

/** Answers what isn't a fresh hit: stale while a refresh runs, stale because refreshing fails, or new. */
function answerLate(core: EdgeCore, flights: Flights, visit: Visit, now: number): void {
  const { plan } = visit
  const entry = core.store.get(plan.key)
  const packed = entry?.packed
  if (entry && packed && now < entry.staleUntil) {
    sendOld(core, visit, { entry, packed }, { outcome: 'stale' })
    if (now >= entry.retryAt && !flights.get(plan.key) && !core.refuse()) flights.start(plan)
    return
  }
  const old = entry && packed && now < entry.errorUntil ? { entry, packed } : undefined
  if (old && now < old.entry.retryAt) {
    sendOld(core, visit, old, { outcome: 'staleError' })
    return
  }
  if (entry && !old) core.store.remove(plan.key)
  const why = entry ? 'stale' : 'uri-miss'
  const failure = core.failures.get(plan.key)
  if (!old && failure && now < failure.until) sendFilled(core, visit, failure.result, { led: false, why })
  else wait(core, flights, visit, { old, why })
}

function purge(core: EdgeCore, flights: Flights, order: PurgeOrder): number {
  const { store } = core
  core.purges.record(order)
  const named = order.key === undefined ? undefined : store.get(order.key)
  const touched = new Set<Entry>(order.all ? store.all() : order.tag === undefined ? [] : store.tagged(order.tag))
  if (named) touched.add(named)
  const now = core.elapsed()
  for (const entry of touched) {
    if (order.hard) {
      store.remove(entry.key)
      continue
    }
    if (entry.freshUntil > now) {
      entry.freshUntil = now
      entry.staleUntil = now + entry.swr * 1000
    }
    if (order.changed) entry.staleUntil = Math.min(entry.staleUntil, now)
  }
  core.failures.clear()
  // A fill under way may hold what was changed or taken down, whatever its tags turn out to be.
  if (order.hard || order.changed) flights.detach()
  if (flights.running === 0) core.purges.forget()
  return touched.size
}

function summarise(entry: Entry, now: number): EntrySummary {
  return {
    key: entry.key,
    route: entry.route,
    status: entry.status,
    tags: entry.tags,
    ageSeconds: Math.floor((now - entry.storedAt) / 1000),
    freshSeconds: Math.floor((entry.freshUntil - now) / 1000),
    bytes: (entry.packed?.br?.length ?? 0) + (entry.packed?.gzip?.length ?? 0),
    etag: entry.packed?.etag ?? '',
  }
}

function listEntries(core: EdgeCore, { key, tag }: { key?: string; tag?: string }, limit: number): EntrySummary[] {
  const named = key === undefined ? undefined : core.store.get(key)
  const found =
    key === undefined ? (tag === undefined ? core.store.all() : core.store.tagged(tag)) : named ? [named] : []
  const list: EntrySummary[] = []
  for (const entry of found) {
    if (list.length >= limit) break
    list.push(summarise(entry, core.elapsed()))
  }
  return list
}

/** Leaves a page to the application and says so. */
function bypass(core: EdgeCore, req: IncomingMessage, res: ServerResponse, slot: Slot): false {
  if (slot.plan !== undefined || slot.bypassedRoute !== undefined) {
    countAnswer(core, slot, 'bypass')
    res.setHeader('Cache-Status', passedStatus(req.method))
  }
  return false
}

/** Creates the edge. Its filler sees the plan of an address, never the request: what isn't in the key can't reach a page. */
export function createEdge(options: EdgeOptions): Edge {
  const { fillsAtOnce = usualAtOnce, mostWaitMs = usualMostWaitMs } = options
  const queue = createFillQueue({ atOnce: fillsAtOnce, yieldMs, most: fillsAtOnce * sharesOfSlow })
  const core: EdgeCore = {
    ...createCore(options),
    refuse: () => (queue.expectedMs() > mostWaitMs ? keeper.refuse(queue.expectedMs()) : undefined),
  }
  const find = createPlanner(options.resolve)
  const { elapsed, store, tally } = core
  const keeper = createKeeper(core, () => flights.running === 1)
  const flights = createFlights({
    fill: options.fill,
    queue,
    mostWaitMs,
    refuse: () => keeper.refuse(queue.expectedMs()),
    deadlineMs: options.fillDeadlineMs ?? 15_000,
    sequence: () => core.purges.sequence,
    settle: keeper.settle,
    fail: keeper.fail,
  })

  function handle(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false
    let slot: Slot
    try {
      slot = find(req.url ?? '/')
    } catch (error) {
      // The application may answer all the same; the address isn't remembered.
      options.log.error({ err: error, path: req.url?.split('?')[0] }, 'an address could not be planned')
      return false
    }
    const { plan } = slot
    if (plan === undefined || isPersonal(req.headers)) return bypass(core, req, res, slot)
    const now = elapsed()
    let entry = slot.entry
    // Released entries hold no bytes: a later one has taken their place, or none.
    if (entry?.packed === undefined) entry = slot.entry = store.get(plan.key)
    if (entry?.packed === undefined || now >= entry.freshUntil) {
      answerLate(core, flights, { req, res, slot, plan }, now)
      return true
    }
    countAnswer(core, slot, 'hit')
    sendHit(core, { req, res }, { entry, packed: entry.packed }, now)
    if (tally.isSample()) logWhole(core, req, { route: plan.route, status: res.statusCode, cache: 'hit', ms: 0 })
    return true
  }

  async function warm(url: string): Promise<WarmOutcome> {
    const { plan } = find(url)
    if (!plan) return 'none'
    const now = elapsed()
    const entry = store.get(plan.key)
    if (entry && now < entry.freshUntil) return 'fresh'
    const failure = core.failures.get(plan.key)
    if (failure && now < failure.until) return 'failed'
    const underWay = flights.get(plan.key)
    // it is to be kept, whether or not those who wait for it stay
    if (underWay) underWay.visitors = undefined
    const result = await (underWay ?? flights.start(plan)).done
    return result.kept ? 'stored' : 'failed'
  }

  return {
    handle,
    warm,
    purge: (order) => purge(core, flights, order),
    entries: (filter, limit = 100) => listEntries(core, filter, limit),
    statistics: () => ({ ...store.sizes(), flights: flights.size, purges: core.purges.sequence }),
    flush: tally.flush,
    close() {
      flights.close()
      tally.close()
    },
  }
}
