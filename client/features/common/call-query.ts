import type { QueryKey } from '@tanstack/react-query'
import type { Api, CallInput, CallOutput, CallRoute } from '#shared/contract/calls.ts'

/** A query as a page declares it; made with `callQuery`. */
export interface PageQuery<T = unknown> {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<T>
}

/** A call of the contract as a query; its key is the route and the input, so server and browser share it. */
export function callQuery<R extends CallRoute>(api: Api, route: R, input: CallInput<R>): PageQuery<CallOutput<R>> {
  return { queryKey: [route, input], queryFn: (context) => api.call(route, input, context) }
}
