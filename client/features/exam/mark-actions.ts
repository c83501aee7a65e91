import { useQueryClient } from '@tanstack/react-query'
import { useApp } from '#client/features/common/app-context.ts'
import type { CallInput } from '#shared/contract/calls.ts'

/** What is done with somebody's attempt; each asks anew for what it changes. */
export interface MarkActions {
  /** Answers the new version. */
  mark: (input: CallInput<'POST /api/teach/exam/mark'>) => Promise<number>
  /** Answers the score. */
  finish: (id: number, version: number) => Promise<number>
  /** Answers the new score. */
  remark: (input: CallInput<'POST /api/teach/exam/remark'>) => Promise<number>
  extend: (input: CallInput<'POST /api/teach/exam/extend'>) => Promise<void>
  release: (paperId: number, id: number) => Promise<void>
}

/** The calls of marking; lists and pages that show it follow. */
export function useMarkActions(): MarkActions {
  const { api } = useApp()
  const queries = useQueryClient()
  const refresh = (): Promise<void> =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [route] }) => typeof route === 'string' && route.includes('/api/teach/exam/'),
    })
  return {
    // the form goes on with the version that it answers: nothing is read anew under one's hands
    mark: async (input) => (await api.call('POST /api/teach/exam/mark', input)).version,
    async finish(id, version) {
      const { score } = await api.call('POST /api/teach/exam/finish', { id, version })
      await refresh()
      return score
    },
    async remark(input) {
      const { score } = await api.call('POST /api/teach/exam/remark', input)
      await refresh()
      return score
    },
    async extend(input) {
      await api.call('POST /api/teach/exam/extend', input)
      await refresh()
    },
    async release(paperId, id) {
      await api.call('POST /api/teach/exam/release', { paperId, id })
      await refresh()
    },
  }
}
