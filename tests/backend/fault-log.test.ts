import { sql } from 'kysely'
import supertest from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, createBackend } from '#server/backend/backend.ts'
import type { OpenDatabase } from '#server/backend/db/database.ts'
import { readConfig } from '#server/config/config.ts'
import { createLogger } from '#server/http/logger.ts'
import { openTestDatabase } from '../support/backend-database.ts'

const name = '不许写进日志的名字'
let database: OpenDatabase
let backend: Backend
const lines: string[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  const log = createLogger({ level: 'debug', write: (line) => lines.push(line) })
  backend = await createBackend(readConfig({ SITE_ENV: 'test' }), {
    database,
    log,
    jobs: { wake: async () => undefined },
  })
})
afterAll(async () => {
  await backend?.close()
  await database?.close()
})

test('a database fault is logged without the visitor’s words', async () => {
  // a rule of the database that no handler knows of: its fault tells the whole row, the driver the statement and its values
  await sql
    .raw(`alter table flow_events add constraint no_such_page check (url not like '%${name}%')`)
    .execute(database.db)
  const call = { events: [{ type: 'view', url: `/${name}` }] }
  const answer = await supertest(backend.listener).post('/api/ubas/flow-collect').set('reqSource', 'pcSite').send(call)
  expect(answer.status).toBe(500)
  const line = lines.find((one) => one.includes('a call failed')) ?? ''
  expect(JSON.parse(line)).toMatchObject({ err: { code: '23514', constraint: 'no_such_page' } })
  expect(lines.join()).not.toContain(name)
})
