import { playRates } from '#shared/contract/enums.ts'
/** What a player says it has played since its last heartbeat; seconds of the film. */
export interface Claim {
  readonly position: number
  /** The fastest rate meanwhile; 0: paused. */
  readonly rate: number
  readonly ranges: readonly (readonly [from: number, to: number])[]
}

/** What the server knows. */
export interface ClaimLimits {
  /** Up to here the learner's time is used up, in epoch ms; a little ahead of `now` after a heartbeat that came early. */
  readonly since: number
  readonly now: number
  /** Seconds of the lesson; null when nobody knows. */
  readonly length: number | null
  /**
   * Seconds of the claim that aren't written down yet. Only they are weighed: what was watched already gains nothing, so a heartbeat that is sent
   * again, because its answer was lost, is no forgery.
   */
  readonly freshSec: number
}

/** Networks deliver early and late. */
const toleranceSec = 3
/** A film may be a little longer than its lesson says. */
const overhangSec = 2
/** A paused player doesn't say how fast it was before. */
const fastestRate = Math.max(...playRates)
/** Sums of fractions are not exact. */
const epsilon = 1e-6

function isInside(seconds: number, length: number | null): boolean {
  return length === null || seconds <= length + overhangSec
}

/** Seconds of ranges, however they overlap. */
export function sumOf(ranges: Claim['ranges']): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0)
}

/**
 * Up to when the learner's time is used up after this claim, in epoch ms; undefined when it can't be true: more seconds than passed at that
 * rate, or places that the lesson doesn't have. What the tolerance gives is owed to the next claim, so that many heartbeats gain no more than one.
 */
export function acceptClaim(
  { position, rate, ranges }: Claim,
  { since, now, length, freshSec }: ClaimLimits,
): number | undefined {
  if (!isInside(position, length)) return undefined
  if (ranges.some(([from, to]) => from > to || !isInside(to, length))) return undefined
  const pace = rate === 0 ? fastestRate : rate
  if (freshSec > ((now - since) / 1000) * pace + toleranceSec + epsilon) return undefined
  return Math.max(now, since + (freshSec / pace) * 1000)
}

/** Whether a player that was opened so long ago can have played what it says it has, however often it says so. */
export function isPossible({ ranges }: Claim, openMs: number): boolean {
  if (ranges.some(([from, to]) => from > to)) return false
  // a server's clock that was set back is not the learner's fault
  return openMs < 0 || sumOf(ranges) <= (openMs / 1000) * fastestRate + toleranceSec + epsilon
}

/** Ranges are kept in tenths of a second: finer than anybody notices, and a lesson has only so many. */
export const unitsPerSecond = 10

/** Ranges inside the lesson as PostgreSQL writes them, '{[0,105),[200,300)}' in tenths of a second. Neighbours stay neighbours. */
export function toMultirange(ranges: Claim['ranges'], length: number | null): string {
  const unit = (seconds: number): number => Math.round(Math.min(seconds, length ?? seconds) * unitsPerSecond)
  const parts = ranges.map(([from, to]) => [unit(from), unit(to)] as const).filter(([from, to]) => from < to)
  return `{${parts.map(([from, to]) => `[${from},${to})`).join(',')}}`
}
