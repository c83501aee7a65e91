/** A part of a film that was watched, in seconds: [from, to). */
export type WatchedRange = readonly [from: number, to: number]

/** Parts with less than this between them are one. */
const togetherSec = 0.5

/** Parts of a film with another one added: in order, none touching another. */
export function withRange(ranges: readonly WatchedRange[], [from, to]: WatchedRange): WatchedRange[] {
  if (!(to > from)) return [...ranges]
  const apart = ranges.filter(([begin, end]) => end + togetherSec < from || begin - togetherSec > to)
  const together = ranges.filter((range) => !apart.includes(range))
  const merged: WatchedRange = [
    Math.min(from, ...together.map(([begin]) => begin)),
    Math.max(to, ...together.map(([, end]) => end)),
  ]
  return [...apart, merged].sort(([one], [other]) => one - other)
}

/** Two looks at a playing film: what was watched between them, or nothing when it was moved in between. */
export function watchedBetween(before: number, now: number, rate: number): WatchedRange | undefined {
  const moved = now - before
  // Between two looks lies a quarter of a second, a second in a tab that isn't seen.
  return moved > 0 && moved <= 1.5 * Math.max(1, rate) ? [before, now] : undefined
}
