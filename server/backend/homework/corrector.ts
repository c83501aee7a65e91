import { type RawBuilder, sql } from 'kysely'
import { checkAccess } from '#server/backend/classroom/access/access-check.ts'
import { isNamingInForce } from '#server/backend/classroom/room/schedule-staff.ts'
import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { PeriodKind } from '#shared/contract/enums.ts'
import type { ScheduleRole } from '#shared/contract/staff-schedule.ts'

/** Of which class a homework is; `teacherId`: whom the timetable names for it. */
export interface HomeworkClass {
  readonly courseId: number
  readonly scheduleId: number | null
  readonly teacherId: number | null
}

/** Homework goes to the class's teacher; when it has waited for so long, to its assistants, too. */
export const assistantsAfterMs = 24 * 3_600_000
/** Learners are promised an answer in so long. */
export const answerWithinMs = 48 * 3_600_000

/** Whoever looks after all classes. */
export function correctsAll(session: Session): boolean {
  return session.isAdmin || session.roles.includes('education') || session.roles.includes('headMaster')
}

/** Whether somebody may correct homework of this class: as they may manage its room; head masters, the education office and administrators all. */
export async function mayCorrect(
  db: Database,
  session: Session,
  { courseId, scheduleId, teacherId }: HomeworkClass,
  now: Date,
): Promise<boolean> {
  if (correctsAll(session)) return true
  const lesson = { courseId, scheduleId, teacherId, kind: PeriodKind.live, isFreeStudy: false }
  return (await checkAccess(db, session, lesson, now)).isStaff
}

function isNamed(userId: number, roles: readonly ScheduleRole[]): RawBuilder<boolean> {
  return sql`exists (select 1 from schedule_staff n where n.schedule_id = h.schedule_id and n.user_id = ${userId}
    and n.role = any(${[...roles]}::text[]) and ${isNamingInForce})`
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
