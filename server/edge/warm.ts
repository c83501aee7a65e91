import { setTimeout as pause } from 'node:timers/promises'
import type { Edge, WarmOutcome } from './edge.ts'

export interface WarmOptions {
  /** So many of the first addresses are made before `ready`, four at a time. */
  readonly eager: number
  /** The rest follow, at most so many a second. */
  readonly perSecond: number
  readonly signal?: AbortSignal
}

/** `ready` when the first addresses are there, `done` with the counts of all. Neither rejects. */
export interface WarmUp {
  readonly ready: Promise<void>
  readonly done: Promise<Readonly<Record<WarmOutcome, number>>>
}

const concurrency = 4

/** Fills the edge from a list of addresses through the same flights that visitors share. */
export function warmUp(
  edge: Pick<Edge, 'warm'>,
  urls: readonly string[],
  { eager, perSecond, signal }: WarmOptions,
): WarmUp {
  const counts: Record<WarmOutcome, number> = { none: 0, fresh: 0, stored: 0, failed: 0 }
  let next = 0
  async function take(end: number, waitMs: number): Promise<void> {
    while (next < end && !signal?.aborted) {
      const url = urls[next] ?? '/'
      next += 1
      counts[await edge.warm(url)] += 1
      if (waitMs > 0) await pause(waitMs, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }
  const first = Math.min(eager, urls.length)
  const ready = Promise.all(Array.from({ length: Math.min(concurrency, first) }, () => take(first, 0))).then(
    () => undefined,
  )
  const done = ready.then(() => take(urls.length, 1000 / perSecond)).then(() => counts)
  return { ready, done }
}
