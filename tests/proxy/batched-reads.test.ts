import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUpstream, type Upstream } from '#server/proxy/upstream.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'

let backend: TestBackend
let server: Server
let upstream: Upstream
let folder: string
let socketPath: string
let arrived: string[] = []
/** Holds back calls of this path inside the backend until released. */
let hold: { path: string; release: Promise<void> } | undefined

beforeAll(async () => {
  backend = await startTestBackend()
  folder = mkdtempSync(join(tmpdir(), 'xueyuan-socket-'))
  socketPath = join(folder, 'backend.sock')
  server = createServer((req, res) => {
    arrived.push(`${req.method} ${req.url}`)
    const listen = (): void => void backend.listener(req, res)
    if (hold && hold.path === req.url) void hold.release.then(listen)
    else listen()
  }).listen(socketPath)
  await once(server, 'listening')
})

beforeEach(() => {
  arrived = []
  hold = undefined
  const base = `unix:${socketPath}`
  upstream = createUpstream({
    services: { site: base, play: base, paycenter: base, mindLive: base, adServer: base },
    backendSocket: socketPath,
  })
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await backend.close()
  rmSync(folder, { recursive: true, force: true })
})

function post(body: unknown): Promise<{ status: number; lines: unknown[] }> {
  return new Promise((resolve, reject) => {
    const req = request(
      { socketPath, path: '/batch', method: 'POST', headers: { 'content-type': 'application/json' } },
      async (res) => {
        const text = Buffer.concat(await res.toArray()).toString()
        resolve({
          status: res.statusCode ?? 0,
          lines: text
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line) as unknown),
        })
      },
    )
    req.on('error', reject)
    req.end(JSON.stringify(body))
  })
}

describe('what a page asks the embedded backend at one moment', () => {
  it('goes in one request, coming back as if alone', async () => {
    const api = upstream.api()
    const together = await Promise.all([
      api.call('GET /api/search/hot-search', {}),
      api.call('GET /api/modular/college-path', {}),
      api.call('GET /api/common/seo', { type: 'home' }),
    ])
    expect(arrived).toEqual(['POST /batch'])
    const alone = [
      await backend.api.call('GET /api/search/hot-search', {}),
      await backend.api.call('GET /api/modular/college-path', {}),
      await backend.api.call('GET /api/common/seo', { type: 'home' }),
    ]
    expect(together).toEqual(alone)
  })
  it('fails one by one, hurting no neighbour', async () => {
    const api = upstream.api()
    const [missing, wrong, good] = await Promise.allSettled([
      api.call('GET /api/course/course-detail', { id: 99_999_999 }),
      api.call('GET /api/course/course-detail', { id: -1 }),
      api.call('GET /api/search/hot-search', {}),
    ])
    expect(missing).toMatchObject({ status: 'rejected', reason: { code: 404 } })
    expect(wrong).toMatchObject({ status: 'rejected', reason: { code: 0, status: 400 } })
    expect(good.status).toBe('fulfilled')
  })
  it('stays one object exactly while the answer stays', async () => {
    const api = upstream.api()
    const ask = (): Promise<{ records: { id: number; studyCount: number }[] }> =>
      api.call('GET /api/common/course-list-page', { sort: 'popular', pageNum: 1, pageSize: 3 })
    const first = await ask()
    expect(await ask()).toBe(first)
    expect(arrived).toEqual(['POST /batch', 'POST /batch'])
    const id = first.records[0]?.id ?? 0
    const before = first.records[0]?.studyCount ?? 0
    await backend.database.db
      .updateTable('products')
      .set({ studyCount: before + 1 })
      .where('products.id', '=', id)
      .execute()
    const changed = await ask()
    expect(changed.records.find((course) => course.id === id)?.studyCount).toBe(before + 1)
    expect(first.records[0]?.studyCount).toBe(before)
    await backend.database.db
      .updateTable('products')
      .set({ studyCount: before })
      .where('products.id', '=', id)
      .execute()
    expect(await ask()).toEqual(first)
  })
  it('is given up when nobody waits any more', async () => {
    const never = Promise.withResolvers<void>()
    hold = { path: '/batch', release: never.promise }
    const arrives = once(server, 'request')
    const [one, other] = [new AbortController(), new AbortController()]
    const calls = [
      upstream.api({ signal: one.signal }).call('GET /api/search/hot-search', {}),
      upstream.api({ signal: other.signal }).call('GET /api/modular/college-path', {}),
    ]
    const ends = Promise.allSettled(calls)
    const [, response] = (await arrives) as [unknown, ServerResponse]
    const closed = once(response, 'close')
    one.abort()
    expect(response.destroyed).toBe(false)
    other.abort()
    await closed
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(arrived).toEqual(['POST /batch'])
  })
  it('of a learner goes alone, with the own cookie', async () => {
    const learner = upstream.api({ cookie: 'session=abc' })
    await learner.call('GET /api/post/list', {})
    await learner.call('GET /api/search/hot-search', {})
    expect(arrived).toEqual(['GET /api/post/list', 'POST /batch'])
  })
  it('is given up at the deadline, a network error', async () => {
    hold = { path: '/batch', release: new Promise(() => undefined) }
    await expect(upstream.api({ deadlineMs: 30 }).call('GET /api/search/hot-search', {})).rejects.toMatchObject({
      code: 0,
      status: 502,
    })
  })
})

describe('a batch', () => {
  it('answers public reads only: nothing personal, nothing that writes', async () => {
    const { lines } = await post([
      ['GET /api/user/info', {}],
      ['POST /api/ubas/flow-collect', { events: [] }],
      ['GET /nothing', {}],
      'junk',
    ])
    expect(lines).toHaveLength(4)
    for (const line of lines) expect(line).toEqual([expect.any(Number), 404, expect.objectContaining({ code: 404 })])
  })
  it('of another form or beyond 64 calls is refused', async () => {
    expect((await post({ a: 1 })).status).toBe(400)
    expect((await post(Array.from({ length: 65 }, () => ['GET /api/search/hot-search', {}]))).status).toBe(400)
  })
  it('can’t be asked for over the network', async () => {
    expect((await backend.agent.post('/batch').set('reqSource', 'pcSite').send([])).status).toBe(404)
  })
})
