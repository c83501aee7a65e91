import { useQueryClient } from '@tanstack/react-query'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { securityQuery } from '#client/features/security/security-queries.ts'
import type { CallOutput } from '#shared/contract/calls.ts'

/** What the account-security page shows, and how to ask for it anew after a change. */
export function useSecurity(): { security: CallOutput<'GET /api/user/info/security'>; refresh: () => Promise<void> } {
  const { api } = useApp()
  const queries = useQueryClient()
  const security = useRead(securityQuery)
  return {
    security,
    // What can't be asked now is asked with the next visit.
    refresh: async () => {
      await queries.fetchQuery({ ...securityQuery(api), staleTime: 0 }).catch(() => undefined)
    },
  }
}
