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

/** The most rows that one answer of the database had while `work` went on. */
export async function largestAnswer({ context }: TestBackend, work: () => Promise<unknown>): Promise<number> {
  const { db } = context
  let most = 0
  const measure: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      most = Math.max(most, result.rows.length)
      return result
    },
  }
  Object.assign(context, { db: db.withPlugin(measure) })
  try {
    await work()
    return most
  } finally {
    Object.assign(context, { db })
  }
}
