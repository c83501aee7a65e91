import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Which browser asked for a code, so that only that one may try it and somebody else's asking voids nothing; and the browsers
 * in which an account was signed into, whose tries are counted apart from those of strangers. Codes from before are nobody's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table sms_codes add column browser_hash bytea;
drop index sms_codes_live_uq;
create unique index sms_codes_live_uq on sms_codes (nation_code, phone, purpose, browser_hash) nulls not distinct where used_at is null and replaced_at is null;
create table known_browsers (
  user_id bigint not null references users, browser_hash bytea not null, used_at timestamptz not null, primary key (user_id, browser_hash));
create index known_browsers_used_ix on known_browsers (used_at);
`,
  )
}
