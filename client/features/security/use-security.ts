import { useQueryClient } from '@tanstack/react-query'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { useCall } from '#client/features/common/use-call.ts'
import type { CallOutput } from '#shared/contract/calls.ts'

/** What the account-security page shows, and how to ask for it anew after a change. */
export function useSecurity(): { security: CallOutput<'GET /api/user/info/security'>; refresh: () => Promise<void> } {
  const { api } = useApp()
  const queries = useQueryClient()
  const security = useCall('GET /api/user/info/security', {})
  return {
    security,
    // What can't be asked now is asked with the next visit.
    refresh: async () => {
      await queries
        .fetchQuery({ ...callQuery(api, 'GET /api/user/info/security', {}), staleTime: 0 })
        .catch(() => undefined)
    },
  }
}
