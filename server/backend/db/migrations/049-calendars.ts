import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * A learner's calendar address, of which only the hash is kept, and what it told last of each event: a calendar that has it takes a change
 * only with a higher sequence, and an event that is gone only when it is called off.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table calendar_feeds (
  user_id bigint primary key references users, secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
  created_at timestamptz not null, fetched_at timestamptz, fetched_by text check (char_length(fetched_by) <= 200));
create table calendar_events (
  user_id bigint not null references users, uid text not null check (char_length(uid) <= 100), sequence integer not null default 0 check (sequence >= 0),
  begin_at timestamptz not null, end_at timestamptz not null check (end_at > begin_at), summary text not null, description text not null, url text,
  cancelled_at timestamptz, changed_at timestamptz not null, primary key (user_id, uid));
`,
  )
}
