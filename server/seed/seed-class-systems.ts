import type { Insertable } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { LectureType, PayChannel, ProductStatus } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { pictureUrl } from '#shared/rules/picture-rules.ts'
import { insertForIds, insertRows, must } from '#server/backend/db/insert-rows.ts'
import { createRandom } from './pictures/random.ts'
import type { PlannedCourse } from './plan-courses.ts'
import { prices, publishedAt } from './product-values.ts'
import { toHtml } from './seed-html.ts'
import { type PlannedClassSystem, seedPlan, takeTurns } from './seed-plan.ts'
import type { SubjectIds } from './seed-structure.ts'

const openingCycleDays = 28
/** Subjects whose class systems come with books or tools by post. */
const withMaterials: ReadonlySet<string> = new Set(['illustration', 'design', 'music'])
/** Offers of the seed never end by themselves: nothing in it knows what time it is. */
const offersBegin = Date.parse('2024-01-01T00:00:00+08:00')
const offersEnd = Date.parse('2038-01-01T00:00:00+08:00')
const firstOpening = Date.parse('2024-01-01T00:00:00+08:00')

/** Class systems with teachers, stages, bundled courses and openings of every subject. */
export async function seedClassSystems(
  trx: DatabaseTransaction,
  ids: ReadonlyMap<string, SubjectIds>,
  courseIds: ReadonlyMap<PlannedCourse, number>,
): Promise<void> {
  const systems = takeTurns(seedPlan().map((subject) => subject.classSystems))
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
        sendsMaterials: withMaterials.has(system.subject),
        agreementType: 'purchase',
        suits: JSON.stringify(system.suits.map(([title, content]) => ({ title, content }))),
        studyCount: system.studyCount,
        sort: (index + 1) * 10,
        status: ProductStatus.onSale,
        publishedAt: publishedAt(system.name),
      }
    }),
  )
  const withIds = systems.map((system, index) => ({ system, id: must(systemIds[index], system.name) }))
  await insertRows(
    trx,
    'productTeachers',
    withIds.flatMap(({ system, id }) =>
      system.teachers.map((key, sort) => ({
        productId: id,
        teacherId: must(ids.get(system.subject)?.teachers.get(key), key),
        sort,
      })),
    ),
  )
  await seedStages(trx, withIds, courseIds)
  await insertRows(
    trx,
    'classSchedules',
    withIds.flatMap(({ system, id }, index) => {
      const teacherId = must(ids.get(system.subject)?.teachers.get(must(system.teachers[0], system.name)), system.name)
      return openings(system, id, index).map((opening) => ({ ...opening, teacherId }))
    }),
  )
  await insertRows(
    trx,
    'depositOffers',
    withIds.flatMap(({ system, id }, index) => depositOffers(system, id, index)),
  )
}

/** Every third class system can be had by a deposit first; one of them with an activity whose stock is small. */
function depositOffers(
  system: PlannedClassSystem,
  productId: number,
  index: number,
): Insertable<Tables['depositOffers']>[] {
  const open = { productId, beginAt: new Date(offersBegin), endAt: new Date(offersEnd) }
  // a tenth of the price, in whole hundreds of yuan
  const amountFen = Math.max(1, Math.round(system.price / 1000)) * 100 * 100
  if (index === 1)
    return [
      {
        ...open,
        channel: PayChannel.activityDeposit,
        name: '开学季定金活动',
        amountFen,
        deductFen: amountFen * 3,
        stock: 200,
        balanceDays: 15,
        refundable: false,
      },
    ]
  if (index % 3 !== 0) return []
  return [
    {
      ...open,
      channel: PayChannel.deposit,
      name: '预付定金，锁定优惠',
      amountFen,
      deductFen: amountFen * 2,
      stock: null,
      balanceDays: 30,
      refundable: true,
    },
  ]
}

async function seedStages(
  trx: DatabaseTransaction,
  systems: readonly { system: PlannedClassSystem; id: number }[],
  courseIds: ReadonlyMap<PlannedCourse, number>,
): Promise<void> {
  const stages = systems.flatMap(({ system, id }) =>
    system.stages.map((stage, sort) => ({ stage, row: { classSystemId: id, name: stage.name, sort } })),
  )
  const stageIds = await insertForIds(
    trx,
    'classSystemStages',
    stages.map(({ row }) => row),
  )
  await insertRows(
    trx,
    'classSystemCourses',
    stages.flatMap(({ stage }, index) =>
      stage.courses.map((course, sort) => ({
        stageId: must(stageIds[index], stage.name),
        courseId: must(courseIds.get(course), course.name),
        sort,
      })),
    ),
  )
}

/** Two openings a month, on the first day of teaching: a Tuesday or a Saturday. */
function openings(system: PlannedClassSystem, id: number, index: number) {
  return [
    { name: '平日晚班', timeText: '每周二、周四 19:30–21:15', days: (index % 4) * 7 + 1 },
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
