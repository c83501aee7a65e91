import type { Handlers } from '#server/backend/http/binding.ts'
import { toTypeRef } from '#server/backend/catalogue/classes/classes-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { CourseDetail, courseApi, Period } from '#shared/contract/course.ts'
import { LectureType, LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import { liveStatusAt } from '#shared/rules/live-status.ts'
import { toYuan } from '#shared/rules/money.ts'
import { lessonUrl } from '#shared/rules/room-url.ts'
import { findCourseCards } from './course-store.ts'
import { findScheduleId, listMoreCourseIds, listPeriods, type PeriodRow } from './period-store.ts'
import { getProduct, listSchedulesOf, listTeachersOf, type ProductRow } from './product-store.ts'
import { serviceText } from './service-text.ts'

const moreCourses = 8

/** A live or video course on sale; class systems and other lecture types than the asked one are code 404. */
async function getCourse(db: Database, id: number, lectureType?: LectureType): Promise<ProductRow> {
  const product = await getProduct(db, id)
  if (product.lectureType === LectureType.classSystem) throw new ApiError(Code.NotFound)
  if (lectureType !== undefined && product.lectureType !== lectureType) throw new ApiError(Code.NotFound)
  return product
}

/** The schedule shown; one that is asked for and isn't this course's is code 404. */
async function chooseSchedule(
  db: Database,
  courseId: number,
  asked: number | undefined,
  now: number,
): Promise<number | undefined> {
  const id = await findScheduleId(db, courseId, asked, now)
  if (asked !== undefined && id === undefined) throw new ApiError(Code.NotFound)
  return id
}

function toPeriod(row: PeriodRow, now: number): Period {
  const begDate = row.beginAt?.getTime() ?? null
  const endDate = row.endAt?.getTime() ?? null
  return {
    id: row.id,
    name: row.title,
    sequenceNo: row.sequenceNo,
    begDate,
    endDate,
    duration: row.durationSec,
    kind: row.kind,
    isFreeStudy: row.isFreeStudy,
    liveStatus: begDate === null || endDate === null ? null : liveStatusAt(begDate, endDate, now),
    // What hasn't been held can't be watched; while it is held, its room shows it.
    playUrl: row.kind === PeriodKind.video || (endDate !== null && endDate <= now) ? row.playUrl : null,
    roomUrl:
      row.isOpen && row.kind !== PeriodKind.video && begDate !== null
        ? lessonUrl(row.kind, row.id, row.scheduleId)
        : null,
  }
}

type FreeLivePeriods = CourseDetail['freeLivePeriods']

function toFreeLivePeriods(periods: readonly Period[]): FreeLivePeriods {
  return periods.flatMap(({ id, name, begDate, endDate, isFreeStudy, liveStatus, roomUrl }) => {
    if (!isFreeStudy || begDate === null || endDate === null || liveStatus === null || liveStatus === LiveStatus.ended)
      return []
    return [{ id, name, begDate, endDate, liveStatus, roomUrl }]
  })
}

export const courseHandlers: Handlers<typeof courseApi> = {
  async detail(ctx, input) {
    const now = ctx.clock.now()
    const course = await getCourse(ctx.db, input.id, input.lectureType)
    const scheduleId = await chooseSchedule(ctx.db, course.id, input.scheduleId, now)
    const isLive = course.lectureType === LectureType.live
    const [teachers, schedules, periods] = await Promise.all([
      listTeachersOf(ctx.db, course.id),
      listSchedulesOf(ctx.db, course.id, now),
      isLive ? listPeriods(ctx.db, course.id, scheduleId) : [],
    ])
    return {
      id: course.id,
      name: course.name,
      coverImg: course.coverImg ?? '',
      isCharge: course.isCharge,
      lectureType: course.lectureType,
      classScheduleId: scheduleId ?? null,
      scheduleId: scheduleId ?? null,
      price: toYuan(course.priceFen),
      originPrice: course.originPriceFen === null ? null : toYuan(course.originPriceFen),
      learnAim: course.learnAim ?? '',
      introHtml: course.introHtml ?? '',
      serviceTime: course.serviceDays,
      serviceText: serviceText(course.serviceDays),
      teachers,
      schedules,
      freeLivePeriods: toFreeLivePeriods(periods.map((row) => toPeriod(row, now))),
      periodCount: course.periodCount,
      totalDuration: course.totalDuration,
      studyCount: course.studyCount,
      college: toTypeRef(course.collegeId, course.collegeName, course.collegePath),
      subjectOne: toTypeRef(course.oneId, course.oneName, course.onePath),
      learn: toTypeRef(course.learnId, course.learnName, course.learnPath),
      publishDate: (course.publishedAt ?? course.createdAt).getTime(),
    }
  },

  async period(ctx, input) {
    const now = ctx.clock.now()
    const course = await getCourse(ctx.db, input.courseId)
    const scheduleId = await chooseSchedule(ctx.db, course.id, input.scheduleId, now)
    const rows = await listPeriods(ctx.db, course.id, scheduleId)
    return rows.map((row) => toPeriod(row, now))
  },

  async more(ctx, input) {
    await getCourse(ctx.db, input.courseId)
    return findCourseCards(ctx.db, await listMoreCourseIds(ctx.db, input.courseId, moreCourses))
  },
}
