import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** Marks legal texts that came with the software: the operator has not put a text of their own in their place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, 'alter table agreements add column is_shipped boolean not null default false;')
}
