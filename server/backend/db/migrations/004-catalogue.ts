import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** Types, products (live courses, class systems, video courses), periods, schedules. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table course_types (
  id bigint generated always as identity primary key, parent_id bigint references course_types,
  kind smallint not null check (kind in (1, 2, 3)), -- 1 subjectOne (level 1), 2 learn direction (level 2), 3 subjectTwo (level 2)
  name text not null, path text not null check (path ~ '^[a-z][a-z0-9-]*$' and path not in ('live', 'video', 'play', 'all')),
  college_id bigint references colleges, sort integer not null default 0, enabled boolean not null default true,
  check ((kind = 1) = (parent_id is null)), unique nulls not distinct (parent_id, kind, path));
create table learn_directions (
  id bigint generated always as identity primary key, college_id bigint not null references colleges,
  course_type_id bigint references course_types, name text not null, img text, url text, note text, sort integer not null default 0);
create index learn_directions_college_ix on learn_directions (college_id, sort);

create table products (
  id bigint generated always as identity primary key,
  lecture_type smallint not null check (lecture_type in (1, 2, 3)), -- 1 live, 2 class system, 3 video
  name text not null, cover_img text, learn_aim text, intro_html text, college_id bigint references colleges,
  subject_one_id bigint references course_types, learn_id bigint references course_types, subject_two_id bigint references course_types,
  is_charge boolean not null, price_fen bigint not null default 0 check (price_fen >= 0),
  origin_price_fen bigint check (origin_price_fen >= price_fen),
  service_days integer check (service_days > 0), agreement_type text, is_open_live boolean not null default false,
  suits jsonb not null default '[]', -- of class systems: [{title, content}]
  study_count integer not null default 0, sort integer not null default 0,
  status smallint not null default 0 check (status in (0, 1, 2)), -- 0 draft, 1 on sale, 2 off
  published_at timestamptz, deleted_at timestamptz, created_at timestamptz not null default now(),
  check (is_charge = (price_fen > 0)), unique (id, lecture_type));
-- one index an order of the course list: a page is found by an index scan, then joined
create index products_sort_ix on products (sort, id) where status = 1 and deleted_at is null and lecture_type <> 2;
create index products_new_ix on products (published_at desc, id desc) where status = 1 and deleted_at is null and lecture_type <> 2;
create index products_popular_ix on products (study_count desc, id) where status = 1 and deleted_at is null and lecture_type <> 2;
create index products_price_ix on products (price_fen, id) where status = 1 and deleted_at is null and lecture_type <> 2;
create index products_subject_ix on products (subject_one_id, sort, id) where status = 1 and deleted_at is null and lecture_type <> 2;
create index products_learn_ix on products (learn_id, sort, id) where status = 1 and deleted_at is null and lecture_type <> 2;
create index products_type_ix on products (lecture_type, sort, id) where status = 1 and deleted_at is null;
create index products_college_ix on products (college_id, sort, id) where status = 1 and deleted_at is null;
create index products_class_ix on products (subject_one_id, subject_two_id, sort, id) where status = 1 and deleted_at is null and lecture_type = 2;
create table class_system_stages (
  id bigint generated always as identity primary key, class_system_id bigint not null references products,
  name text not null, sort integer not null default 0);
create index class_system_stages_ix on class_system_stages (class_system_id, sort);
create table class_system_courses (
  stage_id bigint not null references class_system_stages on delete cascade, course_id bigint not null references products,
  sort integer not null default 0, primary key (stage_id, course_id));
create table product_teachers (
  product_id bigint not null references products, teacher_id bigint not null references teachers,
  sort integer not null default 0, primary key (product_id, teacher_id));
create index product_teachers_teacher_ix on product_teachers (teacher_id);
create table product_recommends (
  product_id bigint not null references products, other_id bigint not null references products, sort integer not null default 0,
  primary key (product_id, other_id), check (product_id <> other_id));

create table media_assets (
  id bigint generated always as identity primary key, kind smallint not null check (kind in (1, 2, 3)), -- 1 video, 2 audio, 3 live recording
  title text, duration_sec integer check (duration_sec >= 0), cover_img text,
  status smallint not null default 1, created_at timestamptz not null default now());
create table media_urls (
  asset_id bigint not null references media_assets on delete cascade, sort_num integer not null, definition text not null,
  protocol text not null, url text not null, primary key (asset_id, sort_num));
create table periods (
  id bigint generated always as identity primary key, course_id bigint not null references products, title text not null,
  sequence_no integer not null check (sequence_no > 0), kind smallint not null check (kind in (1, 2, 3)), -- 1 live, 2 video, 3 AI live
  duration_sec integer not null default 0 check (duration_sec >= 0),
  is_free_study boolean not null default false, media_id bigint references media_assets, coach_media_id bigint references media_assets,
  has_homework boolean not null default false, deleted_at timestamptz);
create unique index periods_seq_uq on periods (course_id, sequence_no) where deleted_at is null;
create index periods_free_ix on periods (course_id, sequence_no) where is_free_study and deleted_at is null;
create table class_schedules (
  id bigint generated always as identity primary key, product_id bigint not null references products, name text not null,
  begin_date date not null, end_date date not null, time_text text not null default '',
  capacity integer check (capacity >= 0), enrolled integer not null default 0 check (enrolled >= 0),
  notice text, wechat_qr text, status smallint not null default 1 check (status in (1, 2, 3)), -- 1 open, 2 closed, 3 cancelled
  is_seed boolean not null default false, cycle_days integer check (cycle_days > 0), -- a seed schedule comes round again after so many days
  check (is_seed or cycle_days is null),
  check (end_date >= begin_date), check (capacity is null or enrolled <= capacity), unique (id, product_id));
create index class_schedules_product_ix on class_schedules (product_id, begin_date);
create table schedule_periods (
  id bigint generated always as identity primary key, schedule_id bigint not null references class_schedules,
  period_id bigint not null references periods, begin_at timestamptz not null, end_at timestamptz not null,
  teacher_id bigint references teachers, check (end_at > begin_at), unique (schedule_id, period_id));
create index schedule_periods_time_ix on schedule_periods (begin_at);
create table content_drafts (
  id bigint generated always as identity primary key, kind text not null check (kind in ('classSystem', 'information', 'live', 'mind')),
  ref_id bigint, payload jsonb not null, token_hash bytea not null unique, created_by bigint references users, expires_at timestamptz not null);
`,
  )
}
