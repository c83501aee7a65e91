import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** Articles and student works. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table article_categories (
  id bigint generated always as identity primary key, name text not null unique, path text unique check (path ~ '^[a-z][a-z0-9-]*$'),
  sort integer not null default 0, enabled boolean not null default true);
create table articles (
  id bigint generated always as identity primary key, category_id bigint not null references article_categories,
  college_id bigint references colleges, title text not null, summary text, cover_img text, content_html text not null, author text,
  status smallint not null default 0 check (status in (0, 1, 2)), published_at timestamptz, view_count bigint not null default 0,
  deleted_at timestamptz, check (status <> 1 or published_at is not null));
create index articles_list_ix on articles (category_id, published_at desc, id desc) where status = 1 and deleted_at is null;
create index articles_all_ix on articles (published_at desc, id desc) where status = 1 and deleted_at is null;
create index articles_college_ix on articles (college_id, published_at desc, id desc) where status = 1 and deleted_at is null;
create table article_recommends (
  article_id bigint not null references articles on delete cascade, kind text not null check (kind in ('article', 'course')),
  ref_id bigint not null, sort integer not null default 0, primary key (article_id, kind, ref_id));
create table work_categories (
  id bigint generated always as identity primary key, college_id bigint references colleges, name text not null,
  sort integer not null default 0, unique nulls not distinct (college_id, name));
create table student_works (
  id bigint generated always as identity primary key, college_id bigint not null references colleges,
  category_id bigint not null references work_categories, user_id bigint references users, author_name text not null,
  title text not null, cover_img text not null, cover_width integer not null check (cover_width > 0),
  cover_height integer not null check (cover_height > 0), intro text, teacher_comment text,
  status smallint not null default 0 check (status in (0, 1, 2)), published_at timestamptz, view_count bigint not null default 0,
  deleted_at timestamptz);
create index student_works_list_ix on student_works (college_id, category_id, published_at desc, id desc) where status = 1 and deleted_at is null;
create index student_works_all_ix on student_works (published_at desc, id desc) where status = 1 and deleted_at is null;
create table student_work_images (
  work_id bigint not null references student_works on delete cascade, sort integer not null, url text not null, primary key (work_id, sort));
`,
  )
}
