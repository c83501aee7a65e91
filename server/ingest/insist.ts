import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '#server/http/logger.ts'

const againMs = 1_000

export interface Insisting {
  readonly roomId: number
  readonly log: Logger
  /** Nothing is tried again after this: the next start makes up for it. */
  readonly stopping: AbortSignal
}

/** As often as it takes, until the process stops; `failure` is what the log is told once. */
export async function insist<T>(
  failure: string,
  { log, roomId, stopping }: Insisting,
  work: () => Promise<T>,
): Promise<T | undefined> {
  for (let failures = 0; !stopping.aborted || failures === 0; failures += 1) {
    try {
      return await work()
    } catch (error) {
      if (failures === 0) log.warn({ err: error, roomId }, failure)
      await wait(againMs, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
  return undefined
}
