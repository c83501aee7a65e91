import { within } from '#server/backend/base/within.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'

/** Waits as long as the cashier does for work that goes on behind the answer when a provider hangs; the jobs do again what fails. */
export async function soon(ctx: BackendContext, work: Promise<unknown>): Promise<void> {
  const done = work.catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'an order could not be brought up to date yet'),
  )
  ctx.background.later('bring an order up to date', () => done)
  await within(done, ctx.config.pay.waitMs)
}
