import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { findFreePort } from '#server/process/free-port.ts'
import { hasPidNamespaces, inOwnNamespace } from '../support/pid-namespace.ts'

// The built site as a process: what it says and does when it starts, ends or loses its backend.
const running: ChildProcess[] = []
const folders: string[] = []

// A start is mostly work of the processor: beside other work it takes several times as long.
test.slow()

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'xueyuan-start-'))
  folders.push(path)
  return path
}

interface Started {
  child: ChildProcess
  output: () => string
  exit: Promise<number | null>
}

function start(
  env: Record<string, string>,
  wrap = (command: string, args: string[]): [string, string[]] => [command, args],
  options: SpawnOptions = {},
): Started {
  const child = spawn(...wrap('node', ['dist/server/index.js']), {
    ...options,
    env: { ...process.env, NODE_ENV: 'production', SITE_ENV: 'test', LOG_LEVEL: 'error', WARM_UP_PAGES: '0', ...env },
  })
  running.push(child)
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return { child, output: () => text, exit: once(child, 'exit').then(([code]) => code as number | null) }
}

async function ready(site: Started, port: number): Promise<void> {
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          (answer) => answer.status,
          () => site.output() || 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** The process that a site keeps for one of its scripts. */
function childOf(site: Started, script: string): number {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(site.child.pid)])
    .toString()
    .split('\n')
  return Number(
    children
      .find((line) => line.includes(script))
      ?.trim()
      .split(' ')[0],
  )
}

test.afterEach(async () => {
  await Promise.all(running.splice(0).map(end))
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})

test('a wrong setting ends the start, named', async () => {
  const site = start({ PORT: 'abc', DATA_DIR: folder() })
  expect(await site.exit).toBe(1)
  expect(site.output().trim()).toBe("PORT can't be used: it must be a whole number.")
})

test('production without its settings does not start', async () => {
  const site = start({ SITE_ENV: 'production', PORT: '0', DATA_DIR: folder() })
  expect(await site.exit).toBe(1)
  expect(site.output().trim()).toBe(
    'ORIGIN, DATABASE_URL, SECRET, OPS_TOKEN and SMS_PROVIDER must be set when SITE_ENV is production; SITE_ENV=development runs the demo.',
  )
})

test('a taken port ends the start with one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const site = start({ PORT: String(port), DATA_DIR: folder() })
  expect(await site.exit).toBe(1)
  expect(site.output().trim()).toBe('PORT is taken by another program; set it to a free one.')
  other.close()
})

test('an unwritable data folder ends the start, named', async () => {
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  const site = start({ PORT: '0', DATA_DIR: join(file, 'data') })
  expect(await site.exit).toBe(1)
  expect(site.output().trim()).toBe(
    `The data folder ${join(file, 'data')} can't be written to; set DATA_DIR to a folder that can.`,
  )
})

test.describe('npm start', () => {
  test.skip(!existsSync('node_modules/.installed') || !existsSync('dist/.built'), 'npm test installs and builds first')
  // One after the other on one folder: only the first start has a database to make.
  test.describe.configure({ mode: 'default' })
  const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-start-'))
  test.afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  const root = (site: Started): number => site.child.pid ?? 0

  /** A site by `npm start`, at the head of a group of its own, when it is ready. */
  async function startByNpm(): Promise<Started> {
    const port = await findFreePort()
    const site = start({ PORT: String(port), DATA_DIR: dataDir }, () => ['npm', ['start']], { detached: true })
    await ready(site, port)
    return site
  }

  /** How many processes of the group are left. */
  function left(site: Started): number {
    return execFileSync('ps', ['-e', '-o', 'pgid='])
      .toString()
      .split('\n')
      .filter((line) => Number(line) === root(site)).length
  }

  for (const [what, signal] of [
    ['ends the site', 'SIGTERM'],
    ['ends the site on the signal of a closed terminal', 'SIGHUP'],
    ['leaves no site behind when npm is killed', 'SIGKILL'],
  ] as const) {
    test(`${what}: no process of it is left`, async () => {
      const site = await startByNpm()
      expect(left(site)).toBeGreaterThan(4)
      site.child.kill(signal)
      await site.exit
      // npm hands SIGTERM on and waits; of the others the site hears a moment later
      await expect.poll(() => left(site), { timeout: signal === 'SIGTERM' ? 1000 : 20_000 }).toBe(0)
    })
  }
})

