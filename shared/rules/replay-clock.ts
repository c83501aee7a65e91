/** A recorded piece of a class: when it began (epoch ms) and how long it is. */
export interface RecordedSpan {
  readonly begunAt: number
  readonly durationSec: number
}

/** Where moments of a class lie in its replay, which is its pieces one after the other. */
export interface ReplayClock {
  readonly totalSec: number
  /** The second of the replay; undefined for what was before it, or long after. */
  secondOf(time: number): number | undefined
  /** The same for every moment: what was before it stands at its begin, what came after it at its end. */
  nearestSecond(time: number): number
  /** Moments (epoch ms, both included) between which everything of these seconds lies. */
  momentsOf(fromSec: number, toSec: number): { readonly since: number; readonly until: number }
}

/** What is said so soon after the end still belongs to it: pictures arrive later than they are made. */
const afterwardsMs = 30_000

/** Pieces in their order. What was said between two of them stands at the beginning of the second. */
export function createReplayClock(spans: readonly RecordedSpan[]): ReplayClock {
  const pieces: { begunAt: number; endedAt: number; from: number; to: number }[] = []
  let totalSec = 0
  for (const { begunAt, durationSec } of spans) {
    pieces.push({ begunAt, endedAt: begunAt + durationSec * 1000, from: totalSec, to: totalSec + durationSec })
    totalSec += durationSec
  }
  const last = pieces.at(-1)
  const momentOf = (second: number): number | undefined => {
    const piece = pieces.find(({ from, to }) => second >= from && second < to)
    return piece && piece.begunAt + (second - piece.from) * 1000
  }
  const nearestSecond = (time: number): number => {
    const piece = pieces.findLast(({ begunAt }) => begunAt <= time)
    if (!piece) return 0
    const second = Math.floor(Math.min(piece.from + (time - piece.begunAt) / 1000, piece.to))
    return Math.max(0, Math.min(second, totalSec - 1))
  }
  return {
    totalSec,
    nearestSecond,
    secondOf(time) {
      const [first] = pieces
      if (!first || !last || time < first.begunAt || time > last.endedAt + afterwardsMs) return undefined
      return nearestSecond(time)
    },
    momentsOf(fromSec, toSec) {
      if (!last) return { since: 0, until: 0 }
      const before = pieces.findLast(({ to }) => to === fromSec)
      return {
        since: before?.endedAt ?? momentOf(fromSec) ?? last.endedAt,
        until: momentOf(toSec) ?? last.endedAt + afterwardsMs,
      }
    },
  }
}
