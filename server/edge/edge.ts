import type { IncomingMessage, ServerResponse } from 'node:http'
import { isPersonal } from './bypass.ts'
import type { EdgeLog, EdgeMetrics, Outcome } from './edge-metrics.ts'
import { createTally } from './edge-metrics.ts'
import type { Fill, Filled, FillResult } from './filled.ts'
import { judge, keptAnswer, lifetime, singleAnswer } from './filled.ts'
import type { Flight } from './flights.ts'
import { createFlights } from './flights.ts'
import type { Answerable, Told } from './headers.ts'
import { bypassStatus, chooseEncoding, hitHead, isUnchanged, singleHead } from './headers.ts'
import type { Packed } from './pack.ts'
import { bytesOf, packBody } from './pack.ts'
import type { PagePlan, ResolvePage, Slot } from './plan.ts'
import { createPlanner } from './plan.ts'
import type { PurgeOrder } from './purge.ts'
import { createPurgeLog } from './purge.ts'
import { RecentMap } from './recent-map.ts'
import type { Entry } from './store.ts'
import { createStore } from './store.ts'

export type { EdgeLog, EdgeMetrics, Outcome } from './edge-metrics.ts'
export type { Fill, Filled, Leader } from './filled.ts'
export type { PagePlan, ResolvePage } from './plan.ts'
export type { PurgeOrder } from './purge.ts'

/** What the edge needs to know. */
export interface EdgeOptions {
  readonly resolve: ResolvePage
  readonly fill: Fill
  /** Bytes that stored pages may take. */
  readonly maxBytes: number
  /** Number of stored 404 answers (500). */
  readonly maxNotFound?: number
  /** Seconds for which a 404 is kept. */
  readonly notFoundSeconds: number
  /** Milliseconds of the epoch. */
  readonly clock: () => number
  readonly log: EdgeLog
  readonly metrics?: EdgeMetrics
  /** Flat list (name, value, …) that goes with every answer, 304 included. */
  readonly securityHeaders: readonly string[]
  /** One aggregate line a second for each route, one whole line for a thousand hits, whole lines for all else. */
  readonly accessLog?: boolean
  /** A fill that takes longer is given up (15 s). */
  readonly fillDeadlineMs?: number
  /** What a fill that threw is answered with; a plain 500 when not given. */
  readonly whenFailed?: (plan: PagePlan, error: unknown) => Filled
}

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

const retryMs = 1000
const rememberedFailures = 500
const rememberedPurges = 1000

function plainFailure(): Filled {
  return { status: 500, html: '<!doctype html><html lang="zh-CN"><title>500</title><h1>500</h1></html>', headers: [['Retry-After', '2']], tags: [], storable: false }
}

