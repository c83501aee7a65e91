import { type LectureType, PeriodKind } from '#shared/contract/enums.ts'
import type { MyCourse } from '#shared/contract/my-course.ts'
import { lessonUrl } from '#shared/rules/room-url.ts'
import type { CourseStudy, StageCourse } from './course-study-store.ts'

type Steps = Pick<MyCourse, 'next' | 'last' | 'needsClass'>
type Progress = Pick<MyCourse, 'progress' | 'finishedCount' | 'lessonCount'>
type StudyState = MyCourse['stages'][number]['state']

/** Of one course, or of several together. */
export function progressOf(studies: readonly CourseStudy[]): Progress {
  const finishedCount = studies.reduce((sum, study) => sum + study.finishedCount, 0)
  const lessonCount = studies.reduce((sum, study) => sum + study.lessonCount, 0)
  return { finishedCount, lessonCount, progress: lessonCount === 0 ? 0 : finishedCount / lessonCount }
}

export function stateOf(studies: readonly CourseStudy[]): StudyState {
  const { finishedCount, lessonCount } = progressOf(studies)
  if (lessonCount > 0 && finishedCount === lessonCount) return 'finished'
  return studies.some(({ isBegun }) => isBegun) ? 'learning' : 'waiting'
}

/** When the last lesson of all was finished; null while one is left. */
export function finishedDateOf(studies: readonly CourseStudy[]): number | null {
  if (stateOf(studies) !== 'finished') return null
  return Math.max(...studies.map(({ lastFinishedAt }) => lastFinishedAt?.getTime() ?? 0))
}

/** What comes next in one course, or in several together: the soonest class, and where the learner was last. */
export function stepsOf(studies: readonly CourseStudy[]): Steps {
  const next = studies.flatMap((study) => study.next ?? []).sort((a, b) => a.beginAt.getTime() - b.beginAt.getTime())[0]
  const last = studies
    .flatMap((study) => study.last ?? [])
    .reduce<CourseStudy['last']>(
      (best, one) => (best === null || (one.lastAt?.getTime() ?? 0) > (best.lastAt?.getTime() ?? 0) ? one : best),
      null,
    )
  return {
    needsClass: studies.some(({ needsClass }) => needsClass),
    next: next
      ? {
          title: next.title,
          kind: next.kind,
          begDate: next.beginAt.getTime(),
          endDate: next.endAt.getTime(),
          url: lessonUrl(next.kind, next.periodId, next.scheduleId),
        }
      : null,
    last: last && {
      title: last.title,
      sequenceNo: last.sequenceNo,
      position: last.position,
      length: last.length,
      url: lessonUrl(last.kind, last.periodId, last.kind === PeriodKind.video ? null : last.scheduleId),
    },
  }
}

/** Stages of one class system, each with its courses. */
export interface Stage {
  readonly id: number
  readonly name: string
  readonly courses: readonly { readonly id: number; readonly name: string; readonly lectureType: LectureType }[]
}

export function stagesOf(rows: readonly StageCourse[], classSystemId: number): Stage[] {
  const own = rows.filter((row) => row.classSystemId === classSystemId)
  return [...new Set(own.map(({ stageId }) => stageId))].map((id) => ({
    id,
    name: own.find(({ stageId }) => stageId === id)?.stageName ?? '',
    courses: own.flatMap(({ stageId, courseId, name, lectureType }) =>
      stageId === id && courseId !== null ? [{ id: courseId, name, lectureType: lectureType as LectureType }] : [],
    ),
  }))
}
