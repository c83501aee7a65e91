const firstMs = 200
/** For a child that ended by itself, and for one that had to be killed because it hung. */
const longestMs = 5_000
const longestHungMs = 30_000
/** A child that lived this long starts again without a long pause. */
const healthyMs = 30_000
const healthyHungMs = 10 * 60_000

/** How long to wait before a child is started again: longer each time, and longest for one that hangs again and again. */
export interface RestartDelay {
  /** Milliseconds until the next start of a child that lived for so long; `hung`: it was killed because it didn't answer. */
  next(livedMs: number, hung: boolean): number
}

export function createRestartDelay(): RestartDelay {
  let delayMs = firstMs
  let wasHung = false
  return {
    next(livedMs, hung) {
      wasHung ||= hung
      if (livedMs > (wasHung ? healthyHungMs : healthyMs)) {
        delayMs = firstMs
        wasHung = hung
      }
      const wait = Math.min(delayMs, wasHung ? longestHungMs : longestMs)
      delayMs = Math.min(delayMs * 2, longestHungMs)
      return wait
    },
  }
}
