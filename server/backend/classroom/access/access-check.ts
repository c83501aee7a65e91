import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { CheckCode, type ImUserType, PeriodKind } from '#shared/contract/enums.ts'
import { type CheckedLesson, type Standing, findStanding } from './standing-store.ts'

export interface Access {
  readonly checkCode: CheckCode
  /** Why not, in words; '' when it passes. */
  readonly message: string
  /** Who the caller is in this lesson's room. */
  readonly userType: ImUserType
  /** May mute, recall and push there. */
  readonly isStaff: boolean
}

/** Which of the room's people somebody is: of its own staff, or of the office, which serves all classes. */
function staffType(session: Session, { roles, isTeacher, namedAs }: Standing): ImUserType | undefined {
  if (isTeacher) return 'teacher'
  if (namedAs) return namedAs
  return roles.includes('education') || session.isAdmin ? 'education' : undefined
}

/**
 * Whether somebody may watch a lesson (spec §4, access check): its staff, whoever is enrolled, anybody when it is free. Staff are those
 * of its class (its teacher, and who is named for it), the education office and administrators.
 */
export async function checkAccess(
  db: Database,
  session: Session | undefined,
  lesson: CheckedLesson | undefined,
  now: Date,
): Promise<Access> {
  const visitor = { userType: 'freeStudy', isStaff: false } as const
  if (!lesson) return { checkCode: CheckCode.noCourse, message: '没有找到这节课，可能已经下架', ...visitor }
  const standing = session ? await findStanding(db, session.userId, lesson, now) : undefined
  const asStaff = session && standing ? staffType(session, standing) : undefined
  if (asStaff) return { checkCode: CheckCode.pass, message: '', userType: asStaff, isStaff: true }
  const learner = { userType: standing?.isEnrolled ? 'vip' : 'freeStudy', isStaff: false } as const
  if (lesson.isFreeStudy) return { checkCode: CheckCode.pass, message: '', ...learner }
  if (!standing?.isEnrolled)
    return {
      checkCode: CheckCode.notBought,
      message: standing?.wasEnrolled ? '你的学习期已经结束，重新报名后可以接着看' : '这节课要先报名才能看',
      ...learner,
    }
  if (lesson.kind !== PeriodKind.video && !standing.hasSchedule)
    return { checkCode: CheckCode.noSchedule, message: '选好班期就能进教室', ...learner }
  return { checkCode: CheckCode.pass, message: '', ...learner }
}
