import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Watching and learning: captions, watched ranges beside the last position, one player at a time. Rooms: live, AI-live and question rooms
 * with their chat in one gapless sequence, mutes with a term, gifts, lotteries whose secret is committed to before and told after, evaluations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
-- a test film fills lessons longer than itself
alter table media_assets add column repeats boolean not null default false;
create table media_captions (
  asset_id bigint not null references media_assets on delete cascade, language text not null, label text not null, url text not null, primary key (asset_id, language));

create table play_watches (
  id uuid primary key, user_id bigint not null references users, period_id bigint not null references periods, schedule_id bigint references class_schedules,
  room_id bigint, device text not null, begun_at timestamptz not null, beat_at timestamptz not null, watched_sec integer not null default 0 check (watched_sec >= 0));
create index play_watches_user_ix on play_watches (user_id, begun_at desc);
create index play_watches_old_ix on play_watches (beat_at);
create table play_leases (
  user_id bigint primary key references users, watch_id uuid not null references play_watches on delete cascade, expires_at timestamptz not null);
create table learn_progress (
  user_id bigint not null references users, period_id bigint not null references periods,
  position_sec integer not null default 0 check (position_sec >= 0), watched int4multirange not null default '{}',
  watched_sec integer not null default 0 check (watched_sec >= 0), finished_at timestamptz, last_at timestamptz not null,
  schedule_id bigint references class_schedules, primary key (user_id, period_id));
create index learn_progress_last_ix on learn_progress (user_id, last_at desc);
create table learn_days (user_id bigint not null references users, day date not null, seconds integer not null default 0 check (seconds between 0 and 86400), primary key (user_id, day));

create table live_rooms (
  id bigint generated always as identity primary key, kind smallint not null check (kind in (1, 2, 3)), -- 1 live, 2 AI-live, 3 question room
  schedule_period_id bigint references schedule_periods, period_id bigint references periods, product_id bigint references products,
  title text not null, teacher_id bigint references teachers, begin_at timestamptz not null, end_at timestamptz not null,
  started_at timestamptz, ended_at timestamptz, -- when staff or the stream really did; null: by the clock
  stream_key text unique, media_id bigint references media_assets, -- the film of an AI-live, the recording of a live class
  notice text, password_hash text, sale_product_id bigint references products,
  is_open boolean not null default true, deleted_at timestamptz, created_at timestamptz not null,
  check (end_at > begin_at), check ((kind = 3) = (schedule_period_id is null)));
-- a seed schedule comes round again: each time is a room of its own
create unique index live_rooms_lesson_uq on live_rooms (schedule_period_id, begin_at) where schedule_period_id is not null;
create index live_rooms_time_ix on live_rooms (begin_at) where deleted_at is null;
alter table play_watches add foreign key (room_id) references live_rooms;
create table live_room_urls (
  room_id bigint not null references live_rooms on delete cascade, sort_num integer not null, name text not null, url text not null, primary key (room_id, sort_num));
create table live_recordings (
  id bigint generated always as identity primary key, room_id bigint not null references live_rooms, folder text not null unique, begun_at timestamptz not null, ended_at timestamptz,
  duration_sec integer check (duration_sec >= 0));
create index live_recordings_room_ix on live_recordings (room_id, begun_at);
create table live_pendants (
  room_id bigint not null references live_rooms on delete cascade, type text not null, title text not null, img text, url text, ref_id bigint, primary key (room_id, type));
create table live_pushes (
  id bigint generated always as identity primary key, room_id bigint not null references live_rooms, kind text not null check (kind in ('coupon', 'course', 'activity', 'evaluate')),
  ref_id bigint, pushed_by bigint references users, at timestamptz not null);
create index live_pushes_room_ix on live_pushes (room_id, id);
create table room_members (
  room_id bigint not null references live_rooms, user_id bigint not null references users,
  user_type text not null check (user_type in ('vip', 'freeStudy', 'headMaster', 'teacher', 'assistant', 'education')),
  entered_at timestamptz not null, watch_sec integer not null default 0 check (watch_sec >= 0), connections integer not null default 0 check (connections >= 0), last_seen_at timestamptz not null,
  primary key (room_id, user_id));
