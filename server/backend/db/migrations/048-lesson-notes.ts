import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Notes that learners take at a second of a film, or at a moment of a class, whose second of the replay follows from its recordings. How many
 * somebody has in a course is counted beside them: neither the list of courses nor the ceiling looks through all notes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table lesson_notes (
  id bigint generated always as identity primary key, user_id bigint not null references users, course_id bigint not null references products,
  period_id bigint not null references periods, schedule_id bigint references class_schedules,
  client_key text not null, -- makes it happen once
  room_id bigint references live_rooms, moment timestamptz, -- of a class that was on; else it is the film's second
  place_sec integer not null check (place_sec between 0 and 604800),
  text text not null check (char_length(text) between 1 and 2000), version integer not null default 1,
  created_at timestamptz not null, updated_at timestamptz not null, check ((room_id is null) = (moment is null)), unique (user_id, client_key));
create index lesson_notes_user_ix on lesson_notes (user_id, id desc);
create index lesson_notes_course_ix on lesson_notes (user_id, course_id, period_id, place_sec, id);
create index lesson_notes_period_ix on lesson_notes (user_id, period_id, place_sec, id);
create table note_courses (
  user_id bigint not null references users, course_id bigint not null references products, notes integer not null check (notes >= 0),
  primary key (user_id, course_id));
`,
  )
}
