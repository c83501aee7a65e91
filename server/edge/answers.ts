import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EdgeCore } from './edge-core.ts'
import { countAnswer } from './edge-core.ts'
import type { FillResult, SingleAnswer } from './filled.ts'
import type { Told } from './headers.ts'
import { chooseEncoding, hitHead, isUnchanged, singleHead } from './headers.ts'
import type { Packed } from './pack.ts'
import { bytesOf, type Encoding, formMade, isMade } from './pack.ts'
import type { Slot } from './plan.ts'
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
export function logWhole(core: EdgeCore, req: IncomingMessage, route: string, status: number, cache: string, ms: number): void {
  if (!core.options.accessLog) return
  core.options.log.info({ method: req.method, url: req.url, route, status, cache, ms: Math.round(ms * 10) / 10 }, 'request')
}

/** Answers from a fresh entry: the path that must cost no more than a bare server. */
export function sendHit(core: EdgeCore, req: IncomingMessage, res: ServerResponse, entry: Entry, packed: Packed, now: number): void {
  const second = Math.floor(now / 1000)
  if (entry.heads.second !== second) {
    entry.heads = { second }
    core.store.touch(entry)
  }
  const match = req.headers['if-none-match']
  if (match !== undefined && entry.status === 200 && isUnchanged(match, packed.etag)) {
    res.writeHead(304, hitHead(core, entry, packed, 'notModified', second))
    res.end()
    return
  }
  const encoding = chooseEncoding(req.headers['accept-encoding'] as string | undefined)
  if (!isMade(packed, encoding)) return whenMade(core, res, packed, encoding, () => sendHit(core, req, res, entry, packed, core.elapsed()))
  res.writeHead(entry.status, hitHead(core, entry, packed, encoding, second))
  end(req, res, bytesOf(packed, encoding))
}

function sendSingle(core: EdgeCore, req: IncomingMessage, res: ServerResponse, answer: SingleAnswer, told: Told): void {
  const match = req.headers['if-none-match']
  if (match !== undefined && answer.kept && answer.status === 200 && isUnchanged(match, answer.packed.etag)) {
    res.writeHead(304, singleHead(answer, 'none', told, core.clock(), core.security))
    res.end()
    return
  }
  const encoding = chooseEncoding(req.headers['accept-encoding'] as string | undefined)
  if (!isMade(answer.packed, encoding)) return whenMade(core, res, answer.packed, encoding, () => sendSingle(core, req, res, answer, told))
  res.writeHead(answer.status, singleHead(answer, encoding, told, core.clock(), core.security))
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
  const how = outcome === 'stale' ? 'hit; detail=stale-while-revalidate' : tried ? 'fwd=stale; detail=stale-error' : 'hit; detail=stale-error'
  const status = `${how}; ttl=${ttl}`
  const answer = { status: entry.status, packed, pageHeaders: entry.pageHeaders, cacheControl: entry.cacheControl, kept: true }
  countAnswer(core, slot, outcome)
  sendSingle(core, req, res, answer, { status, age: Math.max(0, Math.floor((now - entry.storedAt) / 1000)) })
  logWhole(core, req, entry.route, entry.status, outcome === 'stale' ? 'stale' : 'stale-error', 0)
}

/** Why a fill was waited for: there was nothing at this address, or something too old; and whether this request began it. */
export interface Filling {
  readonly led: boolean
  readonly why: 'uri-miss' | 'stale'
}

/** Answers with what a fill made. */
export function sendFilled(core: EdgeCore, req: IncomingMessage, res: ServerResponse, slot: Slot, result: FillResult, { led, why }: Filling): void {
  const { answer, kept } = result
  countAnswer(core, slot, 'miss')
  if (led && result.leaderAnswered) return
  if (res.headersSent) {
    // The filler began to stream and failed: the client must not take the part for the whole.
    if (!res.writableEnded) res.destroy()
    return
  }
  if (res.destroyed) return
  const collapsed = led ? '' : '; collapsed'
  if (kept) sendSingle(core, req, res, answer, { status: `fwd=${why}; stored${collapsed}`, age: 0 })
  else sendSingle(core, req, res, answer, { status: `fwd=${why}; fwd-status=${answer.status}${collapsed}` })
}