create table room_password_tries (
  room_id bigint not null references live_rooms, user_id bigint not null references users, tries integer not null default 0, locked_until timestamptz, granted_at timestamptz,
  primary key (room_id, user_id));
create table fake_students (
  id bigint generated always as identity primary key, room_id bigint not null references live_rooms on delete cascade, nickname text not null, head_img text, enter_offset_sec integer not null default 0);
create table fake_messages (
  id bigint generated always as identity primary key, room_id bigint not null references live_rooms on delete cascade,
  student_id bigint not null references fake_students on delete cascade, offset_sec integer not null, content text not null);
create index fake_messages_room_ix on fake_messages (room_id, offset_sec);

create table im_groups (
  id bigint generated always as identity primary key, group_key text not null unique, room_id bigint not null unique references live_rooms, last_seq bigint not null default 0);
create table im_messages (
  group_id bigint not null references im_groups, seq bigint not null, client_msg_id text, from_user_id bigint references users, fake_student_id bigint references fake_students,
  user_type text, custom_type smallint check (custom_type in (1, 2)), system_type smallint check (system_type in (1, 2, 3, 5, 6, 7, 8, 9, 10)),
  content jsonb not null, sent_at timestamptz not null, recalled_at timestamptz, recalled_by bigint references users,
  primary key (group_id, seq), check (recalled_at is null or content = '{}'::jsonb or system_type is not null));
create unique index im_messages_client_uq on im_messages (group_id, from_user_id, client_msg_id) where from_user_id is not null and client_msg_id is not null;
create index im_messages_user_ix on im_messages (from_user_id) where from_user_id is not null;
-- those that were used
create table im_tickets (nonce text primary key, expires_at timestamptz not null);
create index im_tickets_expiry_ix on im_tickets (expires_at);
create table im_mutes (
  id bigint generated always as identity primary key, group_id bigint not null references im_groups, user_id bigint not null references users,
  muted_by bigint not null references users, muted_at timestamptz not null, until_at timestamptz, lifted_at timestamptz, lifted_by bigint references users);
create unique index im_mutes_active_uq on im_mutes (group_id, user_id) where lifted_at is null;
create table gifts (
  id bigint generated always as identity primary key, name text not null, img text not null, sort integer not null default 0, enabled boolean not null default true);
create table gift_records (
  id bigint generated always as identity primary key, room_id bigint not null references live_rooms, user_id bigint not null references users, gift_id bigint not null references gifts,
  count integer not null check (count between 1 and 99), client_msg_id text not null, at timestamptz not null, unique (user_id, client_msg_id));
create table live_evaluations (
  id bigint generated always as identity primary key, user_id bigint not null references users, period_id bigint not null references periods, order_id bigint references orders,
  score smallint not null check (score between 1 and 5), tags text[] not null default '{}', content text not null default '' check (char_length(content) <= 500), at timestamptz not null,
  unique (user_id, period_id));
create table live_shares (
  room_id bigint not null references live_rooms, user_id bigint not null references users, day date not null, channel text not null, primary key (room_id, user_id, day, channel));

create table activities (
  id bigint generated always as identity primary key, name text not null, room_id bigint references live_rooms, begin_at timestamptz not null, end_at timestamptz not null,
  draws_per_user integer not null default 1 check (draws_per_user > 0), secret text not null, check (end_at > begin_at));
create index activities_room_ix on activities (room_id, begin_at);
create table activity_prizes (
  id bigint generated always as identity primary key, activity_id bigint not null references activities, name text not null, img text,
  kind text not null check (kind in ('coupon', 'goods')), ref_id bigint, weight integer not null check (weight >= 0), -- of 10,000
  stock integer check (stock >= 0));
create index activity_prizes_ix on activity_prizes (activity_id, id);
create table activity_draws (
  id bigint generated always as identity primary key, activity_id bigint not null references activities, user_id bigint not null references users,
  draw_no integer not null check (draw_no > 0), prize_id bigint references activity_prizes, at timestamptz not null, unique (activity_id, user_id, draw_no));
create unique index activity_draws_one_win_uq on activity_draws (activity_id, user_id) where prize_id is not null;
`,
  )
}
