import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientAddress } from './client-address.ts'
import { type OpsToken, sendOps as send, sendTooManyGuesses } from './ops-token.ts'
import type { UserMark } from './user-mark.ts'

/** Addresses that are answered here, or nowhere: no page stands under them. */
export const opsAddresses = /^\/ops(?:\/|$)/

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
  readonly token: OpsToken
  readonly cache: OpsCache
  readonly log: { info(values: object, message: string): void; warn(values: object, message: string): void }
  readonly trustProxy: number
  /** The mark by which a user's lines are found. */
  readonly userMark: UserMark
}

const largestOrder = 10 * 1024
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
  return function ops(req: IncomingMessage, res: ServerResponse, next: Next): void {
    const url = new URL(req.url ?? '/', 'http://localhost')
    if (!token.isSet || !url.pathname.startsWith('/ops/')) return next()
    const verdict = token.check(req, 'counts')
    if (verdict.kind === 'over') return sendTooManyGuesses(res, verdict.seconds)
    if (verdict.kind === 'wrong') {
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
