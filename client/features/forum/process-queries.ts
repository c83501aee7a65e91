import { useQueryClient } from '@tanstack/react-query'
import { callQuery } from '#client/features/common/call-query.ts'
import { useApp } from '#client/features/common/app-context.ts'
import type { Api, CallInput, CallOutput } from '#shared/contract/calls.ts'

/** What was decided about the learner, the newest first. */
export const ownDecisionsQuery = (api: Api, pageNum: number) =>
  callQuery(api, 'GET /api/post/decision/my-list', { pageNum, pageSize: 10 })

/** One of them, which an address names. */
export const ownDecisionQuery = (api: Api, id: number) => callQuery(api, 'GET /api/post/decision/detail', { id })

/** What the learner has reported, the newest first. */
export const ownReportsQuery = (api: Api, pageNum: number) =>
  callQuery(api, 'GET /api/post/report/my-list', { pageNum, pageSize: 10 })

/** What keeps the learner from speaking; null: nothing. */
export const ownBanQuery = (api: Api) => callQuery(api, 'GET /api/post/decision/my-ban', {})

/** To be called when something couldn't be sent: a ban may be why. */
export function useAskBan(): () => void {
  const { api } = useApp()
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: ownBanQuery(api).queryKey })
}

interface ProcessActions {
  report: (input: CallInput<'POST /api/post/report/add'>) => Promise<CallOutput<'POST /api/post/report/add'>>
  appeal: (input: CallInput<'POST /api/post/decision/appeal'>) => Promise<void>
}

/** Reports and appeals; the lists that show them follow. */
export function useProcessActions(): ProcessActions {
  const { api } = useApp()
  const queries = useQueryClient()
  const refresh = (part: string): Promise<void> =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [route] }) => typeof route === 'string' && route.includes(part),
    })
  return {
    async report(input) {
      const made = await api.call('POST /api/post/report/add', input)
      await refresh('/api/post/report/')
      return made
    },
    async appeal(input) {
      await api.call('POST /api/post/decision/appeal', input)
      await refresh('/api/post/decision/')
    },
  }
}
