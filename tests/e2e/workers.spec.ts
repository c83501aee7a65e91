import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { findFreePort } from '#server/process/free-port.ts'

// The built site with two web workers, on the embedded database or on the one that TEST_DATABASE_URL names.
test.slow()

const token = 'operators-token-of-this-test'
let child: ChildProcess
let port: number
let folder: string
let output = ''

interface Answer {
  readonly status: number
  readonly text: string
}

/** On a connection of its own: the system chooses a worker for each. */
function ask(path: string, method = 'GET', body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: path.startsWith('/ops') || path === '/metrics' ? `Bearer ${token}` : '',
      'content-type': 'application/json',
    }
    const sent = path.startsWith('/ops') || path === '/metrics' ? headers : {}
    request({ agent: false, host: '127.0.0.1', port, path, method, headers: sent }, (res) => {
      let text = ''
      res.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      res.once('end', () => resolve({ status: res.statusCode ?? 0, text })).once('error', reject)
    })
      .on('error', reject)
      .end(body)
  })
}

async function entries(key: string): Promise<{ worker: number; etag: string }[]> {
  return (
    JSON.parse((await ask(`/ops/cache/entries?key=${encodeURIComponent(key)}`)).text) as {
      entries: { worker: number; etag: string }[]
    }
  ).entries
}

async function inBothWorkers(key: string): Promise<{ worker: number; etag: string }[]> {
  await expect
    .poll(async () => {
      await Promise.all(Array.from({ length: 8 }, () => ask(key)))
      return (await entries(key)).length
    })
    .toBe(2)
  return entries(key)
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'xueyuan-workers-'))
  port = await findFreePort()
  const database = process.env.TEST_DATABASE_URL ? { DATABASE_URL: process.env.TEST_DATABASE_URL } : {}
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    SITE_ENV: 'test',
    LOG_LEVEL: 'error',
    WARM_UP_PAGES: '0',
    WORKERS: '2',
    OPS_TOKEN: token,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: folder,
    ...database,
  }
  child = spawn('node', ['dist/server/index.js'], { env })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      output += String(part)
    })
  await expect.poll(() => output, { timeout: 60_000 }).toContain('is ready')
})

test.afterAll(async () => {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
})

test('two web workers agree, and are replaced one by one', async () => {
  // The same page has one validator, whatever worker has made it.
  for (const key of ['/', '/course', '/article', '/bbs/plate']) {
    const made = await inBothWorkers(key)
    expect(new Set(made.map(({ worker }) => worker)).size, key).toBe(2)
    expect(new Set(made.map(({ etag }) => etag)).size, key).toBe(1)
  }
  const sizes = JSON.parse((await ask('/ops/cache')).text) as { workers: number; silent: number; pages: number }
  expect(sizes).toMatchObject({ workers: 2, silent: 0, pages: 8 })
  // Counts come once a second; whichever worker is asked, the sum is the same.
  const hits = async (): Promise<number> =>
    Number(
      /page_answers_total\{route="agreement",outcome="(?:hit)"\} (\d+)/.exec((await ask('/metrics')).text)?.[1] ?? 0,
    )
  await inBothWorkers('/agreement/privacy')
  const asked = 40
  const before = await new Promise<number>((resolve) => setTimeout(() => resolve(hits()), 1500))
  await Promise.all(Array.from({ length: asked }, () => ask('/agreement/privacy')))
  await expect
    .poll(async () => (await Promise.all(Array.from({ length: 6 }, hits))).map((count) => count - before))
    .toEqual(Array.from({ length: 6 }, () => asked))
  expect((await ask('/metrics')).text).toContain('web_workers{what="told"} 2')
  // A take-down reaches both, and both say so.
  const purged = await ask('/ops/cache/purge', 'POST', '{"key":"/course","hard":true}')
  expect([purged.status, JSON.parse(purged.text)]).toEqual([200, { touched: 2, confirmed: 2, unconfirmed: 0 }])
  expect(await entries('/course')).toEqual([])
  // A hang-up replaces the workers without refusing anybody.
  const old = (await inBothWorkers('/course')).map(({ worker }) => worker)
  let replaced = false
  const statuses: number[] = []
  const visits = (async () => {
    while (!replaced) statuses.push((await ask('/course')).status)
  })()
  child.kill('SIGHUP')
  await expect.poll(() => output, { timeout: 60_000 }).toContain('The web workers have been replaced: 2 serve.')
  replaced = true
  await visits
  expect(new Set(statuses)).toEqual(new Set([200]))
  const now = (await inBothWorkers('/course')).map(({ worker }) => worker)
  expect(now.filter((worker) => old.includes(worker))).toEqual([])
  expect(child.exitCode).toBeNull()
})
