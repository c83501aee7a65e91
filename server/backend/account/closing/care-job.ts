import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { endDueAccounts } from './end-accounts.ts'
import { endOldExports } from './export-store.ts'
import { removeOldFiles } from './remove-files.ts'

const minuteMs = 60_000
const everyMs = 10 * minuteMs
/** An export is made in seconds: the process of one that is under way for so long has ended. */
const stuckMs = 30 * minuteMs

/** Ends accounts whose time is over and exports that nobody fetches any more. May run in several processes at once. */
export async function careForAccounts(
  ctx: BackendContext,
): Promise<{ accounts: number; exports: number; files: number }> {
  const now = ctx.clock.now()
  const accounts = await endDueAccounts(ctx)
  const exports = await endOldExports(ctx.db, new Date(now), new Date(now - stuckMs))
  return { accounts, exports, files: await removeOldFiles(ctx) }
}

/** Runs the job now and every ten minutes; answers how to stop it. */
export function startCareJob(ctx: BackendContext): () => Promise<void> {
  const run = async (): Promise<void> => {
    try {
      const done = await careForAccounts(ctx)
      if (done.accounts + done.exports + done.files > 0)
        ctx.log.info(done, 'ended accounts and exports were cleared away')
    } catch (error) {
      ctx.log.error({ err: error }, 'accounts could not be cared for')
    }
  }
  let running = run()
  const timer = setInterval(() => {
    running = running.then(run)
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
