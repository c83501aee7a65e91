import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, createBackend } from '#server/backend/backend.ts'
import { migrate, type OpenDatabase, openMemoryDatabase } from '#server/backend/db/database.ts'
import { readConfig } from '#server/config/config.ts'
import { createTestClock, createTestLog } from '../support/backend-harness.ts'
import { startTestSite, type TestSite } from '../support/test-site.ts'

// A school on its first day: a production database has its tables and nothing in them.

const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-empty-'))
const log = createTestLog()
let database: OpenDatabase
let backend: Backend
let server: Server
let site: TestSite
beforeAll(async () => {
  database = await openMemoryDatabase()
  await migrate(database.db)
  const env = { SITE_ENV: 'test', SEED: 'none', DATA_DIR: dataDir }
  backend = await createBackend(readConfig(env), {
    database,
    log,
    clock: createTestClock(),
    jobs: { wake: async () => undefined },
  })
  mkdirSync(join(dataDir, 'run'))
  server = createServer(backend.listener).listen(join(dataDir, 'run', 'backend.sock'))
  await once(server, 'listening')
  site = await startTestSite(undefined, {}, env)
})
afterAll(async () => {
  await site?.close()
  server?.closeAllConnections()
  server?.close()
  await backend?.close()
  await database?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const lists: readonly (readonly [path: string, says: string])[] = [
  ['/', '课程还在准备'],
  ['/course', '课程还在准备'],
  ['/classes', '系统班还在准备'],
  ['/live/list', '没有'],
  ['/article', '没有'],
  ['/works', '没有'],
  ['/bbs/plate', '社区还没有开放'],
  ['/bbs/plate/all', '还没有人发过帖'],
  ['/search?searchText=%E7%94%BB', '没有'],
]

describe('an empty school', () => {
  test.each(lists)('%s is one heading that says nothing is there', async (path, says) => {
    const { status, text } = await site.get(path)
    expect(status).toBe(200)
    expect(text.match(/<h1[ >]/g)).toHaveLength(1)
    expect(text.slice(text.indexOf('<main'))).toContain(says)
  })

  test.each([
    '/course/video/1',
    '/course/live/1',
    '/classes/1',
    '/article/1.html',
    '/works/1.html',
    '/bbs/plate/1',
    '/bbs/detail/1',
    '/bbs/user/1',
    '/college',
  ])('%s is a 404', async (path) => {
    expect((await site.get(path)).status).toBe(404)
  })

  test.each(['/search', '/register', '/auth/login', '/robots.txt', '/sitemap.xml', '/rss.xml', '/feed/articles.xml'])(
    '%s is there',
    async (path) => {
      expect((await site.get(path)).status).toBe(200)
    },
  )

  test('no header entry leads to a missing page', async () => {
    const { text } = await site.get('/')
    const header = text.slice(text.indexOf('<header'), text.indexOf('</header>'))
    const hrefs = new Set([...header.matchAll(/href="(\/[^"]*)"/g)].map(([, href = '']) => href))
    expect(hrefs.size).toBeGreaterThan(5)
    for (const href of hrefs) expect([href, (await site.get(href)).status]).toEqual([href, 200])
  })

  test('nothing of it is a fault', () => {
    expect(log.lines.filter((line) => line.level === 'error')).toEqual([])
  })
})
