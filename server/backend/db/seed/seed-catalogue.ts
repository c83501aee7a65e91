import { pictureUrl } from '#shared/rules/picture-rules.ts'
import { LectureType } from '#shared/contract/enums.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { insertForIds, insertRows, must } from './insert-rows.ts'
import type { PlannedClassSystem, PlannedSubject } from './seed-plan.ts'
import { seedPlan, takeTurns } from './seed-plan.ts'
import type { PlannedCourse } from './plan-courses.ts'
import { createRandom } from './pictures/random.ts'
import { toHtml } from './seed-html.ts'
import type { SubjectIds } from './seed-structure.ts'
import { type Slot, type Timetable, openSlot, planSessions, popularSlot } from './live-timetable.ts'
import { shanghaiDay } from '#server/backend/shanghai-day.ts'

/** The film that stands for every lesson of the seed; the site serves it. */
export const filmUrl = '/media/film/master.m3u8'

const minuteSeconds = 60
const firstPublished = Date.parse('2023-09-01T02:00:00Z')
const lastPublished = Date.parse('2025-06-30T02:00:00Z')

function publishedAt(name: string): Date {
  const random = createRandom(`published/${name}`)
  return new Date(Math.round(random.float(firstPublished, lastPublished) / 60_000) * 60_000)
}

function prices(price: number, originPrice: number | undefined): { isCharge: boolean; priceFen: number; originPriceFen: number | null } {
  return { isCharge: price > 0, priceFen: price * 100, originPriceFen: originPrice === undefined ? null : originPrice * 100 }
}

/** Products, lessons, schedules and bundles of every subject. */
export async function seedCatalogue(trx: DatabaseTransaction, ids: ReadonlyMap<string, SubjectIds>): Promise<void> {
  const courseIds = await seedCourses(trx, ids)
  await seedClassSystems(trx, ids, courseIds)
}

async function seedCourses(trx: DatabaseTransaction, ids: ReadonlyMap<string, SubjectIds>): Promise<Map<PlannedCourse, number>> {
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
      course.teachers.map((key, sort) => ({ productId: must(idOf.get(course), course.name), teacherId: must(ids.get(course.subject)?.teachers.get(key), key), sort })),
    ),
  )
  await seedLessons(trx, ordered, idOf)
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
    studyCount: course.studyCount,
    sort: (index + 1) * 10,
    status: 1,
    publishedAt: publishedAt(course.name),
  }
}

async function seedLessons(trx: DatabaseTransaction, courses: readonly PlannedCourse[], idOf: ReadonlyMap<PlannedCourse, number>): Promise<void> {
  const film = must((await insertForIds(trx, 'mediaAssets', [{ kind: 1, title: '试播片' }]))[0], 'the film')
  await insertRows(trx, 'mediaUrls', [{ assetId: film, sortNum: 1, definition: 'auto', protocol: 'hls', url: filmUrl }])
  const timetables = planTimetables(courses)
  const rows = courses.flatMap((course) =>
    course.lessons.map(([title, minutes], index) => ({
      courseId: must(idOf.get(course), course.name),
      title,
      sequenceNo: index + 1,
      kind: course.kind === 'live' ? 1 : 2,
      durationSec: (timetables.get(course)?.slot.minutes ?? minutes) * minuteSeconds,
      isFreeStudy: index < course.free,
      mediaId: film,
    })),
  )
  const periodIds = await insertForIds(trx, 'periods', rows)
  const firstPeriod = new Map<number, number>()
  rows.forEach((row, index) => {
    if (row.sequenceNo === 1) firstPeriod.set(row.courseId, index)
  })
  await seedSchedules(trx, timetables, (course, lesson) => {
    const first = must(firstPeriod.get(must(idOf.get(course), course.name)), course.name)
    return { courseId: must(idOf.get(course), course.name), periodId: must(periodIds[first + lesson], course.name) }
  })
}

interface PlannedTimes {
  readonly slot: Slot
  readonly timetable: Timetable
}

/** Open classes take the slots that leave no gap; the other live courses take popular times. */
function planTimetables(courses: readonly PlannedCourse[]): Map<PlannedCourse, PlannedTimes> {
  let open = 0
  let other = 0
  const times = new Map<PlannedCourse, PlannedTimes>()
  for (const course of courses) {
    if (course.kind !== 'live') continue
    const index = course.isOpenLive ? open++ : other++
    const slot = course.isOpenLive ? openSlot(index) : popularSlot(index)
    times.set(course, { slot, timetable: planSessions(slot, course.lessons.length, index) })
  }
  return times
}

