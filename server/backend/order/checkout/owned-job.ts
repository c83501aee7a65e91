import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import { ownedReason, refundDeposit } from '#server/backend/order/refund/refund-deposit.ts'
import { PayError } from '#server/backend/ports/pay/pay-provider.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { closeOwned } from './close-open.ts'
import { listOrdersOfOwned, listDepositsOfOwned } from './owned-products-store.ts'

/** Does one of the tasks; what changed in this very moment, or a provider that can't be asked, is for the next run. */
async function attempt(ctx: BackendContext, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    if (!(error instanceof PayError)) throw error
    ctx.log.warn({ err: error }, 'an order of an owned product could not be closed yet')
    return false
  }
}

/**
 * Nobody is left to pay for what they have: open orders of a product that the learner has come to own are closed, what was
 * paid in part for them and deposits that weren't used go back in full. Whoever gives a product wakes it.
 */
export const ownedProductsJob: Job = {
  name: 'orders.owned',
  cron: '* * * * *',
  async run(ctx) {
    const now = new Date(ctx.clock.now())
    let done = 0
    for (const id of await listOrdersOfOwned(ctx.db, now)) if (await attempt(ctx, () => closeOwned(ctx, id))) done++
    for (const id of await listDepositsOfOwned(ctx.db, now))
      if (await attempt(ctx, () => refundDeposit(ctx, id, ownedReason))) done++
    return done
  },
}
