import type { Log } from '#server/backend/base/parts.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Job, Jobs } from '#server/backend/context/jobs.ts'
import type { Boss, BossPlace } from './pg-boss-jobs.ts'

const firstRetryMs = 5000
const longestRetryMs = 300_000

/** The jobs of a backend process: requests may come before they are started. */
export interface JobRunner extends Jobs {
  /** Begins in the background; a failure is logged and tried again, and ends nothing. */
  start(ctx: BackendContext): void
  /** Waits for the job that is running; before the database closes. */
  stop(): Promise<void>
}

/** Creates the runner of `jobs`; nothing happens, and no library is loaded, until it is started. */
export function createJobRunner(jobs: readonly Job[], place: BossPlace, log: Log): JobRunner {
  const requested = new Set<string>()
  let boss: Boss | undefined
  let starting: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let isStopped = false

  async function wake(name: string): Promise<void> {
    if (!boss) {
      requested.add(name)
      return
    }
    try {
      await boss.wake(name)
    } catch (error) {
      log.warn({ err: error, job: name }, 'a job could not be woken; its regular run comes')
    }
  }

  async function begin(ctx: BackendContext, waitMs: number): Promise<void> {
    try {
      const { startBoss } = await import('./pg-boss-jobs.ts')
      if (isStopped) return
      const began = performance.now()
      boss = await startBoss(ctx, jobs, place)
      log.info({ jobs: jobs.length, duration: Math.round(performance.now() - began) }, 'jobs ready')
      for (const name of [...requested]) await wake(name)
      requested.clear()
    } catch (error) {
      log.error({ err: error, retryMs: waitMs }, 'the jobs could not be started')
      if (isStopped) return
      retry = setTimeout(() => {
        starting = begin(ctx, Math.min(waitMs * 2, longestRetryMs))
      }, waitMs)
      retry.unref()
    }
  }

  return {
    wake,
    start(ctx) {
      starting = begin(ctx, firstRetryMs)
    },
    async stop() {
      isStopped = true
      clearTimeout(retry)
      await starting
      await boss?.stop()
      boss = undefined
    },
  }
}
