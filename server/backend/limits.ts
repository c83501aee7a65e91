import { isIPv6 } from 'node:net'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError, Code } from '#shared/contract/codes.ts'

interface Policy {
  /** How often in `seconds`. */
  readonly points: number
  readonly seconds: number
  /** Whoever went over is refused for so long from then on; else until the window ends. */
  readonly lockSeconds?: number
  /** Refuses when the counter can't be asked; the others count in memory meanwhile. */
  readonly failClosed?: boolean
}

const minute = 60
const hour = 3600
const day = 24 * hour

/** How often something may be done by one key: an address, an account or a number, by what the name says. */
export const limitPolicies = {
  flow: { points: 120, seconds: minute },
  clientError: { points: 30, seconds: minute },
  captchaGet: { points: 30, seconds: minute },
  captchaCheck: { points: 60, seconds: minute },
  /** Failed checks: with the fifth in 6 minutes no new challenge is given for 6 minutes. */
  captchaFailed: { points: 4, seconds: 360, lockSeconds: 360 },
  phoneCheckMinute: { points: 10, seconds: minute },
  phoneCheckDay: { points: 30, seconds: day },
  smsNumber: { points: 1, seconds: minute, failClosed: true },
  smsAddress: { points: 20, seconds: hour, failClosed: true },
  /** The whole site's ceiling; its points come from the configuration. */
  smsSite: { points: 1000, seconds: hour, failClosed: true },
  codeAddress: { points: 60, seconds: 10 * minute },
  passwordAccount: { points: 10, seconds: 15 * minute },
  passwordAccountHour: { points: 25, seconds: hour },
  passwordAddress: { points: 50, seconds: 15 * minute },
  registerAddress: { points: 30, seconds: hour },
  oauthAddress: { points: 60, seconds: 10 * minute },
  /** Tokens for links into the site, of one account. */
  linkToken: { points: 60, seconds: hour },
  /** Tries of such tokens that came in nowhere. */
  linkTokenAddress: { points: 100, seconds: 10 * minute },
  /** Passwords that an account's own sessions gave wrong. */
  verifyAccount: { points: 10, seconds: 15 * minute },
  uploadUser: { points: 60, seconds: minute },
  /** Readings of one article or post, or looks at one work, from one address count once an hour. */
  view: { points: 1, seconds: hour },
  /** Searches of one address that count for what many search for. */
  searchLog: { points: 60, seconds: 10 * minute },
  exportUser: { points: 3, seconds: day },
  /** Tickets for the chat of rooms: a page takes one for each connection. */
  imJoin: { points: 120, seconds: minute },
  /** Notifications of payments with a wrong signature. */
  payForged: { points: 60, seconds: minute },
} as const satisfies Readonly<Record<string, Policy>>
export type LimitName = keyof typeof limitPolicies

export interface Limits {
  /** Counts one; throws HTTP 429 with code 4004 and Retry-After when it is too often. IPv6 addresses count by their /64. */
  take(name: LimitName, key: string): Promise<void>
  /** Throws like `take` when the key is over, counts nothing. */
  check(name: LimitName, key: string): Promise<void>
  /** Takes the last one back: it was no try after all. */
  giveBack(name: LimitName, key: string): Promise<void>
  /** Forgets the count. */
  clear(name: LimitName, key: string): Promise<void>
  close(): Promise<void>
}

export interface LimitsOptions {
  /** Counts for all processes together; without it each counts in its own memory. */
  readonly redisUrl?: string | undefined
  readonly points?: Partial<Record<LimitName, number>>
  readonly onError?: (error: unknown) => void
}

function refusal(waitMs: number): ApiError {
  return new ApiError(Code.Toast, '操作太频繁，请稍后再试', 429, { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) })
}

/** A connection for counters: who can't be asked says so at once, nobody waits for it. */
export function connectCounters(redisUrl: string, onError: (error: unknown) => void): Redis {
  const redis = new Redis(redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 1, connectTimeout: 1000, commandTimeout: 1000 })
  redis.on('error', onError)
  return redis
}

/** Creates the counters of a backend process. */
export function createLimits({ redisUrl, points = {}, onError = () => undefined }: LimitsOptions = {}): Limits {
  const redis = redisUrl === undefined ? undefined : connectCounters(redisUrl, onError)
  const limiters = new Map<string, RateLimiterMemory | RateLimiterRedis>()
  for (const [name, policy] of Object.entries<Policy>(limitPolicies)) {
    const options = { keyPrefix: `limit:${name}`, points: points[name as LimitName] ?? policy.points, duration: policy.seconds, blockDuration: policy.lockSeconds ?? 0 }
    const memory = new RateLimiterMemory(options)
    const spare = policy.failClosed ? {} : { insuranceLimiter: memory }
    limiters.set(name, redis ? new RateLimiterRedis({ ...options, ...spare, storeClient: redis }) : memory)
  }
  const limiterOf = (name: LimitName): RateLimiterMemory | RateLimiterRedis => limiters.get(name) as RateLimiterMemory
  return {
    async take(name, key) {
      try {
        await limiterOf(name).consume(networkOf(key))
      } catch (refused) {
        if (refused instanceof RateLimiterRes) throw refusal(refused.msBeforeNext)
        onError(refused)
        throw new ApiError(Code.Toast, '服务繁忙，请稍后再试', 503, { 'Retry-After': '5' })
      }
    },
    async check(name, key) {
      const limiter = limiterOf(name)
      const state = await limiter.get(networkOf(key)).catch((error: unknown) => {
        onError(error)
        return null
      })
      if (state && state.consumedPoints > limiter.points) throw refusal(state.msBeforeNext)
    },
    async giveBack(name, key) {
      await limiterOf(name).reward(networkOf(key)).catch(onError)
    },
    async clear(name, key) {
      await limiterOf(name).delete(networkOf(key)).catch(onError)
    },
    async close() {
      redis?.disconnect()
    },
  }
}

/** An IPv4 address itself; of IPv6 the /64 that one customer has; any other key as it is. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(Math.max(0, missing)).fill('0'), ...after].slice(0, 4).map((part) => Number.parseInt(part, 16).toString(16)).join(':')
}
