import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { ownValue } from '#shared/own-value.ts'
import { networkOf } from '#server/http/client-network.ts'
import { type LimitName, limitPolicies, type Policy } from './limit-policies.ts'
import { waitText } from '#server/backend/base/wait-text.ts'

export interface Limits {
  /**
   * Counts one and answers how many that makes; throws HTTP 429 with code 4004 and Retry-After when it is too often, and 503
   * when the counter must be asked and can't be. IPv6 addresses count by their /64. What is refused isn't counted, so that
   * those let in may be given back one by one; only a limit that locks knows who went over.
   */
  take(name: LimitName, key: string): Promise<number>
  /** Throws like `take` when the key is over, counts nothing. */
  check(name: LimitName, key: string): Promise<void>
  /** How many count at present; 0 when the counter can't be asked. */
  used(name: LimitName, key: string): Promise<number>
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
  return new ApiError(Code.Toast, `操作太频繁，请在 ${waitText(waitMs)}后再试`, 429, {
    'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))),
  })
}

/** A connection for counters: who can't be asked says so at once, nobody waits for it. */
export function connectCounters(redisUrl: string, onError: (error: unknown) => void): Redis {
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 1000,
    commandTimeout: 1000,
  })
  redis.on('error', onError)
  return redis
}

/** Creates the counters of a backend process. */
export function createLimits({ redisUrl, points = {}, onError = () => undefined }: LimitsOptions = {}): Limits {
  const redis = redisUrl === undefined ? undefined : connectCounters(redisUrl, onError)
  const limiters = new Map<string, RateLimiterMemory | RateLimiterRedis>()
  for (const [name, policy] of Object.entries<Policy>(limitPolicies)) {
    const options = {
      keyPrefix: `limit:${name}`,
      points: ownValue(points, name) ?? policy.points,
      duration: policy.seconds,
      blockDuration: policy.lockSeconds ?? 0,
    }
    const memory = new RateLimiterMemory(options)
    const spare = policy.failClosed ? {} : { insuranceLimiter: memory }
    limiters.set(name, redis ? new RateLimiterRedis({ ...options, ...spare, storeClient: redis }) : memory)
  }
  const reward = async (name: LimitName, key: string): Promise<void> => {
    await limiterOf(name).reward(networkOf(key)).catch(onError)
  }
  const limiterOf = (name: LimitName): RateLimiterMemory | RateLimiterRedis => limiters.get(name) as RateLimiterMemory
  return {
    async take(name, key) {
      try {
        return (await limiterOf(name).consume(networkOf(key))).consumedPoints
      } catch (refused) {
        if (refused instanceof RateLimiterRes) {
          // else a crowd of refused ones would keep a key over after the others were given back
          if (limiterOf(name).blockDuration === 0) await reward(name, key)
          throw refusal(refused.msBeforeNext)
        }
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
      // a limit that locks has counted the one that went over
      const isOver =
        state !== null &&
        (limiter.blockDuration > 0 ? state.consumedPoints > limiter.points : state.consumedPoints >= limiter.points)
      if (isOver) throw refusal(state.msBeforeNext)
    },
    async used(name, key) {
      const state = await limiterOf(name)
        .get(networkOf(key))
        .catch((error: unknown) => {
          onError(error)
          return null
        })
      return state?.consumedPoints ?? 0
    },
    giveBack: reward,
    async clear(name, key) {
      await limiterOf(name).delete(networkOf(key)).catch(onError)
    },
    async close() {
      redis?.disconnect()
    },
  }
}
