import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { readCookie } from '#client/browser/cookies.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import type { CallOutput } from '#shared/contract/calls.ts'

export interface Session {
  /** Whether it is known by now who is there. */
  settled: boolean
  user: CallOutput<'GET /api/user/info'> | undefined
}

const never = (): (() => void) => () => undefined

/**
 * Who is there. Asked after hydration and only when the hint cookie says that somebody is, so that a page from a cache
 * is the visitor's page first; one call however many components ask.
 */
export function useSession(): Session {
  const { api } = useApp()
  const hinted = useSyncExternalStore(never, () => readCookie('signedIn') === '1', () => undefined)
  const query = useQuery({
    ...callQuery(api, 'GET /api/user/info', {}),
    enabled: hinted === true,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
  })
  return { settled: hinted === false || query.isFetched, user: query.data }
}
