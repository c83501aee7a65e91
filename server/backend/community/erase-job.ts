import type { Job } from '#server/backend/context/jobs.ts'
import { eraseDeletedComments, eraseDeletedPosts } from './erase-store.ts'
import { restoreMs } from './writer-store.ts'

/** The rest is for the next run. */
const most = 1000

/** Erases what its author deleted, once it can't be brought back any more. May run in several processes at once. */
export const eraseDeletedJob: Job = {
  name: 'forum.erase',
  cron: '25 * * * *',
  async run(ctx) {
    const now = new Date(ctx.clock.now())
    const due = { before: new Date(now.getTime() - restoreMs), now, most }
    const posts = await ctx.tx((trx) => eraseDeletedPosts(trx, due))
    return posts + (await ctx.tx((trx) => eraseDeletedComments(trx, due)))
  },
}
