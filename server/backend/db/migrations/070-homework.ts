import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Homework: what a lesson asks (for everybody who takes it, or for one class), what learners handed in, round by round, and what
 * came back. When something was due and whether it came late is written down as it happens: timetables move afterwards. A round is never
 * changed once it was decided; taking back and handing in again make new ones. Files of learners' work are private.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check check (purpose in ('file', 'avatar', 'study'));
create table homework_tasks (
  id bigint generated always as identity primary key,
  period_id bigint not null references periods on delete cascade, schedule_id bigint references class_schedules on delete cascade,
  title text not null check (title <> ''), requirement text not null default '',
  due_hours integer check (due_hours between 1 and 2160), due_at timestamptz,
  closed_at timestamptz, version integer not null default 1,
  created_by bigint references users, created_at timestamptz not null, updated_at timestamptz not null,
  check (due_hours is null or due_at is null));
create unique index homework_tasks_one_uq on homework_tasks (period_id, coalesce(schedule_id, 0));
create index homework_tasks_schedule_ix on homework_tasks (schedule_id);
create table homework_task_pictures (
  task_id bigint not null references homework_tasks on delete cascade, sort smallint not null, url text not null, primary key (task_id, sort));
create table homeworks (
  id bigint generated always as identity primary key,
  user_id bigint not null references users, task_id bigint not null references homework_tasks,
  course_id bigint not null references products, period_id bigint not null references periods, schedule_id bigint references class_schedules,
  state smallint not null check (state in (1, 2, 3)), -- 1 to be done again, 2 handed in, 3 corrected
  version integer not null default 1, round_no integer not null default 1,
  submitted_at timestamptz not null, corrected_at timestamptz, score smallint check (score between 0 and 100),
  may_show boolean not null default false, excellent_at timestamptz, excellent_by bigint references users,
  check ((state = 3) = (corrected_at is not null)), check (excellent_at is null or state = 3));
create unique index homeworks_one_uq on homeworks (user_id, period_id, coalesce(schedule_id, 0));
create index homeworks_waiting_ix on homeworks (course_id, submitted_at, id) where state = 2;
create index homeworks_oldest_ix on homeworks (submitted_at, id) where state = 2;
create index homeworks_corrected_ix on homeworks (corrected_at desc, id desc) where state = 3;
create index homeworks_class_ix on homeworks (schedule_id, submitted_at desc, id desc) where schedule_id is not null;
create index homeworks_excellent_ix on homeworks (period_id, excellent_at desc) where excellent_at is not null and may_show;
create table homework_rounds (
  id bigint generated always as identity primary key,
  homework_id bigint not null references homeworks on delete cascade, round_no integer not null,
  content text not null, submitted_at timestamptz not null, due_at timestamptz, is_late boolean not null,
  outcome smallint check (outcome in (1, 2, 3, 4)), -- 1 returned, 2 corrected, 3 taken back, 4 handed in again before anybody decided
  score smallint check (score between 0 and 100), comment text, corrected_by bigint references users, corrected_at timestamptz,
  return_reason text, returned_by bigint references users, returned_at timestamptz, ended_at timestamptz,
  check ((score is null) = (corrected_at is null)), check (outcome is distinct from 2 or corrected_at is not null),
  check ((outcome is not distinct from 1) = (returned_at is not null)), check (coalesce(outcome, 0) in (3, 4) = (ended_at is not null)),
  unique (homework_id, round_no));
create table homework_files (
  id bigint generated always as identity primary key, round_id bigint not null references homework_rounds on delete cascade,
  side smallint not null check (side in (1, 2)), -- 1 learner, 2 correction
  sort smallint not null, url text not null, name text not null, content_type text not null, unique (round_id, side, sort));
create index homework_files_url_ix on homework_files (url);
create table homework_drafts (
  user_id bigint not null references users, period_id bigint not null references periods on delete cascade,
  schedule_id bigint references class_schedules on delete cascade,
  content text not null, files jsonb not null, version integer not null default 1, saved_at timestamptz not null);
create index homework_drafts_period_ix on homework_drafts (period_id);
create index homework_drafts_schedule_ix on homework_drafts (schedule_id);
create unique index homework_drafts_one_uq on homework_drafts (user_id, period_id, coalesce(schedule_id, 0));
`,
  )
}
