import type { KyselyPlugin } from 'kysely'
import type { TestBackend } from './backend-harness.ts'

/** Statements whose text fits fail while `work` runs: a part of the database that can't be had. */
export async function failStatements<T>({ context }: TestBackend, fits: RegExp, work: () => Promise<T>): Promise<T> {
  const { db } = context
  const breaker: KyselyPlugin = {
    transformQuery({ node }) {
      if (fits.test(JSON.stringify(node))) throw new Error('this part of the database is away')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  Object.assign(context, { db: db.withPlugin(breaker) })
  try {
    return await work()
  } finally {
    Object.assign(context, { db })
  }
}
