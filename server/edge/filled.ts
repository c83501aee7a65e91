import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answerable } from './headers.ts'
import { sharedCacheControl } from './cache-control.ts'
import type { Packed } from './pack.ts'
import type { PagePlan } from './page-key.ts'

/** The request that started a fill on an empty place; a filler may stream to it before the page is complete. */
export interface Leader {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** A page with its status and headers. */
interface MadePage {
  readonly status: number
  /** As text, or in UTF-8 already. */
  readonly html: string | Buffer
  readonly headers: readonly (readonly [string, string])[]
}

/** What a filler made of a plan. */
export interface Filled extends MadePage {
  readonly tags: readonly string[]
  readonly storable: boolean
  /** The filler has already streamed an answer to the leader; `html` is for those who wait and for the store. */
  readonly leaderAnswered?: boolean
  /** What crawlers get instead, of a page that isn't to be kept. */
  readonly forCrawlers?: MadePage
}

/** Makes a page from its plan alone; `signal` ends it at the deadline or when the edge closes, never with a visitor. */
export type Fill = (plan: PagePlan, leader: Leader | undefined, signal: AbortSignal) => Promise<Filled>

/** What the edge may do with a filled page. */
export interface Judgement {
  readonly store: boolean
  /** Not an answer to replace a good page with. */
  readonly bad: boolean
  readonly why: string
  readonly pageHeaders: readonly string[]
  readonly cacheControl: string | undefined
}

/** An answer that is given once and not kept. */
export interface SingleAnswer extends Answerable {
  readonly status: number
}

/** How a fill ended. `packed` outlives the entry, which may be pushed out before all who wait are answered. */
export interface FillResult {
  readonly kept: boolean
  readonly bad: boolean
  readonly leaderAnswered: boolean
  readonly answer: SingleAnswer
  /** What crawlers get instead. */
  readonly crawlerAnswer?: SingleAnswer
}

// Set by the edge itself, or valid for one connection only.
const ownHeaders: ReadonlySet<string> = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'etag',
  'vary',
  'date',
  'age',
  'cache-status',
  'cache-control',
  'set-cookie',
])

/** Nothing is here, not yet or not any more. */
export function isMissing(status: number): status is 404 | 410 {
  return status === 404 || status === 410
}

function reasonNotToStore(filled: Filled, named: ReadonlyMap<string, string>): string {
  if (filled.status >= 500) return 'error'
  if (filled.status !== 200 && !isMissing(filled.status)) return 'status'
  if (named.has('set-cookie')) return 'set-cookie'
  if (/\b(?:private|no-store)\b/i.test(named.get('cache-control') ?? '')) return 'cache-control'
  if ((named.get('vary') ?? 'accept-encoding').toLowerCase() !== 'accept-encoding') return 'vary'
  return filled.storable ? '' : 'incomplete'
}

/** Decides by status and headers whether a page may be kept. `secured` are names that the edge sends with everything. */
export function judge(filled: Omit<Filled, 'leaderAnswered' | 'forCrawlers'>, secured: ReadonlySet<string>): Judgement {
  const named = new Map<string, string>()
  const pageHeaders: string[] = []
  for (const [name, value] of filled.headers) {
    const lower = name.toLowerCase()
    named.set(lower, value)
    if (!ownHeaders.has(lower) && !secured.has(lower)) pageHeaders.push(name, value)
  }
  const why = reasonNotToStore(filled, named)
  // a page that says itself that nobody may keep its absence is a good answer: what was there is gone
  const isAbsence = isMissing(filled.status) && why === 'cache-control' && filled.storable
  const bad = why !== '' && !isAbsence && (filled.status >= 500 || filled.status === 200 || isMissing(filled.status))
  return { store: why === '', bad, why, pageHeaders, cacheControl: named.get('cache-control') }
}

/** Seconds for which an answer of this status may be used: 404 and 410 shortly, and never beyond. */
export function lifetime(
  plan: PagePlan,
  status: number,
  notFoundSeconds: number,
): { ttl: number; swr: number; sie: number } {
  return isMissing(status) ? { ttl: notFoundSeconds, swr: 0, sie: 0 } : { ttl: plan.ttl, swr: plan.swr, sie: plan.sie }
}

/** Wraps a page that is not kept: it carries no validator and forbids everybody else to keep it. */
export function singleAnswer(status: number, packed: Packed, judgement: Judgement): SingleAnswer {
  return {
    status,
    packed,
    pageHeaders: judgement.pageHeaders,
    cacheControl: judgement.cacheControl ?? 'no-store',
    kept: false,
  }
}

/** Wraps a page that is kept, as it is answered to those who waited for it. */
export function keptAnswer(
  status: number,
  packed: Packed,
  pageHeaders: readonly string[],
  life: { ttl: number; swr: number; sie: number },
): SingleAnswer {
  return { status, packed, pageHeaders, cacheControl: sharedCacheControl(life.ttl, life.swr, life.sie), kept: true }
}
