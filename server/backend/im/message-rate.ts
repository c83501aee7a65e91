import type { Clock } from '#server/backend/backend-context.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

const burst = 5
const perMessageMs = 1000
/** From so many users on those whose turn is full again are forgotten. */
const mostKept = 10_000

/** How fast somebody may speak: five at once, then one a second, over all rooms and connections of this process. */
export interface MessageRate {
  /** Counts one; throws 4004 when it is too early. */
  take(userId: number): void
}

/** A message costs a second of a user's time; they may be five seconds ahead. */
export function createMessageRate(clock: Clock): MessageRate {
  const paidUntil = new Map<number, number>()
  return {
    take(userId) {
      const now = clock.now()
      const until = Math.max(paidUntil.get(userId) ?? 0, now)
      // a clock that was set back must not silence anybody
      const ahead = Math.min(until, now + burst * perMessageMs)
      if (ahead + perMessageMs > now + burst * perMessageMs) throw new ApiError(Code.Toast, '说得太快了，歇一下')
      paidUntil.set(userId, ahead + perMessageMs)
      if (paidUntil.size > mostKept) for (const [id, time] of paidUntil) if (time <= now) paidUntil.delete(id)
    },
  }
}
