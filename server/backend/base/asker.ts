import { AsyncLocalStorage } from 'node:async_hooks'
import { ApiError, Code } from '#shared/contract/codes.ts'

/**
 * Whoever a piece of work is for, as long as they wait for its answer: what waits for its turn is dropped when they have gone, so that
 * calls that nobody waits for cost next to nothing.
 */
export class Asker {
  /** Its statements end with it: it only reads, and for nobody else. */
  readonly onlyReads: boolean
  #isGone = false
  readonly #leavings = new Set<() => void>()

  /** One who asks as a part of what `whole` asks leaves with it. */
  constructor({ onlyReads = false, whole }: { onlyReads?: boolean; whole?: Asker | undefined } = {}) {
    this.onlyReads = onlyReads
    if (whole?.isGone) this.#isGone = true
    else whole?.onLeave(() => this.leave())
  }

  get isGone(): boolean {
    return this.#isGone
  }

  /** Nobody waits any more. */
  leave(): void {
    if (this.#isGone) return
    this.#isGone = true
    for (const run of this.#leavings) run()
    this.#leavings.clear()
  }

  /** Runs `run` once when they go; what comes back takes it back. */
  onLeave(run: () => void): () => void {
    this.#leavings.add(run)
    return () => void this.#leavings.delete(run)
  }
}

const asking = new AsyncLocalStorage<Asker | undefined>()

/** Does work for somebody. */
export function workFor<T>(asker: Asker, work: () => T): T {
  return asking.run(asker, work)
}

/** Does work that others wait for, too, or that is to be done whoever waits: nobody's going ends it. */
export function workForAll<T>(work: () => T): T {
  return asking.run(undefined, work)
}

/** For whom this is done; undefined where it is for more than one. */
export function currentAsker(): Asker | undefined {
  return asking.getStore()
}

/** What is told to nobody: the answer of work that was dropped. */
export function askerGone(): ApiError {
  return new ApiError(Code.Toast, '没有人在等这个回答', 503)
}

/** Throws when this is a read for somebody who has gone. */
export function stopForGone(): void {
  const asker = asking.getStore()
  if (asker?.isGone && asker.onlyReads) throw askerGone()
}
