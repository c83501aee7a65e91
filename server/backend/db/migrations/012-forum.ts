import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** The forum: plates, posts, comments, reviews, bans and counters; and what articles and works were missing for their pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table articles add column updated_at timestamptz;
alter table student_works add column updated_at timestamptz;
alter table student_work_images add column kind text not null default 'image' check (kind in ('image', 'video', 'audio'));
alter table student_work_images add column thumbnail text;
alter table student_work_images add column width integer check (width > 0);
alter table student_work_images add column height integer check (height > 0);
alter table student_work_images add column caption text not null default '';

create table forum_plates (
  id bigint generated always as identity primary key, name text not null unique, icon text, description text,
  is_recommended boolean not null default false, sort integer not null default 0, post_count integer not null default 0 check (post_count >= 0),
  needs_review boolean not null default true, enabled boolean not null default true);
create table forum_posts (
  id bigint generated always as identity primary key, plate_id bigint not null references forum_plates, user_id bigint not null references users,
  title text not null check (char_length(title) between 1 and 60), content_html text not null, summary text not null default '', cover_img text,
  status smallint not null default 1 check (status in (1, 2, 3)), -- 1 pending, 2 published, 3 rejected
  is_top boolean not null default false, is_essence boolean not null default false, view_count bigint not null default 0,
  comment_count integer not null default 0 check (comment_count >= 0), last_floor integer not null default 0,
  client_token text, version integer not null default 0, created_at timestamptz not null default now(), published_at timestamptz,
  updated_at timestamptz, last_reply_at timestamptz, active_at timestamptz not null default now(), deleted_at timestamptz, deleted_by bigint references users,
  check (status <> 2 or published_at is not null));
create unique index forum_posts_token_uq on forum_posts (user_id, client_token) where client_token is not null;
create index forum_posts_plate_ix on forum_posts (plate_id, is_top desc, active_at desc, id desc) where status = 2 and deleted_at is null;
create index forum_posts_active_ix on forum_posts (active_at desc, id desc) where status = 2 and deleted_at is null;
create index forum_posts_new_ix on forum_posts (published_at desc, id desc) where status = 2 and deleted_at is null;
create index forum_posts_plate_new_ix on forum_posts (plate_id, published_at desc, id desc) where status = 2 and deleted_at is null;
create index forum_posts_hot_ix on forum_posts (comment_count desc, id desc) where status = 2 and deleted_at is null;
create index forum_posts_plate_hot_ix on forum_posts (plate_id, comment_count desc, id desc) where status = 2 and deleted_at is null;
create index forum_posts_essence_ix on forum_posts (plate_id, active_at desc, id desc) where status = 2 and deleted_at is null and is_essence;
create index forum_posts_all_essence_ix on forum_posts (active_at desc, id desc) where status = 2 and deleted_at is null and is_essence;
create index forum_posts_user_ix on forum_posts (user_id, id desc) where deleted_at is null;
create table forum_post_revisions (
  id bigint generated always as identity primary key, post_id bigint not null references forum_posts, base_version integer not null, title text not null,
  content_html text not null, status smallint not null default 1 check (status in (1, 2, 3)), created_at timestamptz not null default now());
create unique index forum_post_revisions_pending_uq on forum_post_revisions (post_id) where status = 1;
create table forum_comments (
  id bigint generated always as identity primary key, post_id bigint not null references forum_posts, user_id bigint not null references users,
  parent_id bigint references forum_comments, root_id bigint references forum_comments, floor integer not null check (floor > 0),
  content text not null check (char_length(content) between 1 and 1000), status smallint not null default 2 check (status in (1, 2, 3)),
  client_token text, created_at timestamptz not null default now(), deleted_at timestamptz, unique (post_id, floor));
create unique index forum_comments_token_uq on forum_comments (user_id, client_token) where client_token is not null;
create index forum_comments_roots_ix on forum_comments (post_id, floor) where root_id is null and status = 2;
create index forum_comments_children_ix on forum_comments (root_id, floor) where root_id is not null and status = 2;
create index forum_comments_user_ix on forum_comments (user_id, id desc) where status = 2 and deleted_at is null;
create table forum_reviews (
  id bigint generated always as identity primary key, target text not null check (target in ('post', 'revision', 'comment')), target_id bigint not null,
  author_id bigint not null references users, result smallint not null check (result in (2, 3)), reason text, reviewer_id bigint references users,
  at timestamptz not null default now(), seen_at timestamptz);
create index forum_reviews_author_ix on forum_reviews (author_id, id desc);
create table forum_bans (
  id bigint generated always as identity primary key, user_id bigint not null references users, reason text, begun_at timestamptz not null default now(),
  until_at timestamptz, lifted_at timestamptz, by_user_id bigint references users);
create unique index forum_bans_active_uq on forum_bans (user_id) where lifted_at is null;
create table forum_visits (
  owner_id bigint not null references users, visitor_id bigint not null references users, visited_at timestamptz not null default now(),
  primary key (owner_id, visitor_id), check (owner_id <> visitor_id));
create index forum_visits_owner_ix on forum_visits (owner_id, visited_at desc);
create table forum_day_counts (
  plate_id bigint not null references forum_plates, day date not null, posts integer not null default 0, comments integer not null default 0,
  primary key (plate_id, day));
create table forum_comment_notices (
  comment_id bigint primary key references forum_comments on delete cascade, user_id bigint not null references users, seen_at timestamptz);
create index forum_comment_notices_ix on forum_comment_notices (user_id, comment_id desc);
`,
  )
}