test.describe('a running site', () => {
  // One after the other, since all of them need one that stands: its start is what takes long.
  test.describe.configure({ mode: 'default' })
  let site: Started
  let port: number
  const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-start-'))

  test.beforeAll(async () => {
    port = await findFreePort()
    site = start({ PORT: String(port), DATA_DIR: dataDir })
    // It outlives the tests.
    running.splice(0)
    await ready(site, port)
  })
  test.afterAll(async () => {
    await end(site.child)
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Whether the identity provider answers: its status, or 0. */
  async function providerStatus(): Promise<() => Promise<number>> {
    const headers = { reqSource: 'pcSite', origin: `http://127.0.0.1:${port}` }
    const asked = await fetch(`http://127.0.0.1:${port}/api/oauth/get-authorizeUrl?loginType=QQ`, { headers })
    const { body } = (await asked.json()) as { body: { authorizeUrl: string } }
    const health = `${new URL(body.authorizeUrl).origin}/healthz`
    return () =>
      fetch(health).then(
        (answer) => answer.status,
        () => 0,
      )
  }

  test('keeps its database to itself: another process leaves it alone', async () => {
    const second = start({ PORT: String(await findFreePort()), DATA_DIR: dataDir })
    expect(await second.exit).toBe(1)
    expect(second.output().trim()).toMatch(
      /^The data folder .+ is in use by another process \(process \d+ on .+\); stop that one, or set DATA_DIR to another folder\.$/,
    )
    expect((await fetch(`http://127.0.0.1:${port}/course`)).status).toBe(200)
  })

  test('keeps its database to itself against another container, too', async () => {
    test.skip(!hasPidNamespaces, 'no namespace of processes can be made here')
    const second = start({ PORT: String(await findFreePort()), DATA_DIR: dataDir }, inOwnNamespace)
    expect(await second.exit).toBe(1)
    expect(second.output().trim()).toMatch(
      /^The data folder .+ is in use by another process \(.+\); stop that one, or set DATA_DIR to another folder\.$/,
    )
    expect((await fetch(`http://127.0.0.1:${port}/course`)).status).toBe(200)
  })

  test('gets a hanging backend back, warm pages meanwhile', async () => {
    const readiness = async (): Promise<unknown> => (await fetch(`http://127.0.0.1:${port}/readyz`)).json()
    expect((await fetch(`http://127.0.0.1:${port}/course`)).status).toBe(200)
    const before = childOf(site, 'backend.js')
    const began = performance.now()
    process.kill(before, 'SIGSTOP')
    const statuses: number[] = []
    const states = new Set<unknown>()
    await expect
      .poll(
        async () => {
          statuses.push((await fetch(`http://127.0.0.1:${port}/course`)).status)
          const { backend, status } = (await readiness()) as { backend: string; status: string }
          states.add(`${status}: ${backend}`)
          return backend === 'ready' && childOf(site, 'backend.js') !== before
        },
        { timeout: 40_000, intervals: [50] },
      )
      .toBe(true)
    test.info().annotations.push({
      type: 'replaced after',
      description: `${Math.round(performance.now() - began)} ms, ${statuses.length} visits`,
    })
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect([...states]).toEqual(expect.arrayContaining(['degraded: hung', 'degraded: restarting']))
    expect((await fetch(`http://127.0.0.1:${port}/api/common/links`)).status).toBe(200)
  })

  test('refuses visitors without descriptors, until it has some', async () => {
    test.skip(spawnSync('prlimit', ['--version']).status !== 0, 'prlimit is not installed')
    const visit = (): Promise<number> =>
      fetch(`http://127.0.0.1:${port}/course`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(3000),
      }).then(
        (answer) => answer.text().then(() => answer.status),
        () => 0,
      )
    expect(await visit()).toBe(200)
    const worker = childOf(site, 'index.js')
    const limit = (files: string): void => void execFileSync('prlimit', ['--pid', String(worker), `--nofile=${files}`])
    const before = execFileSync('prlimit', [
      '--pid',
      String(worker),
      '--nofile',
      '--raw',
      '--noheadings',
      '--output',
      'SOFT,HARD',
    ])
      .toString()
      .trim()
      .replace(/\s+/, ':')
    limit(`${readdirSync(`/proc/${worker}/fd`).length + 15}:${before.split(':')[1]}`)
    const sockets = Array.from({ length: 80 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
    const refused = sockets.map((socket) => once(socket, 'close'))
    // with every descriptor taken who comes is refused at once instead of waiting for ever
    await Promise.race(refused)
    for (const socket of sockets) socket.destroy()
    await expect.poll(visit, { timeout: 5000, intervals: [100] }).toBe(200)
    limit(before)
    expect(childOf(site, 'index.js')).toBe(worker)
  })

  test('gets a killed backend back, warm pages meanwhile', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/course`)).status).toBe(200)
    process.kill(childOf(site, 'backend.js'), 'SIGKILL')
    for (let visit = 0; visit < 20; visit += 1)
      expect((await fetch(`http://127.0.0.1:${port}/course`)).status).toBe(200)
    await expect
      .poll(() => fetch(`http://127.0.0.1:${port}/api/common/links`).then((answer) => answer.status), {
        timeout: 20_000,
      })
      .toBe(200)
  })

  test('gets a killed identity provider back at its address', async () => {
    const status = await providerStatus()
    await expect.poll(status).toBe(200)
    process.kill(childOf(site, 'identity-provider.js'), 'SIGKILL')
    await expect.poll(site.output).toContain('The embedded identity provider ended')
    await expect.poll(status, { timeout: 20_000 }).toBe(200)
  })

  test('ends on a signal, failing no request under way', async () => {
    const provider = await providerStatus()
    await expect.poll(provider).toBe(200)
    const visitAll = (): Promise<number>[] =>
      Array.from({ length: 30 }, (_, visit) =>
        fetch(`http://127.0.0.1:${port}/course?action=none&visit=${visit}`).then((answer) =>
          answer.text().then(() => answer.status),
        ),
      )
    // their connections stand: one that is still to be taken in is no request that is under way
    await Promise.all(visitAll())
    const statuses = visitAll()
    await statuses[0]
    site.child.kill('SIGTERM')
    expect(await Promise.all(statuses)).toEqual(Array.from({ length: 30 }, () => 200))
    expect(await site.exit).toBe(0)
    expect(await provider()).toBe(0)
  })
})
