import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery, type PageQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput, CallOutput, CallRoute } from '#shared/contract/calls.ts'

function useObservedQuery<T>(query: PageQuery<T>): T {
  return useSuspenseQuery(query).data
}

/** On the server nothing changes after the first look: what is there needs no observer. */
function useLoadedQuery<T>(query: PageQuery<T>): T {
  const loaded = useQueryClient().getQueryData<T>(query.queryKey)
  // biome-ignore lint/correctness/useHookAtTopLevel: a server rendering looks once, so no order of hooks can change
  return loaded === undefined ? useSuspenseQuery(query).data : loaded
}

const useQueryData = typeof document === 'undefined' ? useLoadedQuery : useObservedQuery

/** Reads a query that the page declared, by the function that made it: `useRead(courseListQuery, input)`. */
export function useRead<T, A extends readonly unknown[]>(
  make: (api: Api, ...input: A) => PageQuery<T>,
  ...input: A
): T {
  return useQueryData(make(useApp().api, ...input))
}

/** Reads a call that the page declared, critical or deferred. Deferred ones are read inside a `Section`. */
export function useCall<R extends CallRoute>(route: R, input: CallInput<R>): CallOutput<R> {
  const { api } = useApp()
  return useQueryData(callQuery(api, route, input))
}
