import { type Asker, askerGone, currentAsker } from './asker.ts'

/** How much waits at most, and how much is done at once. */
export interface FairQueueLimits {
  readonly mostOfOne: number
  readonly mostWaiting: number
  /** One after the other when it isn't said. */
  readonly mostAtOnce?: number
  /** Milliseconds, after which whoever still waits is refused; else everybody waits for their turn. */
  readonly waitMs?: number
}

/** Why work was not begun: too much waits before it, or it has waited too long. */
export class QueueFull extends Error {}

/** Does a few things at once, one after the other, and takes turns between those who ask: who asks for much waits behind their own. */
export interface FairQueue {
  /** Runs `work` in the turn of `who`. Rejects with `QueueFull` when too much waits, and with whatever the work throws. */
  add<T>(who: string, work: () => Promise<T>): Promise<T>
}

interface Waiting {
  readonly begin: () => Promise<void>
  readonly refuse: (error: Error) => void
}

/** What waits, by who asks, in the order of their next turns. */
class Turns {
  readonly #limits: FairQueueLimits
  readonly #queues = new Map<string, Waiting[]>()
  #waiting = 0

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  #longest(): [string, Waiting[]] | undefined {
    let found: [string, Waiting[]] | undefined
    for (const one of this.#queues) if (one[1].length > (found?.[1].length ?? 0)) found = one
    return found
  }

  /** Makes room for one more of `who`; false when they have as much as anybody. */
  makeRoom(who: string): boolean {
    const own = this.#queues.get(who)?.length ?? 0
    if (own >= this.#limits.mostOfOne) return false
    if (this.#waiting < this.#limits.mostWaiting) return true
    const [greedy, most] = this.#longest() ?? []
    const last = most && most.length > own + 1 ? most.at(-1) : undefined
    if (greedy === undefined || !last) return false
    this.drop(greedy, last, new QueueFull('Somebody else has waited for less.'))
    return true
  }

  add(who: string, one: Waiting): void {
    this.#queues.set(who, [...(this.#queues.get(who) ?? []), one])
    this.#waiting += 1
  }

  /** Takes out what waits no longer; nothing happens to what has begun. */
  drop(who: string, one: Waiting, why: Error): void {
    const own = this.#queues.get(who)
    if (!own?.includes(one)) return
    const others = own.filter((each) => each !== one)
    if (others.length > 0) this.#queues.set(who, others)
    else this.#queues.delete(who)
    this.#waiting -= 1
    one.refuse(why)
  }

  /** Whose turn it is; who has more waits behind all others for the next one. */
  take(): Waiting | undefined {
    const [next] = this.#queues
    if (!next) return undefined
    const [who, own] = next
    this.#queues.delete(who)
    const one = own.shift()
    if (own.length > 0) this.#queues.set(who, own)
    this.#waiting -= 1
    return one
  }
}

/** Puts work into its asker's turns; it leaves them with its asker, or when it has waited too long. */
function wait<T>(
  turns: Turns,
  {
    who,
    run,
    asker,
    waitMs,
  }: { who: string; run: () => Promise<T>; asker: Asker | undefined; waitMs?: number | undefined },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stops: (() => void)[] = []
    const stopWaiting = (): void => {
      for (const stop of stops) stop()
    }
    const one: Waiting = {
      // Also what is thrown at once is its asker's alone: the queue goes on.
      async begin() {
        stopWaiting()
        try {
          resolve(await run())
        } catch (error) {
          reject(error)
        }
      },
      refuse(error) {
        stopWaiting()
        reject(error)
      },
    }
    if (asker) stops.push(asker.onLeave(() => turns.drop(who, one, askerGone())))
    if (waitMs !== undefined) {
      const timer = setTimeout(() => turns.drop(who, one, new QueueFull('It has waited too long.')), waitMs)
      stops.push(() => clearTimeout(timer))
    }
    turns.add(who, one)
  })
}

/**
 * Creates the queue. With all places taken, whoever has fewer in it than another takes the place of that one's latest: a flood
 * from one network keeps nobody of another one out.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const { mostAtOnce = 1, waitMs } = limits
  const turns = new Turns(limits)
  let underWay = 0

  async function work(): Promise<void> {
    if (underWay >= mostAtOnce) return
    underWay += 1
    for (let one = turns.take(); one; one = turns.take()) await one.begin()
    underWay -= 1
  }

  return {
    add(who, run) {
      const asker = currentAsker()
      if (asker?.isGone) return Promise.reject(askerGone())
      if (!turns.makeRoom(who)) return Promise.reject(new QueueFull('Too much waits already.'))
      const done = wait(turns, { who, run, asker, waitMs })
      void work()
      return done
    },
  }
}
