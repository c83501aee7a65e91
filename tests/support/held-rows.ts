import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import type { TestBackend } from './backend-harness.ts'

/** Another's transaction in the middle of its work. */
export interface Held {
  /** Does the rest of its work, if there is more, and commits. */
  readonly release: (rest?: (trx: DatabaseTransaction) => Promise<unknown>) => Promise<void>
}

/** Does the first half of somebody's work in a transaction, and stays there: what it has locked, it holds. PostgreSQL only. */
export async function hold(
  { database }: TestBackend,
  work: (trx: DatabaseTransaction) => Promise<unknown>,
): Promise<Held> {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<((trx: DatabaseTransaction) => Promise<unknown>) | undefined>()
  const done = database.transaction(async (trx) => {
    await work(trx)
    begun.resolve()
    await (await ended.promise)?.(trx)
  })
  await Promise.race([begun.promise, done])
  // a test that fails leaves nobody waiting
  onTestFinished(() => {
    ended.resolve(undefined)
    return done
  })
  return {
    release(rest) {
      ended.resolve(rest)
      return done
    },
  }
}

/** Until so many calls stand in line for what others hold. */
export async function untilWaiting({ db }: TestBackend, count: number): Promise<void> {
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
    return rows[0]?.waiting ?? 0
  }
  await expect.poll(waiting, { timeout: 20_000, interval: 20 }).toBe(count)
}
