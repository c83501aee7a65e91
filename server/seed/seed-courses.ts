import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { LectureType, MediaKind, PeriodKind, ProductStatus } from '#shared/contract/enums.ts'
import { pictureUrl } from '#shared/rules/picture-rules.ts'
import { alwaysOn } from './always-on.ts'
import { insertForIds, insertRows, must } from '#server/backend/db/insert-rows.ts'
import { openSlot, planAlwaysOn, planSessions, popularSlot, type Timetable } from './live-timetable.ts'
import { createRandom } from './pictures/random.ts'
import type { PlannedCourse } from './plan-courses.ts'
import { prices, publishedAt } from './product-values.ts'
import { toHtml } from './seed-html.ts'
import { seedPlan, takeTurns } from './seed-plan.ts'
import type { SubjectIds } from './seed-structure.ts'

/** The film that stands for every lesson of the seed lies in the private store … */
const storedFilm = { sortNum: 1, definition: 'auto', protocol: 'hls', url: 'store:film/master.m3u8' }
/** … and of free lessons it is open as well: course pages show it in place. */
const openFilm = { ...storedFilm, sortNum: 2, url: '/media/film/master.m3u8' }
const filmCaptions = { language: 'zh', label: '中文', url: 'store:film/captions-zh.vtt' }

const filmSeconds = 31
const minuteSeconds = 60
/** Subjects whose paid live courses come with tools and paper by post. */
const handsOn: ReadonlySet<string> = new Set(['illustration', 'music'])

/** Courses with teachers, lessons and live schedules of every subject; answers their keys. */
export async function seedCourses(
  trx: DatabaseTransaction,
  ids: ReadonlyMap<string, SubjectIds>,
): Promise<Map<PlannedCourse, number>> {
  const plan = seedPlan()
  // the school's own order: written courses of all subjects in turn, then the composed ones
  const ordered = [
    ...takeTurns(plan.map((subject) => subject.courses.filter((course) => course.handWritten))),
    ...takeTurns(plan.map((subject) => subject.courses.filter((course) => !course.handWritten))),
  ]
  const productIds = await insertForIds(
    trx,
    'products',
    ordered.map((course, index) => courseRow(course, must(ids.get(course.subject), course.subject), index)),
  )
  const idOf = new Map(ordered.map((course, index) => [course, must(productIds[index], course.name)]))
  await insertRows(
    trx,
    'productTeachers',
    ordered.flatMap((course) =>
      course.teachers.map((key, sort) => ({
        productId: must(idOf.get(course), course.name),
        teacherId: must(ids.get(course.subject)?.teachers.get(key), key),
        sort,
      })),
    ),
  )
  await seedLessons(trx, ids, ordered, idOf)
  return idOf
}

function courseRow(course: PlannedCourse, subject: SubjectIds, index: number) {
  const twos = [...subject.classTypes.values()]
  return {
    lectureType: course.kind === 'live' ? LectureType.live : LectureType.video,
    name: course.name,
    coverImg: pictureUrl('cover', course.picture),
    learnAim: course.aim,
    introHtml: toHtml(course.intro),
    collegeId: subject.collegeId,
    subjectOneId: subject.subjectOneId,
    learnId: must(subject.directions.get(course.direction), course.direction),
    subjectTwoId: must(twos[index % twos.length], 'a second-level type'),
    ...prices(course.price, course.originPrice),
    serviceDays: course.serviceDays ?? null,
    agreementType: course.price > 0 ? 'purchase' : null,
    isOpenLive: course.isOpenLive,
    sendsMaterials: course.kind === 'live' && course.price > 0 && handsOn.has(course.subject),
    studyCount: course.studyCount,
    sort: (index + 1) * 10,
    status: ProductStatus.onSale,
    publishedAt: publishedAt(course.name),
  }
}

/** The same film twice: for lessons that are open to everybody, and for those that are not. It fills each lesson's length. */
async function seedFilms(trx: DatabaseTransaction): Promise<{ free: number; paid: number }> {
  const asset = { kind: MediaKind.video, title: '试播片', durationSec: filmSeconds, repeats: true }
  const ids = await insertForIds(trx, 'mediaAssets', [asset, asset])
  const [free, paid] = [must(ids[0], 'the open film'), must(ids[1], 'the film')]
  await insertRows(trx, 'mediaUrls', [
    { assetId: free, ...storedFilm },
    { assetId: free, ...openFilm },
    { assetId: paid, ...storedFilm },
  ])
  await insertRows(trx, 'mediaCaptions', [
    { assetId: free, ...filmCaptions },
    { assetId: paid, ...filmCaptions },
  ])
  return { free, paid }
}

