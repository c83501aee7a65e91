import { type Clock, fromPglite, PgBoss } from 'pg-boss'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { OpenDatabase } from '#server/backend/db/database.ts'
import type { Job } from '#server/backend/context/jobs.ts'

/** A job of a killed process is given up after so long; the next regular run does its work. */
const expireSeconds = 120
/** How often a process looks for work; it is told of requests at once where the database can. */
const pollSeconds = 5
const connections = 2

/** What the library needs of its place; the clock is for tests. */
export interface BossPlace {
  readonly database: OpenDatabase
  readonly databaseUrl: string | undefined
  readonly clock?: Clock
}

/** A library that keeps jobs in the database, at work. */
export interface Boss {
  wake(name: string): Promise<void>
  /** Waits for the job that is running. */
  stop(): Promise<void>
}

/**
 * Sets up the library's own schema, one queue and one schedule per job, and begins to work. Of each queue one job waits and one
 * runs, over all processes. Loaded when the backend is ready: nobody waits for it.
 */
export async function startBoss(
  ctx: BackendContext,
  jobs: readonly Job[],
  { database, databaseUrl, clock }: BossPlace,
): Promise<Boss> {
  const boss = new PgBoss({
    ...(database.pglite
      ? { db: fromPglite(database.pglite), backend: 'pglite' as const }
      : { connectionString: databaseUrl, max: connections, application_name: 'xueyuan-jobs' }),
    schema: 'pgboss',
    useListenNotify: true,
    // its reports of unvacuumed tables mean a server's autovacuum; the embedded database has a job of ours
    monitorVacuum: false,
    reindex: false,
    ...(clock ? { clock } : {}),
  })
  boss.on('error', (error) => ctx.log.error({ err: error }, 'the job queue has a fault'))
  boss.on('warning', (warning) => ctx.log.warn({ warning }, 'the job queue warns'))
  try {
    await boss.start()
    for (const job of jobs) await take(boss, ctx, job)
    await forget(boss, jobs)
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw error
  }
  return {
    async wake(name) {
      await boss.send(name)
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}

async function take(boss: PgBoss, ctx: BackendContext, job: Job): Promise<void> {
  await boss.createQueue(job.name, {
    policy: 'stately',
    retryLimit: 0,
    expireInSeconds: expireSeconds,
    deleteAfterSeconds: 3600,
    notify: true,
  })
  await boss.work(job.name, { pollingIntervalSeconds: pollSeconds }, () => runJob(ctx, job))
  await boss.schedule(job.name, job.cron, null, { tz: 'Asia/Shanghai', missed: 'once' })
}

/** Schedules of jobs that are no more. */
async function forget(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (!jobs.some((job) => job.name === name)) await boss.unschedule(name)
  }
}

/** A run that fails is only told of: the next regular one finds the same work. */
async function runJob(ctx: BackendContext, job: Job): Promise<void> {
  const began = performance.now()
  try {
    const done = await job.run(ctx)
    if (done > 0) ctx.log.info({ job: job.name, done, duration: Math.round(performance.now() - began) }, 'a job ran')
  } catch (error) {
    ctx.log.error({ err: error, job: job.name }, 'a job failed')
  }
}
