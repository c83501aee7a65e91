import { cacheName } from '#server/http/cache-status.ts'
import type { Encoding, Packed } from './pack.ts'
import { lengthOf } from './pack.ts'
import { RecentMap } from './recent-map.ts'
import type { Entry } from './store.ts'

/** Complete heads of an entry's hits, kept until the second changes, because `Age` and `Date` do. */
export interface Heads {
  readonly second: number
  readonly lists: Record<HitForm, string[] | undefined>
  /** The same as text, for connections that stay open for `keepAliveMs`. */
  readonly texts: Record<HitForm, string | undefined>
  keepAliveMs: number
}

/** What a hit is answered with. */
export type HitForm = Encoding | 'notModified'

/** Empty heads of a second; all of one shape, so that reading them stays cheap whatever has been asked for. */
export function emptyHeads(second: number): Heads {
  return {
    second,
    lists: { br: undefined, gzip: undefined, identity: undefined, notModified: undefined },
    texts: { br: undefined, gzip: undefined, identity: undefined, notModified: undefined },
    keepAliveMs: -1,
  }
}

const preferences = new RecentMap<Encoding>(512)

function qualityOf(parameters: readonly string[]): number {
  const q = parameters.map((part) => part.trim()).find((part) => /^q=/i.test(part))
  const value = q === undefined ? 1 : Number(q.slice(2))
  return Number.isFinite(value) ? value : 0
}

function readPreference(header: string): Encoding {
  const wanted = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';')
    wanted.set(name.trim(), qualityOf(parameters))
  }
  const any = wanted.get('*') ?? 0
  const br = wanted.get('br') ?? any
  const gzip = wanted.get('gzip') ?? wanted.get('x-gzip') ?? any
  const identity = wanted.get('identity') ?? 0
  if (br > 0 && br >= gzip && br >= identity) return 'br'
  return gzip > 0 && gzip >= identity ? 'gzip' : 'identity'
}

/** The form a client takes, by `Accept-Encoding`; every header folds into one of three. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (header === undefined || header === '') return 'identity'
  const known = preferences.get(header)
  if (known !== undefined) return known
  const encoding = readPreference(header)
  if (header.length < 256) preferences.set(header, encoding)
  return encoding
}

/** Whether an `If-None-Match` list names this validator (weak comparison, RFC 9110 13.1.2). */
export function isUnchanged(header: string, etag: string): boolean {
  if (header === etag || header.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === opaque)
}

/** What an answer from the edge is made of, stored or not. */
export interface Answerable {
  readonly packed: Packed
  readonly pageHeaders: readonly string[]
  readonly cacheControl: string
  /** Kept answers carry a validator. */
  readonly kept: boolean
}

/** What every head has of its site. */
export interface HeadParts {
  readonly clock: () => number
  readonly security: readonly string[]
}

/** One flat header list: everything but the length of time it was stored. */
function headOf({ clock, security }: HeadParts, answer: Answerable, form: Encoding | 'none', status: string): string[] {
  const head: string[] = []
  if (form !== 'none') {
    head.push('Content-Type', 'text/html; charset=utf-8')
    if (form !== 'identity') head.push('Content-Encoding', form)
    head.push('Content-Length', String(lengthOf(answer.packed, form)))
  }
  if (answer.kept) head.push('ETag', answer.packed.etag)
  head.push('Vary', 'Accept-Encoding', 'Cache-Control', answer.cacheControl)
  head.push('Date', new Date(clock()).toUTCString(), 'Cache-Status', `${cacheName}; ${status}`)
  if (form !== 'none') head.push(...answer.pageHeaders)
  head.push(...security)
  return head
}

function ageOf(entry: Entry, second: number): number {
  return Math.max(0, second - Math.floor(entry.storedAt / 1000))
}

/** The head of a hit, made once a second for each form. `second` is of the clock that ages go by; `Date` has its own. */
export function hitHead(
  parts: HeadParts,
  { entry, packed, form }: { readonly entry: Entry; readonly packed: Packed; readonly form: HitForm },
  second: number,
): string[] {
  const known = entry.heads.lists[form]
  if (known !== undefined) return known
  const ttl = Math.floor(entry.freshUntil / 1000) - second
  const answer = { packed, pageHeaders: entry.pageHeaders, cacheControl: entry.cacheControl, kept: true }
  const head = headOf(parts, answer, form === 'notModified' ? 'none' : form, `hit; ttl=${ttl}`)
  head.push('Age', String(ageOf(entry, second)))
  entry.heads.lists[form] = head
  return head
}

/** What `Cache-Status` says after the cache's name when an answer isn't a plain hit. */
export interface CacheOutcome {
  readonly status: string
  readonly age?: number
}

/** A head made for one answer: a miss, a stale page, an error. */
export function singleHead(
  parts: HeadParts,
  answer: Answerable,
  form: Encoding | 'none',
  outcome: CacheOutcome,
): string[] {
  const head = headOf(parts, answer, form, outcome.status)
  if (outcome.age !== undefined) head.push('Age', String(outcome.age))
  return head
}
