/** How an address of a page was answered. */
export type Outcome = 'hit' | 'stale' | 'staleError' | 'miss' | 'refused' | 'bypass'

/** Answers of one route since the last flush. */
export type Counter = Record<Outcome, number>

/** The part of a logger that the edge uses. */
export interface EdgeLog {
  info(values: object, message: string): void
  warn(values: object, message: string): void
  error(values: object, message: string): void
}

/** Receives what the edge counts; counts come once a second, not with each request. */
export interface EdgeMetrics {
  count(route: string, outcome: Outcome, times: number): void
  filled?(route: string, milliseconds: number, status: number): void
}

/** Counts hits without writing a line for each. */
export interface Tally {
  of(route: string): Counter
  /** True for one hit in a thousand, which is logged whole. */
  isSample(): boolean
  flush(): void
  close(): void
}

const sampleEvery = 1000

function emptyCounter(): Counter {
  return { hit: 0, stale: 0, staleError: 0, miss: 0, refused: 0, bypass: 0 }
}

/** Creates the counters; one aggregate line a second for each route that was asked for (when `accessLog` is on). */
export function createTally(log: EdgeLog, metrics: EdgeMetrics | undefined, accessLog: boolean): Tally {
  const counters = new Map<string, Counter>()
  let hits = 0
  function flush(): void {
    for (const [route, counter] of counters) {
      const seen: Partial<Counter> = {}
      for (const outcome of Object.keys(counter) as Outcome[]) {
        const times = counter[outcome]
        if (times === 0) continue
        seen[outcome] = times
        counter[outcome] = 0
        metrics?.count(route, outcome, times)
      }
      if (accessLog && Object.keys(seen).length > 0) log.info({ route, ...seen }, 'cache')
    }
  }
  const timer = setInterval(flush, 1000).unref()
  return {
    of(route) {
      const counter = counters.get(route) ?? emptyCounter()
      counters.set(route, counter)
      return counter
    },
    isSample() {
      if (!accessLog) return false
      hits += 1
      return hits % sampleEvery === 0
    },
    flush,
    close() {
      clearInterval(timer)
      flush()
    },
  }
}
