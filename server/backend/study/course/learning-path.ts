import type { Database } from '#server/backend/db/database.ts'
import type { LearningPath } from '#shared/contract/learning-path.ts'
import { listStageCourses, readCourseStudies } from './course-study-store.ts'
import type { OwnProduct } from './own-product-store.ts'
import { finishedDateOf, progressOf, stagesOf, stateOf, stepsOf } from './study-figures.ts'

/** A learner's class system, stage by stage; of its courses those that they have. */
export async function readLearningPath(
  db: Database,
  userId: number,
  product: OwnProduct,
  now: Date,
): Promise<LearningPath> {
  const stages = stagesOf(await listStageCourses(db, userId, [product.id]), product.id)
  const courseIds = stages.flatMap(({ courses }) => courses.map(({ id }) => id))
  const studies = await readCourseStudies(db, userId, [...new Set(courseIds)], now)
  return {
    id: product.id,
    name: product.name,
    coverImg: product.coverImg ?? '',
    scheduleName: product.scheduleName,
    endDate: product.endAt?.getTime() ?? null,
    isOver: !product.isRunning,
    ...progressOf(courseIds.flatMap((id) => studies.get(id) ?? [])),
    stages: stages.map(({ id, name, courses }) => {
      const part = courses.flatMap((course) => {
        const study = studies.get(course.id)
        return study ? [{ course, study }] : []
      })
      const all = part.map(({ study }) => study)
      const { finishedCount, lessonCount } = progressOf(all)
      return {
        id,
        name,
        finishedCount,
        lessonCount,
        state: stateOf(all),
        courses: part.map(({ course, study }) => ({
          ...course,
          ...progressOf([study]),
          state: stateOf([study]),
          finishedDate: finishedDateOf([study]),
          scheduleName: study.scheduleName,
          ...(product.isRunning ? stepsOf([study]) : { next: null, last: null, needsClass: false }),
        })),
      }
    }),
  }
}
