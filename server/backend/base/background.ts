import { workForAll } from './asker.ts'
import type { Log } from './parts.ts'

/** Work that an answer doesn't wait for. */
export interface Background {
  /** Runs `work` after the current answer; a failure is logged, never thrown. */
  later(name: string, work: () => Promise<unknown>): void
  /** The same, one of a name after the other: for work that reads or writes much. */
  inTurn(name: string, work: () => Promise<unknown>): void
  /** Resolves when nothing is left to do. */
  settled(): Promise<void>
}

/** `log` names the failed work. */
export function createBackground(log: Log): Background {
  const running = new Set<Promise<void>>()
  const turns = new Map<string, Promise<void>>()

  function run(name: string, after: Promise<void>, work: () => Promise<unknown>): Promise<void> {
    const done = after
      .then(() => workForAll(work))
      .then(
        () => undefined,
        (error: unknown) => log.error({ err: error, work: name }, 'background work failed'),
      )
      .finally(() => running.delete(done))
    running.add(done)
    return done
  }
  const answered = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

  return {
    later(name, work) {
      void run(name, answered(), work)
    },
    inTurn(name, work) {
      const turn = run(name, turns.get(name) ?? answered(), work).finally(() => {
        if (turns.get(name) === turn) turns.delete(name)
      })
      turns.set(name, turn)
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
