import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'

/** Who of these is to be reminded of a class. */
export function listReminded(
  db: Database,
  schedulePeriodId: number,
  userIds: readonly number[],
): Promise<{ userId: number }[]> {
  return db
    .selectFrom('classReminders')
    .select('classReminders.userId')
    .where('classReminders.schedulePeriodId', '=', schedulePeriodId)
    .where('classReminders.userId', 'in', [...userIds])
    .execute()
}

/** Somebody is to be reminded of a class. */
export async function insertReminder(db: Database, schedulePeriodId: number, userId: number, now: Date): Promise<void> {
  await sql`
        insert into class_reminders (schedule_period_id, user_id, created_at) values (${schedulePeriodId}, ${userId}, ${now})
        on conflict do nothing`.execute(db)
}

/** Nobody has to remind them any more. */
export async function deleteReminder(db: Database, schedulePeriodId: number, userId: number): Promise<void> {
  await db
    .deleteFrom('classReminders')
    .where('classReminders.schedulePeriodId', '=', schedulePeriodId)
    .where('classReminders.userId', '=', userId)
    .execute()
}