async function seedSchedules(
  trx: DatabaseTransaction,
  times: ReadonlyMap<PlannedCourse, PlannedTimes>,
  find: (course: PlannedCourse, lesson: number) => { courseId: number; periodId: number },
): Promise<void> {
  const entries = [...times]
  const scheduleIds = await insertForIds(
    trx,
    'classSchedules',
    entries.map(([course, { timetable }]) => {
      const capacity = course.isOpenLive ? 500 : 30
      const sessions = timetable.sessions
      return {
        productId: find(course, 0).courseId,
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
    entries.flatMap(([course, { timetable }], index) =>
      timetable.sessions.map((session, lesson) => ({
        scheduleId: must(scheduleIds[index], course.name),
        periodId: find(course, lesson).periodId,
        beginAt: new Date(session.begin),
        endAt: new Date(session.end),
      })),
    ),
  )
}

const openingCycleDays = 28
const dayMs = 86_400_000
const firstOpening = Date.parse('2024-01-01T00:00:00+08:00')

async function seedClassSystems(trx: DatabaseTransaction, ids: ReadonlyMap<string, SubjectIds>, courseIds: ReadonlyMap<PlannedCourse, number>): Promise<void> {
  const systems = takeTurns(seedPlan().map((subject: PlannedSubject) => subject.classSystems))
  const systemIds = await insertForIds(
    trx,
    'products',
    systems.map((system, index) => {
      const subject = must(ids.get(system.subject), system.subject)
      return {
        lectureType: LectureType.classSystem,
        name: system.name,
        coverImg: pictureUrl('cover', system.picture),
        learnAim: system.aim,
        introHtml: toHtml(system.intro),
        collegeId: subject.collegeId,
        subjectOneId: subject.subjectOneId,
        subjectTwoId: must(subject.classTypes.get(system.type), system.type),
        ...prices(system.price, system.originPrice),
        serviceDays: 365 * 3,
        agreementType: 'purchase',
        suits: JSON.stringify(system.suits.map(([title, content]) => ({ title, content }))),
        studyCount: system.studyCount,
        sort: (index + 1) * 10,
        status: 1,
        publishedAt: publishedAt(system.name),
      }
    }),
  )
  const withIds = systems.map((system, index) => ({ system, id: must(systemIds[index], system.name) }))
  await insertRows(
    trx,
    'productTeachers',
    withIds.flatMap(({ system, id }) => system.teachers.map((key, sort) => ({ productId: id, teacherId: must(ids.get(system.subject)?.teachers.get(key), key), sort }))),
  )
  await seedStages(trx, withIds, courseIds)
  await insertRows(trx, 'classSchedules', withIds.flatMap(({ system, id }, index) => openings(system, id, index)))
}

async function seedStages(
  trx: DatabaseTransaction,
  systems: readonly { system: PlannedClassSystem; id: number }[],
  courseIds: ReadonlyMap<PlannedCourse, number>,
): Promise<void> {
  const stages = systems.flatMap(({ system, id }) => system.stages.map((stage, sort) => ({ stage, row: { classSystemId: id, name: stage.name, sort } })))
  const stageIds = await insertForIds(trx, 'classSystemStages', stages.map(({ row }) => row))
  await insertRows(
    trx,
    'classSystemCourses',
    stages.flatMap(({ stage }, index) =>
      stage.courses.map((course, sort) => ({ stageId: must(stageIds[index], stage.name), courseId: must(courseIds.get(course), course.name), sort })),
    ),
  )
}

/** Two openings a month, a fortnight apart, always on a Monday or a Saturday. */
function openings(system: PlannedClassSystem, id: number, index: number) {
  return [
    { name: '平日晚班', timeText: '每周二、周四 19:30–21:15', days: (index % 4) * 7 },
    { name: '周末班', timeText: '每周六、周日 14:30–16:15', days: (index % 4) * 7 + 19 },
  ].map(({ name, timeText, days }) => {
    const begin = firstOpening + days * dayMs
    const capacity = 30
    return {
      productId: id,
      name,
      timeText,
      beginDate: shanghaiDay(begin),
      endDate: shanghaiDay(begin + system.months * 30 * dayMs),
      capacity,
      enrolled: createRandom(`enrolled/${system.name}/${name}`).int(8, 27),
      isSeed: true,
      cycleDays: openingCycleDays,
    }
  })
}
