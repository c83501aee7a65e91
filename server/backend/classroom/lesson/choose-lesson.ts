import { findLesson, type LessonRow } from '#server/backend/classroom/room/room-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { sharedRead } from '#server/backend/db/shared-read.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { PlayCourse } from '#shared/contract/play-fields.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { findClass } from './find-class-store.ts'
import { findCourseRow, findLastLessonId, hasPeriod } from './choose-lesson-store.ts'

/** What a player is asked to open. */
export interface AskedLesson {
  readonly periodId?: number | undefined
  readonly courseId?: number | undefined
  readonly scheduleId?: number | undefined
}

/** The course of a lesson; whoever has it may go on after it went off sale. */
export async function findPlayCourse(db: Database, courseId: number): Promise<PlayCourse | null> {
  const row = await sharedRead(db, `course ${courseId}`, () => findCourseRow(db, courseId))
  return row ? { ...row, url: detailUrl(row.lectureType, row.id) } : null
}

/** Throws code 404 for a course that is unknown, a draft, or deleted. */
export async function requireCourse(db: Database, courseId: number): Promise<void> {
  if (!(await findCourseRow(db, courseId))) throw new ApiError(Code.NotFound)
}

/** The recorded lesson that is asked for; code 404 when neither such a lesson nor such a course ever was, undefined when it is no more. */
export async function chooseLesson(
  db: Database,
  asked: AskedLesson,
  userId: number | undefined,
  now: Date,
): Promise<LessonRow | undefined> {
  if (asked.periodId !== undefined) {
    const lesson = await findLesson(db, { periodId: asked.periodId, scheduleId: asked.scheduleId, userId }, now)
    if (!lesson && !(await hasPeriod(db, asked.periodId))) throw new ApiError(Code.NotFound)
    return lesson
  }
  if (asked.courseId === undefined) throw new ApiError(Code.NotFound)
  await requireCourse(db, asked.courseId)
  const periodId = await findLastLessonId(db, asked.courseId, userId)
  return periodId === undefined ? undefined : findLesson(db, { periodId, scheduleId: asked.scheduleId, userId }, now)
}

/** The live lesson that is asked for; undefined when there is none. Code 404 for a course that isn't there. */
export async function chooseLiveLesson(
  db: Database,
  asked: AskedLesson,
  userId: number,
  now: Date,
): Promise<LessonRow | undefined> {
  if (asked.periodId !== undefined)
    return findLesson(db, { periodId: asked.periodId, scheduleId: asked.scheduleId, userId }, now)
  if (asked.courseId === undefined) return undefined
  await requireCourse(db, asked.courseId)
  const found = await findClass(db, { courseIds: [asked.courseId], scheduleId: asked.scheduleId, userId }, now)
  return found && findLesson(db, { ...found, userId }, now)
}
