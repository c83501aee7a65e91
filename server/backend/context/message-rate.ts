import type { Redis } from 'ioredis'
import type { Clock } from '#server/backend/base/parts.ts'
import { connectCounters } from '#server/backend/context/limits.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

/** So many at once. */
export const messageBurst = 5
/** Then one in so many milliseconds. */
export const messageMs = 1000
const aheadMs = messageBurst * messageMs
/** From so many users on those whose turn is full again are forgotten. */
const mostKept = 10_000

/** How fast somebody may speak: five at once, then one a second, over all rooms, connections and processes. */
export interface MessageRate {
  /** Counts one; throws 4004 when it is too early. */
  take(userId: number): Promise<void>
  close(): void
}

export interface MessageRateOptions {
  readonly clock: Clock
  /** Counts for all processes together; without it, and while it can't be asked, each counts in its own memory. */
  readonly redisUrl?: string | undefined
  readonly onError?: (error: unknown) => void
}

/** A message costs a second of a user's time; they may be five seconds ahead. Answers whether it may be said. */
function createCount(): (userId: number, now: number) => boolean {
  const paidUntil = new Map<number, number>()
  return (userId, now) => {
    // a clock that was set back must not silence anybody
    const ahead = Math.min(Math.max(paidUntil.get(userId) ?? 0, now), now + aheadMs)
    if (ahead + messageMs > now + aheadMs) return false
    paidUntil.set(userId, ahead + messageMs)
    if (paidUntil.size > mostKept) for (const [id, time] of paidUntil) if (time <= now) paidUntil.delete(id)
    return true
  }
}

/** The same in one step of Redis: KEYS a user's key, ARGV the time, what a message costs, how far ahead one may be. */
const script = `
local now, cost, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local ahead = math.min(math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now), now + most)
if ahead + cost > now + most then return 0 end
redis.call('SET', KEYS[1], string.format('%.0f', ahead + cost), 'PX', 2 * most)
return 1`

async function countShared(redis: Redis, userId: number, now: number): Promise<boolean> {
  return (await redis.eval(script, 1, `im:spoken:${userId}`, now, messageMs, aheadMs)) === 1
}

export function createMessageRate({ clock, redisUrl, onError = () => undefined }: MessageRateOptions): MessageRate {
  const count = createCount()
  const redis = redisUrl === undefined ? undefined : connectCounters(redisUrl, onError)
  return {
    async take(userId) {
      const now = clock.now()
      const shared = redis && (await countShared(redis, userId, now).catch((error: unknown) => void onError(error)))
      if (!(shared ?? count(userId, now))) throw new ApiError(Code.Toast, '说得太快了，歇一下')
    },
    close: () => redis?.disconnect(),
  }
}
