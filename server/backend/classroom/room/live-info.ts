import { sql } from 'kysely'
import { toTeacher } from '#server/backend/catalogue/course/product-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { sharedRead } from '#server/backend/db/shared-read.ts'
import { type LectureType, LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import type { Teacher } from '#shared/contract/fields.ts'
import type { LiveInfo } from '#shared/contract/play-fields.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { liveStatusAt } from '#shared/rules/live-status.ts'
import { isReplayComing } from '#server/backend/classroom/recording/recording-store.ts'
import { type LessonRow, type RoomRow, roomStatus } from './room-store.ts'

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

interface AboutRow {
  courseName: string
  lectureType: LectureType
  coverImg: string | null
  teacher: { id: number; name: string; headImg: string | null; title: string | null; intro: string | null } | null
  nextPeriodId: number | null
  nextBeginAt: Date | null
}

/** Course, teacher and the next lesson of the same class. */
function findAbout(db: Database, lesson: LessonRow): Promise<AboutRow | undefined> {
  const { courseId, teacherId, scheduleId, beginAt } = lesson
  return sharedRead(db, `about ${courseId} ${teacherId} ${scheduleId} ${beginAt?.getTime()}`, () =>
    selectAbout(db, lesson),
  )
}

async function selectAbout(db: Database, lesson: LessonRow): Promise<AboutRow | undefined> {
  const { rows } = await sql<AboutRow>`
    select p.name as course_name, p.lecture_type, p.cover_img, n.period_id as next_period_id, n.begin_at as next_begin_at,
      (select json_build_object('id', t.id, 'name', t.name, 'headImg', t.head_img, 'title', t.title, 'intro', t.intro) from teachers t
        where t.id = coalesce(${lesson.teacherId}::bigint,
          (select x.teacher_id from product_teachers x where x.product_id = p.id order by x.sort, x.teacher_id limit 1))) as teacher
    from products p
    left join lateral (
      select s.period_id, s.begin_at from schedule_periods s join periods e on e.id = s.period_id
      where s.schedule_id = ${lesson.scheduleId}::bigint and s.begin_at > ${lesson.beginAt}::timestamptz and e.deleted_at is null
      order by s.begin_at, s.id limit 1) n on true
    where p.id = ${lesson.courseId}`.execute(db)
  return rows[0]
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

async function findTeacher(db: Database, id: number): Promise<Teacher | undefined> {
  const row = await db
    .selectFrom('teachers')
    .select(['teachers.id', 'teachers.name', 'teachers.headImg', 'teachers.title', 'teachers.intro'])
    .where('teachers.id', '=', id)
    .executeTakeFirst()
  return row && toTeacher(row)
}
