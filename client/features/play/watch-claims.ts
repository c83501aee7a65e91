import { type WatchedRange, withRange } from '#client/features/play/watched-ranges.ts'
import type { CallInput } from '#shared/contract/calls.ts'

/** What a heartbeat tells of a film. */
export type Claim = Pick<CallInput<'POST /api/vod/heartbeat'>, 'position' | 'rate' | 'ranges'>
type Rate = Claim['rate']

/** Most parts of one heartbeat. */
const maxRanges = 50

/** What was watched and hasn't been told yet. */
export interface WatchClaims {
  note: (tick: { position: number; rate: Rate; ranges: readonly WatchedRange[] }) => void
  isPlaying: () => boolean
  isEmpty: () => boolean
  /** What is to be told now; it isn't kept any longer. */
  take: () => Claim
  /** It couldn't be told: it goes along the next time. */
  giveBack: (claim: Claim) => void
}

function rounded(seconds: number): number {
  return Math.round(seconds * 10) / 10
}

/**
 * Collects what a player has played. A claim names the fastest rate at which any of it was played, for the school weighs it by that:
 * whoever goes back from 2× to 1× has watched more than the clock at 1× allows.
 */
export function createWatchClaims(): WatchClaims {
  let pending: readonly WatchedRange[] = []
  let position = 0
  let rate: Rate = 0
  let fastest: Rate = 0

  return {
    note: (tick) => {
      position = tick.position
      rate = tick.rate
      fastest = Math.max(fastest, rate) as Rate
      for (const range of tick.ranges) pending = withRange(pending, range)
    },
    isPlaying: () => rate > 0,
    isEmpty: () => pending.length === 0,
    take: () => {
      const claim: Claim = {
        position: rounded(position),
        rate: rate === 0 ? 0 : fastest,
        ranges: pending.slice(0, maxRanges).map(([from, to]) => [rounded(from), rounded(to)]),
      }
      pending = pending.slice(maxRanges)
      if (pending.length === 0) fastest = rate
      return claim
    },
    giveBack: (claim) => {
      fastest = Math.max(fastest, claim.rate) as Rate
      for (const [from, to] of claim.ranges) pending = withRange(pending, [from, to])
    },
  }
}
