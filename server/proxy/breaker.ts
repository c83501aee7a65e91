import { performance } from 'node:perf_hooks'

/** closed: calls go through; open: they fail at once; probing: one call is out to see whether the service is back. */
export type BreakerState = 'closed' | 'open' | 'probing'

/** Leave for one call; exactly one of its functions is called when the call has ended. */
export interface Permit {
  succeed(): void
  fail(): void
  /** No answer in time. Counts as a failure unless the lateness may be ours: others were answered meanwhile, or this process was busy. */
  late(): void
  /** The caller went away: says nothing about the service. */
  release(): void
}

export interface Breaker {
  /**
   * Leave to call; undefined while the breaker is open. While another call is out as the probe, it is waited for: its end
   * decides for all.
   */
  enter(): Permit | undefined | Promise<Permit | undefined>
  readonly state: BreakerState
  /** The service is said to be back: an open breaker asks it at once. */
  probeNow(): void
}

export interface BreakerOptions {
  /** Milliseconds of a clock that nobody sets. */
  readonly elapsed: () => number
  /** Asks the service whether it lives, when the time of an open breaker is over and nobody calls. Never rejects. */
  readonly probe?: (() => Promise<boolean>) | undefined
}

const failuresToOpen = 5
const openMs = 2000
/** A process that was busy for so much of the time in which an answer didn't come may have kept it waiting itself. */
const busyShare = 0.9

type Waiting = (permit: Permit | undefined) => void

/** Opens after 5 failures in a row for 2 seconds; then one probe decides. `close` ends its own probes. */
class ServiceBreaker implements Breaker {
  readonly #elapsed: () => number
  readonly #probe: (() => Promise<boolean>) | undefined
  #failures = 0
  #answers = 0
  #openUntil = 0
  #probing = false
  #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined

  constructor({ elapsed, probe }: BreakerOptions) {
    this.#elapsed = elapsed
    this.#probe = probe
  }

  get state(): BreakerState {
    if (this.#openUntil === 0) return 'closed'
    return this.#probing ? 'probing' : 'open'
  }

  enter(): ReturnType<Breaker['enter']> {
    if (this.#openUntil === 0) return this.#permit(false)
    if (this.#probing) return new Promise((resolve) => this.#waiting.push(resolve))
    if (this.#elapsed() < this.#openUntil) return undefined
    this.#probing = true
    return this.#permit(true)
  }

  probeNow(): void {
    if (this.#probe) void this.#probeAlone(this.#probe)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #permit(isProbe: boolean): Permit {
    const answersBefore = this.#answers
    const loadBefore = performance.eventLoopUtilization()
    let ended = false
    const end = (then: () => void): void => {
      if (ended) return
      ended = true
      if (isProbe) this.#probing = false
      then()
      if (isProbe) this.#answerWaiting()
    }
    const failed = (): void => {
      this.#failures += 1
      if (isProbe || this.#failures >= failuresToOpen) this.#open()
    }
    return {
      succeed: () =>
        end(() => {
          this.#answers += 1
          this.#failures = 0
          this.#openUntil = 0
        }),
      fail: () => end(failed),
      late: () =>
        end(() => {
          const isOurs =
            this.#answers > answersBefore || performance.eventLoopUtilization(loadBefore).utilization >= busyShare
          if (isProbe || !isOurs) failed()
        }),
      release: () => end(() => undefined),
    }
  }

  #open(): void {
    const probe = this.#probe
    this.#openUntil = this.#elapsed() + openMs
    clearTimeout(this.#timer)
    if (probe) this.#timer = setTimeout(() => void this.#probeAlone(probe), openMs).unref()
  }

  /** A probe without visitors: else a service would be down for the first of them after any pause. */
  async #probeAlone(ask: () => Promise<boolean>): Promise<void> {
    if (this.#openUntil === 0 || this.#probing) return
    this.#probing = true
    const own = this.#permit(true)
    if (await ask()) own.succeed()
    else own.fail()
  }

  /** The probe has ended: its end is everybody's; when it was left, the next one is the probe. */
  #answerWaiting(): void {
    const all = this.#waiting
    this.#waiting = []
    if (this.#openUntil === 0) for (const tell of all) tell(this.#permit(false))
    else if (this.#elapsed() < this.#openUntil) for (const tell of all) tell(undefined)
    else {
      const [next, ...rest] = all
      if (!next) return
      this.#waiting = rest
      this.#probing = true
      next(this.#permit(true))
    }
  }
}

/** A breaker of one service. */
export function createBreaker(options: BreakerOptions): Breaker & { close: () => void } {
  return new ServiceBreaker(options)
}

/** The leave that `enter` gives, waited for at most `ms`; one that comes later is given back. */
export function admitted(
  entered: ReturnType<Breaker['enter']>,
  ms: number,
): Permit | undefined | Promise<Permit | undefined> {
  if (!(entered instanceof Promise)) return entered
  return new Promise((resolve) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      resolve(undefined)
    }, ms)
    void entered.then((permit) => {
      clearTimeout(timer)
      if (isLate) permit?.release()
      else resolve(permit)
    })
  })
}

/** The breakers of all services, one for each base address; the proxy and the renderer share them. */
export interface Breakers {
  of(base: string): Breaker
  states(): Readonly<Record<string, BreakerState>>
  /** As a breaker's own; nothing for a service that nobody has called. */
  probeNow(base: string): void
  /** Ends their own probes. */
  close(): void
}

/** Creates the set of breakers; `probe` asks a service by its base address whether it lives. */
export function createBreakers(elapsed: () => number, probe?: (base: string) => Promise<boolean>): Breakers {
  const byBase = new Map<string, ReturnType<typeof createBreaker>>()
  return {
    of(base) {
      const breaker = byBase.get(base) ?? createBreaker({ elapsed, probe: probe && (() => probe(base)) })
      byBase.set(base, breaker)
      return breaker
    },
    states: () => Object.fromEntries([...byBase].map(([base, breaker]) => [base, breaker.state])),
    probeNow: (base) => byBase.get(base)?.probeNow(),
    close() {
      for (const breaker of byBase.values()) breaker.close()
    },
  }
}
