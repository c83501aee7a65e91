import { lessonStatus } from '#server/backend/classroom/room/live-info.ts'
import { findLesson, findLessonRoom, type LessonRow } from '#server/backend/classroom/room/room-store.ts'
import { findLastLesson } from '#server/backend/classroom/watch/learning-store.ts'
import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { CheckCode, LectureType, PeriodKind } from '#shared/contract/enums.ts'
import type { LessonEntry } from '#shared/contract/play-fields.ts'
import { lessonUrl, roomEarlyMs } from '#shared/rules/room-url.ts'
import { checkAccess } from '#server/backend/classroom/access/access-check.ts'
import { findLastLessonId } from './choose-lesson-store.ts'
import { findClass } from './find-class-store.ts'
import { type Course, listOwnCourses, findLastOf } from './lesson-entry-store.ts'

/** The lesson that comes next: of a live course its class that is on, else the next, else the last; of a recorded one where the learner was last, else the first. */
async function findNextLesson(
  db: Database,
  { id, lectureType }: Course,
  userId: number,
  now: Date,
): Promise<LessonRow | undefined> {
  const given = lectureType === LectureType.live ? await findClass(db, { courseIds: [id], userId }, now) : undefined
  const periodId = given?.periodId ?? (await findLastLessonId(db, id, userId))
  return periodId === undefined ? undefined : findLesson(db, { periodId, scheduleId: given?.scheduleId, userId }, now)
}

/** What a class system leads to, the best first: a class that is on or begins soon, where the learner was last, its courses in their order. */
async function* lessonsOfBundle(
  db: Database,
  classSystemId: number,
  userId: number,
  now: Date,
): AsyncGenerator<LessonRow | undefined> {
  const courses = await listOwnCourses(db, classSystemId, userId, now)
  const soon = await findClass(db, { courseIds: courses.map(({ id }) => id), userId }, now)
  if (soon && soon.beginAt.getTime() - roomEarlyMs <= now.getTime()) yield findLesson(db, { ...soon, userId }, now)
  const last = await findLastOf(db, courses, userId)
  for (const course of last ? [last, ...courses] : courses) yield findNextLesson(db, course, userId, now)
}

/** Undefined for who may not go in; a lesson to try isn't their way into a recorded course that they don't have. */
async function toLessonEntry(
  db: Database,
  lesson: LessonRow,
  session: Session,
  now: Date,
): Promise<LessonEntry | undefined> {
  const { checkCode, userType, isStaff } = await checkAccess(db, session, lesson, now)
  const isVideo = lesson.kind === PeriodKind.video
  if (checkCode !== CheckCode.pass || (isVideo && userType === 'freeStudy')) return undefined
  const room = isVideo ? undefined : await findLessonRoom(db, lesson)
  if (room && !room.isOpen && !isStaff) return undefined
  return {
    url: lessonUrl(lesson.kind, lesson.periodId, isVideo ? null : lesson.scheduleId),
    periodId: lesson.periodId,
    periodName: lesson.title,
    kind: lesson.kind,
    begDate: isVideo ? null : ((room?.beginAt ?? lesson.beginAt)?.getTime() ?? null),
    endDate: isVideo ? null : ((room?.endAt ?? lesson.endAt)?.getTime() ?? null),
    liveStatus: isVideo ? null : lessonStatus(lesson, room, now.getTime()),
    isBegun: (await findLastLesson(db, session.userId, lesson.courseId)) !== undefined,
  }
}

/** The way of somebody into a course or class system; null for who may not go in, and while there is nothing to go to. */
export async function findLessonEntry(
  db: Database,
  course: Course,
  session: Session,
  now: Date,
): Promise<LessonEntry | null> {
  if (course.lectureType === LectureType.classSystem) {
    for await (const lesson of lessonsOfBundle(db, course.id, session.userId, now)) {
      const way = lesson && (await toLessonEntry(db, lesson, session, now))
      if (way) return way
    }
    return null
  }
  const lesson = await findNextLesson(db, course, session.userId, now)
  return (lesson && (await toLessonEntry(db, lesson, session, now))) ?? null
}
