import { toTeacher } from '#server/backend/catalogue/course/product-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import type { LiveInfo } from '#shared/contract/play-fields.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { liveStatusAt } from '#shared/rules/live-status.ts'
import { isReplayComing } from '#server/backend/classroom/recording/recording-store.ts'
import { type LessonRow, type RoomRow, roomStatus } from './room-store.ts'
import { findAbout, findTeacher } from './live-info-store.ts'

/** What is said of a room that isn't there. */
export const noLiveInfo: LiveInfo = {
  liveStatus: LiveStatus.notFound,
  liveCourseResultVO: null,
  teacherResultVO: null,
  periodBegDate: null,
  periodEndDate: null,
  nextPeriodId: null,
  nextPeriodBegDate: null,
  roomId: null,
  hasReplay: false,
}

/** Where a lesson stands: its room's word, else its times; a class without a time hasn't started. */
export function lessonStatus(lesson: LessonRow, room: RoomRow | undefined, now: number): LiveStatus {
  if (room) return roomStatus(room, now)
  if (lesson.kind === PeriodKind.video) return LiveStatus.notFound
  return lesson.beginAt && lesson.endAt
    ? liveStatusAt(lesson.beginAt.getTime(), lesson.endAt.getTime(), now)
    : LiveStatus.notStarted
}

/** What is known of a live lesson; `room` when somebody has opened it already: its times go first. */
export async function findLiveInfo(
  db: Database,
  lesson: LessonRow,
  room: RoomRow | undefined,
  now: Date,
): Promise<LiveInfo> {
  const about = await findAbout(db, lesson)
  if (!about) return noLiveInfo
  const liveStatus = lessonStatus(lesson, room, now.getTime())
  const mediaId = room ? room.mediaId : lesson.mediaId
  return {
    liveStatus,
    liveCourseResultVO: {
      courseId: lesson.courseId,
      courseName: about.courseName,
      courseUrl: detailUrl(about.lectureType, lesson.courseId),
      coverImg: about.coverImg,
      periodId: lesson.periodId,
      periodName: lesson.title,
      sequenceNo: lesson.sequenceNo,
      scheduleId: lesson.scheduleId,
      scheduleName: lesson.scheduleName,
    },
    teacherResultVO: about.teacher && toTeacher(about.teacher),
    periodBegDate: (room?.beginAt ?? lesson.beginAt)?.getTime() ?? null,
    periodEndDate: (room?.endAt ?? lesson.endAt)?.getTime() ?? null,
    nextPeriodId: about.nextPeriodId,
    nextPeriodBegDate: about.nextBeginAt?.getTime() ?? null,
    roomId: room?.id ?? null,
    hasReplay:
      liveStatus === LiveStatus.ended &&
      (mediaId !== null ||
        lesson.mediaId !== null ||
        (room !== undefined && (await isReplayComing(db, room, now.getTime())))),
  }
}

/** The same of a room without a lesson: a room for questions. */
export async function findAnswerInfo(db: Database, room: RoomRow, now: Date): Promise<LiveInfo> {
  const teacher = room.teacherId === null ? undefined : await findTeacher(db, room.teacherId)
  return {
    ...noLiveInfo,
    liveStatus: roomStatus(room, now.getTime()),
    teacherResultVO: teacher ?? null,
    periodBegDate: room.beginAt.getTime(),
    periodEndDate: room.endAt.getTime(),
    roomId: room.id,
  }
}
