import { callQuery } from '#client/features/common/call-query.ts'
import type { HomeworkChoice } from '#client/features/homework/homework-choice.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'
import { HomeworkState } from '#shared/contract/enums.ts'

/** Which homework a page is about. */
export type WhichHomework = CallInput<'GET /api/user/homework/detail'>

/** What the list asks for. */
export function listInput({ queue: _, page, ...choice }: HomeworkChoice): CallInput<'GET /api/user/homework/list'> {
  return { ...choice, pageNum: page, pageSize: 10 }
}

/** What the list of the staff asks for. */
export function queueInput({
  queue,
  courseId,
  scheduleId,
  page,
}: HomeworkChoice): CallInput<'GET /api/teach/homework/queue'> {
  return {
    state: queue === 'done' ? HomeworkState.corrected : HomeworkState.waitingCorrection,
    courseId,
    scheduleId,
    pageNum: page,
    pageSize: 10,
  }
}

export function homeworkQuery(api: Api, which: WhichHomework) {
  return callQuery(api, 'GET /api/user/homework/detail', which)
}
