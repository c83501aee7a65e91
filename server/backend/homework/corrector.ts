import { checkAccess } from '#server/backend/classroom/access/access-check.ts'
import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { PeriodKind } from '#shared/contract/enums.ts'

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
