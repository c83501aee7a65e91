/** closed: calls go through; open: they fail at once; probing: one call is out to see whether the service is back. */
export type BreakerState = 'closed' | 'open' | 'probing'

/** Leave for one call; exactly one of its functions is called when the call has ended. */
export interface Permit {
  succeed(): void
  fail(): void
  /** The caller went away: says nothing about the service. */
  release(): void
}

export interface Breaker {
  /** Undefined while the breaker is open. */
  enter(): Permit | undefined
  readonly state: BreakerState
}

const failuresToOpen = 5
const openMs = 2000

/** Opens after 5 failures in a row for 2 seconds; then one probe decides. `elapsed`: milliseconds of a clock that nobody sets. */
export function createBreaker(elapsed: () => number): Breaker {
  let failures = 0
  let openUntil = 0
  let probing = false
  function permit(isProbe: boolean): Permit {
    let ended = false
    function end(then: () => void): void {
      if (ended) return
      ended = true
      if (isProbe) probing = false
      then()
    }
    return {
      succeed: () =>
        end(() => {
          failures = 0
          openUntil = 0
        }),
      fail: () =>
        end(() => {
          failures += 1
          if (isProbe || failures >= failuresToOpen) openUntil = elapsed() + openMs
        }),
      release: () => end(() => undefined),
    }
  }
  return {
    enter() {
      if (openUntil === 0) return permit(false)
      if (elapsed() < openUntil || probing) return undefined
      probing = true
      return permit(true)
    },
    get state() {
      if (openUntil === 0) return 'closed'
      return probing ? 'probing' : 'open'
    },
  }
}

/** The breakers of all services, one for each base address; the proxy and the renderer share them. */
export interface Breakers {
  of(base: string): Breaker
  states(): Readonly<Record<string, BreakerState>>
}

/** Creates the set of breakers. */
export function createBreakers(elapsed: () => number): Breakers {
  const byBase = new Map<string, Breaker>()
  return {
    of(base) {
      const breaker = byBase.get(base) ?? createBreaker(elapsed)
      byBase.set(base, breaker)
      return breaker
    },
    states: () => Object.fromEntries([...byBase].map(([base, breaker]) => [base, breaker.state])),
  }
}
