import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs, QueryResult, RootOperationNode, UnknownRow } from 'kysely'

const inTransaction = new AsyncLocalStorage<true>()

/** Runs `work` as the inside of a transaction: from there the guarded database throws. */
export function runInTransaction<T>(work: () => Promise<T>): Promise<T> {
  if (inTransaction.getStore()) throw new Error('A transaction was opened inside a transaction.')
  return inTransaction.run(true, work)
}

/** Whether the code that asks runs inside a transaction. */
export function isInTransaction(): boolean {
  return inTransaction.getStore() === true
}

/**
 * Throws when the database itself is used inside a transaction instead of the transaction:
 * on the embedded database, which has one connection, that call would wait for ever.
 */
export class TransactionGuard implements KyselyPlugin {
  transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    if (inTransaction.getStore()) throw new Error('The database was used inside a transaction: use the transaction that was handed in.')
    return args.node
  }

  transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(args.result)
  }
}
