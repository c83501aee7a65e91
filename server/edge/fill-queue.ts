/** Leave to make one page, until `leave` is called. */
export interface Place {
  leave(): void
}

/** Pages that are made at once; the others wait in the order in which they came. */
export interface FillQueue {
  /** A place now, or when its turn has come. */
  enter(): Place | Promise<Place>
  /** Milliseconds that who comes now would wait, by the pace of late. */
  expectedMs(): number
  readonly waiting: number
}

export interface FillQueueOptions {
  /** So many pages are made at once: more would only make each of them late. */
  readonly atOnce: number
  /** A page that takes longer waits for somebody else: the next one may begin beside it, … */
  readonly yieldMs: number
  /** … up to so many together. */
  readonly most: number
}

/** What a page takes until more is known. */
const usualPaceMs = 40
/** Weight of the latest interval in the pace. */
const weight = 0.1
/** No pause says more than this about the pace. */
const longestIntervalMs = 2000

/** Creates the queue. */
export function createFillQueue({ atOnce, yieldMs, most }: FillQueueOptions): FillQueue {
  let busy = 0
  let running = 0
  let waiting: ((place: Place) => void)[] = []
  let next = 0
  let paceMs = usualPaceMs
  let lastStart = 0

  function begin(): Place {
    busy += 1
    running += 1
    let isBusy = true
    function rest(): void {
      if (!isBusy) return
      isBusy = false
      busy -= 1
    }
    const timer = setTimeout(() => {
      rest()
      advance()
    }, yieldMs).unref()
    let left = false
    return {
      leave() {
        if (left) return
        left = true
        clearTimeout(timer)
        rest()
        running -= 1
        advance()
      },
    }
  }

  const hasPlace = (): boolean => busy < atOnce && running < most

  function advance(): void {
    while (next < waiting.length && hasPlace()) {
      const start = waiting[next]
      next += 1
      const now = performance.now()
      paceMs += weight * (Math.min(now - lastStart, longestIntervalMs) - paceMs)
      lastStart = now
      start?.(begin())
    }
    if (next === waiting.length) {
      waiting = []
      next = 0
    }
  }

  return {
    enter() {
      if (next === waiting.length && hasPlace()) return begin()
      if (next === waiting.length) lastStart = performance.now()
      return new Promise((resolve) => waiting.push(resolve))
    },
    expectedMs: () => (next === waiting.length && hasPlace() ? 0 : (waiting.length - next + 1) * paceMs),
    get waiting() {
      return waiting.length - next
    },
  }
}
