import { useQueryClient } from '@tanstack/react-query'
import { useApp } from '#client/features/common/app-context.ts'
import type { CallInput, CallOutput } from '#shared/contract/calls.ts'

/** What is done with mistakes; each asks anew for what it changes. */
export interface MistakeActions {
  add: (questionId: number) => Promise<void>
  putAway: (questionId: number, isDismissed: boolean) => Promise<void>
  answer: (input: CallInput<'POST /api/exam/mistake/answer'>) => Promise<CallOutput<'POST /api/exam/mistake/answer'>>
  reveal: (questionId: number) => Promise<CallOutput<'POST /api/exam/mistake/reveal'>>
  /** The lists are old now. */
  refresh: () => Promise<void>
  /** Today's queue was gone through: it is asked anew when it is opened again. */
  dropQueue: () => void
}

const stale: readonly unknown[] = ['GET /api/exam/mistake/list', 'GET /api/exam/list-exam', 'GET /api/exam/result']

/** The calls that change the mistake book; lists that show it follow. The queue goes on as it was asked. */
export function useMistakeActions(): MistakeActions {
  const { api } = useApp()
  const queries = useQueryClient()
  const refresh = (): Promise<void> =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => stale.includes(queryKey[0]) })
  return {
    refresh,
    dropQueue() {
      void queries.invalidateQueries({ queryKey: ['GET /api/exam/mistake/queue'], refetchType: 'none' })
    },
    async add(questionId) {
      await api.call('POST /api/exam/mistake/add', { questionId })
      await refresh()
    },
    async putAway(questionId, isDismissed) {
      await api.call('POST /api/exam/mistake/dismiss', { questionId, isDismissed })
      await refresh()
    },
    answer: (input) => api.call('POST /api/exam/mistake/answer', input),
    reveal: (questionId) => api.call('POST /api/exam/mistake/reveal', { questionId }),
  }
}
