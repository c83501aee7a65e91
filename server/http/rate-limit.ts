import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'
import { Code, codeMessages } from '#shared/contract/codes.ts'
import { networkOf } from './client-network.ts'
import { clientAddress } from './client-address.ts'

type Next = (error?: unknown) => void

export interface RateLimitOptions {
  /** Keeps the counts of several limits apart. */
  readonly name: string
  readonly points: number
  readonly seconds: number
  readonly trustProxy: number
  /** Shared between processes when given; without it, and when it fails, each process counts alone. */
  readonly redis?: Redis
  readonly clock?: () => number
}

/** Answers 429 with an envelope and `Retry-After`. */
export function sendTooMany(res: ServerResponse, seconds: number, clock: () => number): void {
  const body = JSON.stringify({ code: Code.Toast, msg: codeMessages[Code.Toast], body: null, Time: clock() })
  res.writeHead(429, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Retry-After': String(seconds),
  })
  res.end(body)
}

/** Limits requests by client address (an IPv6 /64 is one client); nobody is exempt, loopback included. */
export function createRateLimit(
  options: RateLimitOptions,
): (req: IncomingMessage, res: ServerResponse, next: Next) => void {
  const { name, points, seconds, trustProxy, redis, clock = Date.now } = options
  const memory = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
  const limiter = redis
    ? new RateLimiterRedis({ storeClient: redis, keyPrefix: name, points, duration: seconds, insuranceLimiter: memory })
    : memory
  return function rateLimit(req: IncomingMessage, res: ServerResponse, next: Next): void {
    limiter.consume(networkOf(clientAddress(req, trustProxy))).then(
      () => next(),
      (refusal: RateLimiterRes | Error) => {
        if (refusal instanceof Error) next()
        else sendTooMany(res, Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)), clock)
      },
    )
  }
}
