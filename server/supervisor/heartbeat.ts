import { isPong, type Ping } from '#server/process/child-messages.ts'
import type { MonotonicClock } from '#server/process/monotonic-clock.ts'

/** A ping that isn't answered for so long is told of; after `silentMs` the child counts as hung for good. */
const slowMs = 3_000
const silentMs = 10_000
const tickMs = 1_000
/** Between two of our own ticks: with more, it was this process that slept, or its whole machine. */
const longestGapMs = 3 * tickMs

export interface HeartbeatOptions {
  clock: MonotonicClock
  send: (ping: Ping) => void
  /** It hasn't answered for 3 s; told once until it answers. */
  onSlow?: () => void
  /** It answers again. */
  onAnswer?: () => void
  /** It hasn't answered for 10 s; told once, and the heartbeat is over. */
  onSilent: () => void
}

export interface Heartbeat {
  /** Takes the child's messages. */
  receive(message: unknown): void
  stop(): void
}

/**
 * Asks a child every second whether its event loop turns. At most one ping is under way: a stopped child's channel doesn't fill.
 * A sleep of this process, of its container or machine is nobody's silence: the count begins anew.
 */
export function startHeartbeat({ clock, send, onSlow, onAnswer, onSilent }: HeartbeatOptions): Heartbeat {
  let sequence = 0
  let askedAt: number | undefined
  let isSlow = false
  let lastTick = clock.now()

  function tick(): void {
    const now = clock.now()
    const slept = now - lastTick > longestGapMs
    lastTick = now
    if (askedAt !== undefined && slept) askedAt = now
    if (askedAt === undefined) {
      askedAt = now
      sequence += 1
      return send({ type: 'ping', sequence })
    }
    const silence = now - askedAt
    if (silence >= silentMs) {
      stop()
      return onSilent()
    }
    if (silence < slowMs || isSlow) return
    isSlow = true
    onSlow?.()
  }

  const stop = clock.every(tickMs, tick)
  return {
    receive(message) {
      if (!isPong(message) || message.sequence !== sequence) return
      askedAt = undefined
      if (!isSlow) return
      isSlow = false
      onAnswer?.()
    },
    stop,
  }
}
