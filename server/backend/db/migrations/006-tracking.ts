import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** What browsers report: page flow (partitioned by time so that old months can be dropped whole) and client errors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table flow_events (
  id bigint generated always as identity, at timestamptz not null default now(), type text not null, url text, referrer text,
  fingerprint text, user_id bigint, payload jsonb, primary key (id, at)) partition by range (at);
create table flow_events_default partition of flow_events default;
create table client_error_logs (
  id bigint generated always as identity primary key, code integer not null, url text, user_id bigint, fingerprint text,
  user_agent text, payload jsonb, at timestamptz not null default now());
create index client_error_logs_at_ix on client_error_logs (at);
`,
  )
}
