import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '#server/backend/db/database.ts'
import { findFreePort } from '#server/process/free-port.ts'
import { openTestDatabase } from '../support/backend-database.ts'
import { withDatabase } from '../support/backend-template.ts'

// Two sites as they are built, each with a backend of its own, on one PostgreSQL database: the first with two web workers.
const databaseUrl = process.env.TEST_DATABASE_URL
const host = 'school.test'
const token = 'operators-token-of-this-test'
const pages = [
  '/',
  '/course',
  '/classes',
  '/live/list',
  '/college/illustration',
  '/article',
  '/works',
  '/bbs/plate',
  '/no/such/page',
]
const folder = mkdtempSync(join(tmpdir(), 'xueyuan-two-'))
const sites: { readonly port: number; readonly child: ChildProcess }[] = []
let database: OpenDatabase

interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly text: string
}

/** On a connection of its own: the system chooses a worker for each. */
function ask(site: number, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  const { port = 0 } = sites[site] ?? {}
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    request({ agent: false, host: '127.0.0.1', port, path, method, headers: { host, ...headers } }, (res) => {
      let text = ''
      res.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      res.once('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, text })).once('error', reject)
    })
      .on('error', reject)
      .end(body)
  })
}

async function start(number: number, workers: number): Promise<void> {
  const port = await findFreePort()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
  const child = spawn(process.execPath, ['dist/server/index.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SITE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      ORIGIN: `http://${host}`,
      DATA_DIR: join(folder, String(number)),
      DATABASE_URL: withDatabase(databaseUrl ?? '', rows[0]?.name ?? ''),
      OPS_TOKEN: token,
      WORKERS: String(workers),
      WARM_UP_PAGES: '0',
      PAGE_WAIT_FACTOR: '20',
      LOG_LEVEL: 'error',
      ACCESS_LOG: 'false',
    },
  })
  sites.push({ port, child })
  await vi.waitFor(async () => expect((await ask(number, '/readyz')).status).toBe(200), { timeout: 60_000 })
}

describe.skipIf(!databaseUrl)('two sites on one PostgreSQL database', () => {
  beforeAll(async () => {
    database = await openTestDatabase()
    await start(0, 2)
    await start(1, 1)
  }, 150_000)
  afterAll(async () => {
    for (const { child } of sites) {
      const ended = once(child, 'exit')
      if (child.exitCode === null && child.kill('SIGTERM')) await ended
    }
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  const tokenHeader = { authorization: `Bearer ${token}` }

  /** The validators of a page in all web processes of a site. */
  async function etagsOf(site: number, key: string, workers: number): Promise<string[]> {
    return vi.waitFor(
      async () => {
        await Promise.all(Array.from({ length: 4 }, () => ask(site, key)))
        const { text } = await ask(site, `/ops/cache/entries?key=${encodeURIComponent(key)}`, tokenHeader)
        const { entries } = JSON.parse(text) as { entries: { etag: string }[] }
        expect(entries, key).toHaveLength(workers)
        return entries.map(({ etag }) => etag)
      },
      { timeout: 20_000 },
    )
  }

  test('give each page the same validator in every process', { timeout: 120_000 }, async () => {
    const list = await ask(0, '/api/common/course-list-page?lectureType=video&pageSize=1', { reqSource: 'pcSite' })
    const { body } = JSON.parse(list.text) as { body: { records: { id: number }[] } }
    const course = `/course/video/${body.records[0]?.id}`
    for (const key of [...pages, course]) {
      const etags = [...(await etagsOf(0, key, 2)), ...(await etagsOf(1, key, 1))]
      expect(new Set(etags).size, `${key}: ${etags.join(', ')}`).toBe(1)
    }
  })

  test('tell what happened whichever process is asked', { timeout: 60_000 }, async () => {
    const answers = async (site: number): Promise<number> => {
      const { text } = await ask(site, '/metrics', tokenHeader)
      const counts = text.matchAll(/^page_answers_total\{route="agreement",outcome="\w+"\} (\d+)$/gm)
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
    }
    const visits = [30, 7]
    for (const [site, count] of visits.entries())
      await Promise.all(Array.from({ length: count }, () => ask(site, '/agreement/privacy')))
    // Counts come once a second.
    await vi.waitFor(
      async () => {
        for (const [site, count] of visits.entries()) {
          const told = await Promise.all(Array.from({ length: 6 }, () => answers(site)))
          expect(told).toEqual(told.map(() => count))
        }
      },
      { timeout: 20_000 },
    )
    for (const [site, workers] of [2, 1].entries())
      expect((await ask(site, '/metrics', tokenHeader)).text).toContain(`web_workers{what="told"} ${workers}`)
  })
})
