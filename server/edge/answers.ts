import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EdgeCore } from './edge-core.ts'
import { countAnswer } from './edge-core.ts'
import type { FillResult, SingleAnswer } from './filled.ts'
import type { CacheOutcome } from './headers.ts'
import { chooseEncoding, emptyHeads, type HitForm, hitHead, isUnchanged, singleHead } from './headers.ts'
import type { Packed } from './pack.ts'
import { bytesOf, type Encoding, formMade, isMade } from './pack.ts'
import type { Slot } from './plan.ts'
import { keptOpenMs, rawHead, sendRawHead } from './raw-head.ts'
import type { Entry } from './store.ts'

function end(req: IncomingMessage, res: ServerResponse, body: Buffer): void {
  if (req.method === 'HEAD') res.end()
  else res.end(body)
}

/** Waits for a form that nobody has asked for before, then answers; whoever has left meanwhile gets nothing. */
function whenMade(core: EdgeCore, res: ServerResponse, packed: Packed, encoding: Encoding, answer: () => void): void {
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
  route: string,
  status: number,
  cache: string,
  ms: number,
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
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  entry: Entry,
  packed: Packed,
  form: HitForm,
): void {
  const { heads } = entry
  const keepAliveMs = keptOpenMs(req, res)
  if (keepAliveMs === undefined) {
    res.writeHead(status, hitHead(core, entry, packed, form, heads.second))
    return
  }
  let text = heads.keepAliveMs === keepAliveMs ? heads.texts[form] : undefined
  if (text === undefined) {
    text = rawHead(status, hitHead(core, entry, packed, form, heads.second), keepAliveMs)
    heads.texts[form] = text
    heads.keepAliveMs = keepAliveMs
  }
  sendRawHead(res, status, text)
}

/** Answers from a fresh entry: the path that must cost no more than a bare server. */
export function sendHit(
  core: EdgeCore,
  req: IncomingMessage,
  res: ServerResponse,
  entry: Entry,
  packed: Packed,
  now: number,
): void {
  const second = Math.floor(now / 1000)
  if (entry.heads.second !== second) {
    entry.heads = emptyHeads(second)
    core.store.touch(entry)
  }
  const match = req.headers['if-none-match']
  if (match !== undefined && entry.status === 200 && isUnchanged(match, packed.etag)) {
    sendHead(core, req, res, 304, entry, packed, 'notModified')
    res.end()
    return
  }
  const encoding = chooseEncoding(req.headers['accept-encoding'] as string | undefined)
  if (!isMade(packed, encoding))
    return whenMade(core, res, packed, encoding, () => sendHit(core, req, res, entry, packed, core.elapsed()))
  sendHead(core, req, res, entry.status, entry, packed, encoding)
  end(req, res, bytesOf(packed, encoding))
}

function sendSingle(
  core: EdgeCore,
  req: IncomingMessage,
  res: ServerResponse,
  answer: SingleAnswer,
  outcome: CacheOutcome,
): void {
  const match = req.headers['if-none-match']
  if (match !== undefined && answer.kept && answer.status === 200 && isUnchanged(match, answer.packed.etag)) {
    res.writeHead(304, singleHead(answer, 'none', outcome, core.clock(), core.security))
    res.end()
    return
  }
  const encoding = chooseEncoding(req.headers['accept-encoding'] as string | undefined)
  if (!isMade(answer.packed, encoding))
    return whenMade(core, res, answer.packed, encoding, () => sendSingle(core, req, res, answer, outcome))
  res.writeHead(answer.status, singleHead(answer, encoding, outcome, core.clock(), core.security))
  end(req, res, bytesOf(answer.packed, encoding))
}

/** Answers from an entry that is no longer fresh: while a refresh runs, or because it failed; `tried`: for this very request. */
export function sendOld(
  core: EdgeCore,
  req: IncomingMessage,
  res: ServerResponse,
  slot: Slot,
  entry: Entry,
  packed: Packed,
  outcome: 'stale' | 'staleError',
  tried = false,
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
  countAnswer(core, slot, outcome)
  sendSingle(core, req, res, answer, { status, age: Math.max(0, Math.floor((now - entry.storedAt) / 1000)) })
  logWhole(core, req, entry.route, entry.status, outcome === 'stale' ? 'stale' : 'stale-error', 0)
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
  req: IncomingMessage,
  res: ServerResponse,
  slot: Slot,
  result: FillResult,
  { led, why, isRefused = false }: Filling,
): void {
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
  if (kept) sendSingle(core, req, res, answer, { status: `fwd=${why}; stored${collapsed}`, age: 0 })
  else sendSingle(core, req, res, moved, { status: `fwd=${why}; fwd-status=${answer.status}${collapsed}` })
}
