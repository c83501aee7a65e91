import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useApp } from '#client/features/common/app-context.ts'
import type { Api, CallInput, CallOutput, CallRoute } from '#shared/contract/calls.ts'

/** A call that changes something, and the reads whose answers are old after it. */
export interface Change<R extends CallRoute> {
  readonly route: R
  readonly stale: readonly CallRoute[]
}

/** Makes a change. What it made old is asked anew by whoever shows it next; throws what the call throws. */
export async function makeChange<R extends CallRoute>(
  { route, stale }: Change<R>,
  input: CallInput<R>,
  { api, queries }: { readonly api: Api; readonly queries: QueryClient },
): Promise<CallOutput<R>> {
  const output = await api.call(route, input)
  const routes: readonly unknown[] = stale
  await queries.invalidateQueries({ predicate: ({ queryKey }) => routes.includes(queryKey[0]), refetchType: 'none' })
  return output
}

/** A change as a component makes it. */
export function useChange<R extends CallRoute>(change: Change<R>): (input: CallInput<R>) => Promise<CallOutput<R>> {
  const { api } = useApp()
  const queries = useQueryClient()
  return (input) => makeChange(change, input, { api, queries })
}
