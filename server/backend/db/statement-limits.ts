/** How long a connection and its statements may take on PostgreSQL (milliseconds). The embedded database knows only `lock_timeout`. */
export interface StatementLimits {
  readonly statementMs: number
  /** Waiting for a row or table that somebody else holds. */
  readonly lockMs: number
  /** A transaction between two statements; the server ends its connection. */
  readonly idleInTransactionMs: number
  readonly connections: number
  /** Waiting for one of them, or for a new one. */
  readonly connectMs: number
}

/** Of calls: nobody waits longer for an answer. The last one is over the longest call, whose own end comes first. */
export const callStatements: StatementLimits = {
  statementMs: 5000,
  lockMs: 4000,
  idleInTransactionMs: 30_000,
  connections: 10,
  connectMs: 5000,
}

/** Of searches: few at once, and none of them long, whatever was typed. */
export const searchStatements: StatementLimits = {
  statementMs: 1500,
  lockMs: 1000,
  idleInTransactionMs: 30_000,
  connections: 2,
  connectMs: 5000,
}

/** Of migrations with their index builds, the seed, jobs and exports. */
export const patientStatements: StatementLimits = {
  statementMs: 600_000,
  lockMs: 60_000,
  idleInTransactionMs: 120_000,
  connections: 3,
  connectMs: 60_000,
}

/** Settings for a new connection, as PostgreSQL's `options` parameter. */
export function connectionOptions({ statementMs, lockMs, idleInTransactionMs }: StatementLimits): string {
  return `-c timezone=UTC -c statement_timeout=${statementMs} -c lock_timeout=${lockMs} -c idle_in_transaction_session_timeout=${idleInTransactionMs}`
}
