import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { delayPushes, enginesOf, forgetPushes, takePushes } from './push-store.ts'
import { sendPush } from './send-push.ts'

const everyMs = 60_000
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

/** Tells search engines every minute, when any is configured; answers how to stop it. */
export function startPushJob(ctx: Pick<BackendContext, 'clock' | 'config' | 'db' | 'log'>): () => Promise<void> {
  if (enginesOf(ctx.config).length === 0) return async () => undefined
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= pushChanges(ctx)
      .then((pushed) => {
        if (pushed > 0) ctx.log.info({ pushed }, 'search engines were told of changed pages')
      })
      .catch((error: unknown) => ctx.log.error({ err: error }, 'search engines could not be told of changed pages'))
      .finally(() => {
        running = undefined
      })
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
