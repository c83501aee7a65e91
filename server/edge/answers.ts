import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EdgeCore } from './edge-core.ts'
import { countAnswer } from './edge-core.ts'
import type { FillResult, SingleAnswer } from './filled.ts'
import type { CacheOutcome } from './headers.ts'
import { chooseEncoding, emptyHeads, type HitForm, hitHead, isUnchanged, singleHead } from './headers.ts'
import type { Packed } from './pack.ts'
import { bytesOf, type Encoding, formMade, isMade } from './pack.ts'
import type { Slot } from './page-key.ts'
import { keptOpenMs, rawHead, sendRawHead } from './raw-head.ts'
import type { Entry } from './store.ts'

/** A request and its answer. */
export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** The same, for an address that the edge knows. */
export interface Asked extends Exchange {
  readonly slot: Slot
}

/** A stored page with its bytes. */
export interface StoredPage {
  readonly entry: Entry
  readonly packed: Packed
}

function end({ req, res }: Exchange, body: Buffer): void {
  if (req.method === 'HEAD') res.end()
  else res.end(body)
}

/** Waits for a form that nobody has asked for before, then answers; whoever has left meanwhile gets nothing. */
function whenMade(
  core: EdgeCore,
  res: ServerResponse,
  { packed, encoding }: { readonly packed: Packed; readonly encoding: Encoding },
  answer: () => void,
): void {
  formMade(packed, encoding)
    .then(() => {
      if (!res.destroyed) answer()
    })
    .catch((error: unknown) => {
      core.options.log.error({ err: error }, 'a stored page could not be packed')
      res.destroy()
    })
}

/** Writes a whole log line about one answer. */
export function logWhole(
  core: EdgeCore,
  req: IncomingMessage,
  { route, status, cache, ms }: { route: string; status: number; cache: string; ms: number },
): void {
  if (!core.options.accessLog) return
  core.options.log.info(
    { method: req.method, url: req.url, route, status, cache, ms: Math.round(ms * 10) / 10 },
    'request',
  )
}

/** Sends the head of a hit, as text that is made once a second where the connection stays open. */
function sendHead(
  core: EdgeCore,
  { req, res }: Exchange,
  status: number,
  page: StoredPage & { readonly form: HitForm },
): void {
  const { heads } = page.entry
  const { form } = page
  const keepAliveMs = keptOpenMs(req, res)
  if (keepAliveMs === undefined) {
    res.writeHead(status, hitHead(core, page, heads.second))
    return
  }
  let text = heads.keepAliveMs === keepAliveMs ? heads.texts[form] : undefined
  if (text === undefined) {
    text = rawHead(status, hitHead(core, page, heads.second), keepAliveMs)
    heads.texts[form] = text
    heads.keepAliveMs = keepAliveMs
  }
  sendRawHead(res, status, text)
}

/** Answers from a fresh entry: the path that must cost no more than a bare server. */
export function sendHit(core: EdgeCore, exchange: Exchange, page: StoredPage, now: number): void {
  const { req, res } = exchange
  const { entry, packed } = page
  const second = Math.floor(now / 1000)
  if (entry.heads.second !== second) {
    entry.heads = emptyHeads(second)
    core.store.touch(entry)
  }
  const match = req.headers['if-none-match']
  if (match !== undefined && entry.status === 200 && isUnchanged(match, packed.etag)) {
    sendHead(core, exchange, 304, { entry, packed, form: 'notModified' })
    res.end()
    return
  }
  const encoding = chooseEncoding(req.headers['accept-encoding'] as string | undefined)
  if (!isMade(packed, encoding))
    return whenMade(core, res, { packed, encoding }, () => sendHit(core, exchange, page, core.elapsed()))
  sendHead(core, exchange, entry.status, { entry, packed, form: encoding })
  end(exchange, bytesOf(packed, encoding))
  if (packed.hasty === encoding) core.repack(entry)
}

