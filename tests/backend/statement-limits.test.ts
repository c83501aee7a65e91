import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { bindContract } from '#server/backend/bind-contract.ts'
import type { Binding } from '#server/backend/http/binding.ts'
import { callLimits, fromStatementLimits } from '#server/backend/http/call-limits.ts'
import { type Database, type OpenDatabase, openDatabase, openPostgres } from '#server/backend/db/database.ts'
import { callStatements } from '#server/backend/db/statement-limits.ts'
import { readConfig } from '#server/config/config.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { serveCalls } from '../support/kept-connections.ts'

const url = process.env.TEST_DATABASE_URL

async function settingsOf(db: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
}

describe.skipIf(!url)('on a PostgreSQL server', () => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await openDatabase(readConfig({ SITE_ENV: 'test', DATABASE_URL: url }), () => undefined)
  })
  afterAll(() => database.close())

  it('statements end after five seconds, silent transactions after thirty', async () => {
    expect(await settingsOf(database.db)).toEqual({
      statement_timeout: '5000',
      lock_timeout: '4000',
      idle_in_transaction_session_timeout: '30000',
    })
  })
  it('migrations, jobs and exports have minutes', async () => {
    expect(database.patient && (await settingsOf(database.patient.db))).toEqual({
      statement_timeout: '600000',
      lock_timeout: '60000',
      idle_in_transaction_session_timeout: '120000',
    })
  })
  it('who gets no connection in time hears: busy', async () => {
    const pool = openPostgres(url ?? '', () => undefined, { ...callStatements, connections: 1, connectMs: 20 })
    const ask = (): Promise<unknown> => sql`select 1`.execute(pool.db).catch((error: unknown) => error)
    const failure = await pool.db.connection().execute(ask)
    await pool.close()
    expect(fromStatementLimits(failure)).toMatchObject({ status: 503 })
  })
})

describe('a statement that the database gave up', () => {
  let backend: TestBackend
  beforeAll(async () => {
    backend = await startTestBackend()
  })
  afterAll(() => backend.close())

  it.each(['57014', '55P03'])('(%s) is 503 with a time, no fault of ours', async (code) => {
    const slow = endpoint('GET /api/test/slow', { input: z.object({}), output: z.any() })
    const raise = `do $$ begin raise exception 'gave up' using errcode = '${code}'; end $$`
    const binding: Binding = { endpoint: slow, handler: async ({ db }) => sql.raw(raise).execute(db) }
    const { agent, end } = await serveCalls(bindContract(backend.context, [binding], callLimits))
    const answer = await agent.get('/api/test/slow')
    expect([
      answer.status,
      answer.body.code,
      answer.headers['retry-after'],
      backend.log.lines.filter(({ level }) => level === 'error'),
    ]).toEqual([503, 4004, '2', []])
    end()
  })
})
