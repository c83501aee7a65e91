import { type RawBuilder, sql } from 'kysely'
import { isNamingInForce } from '#server/backend/classroom/room/schedule-staff-store.ts'
import type { Session } from '#server/backend/context/backend-context.ts'
import { everEnrolled } from '#server/backend/db/predicates.ts'
import type { ScheduleRole } from '#shared/contract/staff-schedule.ts'
import { assistantsAfterMs, correctsAll } from './corrector.ts'

function isNamed(userId: number, roles: readonly ScheduleRole[]): RawBuilder<boolean> {
  return sql`exists (select 1 from schedule_staff n where n.schedule_id = h.schedule_id and n.user_id = ${userId}
    and n.role = any(${[...roles]}::text[]) and ${isNamingInForce})`
}

/** SQL: the learner of a homework takes its course, or has; of whom the money went back to nobody corrects anything. */
export function isStillTaught(homework: 'h'): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from enrolments w where w.user_id = ${sql.ref(homework)}.user_id and w.product_id = ${sql.ref(homework)}.course_id
    and ${everEnrolled('w')})`
}

/**
 * SQL: a homework `h` is somebody's to correct at `now`: its class's teacher's (without a class or a teacher of it, the first of the course), and after a day
 * its assistants'.
 */
export function isToCorrectBy(session: Session, now: Date): RawBuilder<boolean> {
  if (correctsAll(session)) return sql`true`
  const { userId } = session
  return sql`(coalesce(
      (select coalesce(s.teacher_id, k.teacher_id) from class_schedules k left join schedule_periods s on s.schedule_id = k.id and s.period_id = h.period_id
        where k.id = h.schedule_id),
      (select pt.teacher_id from product_teachers pt where pt.product_id = h.course_id order by pt.sort, pt.teacher_id limit 1))
      in (select t.id from teachers t where t.user_id = ${userId})
    or ${isNamed(userId, ['teacher', 'headMaster'])}
    or (h.submitted_at <= ${new Date(now.getTime() - assistantsAfterMs)} and ${isNamed(userId, ['assistant'])}))`
}
