import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import { delayPushes, enginesOf, forgetPushes, takePushes } from './push-store.ts'
import { sendPush } from './send-push.ts'

/** Baidu takes 2,000 at once, IndexNow 10,000. */
const atOnce = 500

/** Tells each configured search engine of the pages that are due; answers how many were told. May run in several processes at once. */
export async function pushChanges(ctx: Pick<BackendContext, 'clock' | 'config' | 'db' | 'log'>): Promise<number> {
  let pushed = 0
  for (const engine of enginesOf(ctx.config)) {
    for (;;) {
      const due = await takePushes(ctx.db, engine, ctx.clock.now(), atOnce)
      if (due.length === 0) break
      try {
        await sendPush(
          ctx.config,
          engine,
          due.map(({ path }) => path),
        )
      } catch (error) {
        const dropped = await delayPushes(ctx.db, engine, due, ctx.clock.now())
        ctx.log.warn(
          { err: error, engine, pages: due.length, dropped },
          'a search engine could not be told of changed pages',
        )
        break
      }
      await forgetPushes(ctx.db, engine, due, ctx.clock.now())
      pushed += due.length
    }
  }
  return pushed
}

/** Tells search engines every minute; without any that is configured there is nothing to tell. */
export const pushChangesJob: Job = { name: 'search.push', cron: '* * * * *', run: pushChanges }
