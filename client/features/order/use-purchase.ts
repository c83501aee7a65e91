import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApp } from '#client/features/common/app-context.ts'
import { purchaseQuery } from '#client/features/order/sign-up-queries.ts'
import { useSession } from '#client/features/session/use-session.ts'
import type { CallOutput } from '#shared/contract/calls.ts'

/** What the learner has of this product, asked anew on every visit: it may have been paid since. Nothing is asked for a visitor. */
export function usePurchase(productId: number): {
  purchase: CallOutput<'GET /api/order/purchase'> | undefined
  refresh: () => Promise<void>
} {
  const { api } = useApp()
  const { user } = useSession()
  const queries = useQueryClient()
  const query = purchaseQuery(api, productId)
  const { data } = useQuery({ ...query, enabled: user !== undefined, staleTime: 0 })
  async function refresh(): Promise<void> {
    // A first answer that is still under way is of before, and would be taken for the new one.
    await queries.cancelQueries({ queryKey: query.queryKey })
    await queries.invalidateQueries({ queryKey: query.queryKey })
  }
  return { purchase: user ? data : undefined, refresh }
}
