import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { networkOf } from './client-network.ts'
import { clientAddress } from './client-address.ts'

/** So many wrong tokens of one address in so many seconds. */
export interface GuessLimit {
  readonly points: number
  readonly seconds: number
}

export interface OpsTokenOptions {
  /** None: every token is wrong, and none is counted. */
  readonly token: string | undefined
  readonly guesses: GuessLimit
  /** Number of proxies whose `X-Forwarded-For` is believed. */
  readonly trustProxy: number
  /** Epoch milliseconds. */
  readonly clock?: () => number
}

/** What a request says of the operators' token; `over`: its address guessed too often, and may come again in so many seconds. */
export type OpsTokenVerdict = { readonly kind: 'right' | 'wrong' } | { readonly kind: 'over'; readonly seconds: number }

/** The one check of the operators' token: every address behind it asks here, so that they share the limit of guesses. */
export interface OpsToken {
  readonly isSet: boolean
  /** A wrong token counts as a guess; one that isn't there only when `counts`. */
  check(req: IncomingMessage, missing: 'counts' | 'is no guess'): OpsTokenVerdict
}

/** Addresses whose guesses are remembered; beyond it the oldest are forgotten. */
const mostAddresses = 10_000

interface Guesses {
  /** Seconds until this address may try again; 0 when it may. */
  over(address: string): number
  add(address: string): void
}

function createGuesses({ points, seconds }: GuessLimit, clock: () => number): Guesses {
  const counts = new Map<string, { times: number; until: number }>()
  const current = (address: string): { times: number; until: number } | undefined => {
    const count = counts.get(address)
    return count && count.until > clock() ? count : undefined
  }
  return {
    over(address) {
      const count = current(address)
      return count && count.times >= points ? Math.ceil((count.until - clock()) / 1000) : 0
    },
    add(address) {
      const count = current(address) ?? { times: 0, until: clock() + seconds * 1000 }
      counts.delete(address)
      counts.set(address, { ...count, times: count.times + 1 })
      const [oldest] = counts.keys()
      if (counts.size > mostAddresses && oldest !== undefined) counts.delete(oldest)
    },
  }
}

/** Compared in constant time. */
function isToken(header: string, token: string): boolean {
  const [scheme = '', given = ''] = header.split(' ')
  // Digests have one length, so that the comparison doesn't tell how long the token is.
  const same = timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'))
  return same && scheme.toLowerCase() === 'bearer'
}

/** Creates the check of one web process. */
export function createOpsToken({ token, guesses: limit, trustProxy, clock = Date.now }: OpsTokenOptions): OpsToken {
  const guesses = createGuesses(limit, clock)
  return {
    isSet: Boolean(token),
    check(req, missing) {
      const header = req.headers.authorization
      if (!token || (header === undefined && missing === 'is no guess')) return { kind: 'wrong' }
      const address = networkOf(clientAddress(req, trustProxy))
      const seconds = guesses.over(address)
      if (seconds > 0) return { kind: 'over', seconds }
      if (isToken(header ?? '', token)) return { kind: 'right' }
      guesses.add(address)
      return { kind: 'wrong' }
    },
  }
}

/** Answers an operator with JSON. */
export function sendOps(
  res: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  res.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers })
  res.end(JSON.stringify(body))
}

/** Answers whoever guessed too often: 429, with the right token, too. */
export function sendTooManyGuesses(res: ServerResponse, seconds: number): void {
  sendOps(res, 429, { error: 'Too many wrong tokens from this address.' }, { 'Retry-After': String(seconds) })
}
