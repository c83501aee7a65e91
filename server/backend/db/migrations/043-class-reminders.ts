import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Who wants to be reminded of a class that they needn't be enrolled in; and rooms for questions say whose turn it is. What has been said
 * so far is of the kinds that there were: it needn't be looked through.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table class_reminders (
  schedule_period_id bigint not null references schedule_periods on delete cascade, user_id bigint not null references users,
  created_at timestamptz not null, primary key (schedule_period_id, user_id));
create index class_reminders_user_ix on class_reminders (user_id);
alter table im_messages drop constraint im_messages_system_type_check;
alter table im_messages add constraint im_messages_system_type_check check (system_type in (1, 2, 3, 5, 6, 7, 8, 9, 10, 11)) not valid;
`,
  )
}
