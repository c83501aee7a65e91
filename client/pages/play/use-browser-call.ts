import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import type { CallInput, CallOutput, CallRoute } from '#shared/contract/calls.ts'

/** A call that lets somebody in: it changes something, so it is made in the browser by who is there, never beforehand. */
export function useBrowserCall<R extends CallRoute>(route: R, input: CallInput<R>): UseQueryResult<CallOutput<R>> {
  const { api } = useApp()
  return useQuery<CallOutput<R>>({
    ...callQuery(api, route, input),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
