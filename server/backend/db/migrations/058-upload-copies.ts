import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Copies of private files that everybody may see for a while, each at an address of its own that ends with it: the same file may have several, beside
 * what its learner has sent themselves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table uploads add column copy_of bigint references uploads;
create index uploads_copies_ix on uploads (copy_of) where copy_of is not null;
drop index uploads_dedupe_uq;
create unique index uploads_dedupe_uq on uploads (user_id, md5, content_type, purpose) where state = 2 and copy_of is null;
`,
  )
}
