import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import { endDueAccounts } from './end-accounts.ts'
import { endOldExports } from './export-store.ts'
import { removeOldFiles } from './remove-files.ts'

const minuteMs = 60_000
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

/** Cares every ten minutes. */
export const careJob: Job = {
  name: 'accounts.care',
  cron: '*/10 * * * *',
  async run(ctx) {
    const { accounts, exports, files } = await careForAccounts(ctx)
    return accounts + exports + files
  },
}
