import type { BackendContext } from '#server/backend/context/backend-context.ts'

/** Waits as long as the cashier does for work that goes on behind the answer when a provider hangs; the jobs do again what fails. */
export async function soon(ctx: BackendContext, work: Promise<unknown>): Promise<void> {
  const done = work.catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'an order could not be brought up to date yet'),
  )
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ctx.config.pay.waitMs)
  })
  ctx.background.later('bring an order up to date', () => done)
  await Promise.race([done, patience])
  clearTimeout(timer)
}
