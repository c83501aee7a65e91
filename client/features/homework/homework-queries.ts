import { useQueryClient } from '@tanstack/react-query'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import type { HomeworkChoice } from '#client/features/homework/homework-href.ts'
import type { Api, CallInput, CallOutput } from '#shared/contract/calls.ts'
import { HomeworkState } from '#shared/contract/enums.ts'

/** Which homework a page is about. */
export type WhichHomework = CallInput<'GET /api/user/homework/detail'>

/** What the list asks for. */
export function listInput({
  state,
  courseId,
  scheduleId,
  periodId,
  page,
}: HomeworkChoice): CallInput<'GET /api/user/homework/list'> {
  return { state, courseId, scheduleId, periodId, pageNum: page, pageSize: 10 }
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

/** What is done with a homework; each asks anew for what it changes. */
export interface HomeworkActions {
  handIn: (input: CallInput<'POST /api/user/homework/save'>) => Promise<number>
  takeBack: (id: number) => Promise<void>
  consent: (id: number, mayShow: boolean) => Promise<void>
  correct: (input: CallInput<'POST /api/teach/homework/correct'>) => Promise<void>
  giveBack: (input: CallInput<'POST /api/teach/homework/return'>) => Promise<void>
  markExcellent: (id: number, isExcellent: boolean) => Promise<void>
}

const touched = ['/api/user/homework/', '/api/teach/homework/', '/api/my-course/']

/** The calls that change homework; lists and pages that show it follow. */
export function useHomeworkActions(): HomeworkActions {
  const { api } = useApp()
  const queries = useQueryClient()
  const refresh = (): Promise<void> =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [route] }) => typeof route === 'string' && touched.some((path) => route.includes(path)),
    })
  return {
    async handIn(input) {
      const { id } = await api.call('POST /api/user/homework/save', input)
      await refresh()
      return id
    },
    async takeBack(id) {
      await api.call('GET /api/user/homework/delete', { id })
      await refresh()
    },
    async consent(id, mayShow) {
      await api.call('POST /api/user/homework/consent', { id, mayShow })
      await refresh()
    },
    async correct(input) {
      await api.call('POST /api/teach/homework/correct', input)
      await refresh()
    },
    async giveBack(input) {
      await api.call('POST /api/teach/homework/return', input)
      await refresh()
    },
    async markExcellent(id, isExcellent) {
      await api.call('POST /api/teach/homework/excellent', { id, isExcellent })
      await refresh()
    },
  }
}

export type HomeworkDetail = CallOutput<'GET /api/user/homework/detail'>
