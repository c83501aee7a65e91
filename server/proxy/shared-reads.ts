/** One question under way, and how many wait for its answer. */
interface Flight {
  readonly answer: Promise<unknown>
  readonly controller: AbortController
  waiting: number
}

export interface SharedReads {
  /** Joins the flight of this key or starts it; `signal` takes only this caller out. */
  read(key: string, signal: AbortSignal | undefined, ask: (signal: AbortSignal) => Promise<unknown>): Promise<unknown>
  /** Nobody joins what is under way: something has changed since it was asked. */
  forget(): void
}

/**
 * What several visitors' pages ask for at the same moment is asked once: the answer is as fresh as the question. A flight
 * that everybody has left is ended.
 */
export function createSharedReads(left: () => Error): SharedReads {
  const flights = new Map<string, Flight>()

  function start(key: string, ask: (signal: AbortSignal) => Promise<unknown>): Flight {
    const controller = new AbortController()
    const answer = ask(controller.signal).finally(() => {
      if (flights.get(key) === flight) flights.delete(key)
    })
    const flight: Flight = { answer, controller, waiting: 0 }
    answer.catch(() => undefined)
    flights.set(key, flight)
    return flight
  }

  return {
    forget() {
      flights.clear()
    },
    async read(key, signal, ask) {
      if (signal?.aborted) throw left()
      const flight = flights.get(key) ?? start(key, ask)
      flight.waiting += 1
      if (!signal) return flight.answer
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          flight.waiting -= 1
          if (flight.waiting === 0) {
            if (flights.get(key) === flight) flights.delete(key)
            flight.controller.abort()
          }
          reject(left())
        }
        signal.addEventListener('abort', leave)
        flight.answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
      })
    },
  }
}
