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

/** The page table's answer for a path and the query that is left; undefined when the answer may not be shared. */
export type ResolvePage = (path: string, query: URLSearchParams) => PagePlan | undefined

/** What is remembered of one address as it was written: its plan, and the entry that answered it last. */
export interface Slot {
  readonly plan: PagePlan | undefined
  /** A page that could be shared were it not for its query. */
  readonly bypassedRoute: string | undefined
  entry: Entry | undefined
  counter: Counter | undefined
}

/** Names that make an answer personal: such an address goes to the application. */
const bypassNames: ReadonlySet<string> = new Set([
  'token',
  'action',
  'inviteUserId',
  'clueUserId',
  'inviteWay',
  'isPreview',
  'isRegistered',
])
/** Names that advertisers add and that change nothing in the page. */
const trackingName = /^(?:utm_\w{1,32}|from|spm|gclid|bd_vid)$/

const longestPath = 200
const longestValue = 64
const longestRemembered = 512
const rememberedPlans = 4096
const rememberedOthers = 2048

function readQuery(text: string): URLSearchParams | undefined {
  const query = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(text)) {
    if (trackingName.test(name)) continue
    if (bypassNames.has(name) || query.has(name) || value.length > longestValue) return undefined
    query.append(name, value)
  }
  return query
}

function plan(resolve: ResolvePage, url: string): Slot {
  const slot: Slot = { plan: undefined, bypassedRoute: undefined, entry: undefined, counter: undefined }
  const mark = url.indexOf('?')
  const rawPath = mark < 0 ? url : url.slice(0, mark)
  if (rawPath.length > longestPath || isWrongTarget(rawPath)) return slot
  const path = canonicalPath(rawPath)
  const query = readQuery(mark < 0 ? '' : url.slice(mark + 1))
  const found = query && resolve(path, query)
  if (found) return { ...slot, plan: found }
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
    if (url.length < longestRemembered) (slot.plan ? plans : others).set(url, slot)
    return slot
  }
}
