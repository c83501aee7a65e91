import { setTimeout as wait } from 'node:timers/promises'

/** Beyond this the oldest are dropped: whoever misses one asks the history. */
const mostWaiting = 1_000
const pausesMs = [200, 1_000, 3_000] as const

/** Sends what is for one room after another, in order; each is tried a few times. */
export interface SendQueue<T> {
  add(key: string, item: T): void
  /** Gives up what waits. */
  close(): void
}

export function createSendQueue<T>(
  send: (key: string, item: T) => Promise<void>,
  onLost: (key: string, error: unknown) => void,
): SendQueue<T> {
  const queues = new Map<string, T[]>()
  const closing = new AbortController()

  async function sendOne(key: string, item: T): Promise<void> {
    for (const pauseMs of [...pausesMs, undefined]) {
      try {
        return await send(key, item)
      } catch (error) {
        if (pauseMs === undefined || closing.signal.aborted) return onLost(key, error)
        await wait(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }

  async function run(key: string, waiting: T[]): Promise<void> {
    for (let item = waiting.shift(); item !== undefined && !closing.signal.aborted; item = waiting.shift())
      await sendOne(key, item)
    queues.delete(key)
  }

  return {
    add(key, item) {
      if (closing.signal.aborted) return
      const waiting = queues.get(key)
      if (waiting) {
        waiting.push(item)
        if (waiting.length > mostWaiting) waiting.shift()
        return
      }
      const fresh = [item]
      queues.set(key, fresh)
      void run(key, fresh)
    },
    close: () => closing.abort(),
  }
}
