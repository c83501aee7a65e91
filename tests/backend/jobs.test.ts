import { sql } from 'kysely'
import { TestClock } from 'pg-boss'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { allJobs } from '#server/backend/all-jobs.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import { createJobRunner, type JobRunner } from '#server/backend/jobs/start-jobs.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { withDatabase } from '../support/backend-template.ts'
import { createFakePay } from '../support/fake-pay-provider.ts'

const patience = { timeout: 15_000, interval: 20 }
let backend: TestBackend
let databaseUrl: string | undefined
let runners: JobRunner[]

beforeEach(async () => {
  backend = await startTestBackend({}, { pay: createFakePay() })
  const server = process.env.TEST_DATABASE_URL
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(backend.database.db)
  databaseUrl = server && withDatabase(server, rows[0]?.name ?? '')
  runners = []
})

afterEach(async () => {
  for (const runner of runners) await runner.stop()
  await backend.close()
})

/** A job that waits at a gate, and what it does in which process. */
function createGatedJob() {
  const runs: string[] = []
  const seen = { atOnce: 0, most: 0 }
  let open: () => void = () => undefined
  let gate = Promise.resolve()
  return {
    runs,
    seen,
    close(): void {
      gate = new Promise((resolve) => {
        open = resolve
      })
    },
    open: () => open(),
    /** The same job as one process has it. */
    in(place: string, cron = '0 0 1 1 *'): Job {
      return {
        name: 'test.gated',
        cron,
        async run() {
          runs.push(place)
          seen.most = Math.max(seen.most, ++seen.atOnce)
          await gate
          seen.atOnce--
          return 1
        },
      }
    },
  }
}

/** Jobs of one process on the test's database. */
async function startRunner(jobs: readonly Job[], clock?: TestClock): Promise<JobRunner> {
  const runner = createJobRunner(
    jobs,
    { database: backend.database, databaseUrl, ...(clock ? { clock } : {}) },
    backend.log,
  )
  runners.push(runner)
  const ready = (): number => backend.log.lines.filter((line) => line.message === 'jobs ready').length
  const before = ready()
  runner.start(backend.context)
  await vi.waitFor(() => expect(ready()).toBe(before + 1), patience)
  return runner
}

/** States of the job's requests that are not done. */
async function waiting(): Promise<string[]> {
  const { rows } = await sql<{
    state: string
  }>`select state::text as state from pgboss.job where name = 'test.gated' and state < 'completed' order by 1`.execute(
    backend.database.db,
  )
  return rows.map((row) => row.state)
}

describe('a request for a job', () => {
  test('is done once for all that came meanwhile', async () => {
    const job = createGatedJob()
    job.close()
    const first = await startRunner([job.in('first')])
    const second = await startRunner([job.in('second')])
    await first.wake('test.gated')
    await vi.waitFor(() => expect(job.runs).toHaveLength(1), patience)
    await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? first : second).wake('test.gated')))
    expect(await waiting()).toEqual(expect.arrayContaining(['active', 'created']))
    expect(await waiting()).toHaveLength(2)
    job.open()
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), patience)
    expect(job.runs).toHaveLength(2)
    expect(job.seen.most).toBe(1)
  })

  test('that came before the jobs were ready is not lost', async () => {
    const job = createGatedJob()
    const runner = createJobRunner([job.in('only')], { database: backend.database, databaseUrl }, backend.log)
    runners.push(runner)
    await runner.wake('test.gated')
    runner.start(backend.context)
    await vi.waitFor(() => expect(job.runs).toEqual(['only']), patience)
  })

  test('survives the end of its process', async () => {
    const job = createGatedJob()
    await (await startRunner([job.in('first')])).stop()
    const waking = await startRunner([])
    await waking.wake('test.gated')
    await waking.stop()
    expect(await waiting()).toEqual(['created'])
    await startRunner([job.in('second')])
    await vi.waitFor(() => expect(job.runs).toEqual(['second']), patience)
  })
})

test('a regular job runs once a minute over two processes', async () => {
  const job = createGatedJob()
  const clock = new TestClock('2026-03-11T12:00:30Z')
  await startRunner([job.in('first', '* * * * *')], clock)
  await startRunner([job.in('second', '* * * * *')], clock)
  // three minutes begin within two hundred seconds; the one under way at the start counts when the schedule was there in time
  for (let passed = 0; passed < 200; passed += 5) await clock.tick(5000)
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), patience)
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from pgboss.job where name = 'test.gated'`.execute(backend.database.db)
  expect(Number(rows[0]?.count)).toBe(job.runs.length)
  expect([3, 4]).toContain(job.runs.length)
})

test('a job that fails is logged, and runs again', async () => {
  let runs = 0
  const runner = await startRunner([
    {
      name: 'test.failing',
      cron: '0 0 1 1 *',
      run: () => (runs++ === 0 ? Promise.reject(new Error('broken')) : Promise.resolve(0)),
    },
  ])
  await runner.wake('test.failing')
  await vi.waitFor(() => expect(backend.log.lines.some((line) => line.message === 'a job failed')).toBe(true), patience)
  await vi.waitFor(async () => {
    await runner.wake('test.failing')
    expect(runs).toBeGreaterThan(1)
  }, patience)
})

test('a missing job queue is logged, and requests go on', async () => {
  const broken = { ...backend.database, pglite: undefined }
  const runner = createJobRunner(
    [],
    { database: broken, databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing' },
    backend.log,
  )
  runner.start(backend.context)
  await vi.waitFor(
    () => expect(backend.log.lines.some((line) => line.message === 'the jobs could not be started')).toBe(true),
    patience,
  )
  await runner.wake('refunds.push')
  await runner.stop()
})

test('every job’s schedule is in Shanghai’s time', async () => {
  const schemas = await sql`select 1 from information_schema.schemata where schema_name = 'pgboss'`.execute(
    backend.database.db,
  )
  expect(schemas.rows).toEqual([])
  await startRunner(allJobs)
  const { rows } = await sql<{
    name: string
    cron: string
    timezone: string
  }>`select name, cron, timezone from pgboss.schedule order by name`.execute(backend.database.db)
  expect(rows).toEqual(
    [...allJobs]
      .sort((a, b) => a.name.localeCompare(b.name))
      .map(({ name, cron }) => ({ name, cron, timezone: 'Asia/Shanghai' })),
  )
})

test.skipIf(process.env.TEST_DATABASE_URL)('the embedded database gives deleted rows’ room back nightly', async () => {
  const { db } = backend.database
  const size = async (): Promise<number> =>
    (await sql<{ size: number }>`select pg_relation_size('im_tickets')::int as size`.execute(db)).rows[0]?.size ?? -1
  await sql`insert into im_tickets (nonce, expires_at) select gen_random_uuid(), now() from generate_series(1, 2000)`.execute(
    db,
  )
  await sql`delete from im_tickets`.execute(db)
  expect(await size()).toBeGreaterThan(0)
  expect(await backend.runJob('db.vacuum')).toBeGreaterThan(50)
  expect(await size()).toBe(0)
})