/** Creates the edge. Its filler sees the plan of an address, never the request: what isn't in the key can't reach a page. */
export function createEdge(options: EdgeOptions): Edge {
  const { clock, log, securityHeaders: security, accessLog = false } = options
  const secured = new Set(security.filter((_value, index) => index % 2 === 0).map((name) => name.toLowerCase()))
  const find = createPlanner(options.resolve)
  const store = createStore(options.maxBytes, options.maxNotFound ?? 500)
  const purges = createPurgeLog(rememberedPurges)
  const tally = createTally(log, options.metrics, accessLog)
  const failures = new RecentMap<{ until: number; result: FillResult }>(rememberedFailures)
  const flights = createFlights({ fill: options.fill, deadlineMs: options.fillDeadlineMs ?? 15_000, sequence: () => purges.sequence, settle, fail })

  function keep(flight: Flight, filled: Filled, packed: Packed, pageHeaders: readonly string[], tags: readonly string[], stale: boolean): FillResult {
    const { plan, since } = flight
    const life = lifetime(plan, filled.status, options.notFoundSeconds)
    const answer = keptAnswer(filled.status, packed, pageHeaders, life)
    const now = clock()
    const freshUntil = stale ? now : now + life.ttl * 1000
    store.set({
      key: plan.key, route: plan.route, status: filled.status === 404 ? 404 : 200, tags, storedAt: now, sequence: since, swr: life.swr,
      freshUntil, staleUntil: freshUntil + life.swr * 1000, errorUntil: freshUntil + Math.max(life.swr, life.sie) * 1000, retryAt: 0,
      packed, cacheControl: answer.cacheControl, pageHeaders, heads: {},
    })
    failures.delete(plan.key)
    return { kept: true, bad: false, leaderAnswered: filled.leaderAnswered === true, answer }
  }

  function settle(flight: Flight, filled: Filled): FillResult {
    const { plan, since } = flight
    const judgement = judge(filled, secured)
    const packed = packBody(filled.html)
    options.metrics?.filled?.(plan.route, performance.now() - flight.begunAt, filled.status)
    const tags = [...new Set([...plan.tags, ...filled.tags])]
    const verdict = purges.verdict(since, plan.key, tags)
    if (flights.size === 1) purges.forget()
    const held = store.get(plan.key)
    const overtaken = held !== undefined && held.sequence > since
    if (judgement.store && verdict !== 'gone' && !overtaken) return keep(flight, filled, packed, judgement.pageHeaders, tags, verdict === 'stale')
    if (judgement.why === 'set-cookie') log.error({ route: plan.route, key: plan.key }, 'a shared page came with Set-Cookie')
    const result = { kept: false, bad: judgement.bad, leaderAnswered: filled.leaderAnswered === true, answer: singleAnswer(filled.status, packed, judgement) }
    if (judgement.store) return result
    const now = clock()
    if (!overtaken && verdict !== 'gone') failures.set(plan.key, { until: now + retryMs, result })
    // A page that now leads elsewhere is no failure: the stored one is out of date.
    if (!judgement.bad && !overtaken) store.remove(plan.key)
    else if (held) held.retryAt = now + retryMs
    return result
  }

  function fail(flight: Flight, error: unknown): FillResult {
    const { plan } = flight
    log.error({ err: error, route: plan.route, key: plan.key }, 'a page could not be made')
    return settle(flight, { ...(options.whenFailed?.(plan, error) ?? plainFailure()), storable: false })
  }

  function count(slot: Slot, outcome: Outcome): void {
    const route = slot.plan?.route ?? slot.bypassedRoute
    if (route === undefined) return
    slot.counter ??= tally.of(route)
    slot.counter[outcome] += 1
  }

  function logWhole(req: IncomingMessage, route: string, status: number, cache: string, ms: number): void {
    log.info({ method: req.method, url: req.url, route, status, cache, ms: Math.round(ms * 10) / 10 }, 'request')
  }

  function sendHit(req: IncomingMessage, res: ServerResponse, entry: Entry, packed: Packed, now: number): void {
    const second = Math.floor(now / 1000)
    if (entry.heads.second !== second) {
      entry.heads = { second }
      store.touch(entry)
    }
    const match = req.headers['if-none-match']
    if (match !== undefined && entry.status === 200 && isUnchanged(match, packed.etag)) {
      res.writeHead(304, hitHead(entry, packed, 'notModified', second, security))
      res.end()
      return
    }
    const encoding = chooseEncoding(req.headers['accept-encoding'] as string | undefined)
    res.writeHead(entry.status, hitHead(entry, packed, encoding, second, security))
    if (req.method === 'HEAD') res.end()
    else res.end(bytesOf(packed, encoding))
  }

  function sendSingle(req: IncomingMessage, res: ServerResponse, status: number, answer: Answerable, told: Told): void {
    const match = req.headers['if-none-match']
    if (match !== undefined && answer.kept && status === 200 && isUnchanged(match, answer.packed.etag)) {
      res.writeHead(304, singleHead(answer, 'none', told, clock(), security))
      res.end()
      return
    }
    const encoding = chooseEncoding(req.headers['accept-encoding'] as string | undefined)
    res.writeHead(status, singleHead(answer, encoding, told, clock(), security))
    if (req.method === 'HEAD') res.end()
    else res.end(bytesOf(answer.packed, encoding))
  }

  function sendOld(req: IncomingMessage, res: ServerResponse, slot: Slot, entry: Entry, packed: Packed, outcome: 'stale' | 'staleError'): void {
    const now = clock()
    const ttl = Math.floor((entry.freshUntil - now) / 1000)
    const status = `fwd=stale; ttl=${ttl}${outcome === 'staleError' ? '; detail=stale-error' : ''}`
    const answer = { packed, pageHeaders: entry.pageHeaders, cacheControl: entry.cacheControl, kept: true }
    count(slot, outcome)
    sendSingle(req, res, entry.status, answer, { status, age: Math.max(0, Math.floor((now - entry.storedAt) / 1000)) })
    if (accessLog) logWhole(req, entry.route, entry.status, outcome === 'stale' ? 'stale' : 'stale-error', 0)
  }

  function sendFilled(req: IncomingMessage, res: ServerResponse, slot: Slot, result: FillResult, led: boolean): void {
    const { answer, kept } = result
    count(slot, 'miss')
    if (led && result.leaderAnswered) return
    if (res.headersSent) {
      // The filler began to stream and failed: the client must not take the part for the whole.
      if (!res.writableEnded) res.destroy()
      return
    }
    if (res.destroyed) return
    const status = kept ? `fwd=miss; stored${led ? '' : '; collapsed'}` : `fwd=uri-miss; fwd-status=${answer.status}${led ? '' : '; collapsed'}`
    sendSingle(req, res, answer.status, answer, kept ? { status, age: 0 } : { status })
  }

  function wait(req: IncomingMessage, res: ServerResponse, slot: Slot, plan: PagePlan, old: { entry: Entry; packed: Packed } | undefined): void {
    const began = performance.now()
    const joined = flights.get(plan.key)
    // A leader with something to fall back on isn't streamed to: half a stream can't be taken back.
    const mayStream = req.method === 'GET' && old === undefined && req.headers['if-none-match'] === undefined
    const flight = joined ?? flights.start(plan, mayStream ? { req, res } : undefined)
    void flight.done.then((result) => {
      if (old && result.bad) sendOld(req, res, slot, old.entry, old.packed, 'staleError')
      else {
        sendFilled(req, res, slot, result, joined === undefined)
        if (accessLog) logWhole(req, plan.route, result.answer.status, result.kept ? 'miss' : 'unstored', performance.now() - began)
      }
    }).catch((error: unknown) => {
      log.error({ err: error, route: plan.route }, 'an answer could not be sent')
      res.destroy()
    })
  }

  function answerLate(req: IncomingMessage, res: ServerResponse, slot: Slot, plan: PagePlan, now: number): void {
    const entry = store.get(plan.key)
    const packed = entry?.packed
    if (entry && packed && now < entry.staleUntil) {
      sendOld(req, res, slot, entry, packed, 'stale')
      if (now >= entry.retryAt && !flights.get(plan.key)) flights.start(plan)
      return
    }
    const old = entry && packed && now < entry.errorUntil ? { entry, packed } : undefined
    if (old && now < old.entry.retryAt) return sendOld(req, res, slot, old.entry, old.packed, 'staleError')
    if (entry && !old) store.remove(plan.key)
    const failure = failures.get(plan.key)
    if (!old && failure && now < failure.until) return sendFilled(req, res, slot, failure.result, false)
    wait(req, res, slot, plan, old)
  }

  function bypass(res: ServerResponse, slot: Slot): false {
    if (slot.plan || slot.bypassedRoute) {
      count(slot, 'bypass')
      res.setHeader('Cache-Status', bypassStatus)
    }
    return false
  }

  function handle(req: IncomingMessage, res: ServerResponse): boolean {
    const { method } = req
    if (method !== 'GET' && method !== 'HEAD') return false
    const slot = find(req.url ?? '/')
    const { plan } = slot
    if (plan === undefined || isPersonal(req.headers)) return bypass(res, slot)
    const now = clock()
    let entry = slot.entry
    // Released entries hold no bytes: a later one has taken their place, or none.
    if (entry?.packed === undefined) entry = slot.entry = store.get(plan.key)
    if (entry?.packed === undefined || now >= entry.freshUntil) {
      answerLate(req, res, slot, plan, now)
      return true
    }
    count(slot, 'hit')
    sendHit(req, res, entry, entry.packed, now)
    if (tally.isSample()) logWhole(req, plan.route, res.statusCode, 'hit', 0)
    return true
  }

  async function warm(url: string): Promise<WarmOutcome> {
    const { plan } = find(url)
    if (!plan) return 'none'
    const entry = store.get(plan.key)
    if (entry && clock() < entry.freshUntil) return 'fresh'
    const failure = failures.get(plan.key)
    if (failure && clock() < failure.until) return 'failed'
    const result = await (flights.get(plan.key) ?? flights.start(plan)).done
    return result.kept ? 'stored' : 'failed'
  }

  function purge(order: PurgeOrder): number {
    purges.record(order)
    const { key, tag, all, hard } = order
    const named = key === undefined ? undefined : store.get(key)
    const touched = new Set<Entry>(all ? store.all() : tag === undefined ? [] : store.tagged(tag))
    if (named) touched.add(named)
    const now = clock()
    for (const entry of touched) {
      if (hard) store.remove(entry.key)
      else if (entry.freshUntil > now) {
        entry.freshUntil = now
        entry.staleUntil = now + entry.swr * 1000
      }
    }
    failures.clear()
    // A fill under way may hold what was taken down, whatever its tags turn out to be.
    if (hard) flights.detach()
    else if (flights.size === 0) purges.forget()
    return touched.size
  }

  function summary(entry: Entry): EntrySummary {
    const now = clock()
    return {
      key: entry.key, route: entry.route, status: entry.status, tags: entry.tags,
      ageSeconds: Math.floor((now - entry.storedAt) / 1000), freshSeconds: Math.floor((entry.freshUntil - now) / 1000),
      bytes: (entry.packed?.br.length ?? 0) + (entry.packed?.gzip.length ?? 0), etag: entry.packed?.etag ?? '',
    }
  }

  function entries(filter: { key?: string; tag?: string }, limit = 100): EntrySummary[] {
    const named = filter.key === undefined ? undefined : store.get(filter.key)
    const found = filter.key === undefined ? (filter.tag === undefined ? store.all() : store.tagged(filter.tag)) : named ? [named] : []
    const list: EntrySummary[] = []
    for (const entry of found) {
      if (list.length >= limit) break
      list.push(summary(entry))
    }
    return list
  }

  return {
    handle, warm, purge, entries,
    statistics: () => ({ ...store.sizes(), flights: flights.size, purges: purges.sequence }),
    flush: tally.flush,
    close() {
      flights.close()
      tally.close()
    },
  }
}
