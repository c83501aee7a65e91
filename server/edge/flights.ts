import type { ServerResponse } from 'node:http'
import type { FillQueue } from './fill-queue.ts'
import type { Fill, Filled, FillResult, Leader } from './filled.ts'
import type { KeptForm } from './pack.ts'
import type { PagePlan } from './page-key.ts'

/** One fill under way; everybody who asks for its key meanwhile waits for `done`, which never rejects. */
export interface Flight {
  readonly plan: PagePlan
  /** Number of the latest purge when it began, and when that was: not while it waits for its turn. */
  since: number
  begunAt: number
  readonly controller: AbortController
  /** What whoever began it takes. */
  readonly form: KeptForm
  /** Who waits for it; undefined when it is made for nobody in particular: to be kept. */
  visitors: ServerResponse[] | undefined
  done: Promise<FillResult>
}

export interface FlightOptions {
  readonly fill: Fill
  readonly queue: FillQueue
  /** Who has waited longer for the turn of a page isn't kept waiting for its making, too. */
  readonly mostWaitMs: number
  readonly refuse: () => FillResult
  readonly deadlineMs: number
  readonly sequence: () => number
  /** Called once with the page: packs and stores it and says how to answer; the flight ends in the turn in which it is stored. */
  readonly settle: (flight: Flight, filled: Filled) => Promise<FillResult>
  readonly fail: (flight: Flight, error: unknown) => Promise<FillResult>
}

/** For whom a fill begins: a visitor who takes this form, and may be streamed to. Without anybody brotli is packed. */
export interface FlightStart {
  readonly form?: KeptForm
  readonly leader?: Leader | undefined
  readonly visitor?: ServerResponse
}

/** At most one fill a key. */
export interface Flights {
  get(key: string): Flight | undefined
  start(plan: PagePlan, by?: FlightStart): Flight
  /** Whoever comes from now on starts anew; those who wait still get what they waited for. */
  detach(): void
  /** Under way, without those that wait for their turn. */
  readonly running: number
  readonly size: number
  close(): void
}

/** Fills within the deadline, and keeps or refuses what came. */
async function make(
  { fill, settle, fail, deadlineMs }: FlightOptions,
  flight: Flight,
  leader: Leader | undefined,
): Promise<FillResult> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      flight.controller.abort()
      reject(new Error('The fill took too long.'))
    }, deadlineMs)
    timer.unref()
  })
  try {
    return await settle(flight, await Promise.race([fill(flight.plan, leader, flight.controller.signal), late]))
  } catch (error) {
    return await fail(flight, error)
  } finally {
    clearTimeout(timer)
  }
}

/** Creates the table of fills under way. */
export function createFlights(options: FlightOptions): Flights {
  const { queue, mostWaitMs, refuse, sequence } = options
  const byKey = new Map<string, Flight>()
  const running = new Set<Flight>()

  function end(flight: Flight): void {
    running.delete(flight)
    if (byKey.get(flight.plan.key) === flight) byKey.delete(flight.plan.key)
  }

  /** In its turn; the page's own clocks begin only then. */
  async function run(flight: Flight, leader: Leader | undefined): Promise<FillResult> {
    const came = performance.now()
    const entered = queue.enter()
    const place = entered instanceof Promise ? await entered : entered
    flight.begunAt = performance.now()
    flight.since = sequence()
    running.add(flight)
    try {
      // nothing of it has begun, and nobody is there who would see it
      const isUnwanted = flight.visitors?.every(({ destroyed }) => destroyed) === true
      if (isUnwanted || flight.begunAt - came > mostWaitMs) return refuse()
      return await make(options, flight, leader?.res.destroyed ? undefined : leader)
    } finally {
      place.leave()
      end(flight)
    }
  }

  return {
    get: (key) => byKey.get(key),
    start(plan, { form = 'br', leader, visitor } = {}) {
      const flight = {
        plan,
        form,
        visitors: visitor && [visitor],
        since: sequence(),
        begunAt: performance.now(),
        controller: new AbortController(),
      } as Flight
      byKey.set(plan.key, flight)
      flight.done = run(flight, leader)
      return flight
    },
    detach() {
      // What waits for its turn begins after whatever has changed.
      for (const flight of running) if (byKey.get(flight.plan.key) === flight) byKey.delete(flight.plan.key)
    },
    get running() {
      return running.size
    },
    get size() {
      return running.size + queue.waiting
    },
    close() {
      for (const flight of running) flight.controller.abort()
    },
  }
}
