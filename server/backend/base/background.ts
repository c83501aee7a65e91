import type { Log } from './parts.ts'

/** Work that an answer doesn't wait for. */
export interface Background {
  /** Runs `work` after the current answer; a failure is logged, never thrown. */
  later(name: string, work: () => Promise<unknown>): void
  /** Resolves when nothing is left to do. */
  settled(): Promise<void>
}

/** `log` names the failed work. */
export function createBackground(log: Log): Background {
  const running = new Set<Promise<void>>()
  return {
    later(name, work) {
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .then(
          () => undefined,
          (error: unknown) => log.error({ err: error, work: name }, 'background work failed'),
        )
        .finally(() => running.delete(done))
      running.add(done)
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
