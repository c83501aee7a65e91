import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** What a learner keeps in the account and may take along or end: addresses, uploads, exports, deregistration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table user_addresses (
  id bigint generated always as identity primary key, user_id bigint not null references users, consignee text not null,
  nation_code integer not null default 86, phone text not null check (phone ~ '^[0-9]{7,11}$'), province text, city text, district text,
  detail text not null, is_default boolean not null default false, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), deleted_at timestamptz);
create unique index user_addresses_default_uq on user_addresses (user_id) where is_default and deleted_at is null;
create index user_addresses_user_ix on user_addresses (user_id) where deleted_at is null;
create table uploads (
  id bigint generated always as identity primary key, user_id bigint references users, object_key text not null unique, res_url text not null,
  purpose text not null default 'file' check (purpose in ('file', 'avatar')), name text not null, content_type text not null, size_bytes bigint check (size_bytes >= 0), md5 text not null check (md5 ~ '^[0-9a-f]{32}$'),
  kind smallint not null check (kind between 1 and 4), -- 1 image, 2 video, 3 audio, 4 archive
  state smallint not null default 1 check (state in (1, 2, 3)), -- 1 pending, 2 stored, 3 purged
  created_at timestamptz not null default now(), stored_at timestamptz);
create unique index uploads_dedupe_uq on uploads (user_id, md5, content_type, purpose) where state = 2;
create index uploads_pending_ix on uploads (created_at) where state = 1;
create table data_exports (
  id bigint generated always as identity primary key, user_id bigint not null references users,
  state smallint not null default 1 check (state in (1, 2, 3, 4)), -- 1 being made, 2 ready, 3 failed, 4 gone
  file_key text, size_bytes bigint, requested_at timestamptz not null, ready_at timestamptz, expires_at timestamptz);
create unique index data_exports_one_uq on data_exports (user_id) where state = 1;
create index data_exports_user_ix on data_exports (user_id, id desc);
create table deregistrations (
  id bigint generated always as identity primary key, user_id bigint not null references users, reason text check (char_length(reason) <= 200),
  requested_at timestamptz not null, due_at timestamptz not null, cancelled_at timestamptz, completed_at timestamptz, ip inet,
  check (cancelled_at is null or completed_at is null));
create unique index deregistrations_open_uq on deregistrations (user_id) where cancelled_at is null and completed_at is null;
create index deregistrations_due_ix on deregistrations (due_at) where cancelled_at is null and completed_at is null;
`,
  )
}
