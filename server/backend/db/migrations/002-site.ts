import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** What the whole site shows: SEO texts, links, dialling codes, hot searches, legal texts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table site_configs (
  config_key text primary key, value jsonb not null, is_public boolean not null default false, updated_at timestamptz not null default now());
create table seo_entries (
  id bigint generated always as identity primary key, page_type text not null, ref_id bigint,
  title text not null, description text not null, key_word text not null, unique nulls not distinct (page_type, ref_id));
create table links (
  id bigint generated always as identity primary key, kind smallint not null check (kind in (1, 2)), -- 1 friendly, 2 about
  name text not null, url text not null, sort integer not null default 0, enabled boolean not null default true);
create table country_phone_regions (code text primary key, region integer not null, national text not null, sort integer not null default 0);
create table required_fields (form text not null, field text not null, required boolean not null, primary key (form, field));
create table hot_searches (
  id bigint generated always as identity primary key, course_name text not null unique, url text,
  sort integer not null default 0, enabled boolean not null default true);
create table search_logs (
  id bigint generated always as identity primary key, term text not null check (char_length(term) <= 64),
  user_id bigint references users, fingerprint text, total integer, at timestamptz not null default now());
create index search_logs_at_ix on search_logs (at);
create table agreements (
  id bigint generated always as identity primary key, type text not null, version integer not null,
  title text not null, content_html text not null, effective_at timestamptz not null, unique (type, version));
create table company_ip_ranges (range cidr primary key, note text);
`,
  )
}
