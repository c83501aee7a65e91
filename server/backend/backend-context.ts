import type { Config } from '#server/config.ts'
import type { AddressLimits } from './address-limits.ts'
import type { Background } from './background.ts'
import type { Database, DatabaseTransaction } from './db/database.ts'

/** Where every time that matters comes from; tests move it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

/** Structured log lines, as pino writes them. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface Ids {
  uuid(): string
}

/** Who calls, once logged in. */
export interface Session {
  readonly userId: number
  readonly isStaff: boolean
}

/** The long-lived things of a backend process. */
export interface BackendContext {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly ids: Ids
  readonly db: Database
  /** Opens a transaction for one step; refused inside another one. */
  tx<T>(work: (trx: DatabaseTransaction) => Promise<T>): Promise<T>
  readonly limits: AddressLimits
  readonly background: Background
}

/** What a handler is given: `db` is the open transaction where the endpoint declares one. */
export interface CallContext extends BackendContext {
  /** The client's address as the site's proxy gives it. */
  readonly address: string
}
