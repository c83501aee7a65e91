import { AsyncLocalStorage } from 'node:async_hooks'
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely'
import { stopForGone } from '#server/backend/base/asker.ts'

/** What waits for the commit of the transaction under way; undefined after its end. */
interface Inside {
  waiting: (() => void)[] | undefined
}

const inTransaction = new AsyncLocalStorage<Inside>()

/** Runs `work` as the inside of a transaction: from there the guarded database throws, and `afterCommit` waits. */
export async function runInTransaction<T>(work: () => Promise<T>): Promise<T> {
  if (inTransaction.getStore()) throw new Error('A transaction was opened inside a transaction.')
  const inside: Inside = { waiting: [] }
  let committed = false
  try {
    const result = await inTransaction.run(inside, work)
    committed = true
    return result
  } finally {
    const { waiting = [] } = inside
    inside.waiting = undefined
    if (committed) for (const run of waiting) run()
  }
}

/** Runs `run` when the transaction that the caller is in has committed, never when it rolls back; at once outside of one. */
export function afterCommit(run: () => void): void {
  const waiting = inTransaction.getStore()?.waiting
  if (waiting) waiting.push(run)
  else run()
}

/** Whether the code that asks runs inside a transaction. */
export function isInTransaction(): boolean {
  return inTransaction.getStore() !== undefined
}

/**
 * On a transaction: refuses what comes after its work has ended, by its result or because somebody gave it up. Without it a statement
 * that is late would run on the connection by itself, and stay.
 */
export class EndedGuard implements KyselyPlugin {
  #isEnded = false

  end(): void {
    this.#isEnded = true
  }

  transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    if (this.#isEnded) throw new Error('A transaction was used after its end.')
    return args.node
  }

  transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(args.result)
  }
}

/**
 * Throws when the database itself is used inside a transaction instead of the transaction:
 * on the embedded database, which has one connection, that call would wait for ever. Also when nobody waits for what would be read.
 */
export class TransactionGuard implements KyselyPlugin {
  transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    stopForGone()
    if (inTransaction.getStore())
      throw new Error('The database was used inside a transaction: use the transaction that was handed in.')
    return args.node
  }

  transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(args.result)
  }
}
