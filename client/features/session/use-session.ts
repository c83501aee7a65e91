import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { isHinted } from '#client/features/session/signed-in-hint.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import type { CallOutput } from '#shared/contract/calls.ts'

export interface Session {
  /** Whether it is known by now who is there. */
  settled: boolean
  user: CallOutput<'GET /api/user/info'> | undefined
}

const never = (): (() => void) => () => undefined

function useAskedSession(): Session {
  const { api, madeFor } = useApp()
  const hinted = useSyncExternalStore(never, isHinted, () => undefined)
  const query = useQuery({
    ...userQuery(api),
    enabled: hinted === true,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
  })
  // The answer may come before a part of the page is hydrated: that part is first what the server made.
  if (hinted === undefined) return { settled: madeFor !== undefined, user: madeFor }
  return { settled: !hinted || query.isFetched, user: query.data }
}

/** On the server it is known before rendering begins, or it is nobody. */
function useSeededSession(): Session {
  const { api } = useApp()
  const user = useQueryClient().getQueryData<CallOutput<'GET /api/user/info'>>(userQuery(api).queryKey)
  return { settled: user !== undefined, user }
}

/**
 * Who is there. A page that was made for a learner brings the answer along. Otherwise it is asked after hydration and only
 * when the hint cookie says that somebody is there, so that a page from a cache is the visitor's page first; one call
 * however many components ask.
 */
export const useSession: () => Session = typeof document === 'undefined' ? useSeededSession : useAskedSession
