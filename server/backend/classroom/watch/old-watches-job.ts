import type { Job } from '#server/backend/context/jobs.ts'
import { deleteOldWatches } from './old-watches-store.ts'

/** Players that nobody has heard of for thirty days are forgotten; what was watched in them stays. */
export const oldWatchesJob: Job = {
  name: 'watches.old',
  cron: '20 * * * *',
  async run(ctx) {
    const now = new Date(ctx.clock.now())
    return ctx.tx(async (trx) => {
      const rows = await deleteOldWatches(trx, now)
      return rows.length
    })
  },
}
