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
