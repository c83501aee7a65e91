import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** Colleges, teachers, the modules of home and college pages, banners, platform notices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table colleges (
  id bigint generated always as identity primary key, name text not null unique,
  path text not null unique check (path ~ '^[a-z][a-z0-9-]*$'), small_title text, intro text, cover_img text,
  autoplay boolean not null default false, sort integer not null default 0, enabled boolean not null default true);
create table teachers (
  id bigint generated always as identity primary key, user_id bigint unique references users, name text not null, head_img text,
  title text, intro text, is_elegant boolean not null default false, sort integer not null default 0);
create table college_teachers (
  college_id bigint references colleges, teacher_id bigint references teachers, sort integer not null default 0,
  primary key (college_id, teacher_id));
create index college_teachers_teacher_ix on college_teachers (teacher_id);
create table modules (
  id bigint generated always as identity primary key, college_id bigint references colleges, -- null = home page
  type smallint not null check (type between 1 and 16), title text, sub_title text,
  sort integer not null default 0, enabled boolean not null default true, unique nulls not distinct (college_id, type));
create table module_items (
  id bigint generated always as identity primary key, module_id bigint not null references modules on delete cascade,
  title text, sub_title text, content text, img text, url text, ref_kind text, ref_id bigint,
  sort integer not null default 0, enabled boolean not null default true);
create index module_items_ix on module_items (module_id, sort);
create table banners (
  id bigint generated always as identity primary key, page text not null, college_id bigint references colleges,
  img text not null, url text, title text, sub_title text, begin_at timestamptz, end_at timestamptz,
  sort integer not null default 0, enabled boolean not null default true,
  check (end_at is null or begin_at is null or end_at > begin_at));
create index banners_ix on banners (page, college_id, sort) where enabled;
create table platform_notices (
  id bigint generated always as identity primary key, title text not null, content_html text, img text, url text,
  position text not null, audience smallint not null default 1 check (audience in (1, 2)), -- 1 everybody, 2 learners
  begin_at timestamptz not null, end_at timestamptz not null, check (end_at > begin_at));
create table platform_notice_logs (
  id bigint generated always as identity primary key, notice_id bigint not null references platform_notices,
  user_id bigint references users, fingerprint text, action text not null check (action in ('show', 'click', 'close')),
  at timestamptz not null default now(), check (user_id is not null or fingerprint is not null));
create unique index platform_notice_logs_user_uq on platform_notice_logs (notice_id, user_id, action) where user_id is not null;
create unique index platform_notice_logs_visitor_uq on platform_notice_logs (notice_id, fingerprint, action) where user_id is null;
`,
  )
}
