import type { ExamChoice } from '#client/features/exam/exam-href.ts'
import type { CallInput } from '#shared/contract/calls.ts'

/** What the list of exams asks for. */
export function examListInput({ tab, page }: ExamChoice): CallInput<'GET /api/exam/list-exam'> {
  return { over: tab === 'over' ? 2 : 1, pageNum: page, pageSize: 10 }
}

/** The counts of the tabs, when no exams are listed. */
export const countsInput: CallInput<'GET /api/exam/list-exam'> = { over: 1, pageNum: 1, pageSize: 10 }

/** What the mistake book asks for. */
export function mistakeListInput({ state, page }: ExamChoice): CallInput<'GET /api/exam/mistake/list'> {
  return { state, pageNum: page, pageSize: 10 }
}

/** What the list of attempts of others asks for. */
export function markQueueInput({ queue, page }: ExamChoice): CallInput<'GET /api/teach/exam/queue'> {
  return { state: queue, pageNum: page, pageSize: 10 }
}
