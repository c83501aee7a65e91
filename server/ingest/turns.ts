/** A row in which works wait for one another. */
export interface Turns {
  /** Resolves when the work is done, whose turn came when one of the others ended. It must not reject. */
  take(work: () => Promise<void>): Promise<void>
}

/** So many at a time, first come, first served. */
export function createTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async take(work) {
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
      else running += 1
      try {
        await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
