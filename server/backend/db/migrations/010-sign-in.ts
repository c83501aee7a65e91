import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** Signing in: sessions, codes, captchas, OAuth, tickets, and what was agreed to. Secrets are kept as hashes only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table users add column former_phone_hash bytea;
create index users_former_phone_ix on users (former_phone_hash) where former_phone_hash is not null;

create table sessions (
  id uuid primary key default gen_random_uuid(), user_id bigint not null references users,
  token_hash bytea not null unique, channel text not null default 'pcSite', fingerprint text, ip inet, user_agent text,
  created_at timestamptz not null default now(), last_seen_at timestamptz not null default now(), expires_at timestamptz not null,
  ended_at timestamptz, end_reason smallint check (end_reason between 1 and 6), -- 1 logout, 2 superseded, 3 expired, 4 disabled, 5 deregistered, 6 password or phone
  end_told_at timestamptz, -- a superseded session is told once
  check ((ended_at is null) = (end_reason is null)));
create unique index sessions_one_active on sessions (user_id, channel) where ended_at is null;
create index sessions_user_ix on sessions (user_id);
create index sessions_expiry_ix on sessions (expires_at) where ended_at is null;
create table link_tokens (
  token_hash bytea primary key, user_id bigint not null references users,
  created_at timestamptz not null default now(), expires_at timestamptz not null, consumed_at timestamptz);

create table oauth_identities (
  id bigint generated always as identity primary key, user_id bigint not null references users,
  provider text not null check (provider in ('QQ', 'WECHAT')), open_id text not null, union_id text, nickname text, head_img text,
  linked_at timestamptz not null default now(), unique (provider, open_id), unique (user_id, provider));
create unique index oauth_identities_union_uq on oauth_identities (provider, union_id) where union_id is not null;
create table oauth_states (
  state_hash bytea primary key, provider text not null check (provider in ('QQ', 'WECHAT')), purpose text not null check (purpose in ('login', 'bind')),
  user_id bigint references users, browser_nonce_hash bytea not null, redirect text, register_param jsonb,
  created_at timestamptz not null default now(), expires_at timestamptz not null, consumed_at timestamptz);
create index oauth_states_expiry_ix on oauth_states (expires_at);
create table oauth_bind_tickets (
  ticket_hash bytea primary key, provider text not null check (provider in ('QQ', 'WECHAT')), open_id text not null, union_id text, profile jsonb, redirect text,
  created_at timestamptz not null default now(), expires_at timestamptz not null, consumed_at timestamptz);

create table captcha_challenges (
  id bigint generated always as identity primary key, token text not null unique, captcha_key text unique,
  captcha_type text not null check (captcha_type in ('blockPuzzle', 'simpleCircle')),
  secret_key text, answer_x smallint, answer_hash bytea, ip inet,
  created_at timestamptz not null default now(), expires_at timestamptz not null,
  checked_at timestamptz, passed boolean, consumed_at timestamptz);
create index captcha_expiry_ix on captcha_challenges (expires_at);

create table sms_numbers (
  nation_code integer not null, phone text not null, touched_at timestamptz not null, primary key (nation_code, phone));
create table sms_codes (
  id bigint generated always as identity primary key, nation_code integer not null, phone text not null,
  purpose text not null check (purpose in ('login', 'register', 'reset', 'bindOld', 'bindNew', 'oauth', 'deregister', 'export')),
  channel text not null check (channel in ('SMS', 'VOICE_CODE')), code_hash bytea not null, user_id bigint references users,
  attempts smallint not null default 0 check (attempts <= 5), ip inet,
  with_captcha boolean not null default false, -- a captcha was solved for it, so a call may follow without another
  sent_at timestamptz not null default now(), expires_at timestamptz not null, used_at timestamptz, replaced_at timestamptz,
  failed_at timestamptz -- the message could not be sent
  );
create unique index sms_codes_live_uq on sms_codes (nation_code, phone, purpose) where used_at is null and replaced_at is null;
create index sms_codes_number_ix on sms_codes (nation_code, phone, sent_at desc);
create index sms_codes_sent_ix on sms_codes (sent_at);
create table sms_outbox (
  id bigint generated always as identity primary key, nation_code integer not null, phone text not null,
  channel text not null check (channel in ('SMS', 'VOICE_CODE')), content text not null, sent_at timestamptz not null);
create index sms_outbox_sent_ix on sms_outbox (sent_at desc);
create table flow_tickets (
  ticket_hash bytea primary key, purpose text not null check (purpose in ('resetPassword', 'rebindPhone')),
  user_id bigint not null references users, created_at timestamptz not null default now(), expires_at timestamptz not null, consumed_at timestamptz);

create table login_events (
  id bigint generated always as identity primary key, user_id bigint references users, account_hash bytea, method text not null,
  code integer not null, ip inet, fingerprint text, at timestamptz not null default now());
create index login_events_user_ix on login_events (user_id, at desc);
create table user_attributions (
  user_id bigint primary key references users, invite_user_id bigint references users, clue_user_id bigint references users,
  source text, created_at timestamptz not null default now(), check (invite_user_id is distinct from user_id));
create index user_attributions_inviter_ix on user_attributions (invite_user_id);
create table agreement_acceptances (
  id bigint generated always as identity primary key, user_id bigint not null references users, agreement_id bigint not null references agreements,
  accepted_at timestamptz not null, ip inet, context text not null check (context in ('register', 'login', 'oauth', 'order')),
  unique (user_id, agreement_id, context));
`,
  )
}
