import type { KyselyPlugin } from 'kysely'
import type { TestBackend } from './backend-harness.ts'

/** Counts what the calls of `work` ask the database, begin and commit of transactions apart. */
export async function countStatements(
  { context }: TestBackend,
  work: () => Promise<unknown>,
): Promise<{ statements: number; transactions: number }> {
  const { db, tx } = context
  const count = { statements: 0, transactions: 0 }
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      count.statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const counted: Pick<TestBackend['context'], 'db' | 'tx'> = {
    db: db.withPlugin(counter),
    tx(inner) {
      count.transactions += 1
      return tx((trx) => inner(trx.withPlugin(counter)))
    },
  }
  Object.assign(context, counted)
  try {
    await work()
    return count
  } finally {
    Object.assign(context, { db, tx })
  }
}
