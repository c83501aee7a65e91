import { useQuery } from '@tanstack/react-query'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { homeworkDetailHref } from '#client/features/homework/homework-href.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { HomeworkState } from '#shared/contract/enums.ts'

/** The way from a lesson to its homework. */
export interface LessonHomework {
  readonly href: string
  readonly text: string
}

/** The homework of a lesson that the learner takes; undefined: none is set, or it isn't known. */
export type HomeworkOf = (periodId: number) => LessonHomework | undefined

const texts: Readonly<Record<HomeworkState, string>> = {
  [HomeworkState.notComplete]: '做作业',
  [HomeworkState.waitingCorrection]: '作业待批改',
  [HomeworkState.corrected]: '作业已批改',
}

/** Homework of a course's lessons as its learner has it; asked beside the page, nothing is shown until it is known. `isTaken`: whether they take it at all. */
export function useLessonHomework(
  courseId: number | undefined,
  { scheduleId = null, isTaken }: { scheduleId?: number | null | undefined; isTaken: boolean },
): HomeworkOf {
  const { api } = useApp()
  const { user } = useSession()
  const input = { courseId: courseId ?? 0, ...(scheduleId === null ? {} : { scheduleId }) }
  const { data } = useQuery({
    ...callQuery(api, 'GET /api/user/homework/period-list-v2', input),
    enabled: user !== undefined && isTaken && courseId !== undefined,
    retry: false,
  })
  return (periodId) => {
    const found = data?.find(({ id }) => id === periodId)
    return (
      found && { href: homeworkDetailHref({ id: found.homeworkId, periodId, scheduleId }), text: texts[found.state] }
    )
  }
}
