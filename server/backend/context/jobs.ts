import type { BackendContext } from '#server/backend/context/backend-context.ts'

/**
 * A background job: it finds its work in the tables, so that running it twice, late or in two processes does nothing wrong,
 * and a lost wake-up costs only the time until the next regular run.
 */
export interface Job {
  readonly name: string
  /** When it runs regularly: minute hour day month weekday, in Asia/Shanghai. */
  readonly cron: string
  /** Does what is due at the context's clock; answers how much that was. Must end in about a minute: the rest is for the next run. */
  run(ctx: BackendContext): Promise<number>
}

/** Background jobs of all backend processes, kept in the database. */
export interface Jobs {
  /** Runs the job soon, in one of the processes; several requests at once are one. Never throws: the regular run comes anyway. */
  wake(name: string): Promise<void>
}
