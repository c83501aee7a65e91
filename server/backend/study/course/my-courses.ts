import { listUnevaluated } from '#server/backend/classroom/tools/evaluation-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { LectureType } from '#shared/contract/enums.ts'
import type { MyCourse } from '#shared/contract/my-course.ts'
import { type CourseStudy, listStageCourses, readCourseStudies, type StageCourse } from './course-study-store.ts'
import type { OwnProduct } from './own-product-store.ts'
import { finishedDateOf, progressOf, stagesOf, stateOf, stepsOf } from './study-figures.ts'

interface Facts {
  readonly studies: ReadonlyMap<number, CourseStudy>
  readonly stages: readonly StageCourse[]
  /** The lesson of a course that may be evaluated. */
  readonly evaluations: ReadonlyMap<number, MyCourse['evaluation']>
}

/** Where the time of service is over nothing comes next. */
const nothing = { next: null, last: null, needsClass: false } as const

function toMyCourse(product: OwnProduct, { studies, stages, evaluations }: Facts): MyCourse {
  const { id, isRunning } = product
  const own = stagesOf(stages, id)
  const courseIds =
    product.lectureType === LectureType.classSystem ? own.flatMap(({ courses }) => courses.map((one) => one.id)) : [id]
  const of = (ids: readonly number[]): CourseStudy[] => ids.flatMap((one) => studies.get(one) ?? [])
  const all = of(courseIds)
  return {
    courseId: id,
    name: product.name,
    coverImg: product.coverImg ?? '',
    lectureType: product.lectureType,
    ...progressOf(all),
    endDate: product.endAt?.getTime() ?? null,
    isOver: !isRunning,
    finishedDate: finishedDateOf(all),
    learnedSec: all.reduce((sum, { learnedSec }) => sum + learnedSec, 0),
    scheduleId: product.scheduleId,
    scheduleName: product.scheduleName,
    ...(isRunning ? stepsOf(all) : nothing),
    evaluation: (isRunning && courseIds.flatMap((one) => evaluations.get(one) ?? [])[0]) || null,
    stages: own.map(({ id: stageId, name, courses }) => {
      const part = of(courses.map((one) => one.id))
      const { finishedCount, lessonCount } = progressOf(part)
      return { id: stageId, name, finishedCount, lessonCount, state: stateOf(part) }
    }),
  }
}

/** What a learner has, with how they stand in it and what comes next. */
export async function readMyCourses(
  db: Database,
  userId: number,
  products: readonly OwnProduct[],
  now: Date,
): Promise<MyCourse[]> {
  if (products.length === 0) return []
  const bundles = products.filter(({ lectureType }) => lectureType === LectureType.classSystem)
  const stages = await listStageCourses(
    db,
    userId,
    bundles.map(({ id }) => id),
  )
  const bundled = stages.flatMap(({ courseId }) => courseId ?? [])
  const singles = products.filter(({ lectureType }) => lectureType !== LectureType.classSystem).map(({ id }) => id)
  const courseIds = [...new Set([...singles, ...bundled])]
  const studies = await readCourseStudies(db, userId, courseIds, now)
  const unevaluated = await listUnevaluated(db, userId, { courseIds }, now)
  const evaluations = new Map(unevaluated.map(({ courseId, ...lesson }) => [courseId, lesson]))
  return products.map((product) => toMyCourse(product, { studies, stages, evaluations }))
}
