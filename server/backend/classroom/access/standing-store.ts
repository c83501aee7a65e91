import { sql } from 'kysely'
import { isNamingInForce } from '#server/backend/classroom/room/schedule-staff-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { gathered } from '#server/backend/db/gathered.ts'
import { enrolled, notCancelled } from '#server/backend/db/predicates.ts'
import { EnrolmentStatus, type PeriodKind } from '#shared/contract/enums.ts'
import type { ScheduleRole } from '#shared/contract/staff-schedule.ts'

/** What the access check is about. */
export interface CheckedLesson {
  readonly courseId: number
  readonly kind: PeriodKind
  readonly isFreeStudy: boolean
  readonly scheduleId: number | null
  readonly teacherId: number | null
}

export interface Standing {
  roles: string[]
  /** By the timetable; where it names nobody, of the course. */
  isTeacher: boolean
  /** Named for the class; for what has no class, for one of the course. */
  namedAs: ScheduleRole | null
  isEnrolled: boolean
  /** Was, until the time of service ran out. */
  wasEnrolled: boolean
  /** In a class of the course; a live course without classes needs none. */
  hasSchedule: boolean
  exists: boolean
}

export function findStanding(
  db: Database,
  userId: number,
  lesson: CheckedLesson,
  now: Date,
): Promise<Standing | undefined> {
  const { courseId, scheduleId, teacherId } = lesson
  return gathered(db, `standing ${courseId} ${scheduleId} ${teacherId}`, userId, async (userIds) => {
    const rows = await selectStandings(db, userIds, lesson, now)
    const found = new Map(rows.map(({ userId, ...standing }) => [userId, standing]))
    return userIds.map((id) => found.get(id))
  })
}

async function selectStandings(
  db: Database,
  userIds: readonly number[],
  { courseId, scheduleId, teacherId }: CheckedLesson,
  now: Date,
): Promise<(Standing & { userId: number })[]> {
  const { rows } = await sql<Standing & { userId: number }>`
    select x.id as user_id, s.* from unnest(${[...new Set(userIds)]}::bigint[]) as x(id), lateral (
    select coalesce((select array_agg(r.role) from user_roles r where r.user_id = x.id), '{}') as roles,
      exists (select 1 from teachers t where t.user_id = x.id
        and (t.id = ${teacherId}::bigint or ((${scheduleId}::bigint is null or ${teacherId}::bigint is null)
          and exists (select 1 from product_teachers pt where pt.product_id = ${courseId} and pt.teacher_id = t.id)))) as is_teacher,
      (select n.role from schedule_staff n join class_schedules c on c.id = n.schedule_id and ${notCancelled('c')} and c.product_id = ${courseId}
        where n.user_id = x.id and (${scheduleId}::bigint is null or n.schedule_id = ${scheduleId}::bigint) and ${isNamingInForce}
        order by case n.role when 'teacher' then 1 when 'headMaster' then 2 else 3 end limit 1) as named_as,
      exists (select 1 from enrolments e where e.user_id = x.id and e.product_id = ${courseId} and ${enrolled('e', now)}) as is_enrolled,
      exists (select 1 from enrolments e where e.user_id = x.id and e.product_id = ${courseId} and e.status = ${sql.lit(EnrolmentStatus.active)} and e.end_at <= ${now}) as was_enrolled,
      exists (select 1 from enrolments e where e.user_id = x.id and e.product_id = ${courseId} and ${enrolled('e', now)}
        and (e.schedule_id = ${scheduleId}::bigint or ${scheduleId}::bigint is null
          or (e.schedule_id is null and not exists (select 1 from class_schedules k where k.product_id = ${courseId} and ${notCancelled('k')})))) as has_schedule,
      exists (select 1 from products p where p.id = ${courseId} and p.deleted_at is null) as exists
    offset 0) s`.execute(db)
  return rows
}
