import { askerGone, currentAsker } from '#server/backend/base/asker.ts'

/** How much waits at most. */
export interface FairQueueLimits {
  readonly mostOfOne: number
  readonly mostWaiting: number
}

/** Why work was not begun: too much waits before it. */
export class QueueFull extends Error {}

/** Does one thing after the other, and takes turns between those who ask: who asks for much waits behind their own. */
export interface FairQueue {
  /** Runs `work` in the turn of `who`. Rejects with `QueueFull` when too much waits, and with whatever the work throws. */
  add<T>(who: string, work: () => Promise<T>): Promise<T>
}

interface Waiting {
  readonly begin: () => Promise<void>
  readonly refuse: (error: Error) => void
}

/**
 * Creates the queue. With all places taken, whoever has fewer in it than another takes the place of that one's latest: a flood
 * from one network keeps nobody of another one out.
 */
export function createFairQueue({ mostOfOne, mostWaiting }: FairQueueLimits): FairQueue {
  /** By who asks, in the order of their next turns. */
  const queues = new Map<string, Waiting[]>()
  let waiting = 0
  let isBusy = false

  function longest(): [string, Waiting[]] | undefined {
    let found: [string, Waiting[]] | undefined
    for (const one of queues) if (one[1].length > (found?.[1].length ?? 0)) found = one
    return found
  }

  /** Makes room for one more of `who`; false when they have as much as anybody. */
  function makeRoom(who: string): boolean {
    const own = queues.get(who)?.length ?? 0
    if (own >= mostOfOne) return false
    if (waiting < mostWaiting) return true
    const most = longest()
    if (!most || most[1].length <= own + 1) return false
    most[1].pop()?.refuse(new QueueFull('Somebody else has waited for less.'))
    waiting -= 1
    return true
  }

  /** Takes out what its asker waits for no longer. */
  function drop(who: string, one: Waiting): void {
    const own = queues.get(who)
    if (!own?.includes(one)) return
    const others = own.filter((each) => each !== one)
    if (others.length > 0) queues.set(who, others)
    else queues.delete(who)
    waiting -= 1
    one.refuse(askerGone())
  }

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    for (let [next] = queues; next; [next] = queues) {
      const [who, own] = next
      // behind all others, for the next turn
      queues.delete(who)
      const one = own.shift()
      if (own.length > 0) queues.set(who, own)
      waiting -= 1
      await one?.begin()
    }
    isBusy = false
  }

  return {
    add(who, run) {
      const asker = currentAsker()
      if (asker?.isGone) return Promise.reject(askerGone())
      if (!makeRoom(who)) return Promise.reject(new QueueFull('Too much waits already.'))
      return new Promise((resolve, reject) => {
        // Also what is thrown at once is its asker's alone: the queue goes on.
        const begin = async (): Promise<void> => {
          stay?.()
          try {
            resolve(await run())
          } catch (error) {
            reject(error)
          }
        }
        const one: Waiting = { begin, refuse: reject }
        const stay = asker?.onLeave(() => drop(who, one))
        queues.set(who, [...(queues.get(who) ?? []), one])
        waiting += 1
        void work()
      })
    },
  }
}
