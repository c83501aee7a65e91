import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** What a search looks through, folded to lower case once: the name, a line break, the aim. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `alter table products add column search_text text generated always as (lower(name || E'\\n' || coalesce(learn_aim, ''))) stored`,
  )
}
