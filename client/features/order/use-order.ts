import { useQueryClient } from '@tanstack/react-query'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { orderQuery, renewOrder } from '#client/features/order/order-queries.ts'
import type { CallOutput } from '#shared/contract/calls.ts'

export type OrderDetail = CallOutput<'GET /api/order/detail'>

/** An order as its page has it, and how to ask for it anew after a change. */
export function useOrder(orderNo: string): { order: OrderDetail; refresh: () => Promise<void> } {
  const { api } = useApp()
  const queries = useQueryClient()
  const order = useRead(orderQuery, orderNo)
  return {
    order,
    refresh: () => renewOrder(api, queries, orderNo),
  }
}
