import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Timetables and calendars tell of a class that was moved or called off: each lesson of a class counts how often its time changed, and knows
 * when that was and when it was to begin before. Kept by triggers, so that it holds whoever changes a timetable.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table schedule_periods add column revision integer not null default 0 check (revision >= 0);
alter table schedule_periods add column changed_at timestamptz;
alter table schedule_periods add column former_begin_at timestamptz;

-- one that was over and comes round again wasn't postponed
create function schedule_period_moves() returns trigger language plpgsql as $$ begin if (new.begin_at, new.end_at) is distinct from (old.begin_at, old.end_at) then new.revision := old.revision + 1; if new.changed_at is not distinct from old.changed_at then new.changed_at := now(); end if; if new.begin_at is distinct from old.begin_at then new.former_begin_at := case when old.begin_at > new.changed_at then old.begin_at end; end if; end if; return new; end $$;
create trigger schedule_periods_moved before update on schedule_periods for each row execute function schedule_period_moves();

create function class_schedule_calls_off() returns trigger language plpgsql as $$ begin update schedule_periods set revision = revision + 1, changed_at = now() where schedule_id = new.id; return null; end $$;
create trigger class_schedules_called_off after update of status on class_schedules for each row
  when ((old.status = 3) is distinct from (new.status = 3)) execute function class_schedule_calls_off();

create function period_is_deleted() returns trigger language plpgsql as $$ begin update schedule_periods set revision = revision + 1, changed_at = coalesce(new.deleted_at, now()) where period_id = new.id; return null; end $$;
create trigger periods_deleted after update of deleted_at on periods for each row
  when ((old.deleted_at is null) is distinct from (new.deleted_at is null)) execute function period_is_deleted();

-- who was in which class, for the days that are over
create index room_members_user_ix on room_members (user_id, room_id);
create index schedule_periods_class_ix on schedule_periods (schedule_id, begin_at);
create index schedule_periods_teacher_ix on schedule_periods (teacher_id, begin_at) where teacher_id is not null;
create index class_schedules_teacher_ix on class_schedules (teacher_id) where teacher_id is not null;
`,
  )
}
