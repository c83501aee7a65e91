import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** Words for the same thing and chosen hot terms are edited by staff: each row says which version it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table search_synonyms add column version integer not null default 1 check (version > 0);
alter table hot_searches add column version integer not null default 1 check (version > 0);
`,
  )
}