function sendSingle(core: EdgeCore, exchange: Exchange, answer: SingleAnswer, outcome: CacheOutcome): void {
  const { req, res } = exchange
  const match = req.headers['if-none-match']
  if (match !== undefined && answer.kept && answer.status === 200 && isUnchanged(match, answer.packed.etag)) {
    res.writeHead(304, singleHead(core, answer, 'none', outcome))
    res.end()
    return
  }
  const encoding = chooseEncoding(req.headers['accept-encoding'] as string | undefined)
  if (!isMade(answer.packed, encoding))
    return whenMade(core, res, { packed: answer.packed, encoding }, () => sendSingle(core, exchange, answer, outcome))
  res.writeHead(answer.status, singleHead(core, answer, encoding, outcome))
  end(exchange, bytesOf(answer.packed, encoding))
}

/** Answers from an entry that is no longer fresh: while a refresh runs, or because it failed; `tried`: for this very request. */
export function sendOld(
  core: EdgeCore,
  asked: Asked,
  { entry, packed }: StoredPage,
  { outcome, tried = false }: { readonly outcome: 'stale' | 'staleError'; readonly tried?: boolean },
): void {
  const now = core.elapsed()
  const ttl = Math.floor((entry.freshUntil - now) / 1000)
  // Nobody was asked for this answer: that is a hit (RFC 9211, 2.1), however old. After a failed try it was forwarded in vain.
  const how =
    outcome === 'stale'
      ? 'hit; detail=stale-while-revalidate'
      : tried
        ? 'fwd=stale; detail=stale-error'
        : 'hit; detail=stale-error'
  const status = `${how}; ttl=${ttl}`
  const answer = {
    status: entry.status,
    packed,
    pageHeaders: entry.pageHeaders,
    cacheControl: entry.cacheControl,
    kept: true,
  }
  countAnswer(core, asked.slot, outcome)
  sendSingle(core, asked, answer, { status, age: Math.max(0, Math.floor((now - entry.storedAt) / 1000)) })
  const cache = outcome === 'stale' ? 'stale' : 'stale-error'
  logWhole(core, asked.req, { route: entry.route, status: entry.status, cache, ms: 0 })
}

/** The part of the query that changes nothing goes along to where the page leads. */
function withDropped(answer: SingleAnswer, dropped: string): SingleAnswer {
  const pageHeaders = answer.pageHeaders.map((value, index, all) => {
    if (all[index - 1]?.toLowerCase() !== 'location' || index % 2 === 0) return value
    return `${value}${value.includes('?') ? '&' : '?'}${dropped}`
  })
  return { ...answer, pageHeaders }
}

/** Why a fill was waited for: there was nothing at this address, or something too old; and whether this request began it. */
export interface Filling {
  readonly led: boolean
  readonly why: 'uri-miss' | 'stale'
  /** None was begun: it would have taken too long. */
  readonly isRefused?: boolean
}

/** Answers with what a fill made. */
export function sendFilled(
  core: EdgeCore,
  asked: Asked,
  result: FillResult,
  { led, why, isRefused = false }: Filling,
): void {
  const { req, res, slot } = asked
  const { kept } = result
  const answer = result.crawlerAnswer && core.options.isCrawler?.(req) ? result.crawlerAnswer : result.answer
  countAnswer(core, slot, isRefused ? 'refused' : 'miss')
  if (led && result.leaderAnswered) return
  if (res.headersSent) {
    // The filler began to stream and failed: the client must not take the part for the whole.
    if (!res.writableEnded) res.destroy()
    return
  }
  if (res.destroyed) return
  const collapsed = led || isRefused ? '' : '; collapsed'
  const moved =
    answer.status >= 300 && answer.status < 400 && slot.dropped !== '' ? withDropped(answer, slot.dropped) : answer
  if (kept) sendSingle(core, asked, answer, { status: `fwd=${why}; stored${collapsed}`, age: 0 })
  else sendSingle(core, asked, moved, { status: `fwd=${why}; fwd-status=${answer.status}${collapsed}` })
}
