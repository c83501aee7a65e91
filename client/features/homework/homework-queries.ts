import { useQueryClient } from '@tanstack/react-query'
import { useApp } from '#client/features/common/app-context.ts'
import type { CallInput, CallOutput } from '#shared/contract/calls.ts'

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
