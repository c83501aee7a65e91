import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** Deleted periods are few: asking for them is cheaper than asking every period whether it is one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, 'create index periods_deleted_ix on periods (id) where deleted_at is not null')
}
