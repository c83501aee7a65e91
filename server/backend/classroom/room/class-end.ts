import { isEvaluationOpen } from '#server/backend/classroom/tools/evaluation-store.ts'
import { attendedShare } from '#server/backend/classroom/watch/finish-attended-store.ts'
import { classLength } from '#server/backend/classroom/watch/lesson-length.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import type { ClassEnd, classEndApi } from '#shared/contract/class-end.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { LiveStatus } from '#shared/contract/enums.ts'
import { findNextClass, findOwnClass, findTaught, type NextClassRow } from './class-end-store.ts'
import { visitLesson } from './lesson-visit.ts'
import { lessonStatus } from './live-info.ts'
import { type LessonRow, type RoomRow, roomStatus } from './room-store.ts'

function toNext({ startedAt, beginAt, endAt, ...row }: NextClassRow, now: number): NonNullable<ClassEnd['next']> {
  return {
    ...row,
    begDate: beginAt.getTime(),
    endDate: endAt.getTime(),
    liveStatus: roomStatus({ beginAt, endAt, startedAt, endedAt: null }, now),
  }
}

function lengthOf({ beginAt, endAt }: LessonRow, room: RoomRow | undefined): number {
  if (room) return classLength(room)
  return beginAt && endAt ? classLength({ beginAt, endAt, startedAt: null, endedAt: null }) : 0
}

/** What somebody takes home from a class. */
export const classEndHandlers: Handlers<typeof classEndApi> = {
  async classEnd(ctx, asked, session) {
    const now = new Date(ctx.clock.now())
    const visit = await visitLesson(ctx, asked, session)
    if (!visit) throw new ApiError(Code.NotFound, '没有找到这节课')
    const { lesson, room, access, isIn } = visit
    if (!isIn) throw new ApiError(Code.Toast, access.message || '进入教室后再操作')
    if (lessonStatus(lesson, room, now.getTime()) !== LiveStatus.ended)
      throw new ApiError(Code.Toast, '这节课还没有下课')
    const next = await findNextClass(ctx.db, lesson, now)
    const own = await findOwnClass(ctx.db, session.userId, lesson.periodId, room)
    const classSec = lengthOf(lesson, room)
    return {
      periodName: lesson.title,
      sequenceNo: lesson.sequenceNo,
      ...(await findTaught(ctx.db, lesson.periodId)),
      ...own,
      classSec,
      isStaff: access.isStaff,
      // by the clock it is written down a little later
      isFinished: own.isFinished || (classSec > 0 && own.attendedSec >= classSec * attendedShare),
      canEvaluate: !access.isStaff && (await isEvaluationOpen(ctx.db, lesson, session.userId, now)),
      next: next ? toNext(next, now.getTime()) : null,
    }
  },
}
