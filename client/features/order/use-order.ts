import { useQueryClient } from '@tanstack/react-query'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { useCall } from '#client/features/common/use-call.ts'
import type { CallOutput } from '#shared/contract/calls.ts'

export type OrderDetail = CallOutput<'GET /api/order/detail'>

/** An order as its page has it, and how to ask for it anew after a change. */
export function useOrder(orderNo: string): { order: OrderDetail; refresh: () => Promise<void> } {
  const { api } = useApp()
  const queries = useQueryClient()
  const order = useCall('GET /api/order/detail', { orderNo })
  return {
    order,
    // What can't be asked now is asked with the next visit; nobody waits for the network to come back.
    refresh: async () => {
      await queries
        .fetchQuery({ ...callQuery(api, 'GET /api/order/detail', { orderNo }), staleTime: 0, networkMode: 'always' })
        .catch(() => undefined)
    },
  }
}
