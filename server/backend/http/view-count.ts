import { ApiError } from '#shared/contract/codes.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import { networkOf } from '#server/http/client-network.ts'

const tooMany = 429

/** Whether this call is a reading to count: one thing counts once an hour from one address. */
export async function countsAsView(
  ctx: Pick<CallContext, 'limits' | 'address'>,
  kind: 'article' | 'work' | 'post',
  id: number,
): Promise<boolean> {
  try {
    await ctx.limits.take('view', `${kind}/${id}|${networkOf(ctx.address)}`)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === tooMany) return false
    throw error
  }
}
