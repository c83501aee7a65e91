import { sql } from 'kysely'
import { allJobs } from '#server/backend/all-jobs.ts'
import { type Backend, createBackend } from '#server/backend/backend.ts'
import { openPostgres } from '#server/backend/db/database.ts'
import { callStatements } from '#server/backend/db/statement-limits.ts'
import { readConfig } from '#server/config/config.ts'
import type { Api, CallInput, CallOutput, CallRoute } from '#shared/contract/calls.ts'
import { createTestPurges, readEnvelope, sendCall, type TestBackend, type TestPurges } from './backend-harness.ts'
import { withDatabase } from './backend-template.ts'
import { serveCalls } from './kept-connections.ts'

/** Another process of the same school, as far as one process can be two: only database, Redis and clock are shared. */
export interface SecondBackend extends Backend {
  readonly purges: TestPurges
  as(cookie: string): Api
  runJob(name: string): Promise<number>
}

/** Opens one on a test's PostgreSQL database, with connections of its own. */
export async function openSecondBackend(
  { db, clock, log }: TestBackend,
  env: Record<string, string>,
): Promise<SecondBackend> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = withDatabase(process.env.TEST_DATABASE_URL ?? '', rows[0]?.name ?? '')
  const database = openPostgres(url, () => undefined, callStatements)
  const purges = createTestPurges()
  const backend = await createBackend(readConfig({ SITE_ENV: 'test', ...env }), {
    database,
    clock,
    log,
    purges,
    jobs: { wake: async () => undefined },
  })
  const { agent, end } = await serveCalls(backend.listener)
  return {
    ...backend,
    purges,
    as: (cookie) => ({
      async call<R extends CallRoute>(route: R, input: CallInput<R>): Promise<CallOutput<R>> {
        return readEnvelope<CallOutput<R>>(await sendCall(agent, route, input, { Cookie: cookie }))
      },
    }),
    async runJob(name) {
      const job = allJobs.find((one) => one.name === name)
      if (!job) throw new Error(`There is no job ${name}.`)
      return job.run(backend.context)
    },
    async close() {
      end()
      await backend.close()
      await database.close()
    },
  }
}
