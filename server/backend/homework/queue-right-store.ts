import { type RawBuilder, sql } from 'kysely'
import { isNamingInForce } from '#server/backend/classroom/room/schedule-staff-store.ts'
import type { Session } from '#server/backend/context/backend-context.ts'
import { everEnrolled } from '#server/backend/db/predicates.ts'
import type { Database } from '#server/backend/db/database.ts'
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

/** Of more courses nobody corrects. */
const mostCourses = 500

/**
 * Courses in which homework can be somebody's to correct; undefined: in all of them. What is theirs is looked for there only: in a school's long queue
 * they would be looked at one by one else.
 */
export async function listQueueCourses(db: Database, session: Session): Promise<number[] | undefined> {
  if (correctsAll(session)) return undefined
  const { rows } = await sql<{ courseId: number }>`
    with mine as (select t.id from teachers t where t.user_id = ${session.userId})
    select pt.product_id as course_id from product_teachers pt where pt.teacher_id in (select id from mine)
    union select k.product_id from class_schedules k where k.teacher_id in (select id from mine)
    union select k.product_id from schedule_periods s join class_schedules k on k.id = s.schedule_id where s.teacher_id in (select id from mine)
    union select k.product_id from schedule_staff n join class_schedules k on k.id = n.schedule_id where n.user_id = ${session.userId}
    order by course_id desc limit ${sql.lit(mostCourses)}`.execute(db)
  return rows.map(({ courseId }) => courseId)
}
