import { useSuspenseQuery } from '@tanstack/react-query'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import type { CallInput, CallOutput, CallRoute } from '#shared/contract/calls.ts'

/** Reads a call that the page declared, critical or deferred. Deferred ones are read inside a `Section`. */
export function useCall<R extends CallRoute>(route: R, input: CallInput<R>): CallOutput<R> {
  const { api } = useApp()
  return useSuspenseQuery(callQuery(api, route, input)).data as CallOutput<R>
}