async function seedLessons(
  trx: DatabaseTransaction,
  ids: ReadonlyMap<string, SubjectIds>,
  courses: readonly PlannedCourse[],
  idOf: ReadonlyMap<PlannedCourse, number>,
): Promise<void> {
  const films = await seedFilms(trx)
  const timetables = planTimetables(courses)
  const rows = courses.flatMap((course) =>
    course.lessons.map(([title, minutes], index) => ({
      courseId: must(idOf.get(course), course.name),
      title,
      sequenceNo: index + 1,
      kind: course.kind === 'live' ? (alwaysOn(course.name)?.kind ?? PeriodKind.live) : PeriodKind.video,
      durationSec: (timetables.get(course)?.minutes ?? minutes) * minuteSeconds,
      isFreeStudy: index < course.free,
      mediaId: index < course.free ? films.free : films.paid,
      // the coach goes through a recorded course's first lesson once more
      coachMediaId: course.kind === 'video' && index === 0 ? films.free : null,
    })),
  )
  const periodIds = await insertForIds(trx, 'periods', rows)
  const firstPeriod = new Map<number, number>()
  rows.forEach((row, index) => {
    if (row.sequenceNo === 1) firstPeriod.set(row.courseId, index)
  })
  await seedSchedules(trx, timetables, (course, lesson) => {
    const first = must(firstPeriod.get(must(idOf.get(course), course.name)), course.name)
    const teacherId = must(ids.get(course.subject)?.teachers.get(must(course.teachers[0], course.name)), course.name)
    return {
      courseId: must(idOf.get(course), course.name),
      periodId: must(periodIds[first + lesson], course.name),
      teacherId,
    }
  })
}

interface PlannedTimes {
  /** Length of each lesson. */
  readonly minutes: number
  /** One a class. */
  readonly timetables: readonly Timetable[]
}

/** Open classes take the slots that leave no gap; the other live courses take popular times; a few are taught round the clock. */
function planTimetables(courses: readonly PlannedCourse[]): Map<PlannedCourse, PlannedTimes> {
  let open = 0
  let other = 0
  const times = new Map<PlannedCourse, PlannedTimes>()
  for (const course of courses) {
    if (course.kind !== 'live') continue
    if (alwaysOn(course.name)) {
      times.set(course, ofTimetables(planAlwaysOn(course.lessons.length)))
      continue
    }
    const index = course.isOpenLive ? open++ : other++
    const slot = course.isOpenLive ? openSlot(index) : popularSlot(index)
    times.set(course, ofTimetables([planSessions(slot, course.lessons.length, index)]))
  }
  return times
}

function ofTimetables(timetables: readonly Timetable[]): PlannedTimes {
  const first = must(timetables[0]?.sessions[0], 'a first lesson')
  return { minutes: (first.end - first.begin) / 60_000, timetables }
}

async function seedSchedules(
  trx: DatabaseTransaction,
  times: ReadonlyMap<PlannedCourse, PlannedTimes>,
  find: (course: PlannedCourse, lesson: number) => { courseId: number; periodId: number; teacherId: number },
): Promise<void> {
  const entries = [...times].flatMap(([course, { timetables }]) =>
    timetables.map((timetable) => ({ course, timetable })),
  )
  const scheduleIds = await insertForIds(
    trx,
    'classSchedules',
    entries.map(({ course, timetable }) => {
      const capacity = course.isOpenLive ? 500 : 30
      const sessions = timetable.sessions
      return {
        productId: find(course, 0).courseId,
        teacherId: find(course, 0).teacherId,
        name: timetable.name,
        beginDate: shanghaiDay(must(sessions[0], course.name).begin),
        endDate: shanghaiDay(must(sessions[sessions.length - 1], course.name).end),
        timeText: timetable.timeText,
        capacity,
        enrolled: createRandom(`enrolled/${course.name}`).int(Math.floor(capacity / 4), capacity - 2),
        isSeed: true,
        cycleDays: timetable.cycleDays,
      }
    }),
  )
  await insertRows(
    trx,
    'schedulePeriods',
    entries.flatMap(({ course, timetable }, index) =>
      timetable.sessions.map((session, lesson) => ({
        scheduleId: must(scheduleIds[index], course.name),
        periodId: find(course, lesson).periodId,
        beginAt: new Date(session.begin),
        endAt: new Date(session.end),
      })),
    ),
  )
}
