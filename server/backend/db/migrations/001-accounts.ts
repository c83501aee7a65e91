import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** Accounts: who somebody is and which roles they hold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table users (
  id bigint generated always as identity primary key,
  nickname text not null check (char_length(nickname) between 1 and 16),
  head_img text, real_name text, gender smallint check (gender in (0, 1, 2)), qq_num text,
  nation_code integer not null default 86, phone text, phone_is_real boolean not null default false,
  password_hash text, password_set_at timestamptz,
  customer_status smallint not null default 0, is_admin boolean not null default false,
  account_status smallint not null default 1 check (account_status in (1, 2, 3)), -- 1 active, 2 disabled, 3 deregistered
  service_end_at timestamptz, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  check (not phone_is_real or phone ~ '^[0-9]{7,11}$'));
create unique index users_phone_uq on users (nation_code, phone) where account_status <> 3 and phone is not null;
create index users_nickname_ix on users (lower(nickname));

create table user_profiles (
  user_id bigint primary key references users, answers jsonb not null default '{}',
  completed_at timestamptz, updated_at timestamptz not null default now());

create table user_roles (
  user_id bigint not null references users,
  role text not null check (role in ('teacher', 'follow', 'education', 'headMaster', 'instructor', 'assistant')),
  granted_at timestamptz not null default now(), primary key (user_id, role));
`,
  )
}
