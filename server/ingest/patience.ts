const firstRestMs = 15_000
const longestRestMs = 5 * 60_000
/** After so many in a row the next rest is a short one again. */
const goodRun = 30

/** When an encoder is tried: it rests after a fault, longer each time, and gets its trust back by a good run. */
export interface Patience {
  readonly isResting: boolean
  noteSuccess(): void
  /** Answers for how many milliseconds it rests. */
  noteFault(): number
}

/** `clock` tells milliseconds that only go on. */
export function createPatience(clock: () => number): Patience {
  let [until, rests, run] = [Number.NEGATIVE_INFINITY, 0, 0]
  return {
    get isResting() {
      return clock() < until
    },
    noteSuccess() {
      run += 1
      if (run >= goodRun) rests = 0
    },
    noteFault() {
      const ms = Math.min(firstRestMs * 2 ** rests, longestRestMs)
      rests += 1
      run = 0
      until = clock() + ms
      return ms
    },
  }
}
