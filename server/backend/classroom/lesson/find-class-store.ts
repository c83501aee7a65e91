import { sql } from 'kysely'
import { isOfScheduleStaff } from '#server/backend/classroom/room/schedule-staff-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { enrolled, notCancelled } from '#server/backend/db/predicates.ts'

/** A lesson of a class. */
export interface FoundClass {
  periodId: number
  scheduleId: number
  beginAt: Date
}

interface WhichClass {
  readonly courseIds: readonly number[]
  readonly scheduleId?: number | undefined
  readonly userId: number | undefined
}

/**
 * The class of these courses that is on at `now`, else the next one, else the last; of the asked schedule, else of the one that they take or
 * teach before others. One that its staff have ended is over, whatever the timetable says.
 */
export async function findClass(
  db: Database,
  { courseIds, scheduleId, userId }: WhichClass,
  now: Date,
): Promise<FoundClass | undefined> {
  const { rows } = await sql<FoundClass>`
    select s.period_id, s.schedule_id, s.begin_at from class_schedules k
    join schedule_periods s on s.schedule_id = k.id
    join periods e on e.id = s.period_id and e.deleted_at is null
    left join live_rooms r on r.schedule_period_id = s.id and r.begin_at = s.begin_at and r.deleted_at is null
    cross join lateral (select coalesce(r.ended_at, r.end_at, s.end_at) as at) z
    where k.product_id = any(${courseIds}::bigint[]) and ${notCancelled('k')} and (${scheduleId ?? null}::bigint is null or k.id = ${scheduleId ?? null}::bigint)
    order by exists (
        select 1 from enrolments n where n.user_id = ${userId ?? null}::bigint and n.product_id = k.product_id and n.schedule_id = k.id
          and ${enrolled('n', now)})
        or ${isOfScheduleStaff(sql`${userId ?? null}::bigint`, { scheduleId: sql`k.id`, teacherId: sql`coalesce(s.teacher_id, k.teacher_id)` })} desc,
      (z.at <= ${now}), case when z.at > ${now} then s.begin_at end, s.begin_at desc, s.id
    limit 1`.execute(db)
  return rows[0]
}
