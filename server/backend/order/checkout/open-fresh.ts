import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { OrderStatus } from '#shared/contract/enums.ts'
import { closeExpired } from './cancel.ts'
import type { OpenOrder } from './insert-order-store.ts'
import { soon } from './soon.ts'

/**
 * Opens an order in a transaction of its own; one whose time is over is closed first and makes room for the new one. While a
 * provider can't say whether money came for that one, it is what is answered: its page says so. Throws HTTP 429 when its
 * learner opens one after another; then none was opened.
 */
export async function openFresh<T extends OpenOrder | 'enrolled'>(
  ctx: BackendContext,
  { userId, now }: { userId: number; now: number },
  opening: (trx: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  const open = (): Promise<T> =>
    ctx.tx(async (trx) => {
      const opened = await opening(trx)
      if (opened !== 'enrolled' && opened.isNew) await ctx.limits.take('orderOpened', String(userId))
      return opened
    })
  const opened = await open()
  if (opened === 'enrolled' || opened.status !== OrderStatus.waitPayment || opened.expireAt.getTime() > now)
    return opened
  let isClosed = false
  await soon(
    ctx,
    closeExpired(ctx, opened.id).then((closed) => {
      isClosed = closed
    }),
  )
  return isClosed ? open() : opened
}
