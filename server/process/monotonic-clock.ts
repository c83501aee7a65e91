/** Time that nobody sets, and timers that go by it; tests bring one of their own. */
export interface MonotonicClock {
  /** Milliseconds since some moment. */
  now(): number
  /** Calls `work` every so many milliseconds until the returned function is called. */
  every(ms: number, work: () => void): () => void
  /** Calls `work` once after so many milliseconds, unless the returned function is called before. */
  after(ms: number, work: () => void): () => void
}

/** The clock of this process. */
export const monotonicClock: MonotonicClock = {
  now: () => performance.now(),
  every(ms, work) {
    const timer = setInterval(work, ms)
    return () => clearInterval(timer)
  },
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}
