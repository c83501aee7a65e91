import type { Counter } from './edge-metrics.ts'
import { RecentMap } from './recent-map.ts'
import type { Entry } from './store.ts'
import { canonicalPath, isWrongTarget } from './target.ts'

/** What a cacheable address is, without anything of the request that asked for it. */
export interface PagePlan {
  /** One per answer: the key in the store. */
  readonly key: string
  /** Canonical path and sorted allowed query: what the filler renders. */
  readonly target: string
  /** The page's id, for logs and metrics. */
  readonly route: string
  /** Seconds: fresh, then served while a refresh runs, then served only when the refresh fails. */
  readonly ttl: number
  readonly swr: number
  readonly sie: number
  readonly tags: readonly string[]
}

/** A plan, and the part of the query that changes nothing in the page: no filler sees it. */
export interface PlannedPage extends PagePlan {
  readonly dropped?: string
}

/** The page table's answer for a path and a query without personal names; undefined when the answer may not be shared. */
export type ResolvePage = (path: string, query: URLSearchParams) => PlannedPage | undefined

/** What is remembered of one address as it was written: its plan, and the entry that answered it last. */
export interface Slot {
  readonly plan: PagePlan | undefined
  /** The part of its query that changes nothing: it goes along where the page leads elsewhere. */
  readonly dropped: string
  /** A page that could be shared were it not for its query. */
  readonly bypassedRoute: string | undefined
  entry: Entry | undefined
  counter: Counter | undefined
}

/** Names that make an answer personal: such an address goes to the application. */
const bypassNames: ReadonlySet<string> = new Set([
  'token',
  'action',
  'invite',
  'clue',
  'inviteUserId',
  'clueUserId',
  'inviteWay',
  'isPreview',
  'isRegistered',
])
const longestPath = 200
const longestValue = 64
const longestRemembered = 512
const rememberedPlans = 4096
const rememberedOthers = 2048

/** What a page makes of a query: the part that belongs to its key, and the rest, which changes nothing in it. */
export interface SplitQuery {
  readonly kept: URLSearchParams
  readonly dropped: string
}

/**
 * Splits a query by the names that a page knows; undefined when the answer can't be shared: a known name stands twice or
 * with a long value. Whatever advertisers and apps add costs no page of its own.
 */
export function splitQuery(query: URLSearchParams, isKnown: (name: string) => boolean): SplitQuery | undefined {
  const kept = new URLSearchParams()
  const dropped = new URLSearchParams()
  for (const [name, value] of query) {
    if (!isKnown(name)) dropped.append(name, value)
    else if (kept.has(name) || value.length > longestValue) return undefined
    else kept.append(name, value)
  }
  return { kept, dropped: dropped.toString() }
}

function readQuery(text: string): URLSearchParams | undefined {
  const query = new URLSearchParams(text)
  for (const name of query.keys()) if (bypassNames.has(name)) return undefined
  return query
}

function plan(resolve: ResolvePage, url: string): Slot {
  const slot: Slot = { plan: undefined, dropped: '', bypassedRoute: undefined, entry: undefined, counter: undefined }
  const mark = url.indexOf('?')
  const rawPath = mark < 0 ? url : url.slice(0, mark)
  if (rawPath.length > longestPath || isWrongTarget(rawPath)) return slot
  const path = canonicalPath(rawPath)
  const query = readQuery(mark < 0 ? '' : url.slice(mark + 1))
  const found = query && resolve(path, query)
  if (found) {
    const { dropped = '', ...own } = found
    return { ...slot, plan: own, dropped }
  }
  return mark < 0 ? slot : { ...slot, bypassedRoute: resolve(path, new URLSearchParams())?.route }
}

/** Returns the look-up from an address as written to its slot; reading an address twice costs one `Map` look-up. */
export function createPlanner(resolve: ResolvePage): (url: string) => Slot {
  const plans = new RecentMap<Slot>(rememberedPlans)
  // Kept apart, so that junk addresses don't push out the pages' own.
  const others = new RecentMap<Slot>(rememberedOthers)
  return function find(url: string): Slot {
    const known = plans.get(url) ?? others.get(url)
    if (known !== undefined) return known
    const slot = plan(resolve, url)
    // Every visitor of an advertisement brings another address of the same page.
    const isOwn = slot.plan !== undefined && slot.dropped === ''
    if (url.length < longestRemembered) (isOwn ? plans : others).set(url, slot)
    return slot
  }
}
