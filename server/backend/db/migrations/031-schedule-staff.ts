import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** Who of the staff belongs to a class beside the teacher that its timetable names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table schedule_staff (
  schedule_id bigint not null references class_schedules on delete cascade, user_id bigint not null references users,
  role text not null check (role in ('teacher', 'assistant', 'headMaster')),
  named_by bigint references users, named_at timestamptz not null, primary key (schedule_id, user_id));
create index schedule_staff_user_ix on schedule_staff (user_id, schedule_id);
`,
  )
}
