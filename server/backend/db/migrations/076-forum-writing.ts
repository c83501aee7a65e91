import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Writing in the forum. A comment gets its floor when it is published, not when it is sent. The version of a post's text is apart from that
 * of its row: pinning outdates no edit. Likes, collections, drafts for each place, pictures and mentions of comments, one notice a person
 * and comment, and a switch for being seen as a visitor.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table forum_posts add column text_version integer not null default 1 check (text_version > 0);
alter table forum_posts add column like_count integer not null default 0 check (like_count >= 0);
alter table forum_posts add column collect_count integer not null default 0 check (collect_count >= 0);
alter table forum_posts add column sent_at timestamptz;
alter table forum_posts add column text_hash text;
create index forum_posts_text_ix on forum_posts (user_id, text_hash) where deleted_at is null;
create index forum_posts_waiting_ix on forum_posts (coalesce(sent_at, created_at), id) where status = 1 and deleted_at is null;

alter table forum_comments alter column floor drop not null;
alter table forum_comments add constraint forum_comments_published_floor_check check (status <> 2 or floor is not null);
alter table forum_comments add column quote_id bigint references forum_comments;
alter table forum_comments add column published_at timestamptz;
alter table forum_comments add column sent_at timestamptz;
alter table forum_comments add column edited_at timestamptz;
alter table forum_comments add column text_version integer not null default 1 check (text_version > 0);
alter table forum_comments add column deleted_by bigint references users;
alter table forum_comments add column like_count integer not null default 0 check (like_count >= 0);
alter table forum_comments add column text_hash text;
update forum_comments set published_at = created_at where status = 2;
create index forum_comments_parent_ix on forum_comments (parent_id) where parent_id is not null;
create index forum_comments_own_ix on forum_comments (user_id, post_id, id desc) where deleted_at is null;
create index forum_comments_text_ix on forum_comments (user_id, text_hash) where deleted_at is null;
create index forum_comments_waiting_ix on forum_comments (coalesce(sent_at, created_at), id) where status = 1 and deleted_at is null;
create table forum_comment_pictures (
  comment_id bigint not null references forum_comments on delete cascade, sort smallint not null check (sort between 1 and 3),
  url text not null, alt text not null default '', primary key (comment_id, sort));
create table forum_mentions (
  comment_id bigint not null references forum_comments on delete cascade, user_id bigint not null references users, primary key (comment_id, user_id));

create table forum_post_likes (
  post_id bigint not null references forum_posts on delete cascade, user_id bigint not null references users, at timestamptz not null, primary key (post_id, user_id));
create index forum_post_likes_user_ix on forum_post_likes (user_id, at desc);
create table forum_comment_likes (
  comment_id bigint not null references forum_comments on delete cascade, user_id bigint not null references users, at timestamptz not null, primary key (comment_id, user_id));
create index forum_comment_likes_user_ix on forum_comment_likes (user_id, at desc);
create table forum_collections (
  post_id bigint not null references forum_posts on delete cascade, user_id bigint not null references users, at timestamptz not null, primary key (post_id, user_id));
create index forum_collections_user_ix on forum_collections (user_id, at desc, post_id desc);

create table forum_drafts (
  id bigint generated always as identity primary key, user_id bigint not null references users, place text not null check (place <> ''),
  plate_id bigint references forum_plates, post_id bigint references forum_posts on delete cascade,
  title text not null default '', content text not null default '', pictures jsonb not null default '[]',
  version integer not null default 1 check (version > 0), saved_at timestamptz not null, unique (user_id, place));
create index forum_drafts_saved_ix on forum_drafts (user_id, saved_at desc, id desc);
create index forum_drafts_post_ix on forum_drafts (post_id);

alter table forum_comment_notices drop constraint forum_comment_notices_pkey;
drop index forum_comment_notices_ix;
alter table forum_comment_notices add column id bigint generated always as identity;
alter table forum_comment_notices add column reason smallint not null default 1 check (reason in (1, 2, 3, 4));
alter table forum_comment_notices add primary key (comment_id, user_id);
create unique index forum_comment_notices_id_uq on forum_comment_notices (id);
create index forum_comment_notices_user_ix on forum_comment_notices (user_id, id desc);
create index forum_comment_notices_unseen_ix on forum_comment_notices (user_id, id) where seen_at is null;

alter table users add column shows_visits boolean not null default true;
`,
  )
}
