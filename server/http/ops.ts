import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressKey, clientAddress } from './client-address.ts'
import { hasOpsToken } from './ops-token.ts'
import type { UserMark } from './user-mark.ts'

type Next = (error?: unknown) => void

/** What is to be forgotten, as an operator writes it. */
export interface OpsPurge {
  readonly key?: string
  readonly tag?: string
  readonly all?: boolean
  readonly hard?: boolean
}

/** The page cache as operators see it. */
export interface OpsCache {
  /** Of all web processes of this machine together. */
  statistics(): Promise<object>
  entries(filter: { key?: string; tag?: string }): Promise<readonly object[]>
  /** Here and in the other processes, on other machines, too. */
  purge(order: OpsPurge): Promise<OpsPurged>
}

/** What a purge has done. */
export interface OpsPurged {
  /** Stored answers that it touched on this machine. */
  readonly touched: number
  /** Processes that have purged, this one among them. */
  readonly confirmed: number
  /** Processes that ought to have and didn't say so. */
  readonly unconfirmed: number
}

export interface OpsOptions {
  readonly token: string | undefined
  readonly cache: OpsCache
  readonly log: { info(values: object, message: string): void; warn(values: object, message: string): void }
  readonly trustProxy: number
  /** Wrong tokens of one address in so many seconds, then 429. */
  readonly guesses: GuessLimit
  readonly clock?: () => number
  /** The mark by which a user's lines are found. */
  readonly userMark: UserMark
}

const largestOrder = 10 * 1024
/** Addresses whose guesses are remembered; beyond it the oldest are forgotten. */
const mostAddresses = 10_000

export interface GuessLimit {
  readonly points: number
  readonly seconds: number
}

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

function send(res: ServerResponse, status: number, body: object, headers: Readonly<Record<string, string>> = {}): void {
  res.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers })
  res.end(JSON.stringify(body))
}

async function readJson(req: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of req as AsyncIterable<Buffer>) {
    size += part.length
    if (size > largestOrder) return undefined
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString())
  } catch {
    return undefined
  }
}

function readOrder(value: unknown): OpsPurge | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { key, tag, all, hard } = value as Record<string, unknown>
  const named = [typeof key === 'string' && key !== '', typeof tag === 'string' && tag !== '', all === true].filter(
    Boolean,
  )
  if (named.length !== 1 || (hard !== undefined && typeof hard !== 'boolean')) return undefined
  return {
    ...(typeof key === 'string' ? { key } : {}),
    ...(typeof tag === 'string' ? { tag } : {}),
    ...(all === true ? { all } : {}),
    hard: hard === true,
  }
}

async function purge(req: IncomingMessage, res: ServerResponse, { cache, log, trustProxy }: OpsOptions): Promise<void> {
  const order = readOrder(await readJson(req))
  if (!order) return send(res, 400, { error: 'Give exactly one of key, tag, all: true; and hard: true or false.' })
  const purged = await cache.purge(order)
  log.info({ audit: true, action: 'cache purge', ...order, ...purged, address: clientAddress(req, trustProxy) }, 'ops')
  if (purged.unconfirmed === 0) return send(res, 200, purged)
  // Taken in, but not known to be done everywhere (RFC 9110 15.3.3).
  const warning = `${purged.unconfirmed} processes have not confirmed: what was to be taken down may still be shown there.`
  log.warn({ action: 'cache purge', ...order, ...purged }, warning)
  send(res, order.hard ? 202 : 200, { ...purged, warning })
}

/** The mark under which somebody's requests stand in the log, for who has a complaint and a user's number. */
function sendMark(res: ServerResponse, id: string, { userMark }: OpsOptions): void {
  if (!/^[1-9]\d{0,15}$/.test(id)) return send(res, 400, { error: "Give a user's number as id." })
  send(res, 200, { mark: userMark(id) })
}

/** Operators' calls under `/ops`, behind the bearer token; without a configured token they don't exist. */
export function createOps(options: OpsOptions): (req: IncomingMessage, res: ServerResponse, next: Next) => void {
  const { token, cache, log, trustProxy } = options
  const guesses = createGuesses(options.guesses, options.clock ?? Date.now)
  return function ops(req: IncomingMessage, res: ServerResponse, next: Next): void {
    const url = new URL(req.url ?? '/', 'http://localhost')
    if (!token || !url.pathname.startsWith('/ops/')) return next()
    const address = addressKey(clientAddress(req, trustProxy))
    const over = guesses.over(address)
    if (over > 0)
      return send(res, 429, { error: 'Too many wrong tokens from this address.' }, { 'Retry-After': String(over) })
    if (!hasOpsToken(req, token)) {
      guesses.add(address)
      log.warn({ audit: true, action: 'refused', path: url.pathname, address: clientAddress(req, trustProxy) }, 'ops')
      return send(res, 401, { error: "The operators' token is missing or wrong." }, { 'WWW-Authenticate': 'Bearer' })
    }
    const key = url.searchParams.get('key') ?? undefined
    const tag = url.searchParams.get('tag') ?? undefined
    const route = `${req.method} ${url.pathname}`
    if (route === 'GET /ops/user-mark') return sendMark(res, url.searchParams.get('id') ?? '', options)
    if (route === 'GET /ops/cache') {
      cache
        .statistics()
        .then((statistics) => send(res, 200, statistics))
        .catch(next)
      return
    }
    if (route === 'GET /ops/cache/entries') {
      cache
        .entries({ key, tag })
        .then((entries) => send(res, 200, { entries }))
        .catch(next)
      return
    }
    if (route === 'POST /ops/cache/purge') {
      purge(req, res, options).catch(next)
      return
    }
    next()
  }
}
