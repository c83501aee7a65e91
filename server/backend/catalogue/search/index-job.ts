import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { notePushes } from '#server/backend/catalogue/push/push-store.ts'
import { computeHotTerms } from './search-log-store.ts'
import { indexChanges } from './indexing/indexer.ts'
import { refreshPopularity } from './indexing/source-store.ts'
import { forgetSearchMisses } from './search-miss-store.ts'
import { hasChanges } from './index-job-store.ts'

const everyMs = 2000
const hotEveryMs = 10 * 60_000
const popularityEveryMs = 60 * 60_000

type JobContext = Pick<BackendContext, 'clock' | 'config' | 'db' | 'log' | 'tx'>

/** Brings the search index up to what is in the database, and notes what other search engines are to be told. */
export async function refreshSearch(ctx: Pick<JobContext, 'clock' | 'config' | 'tx'>): Promise<number> {
  return indexChanges({ transaction: ctx.tx }, (trx, kind, shown, gone) => notePushes(trx, ctx, { kind, shown, gone }))
}

/** The same after the current answer, for whoever has published, changed or hidden something; call it after the commit. What fails is caught up with by the job. */
export function refreshSearchLater(ctx: Pick<BackendContext, 'background' | 'clock' | 'config' | 'tx'>): void {
  ctx.background.later('search index', () => refreshSearch(ctx))
}

/** Indexes what changes, now and every two seconds; hot terms every ten minutes, popularity every hour. Answers how to stop it. */
export function startIndexJob(ctx: JobContext): () => Promise<void> {
  let hotAt = Number.NEGATIVE_INFINITY
  let popularAt = Date.now()
  const run = async (): Promise<void> => {
    try {
      const waiting = await hasChanges(ctx.db)
      if (waiting) {
        const changes = await refreshSearch(ctx)
        ctx.log.debug({ changes }, 'search index brought up to date')
      }
      if (Date.now() - hotAt >= hotEveryMs) {
        hotAt = Date.now()
        await ctx.tx((trx) => computeHotTerms(trx, ctx.clock.now()))
        await forgetSearchMisses(ctx.db, ctx.clock.now())
      }
      if (Date.now() - popularAt >= popularityEveryMs) {
        popularAt = Date.now()
        await refreshPopularity(ctx.db)
      }
    } catch (error) {
      ctx.log.error({ err: error }, 'the search index could not be brought up to date')
    }
  }
  let running = run()
  let isRunning = false
  const timer = setInterval(() => {
    // a long run is not followed by all the ones it has kept waiting
    if (isRunning) return
    isRunning = true
    running = running.then(run).finally(() => {
      isRunning = false
    })
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
