import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findFreePort } from '#server/process/free-port.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { type Balancer, startBalancer } from '../support/balancer.ts'

// Two sites as they are built, with one backend, behind a balancer that follows their readiness; releases are SIGTERM and a start.

const folder = mkdtempSync(join(tmpdir(), 'xueyuan-rolling-'))
const socket = join(folder, 'services.sock')
const host = 'school.test'
let backend: TestBackend
let services: Server
let balancer: Balancer
let ports: number[]
const sites = new Map<number, ChildProcess>()

function start(port: number): void {
  const at = `unix:${socket}`
  const dataDir = join(folder, String(port))
  mkdirSync(dataDir, { recursive: true })
  const child = spawn(process.execPath, ['dist/server/index.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SITE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      ORIGIN: `http://${host}`,
      DATA_DIR: dataDir,
      DRAIN_SECONDS: '1',
      TRUST_PROXY: '1',
      WARM_UP_PAGES: '0',
      LOG_LEVEL: 'error',
      ACCESS_LOG: 'false',
      MAIN_SITE_URL: at,
      PLAY_URL: at,
      PAYCENTER_URL: at,
      MIND_LIVE_URL: at,
      AD_SERVER_URL: at,
      OAUTH_PROVIDER: 'none',
      PAY_PROVIDER: 'none',
    },
  })
  sites.set(port, child)
}

async function stop(port: number): Promise<void> {
  const child = sites.get(port)
  if (!child || child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

beforeAll(async () => {
  backend = await startTestBackend({ DATA_DIR: folder })
  services = createServer((req, res) => backend.listener(req, res)).listen(socket)
  await once(services, 'listening')
  ports = [await findFreePort(), await findFreePort()]
  balancer = await startBalancer(ports)
  ports.forEach(start)
  await vi.waitFor(() => expect(balancer.ready.size).toBe(2), { timeout: 60_000 })
}, 90_000)

afterAll(async () => {
  balancer?.close()
  await Promise.all((ports ?? []).map(stop))
  services?.closeAllConnections()
  services?.close()
  await backend?.close()
  rmSync(folder, { recursive: true, force: true })
})

const body = JSON.stringify({ events: [{ type: 'view', url: '/' }] })
const asks = [
  { method: 'GET', path: '/course', headers: {} },
  { method: 'GET', path: '/api/app/config', headers: { reqSource: 'pcSite' } },
  {
    method: 'POST',
    path: '/api/ubas/flow-collect',
    headers: {
      reqSource: 'pcSite',
      origin: `http://${host}`,
      'content-type': 'application/json',
      'content-length': String(body.length),
    },
  },
] as const

/** Each from an address of its own: limits are another matter. */
function ask(agent: Agent, from: number, turn: number): Promise<number> {
  const { method, path, headers } = asks[turn % asks.length] ?? asks[0]
  return new Promise((resolve) => {
    const sent = request(
      `${balancer.base}${path}`,
      {
        agent,
        method,
        headers: { host, 'x-forwarded-for': `10.${from}.${(turn >> 8) & 255}.${turn & 255}`, ...headers },
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
        answer.once('error', () => resolve(0))
      },
    )
    sent.once('error', () => resolve(0))
    sent.end(method === 'POST' ? body : undefined)
  })
}

test('five restarts in turn lose no request', async () => {
  const counts = new Map<number, number>()
  let isOver = false
  const agent = new Agent({ keepAlive: true })
  const client = async (from: number): Promise<void> => {
    for (let turn = from; !isOver; turn += 1) {
      const status = await ask(agent, from, turn)
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
  }
  const load = Promise.all([0, 1, 2, 3].map(client))
  for (let time = 0; time < 5; time += 1) {
    const port = ports[time % 2] ?? 0
    await stop(port)
    start(port)
    await vi.waitFor(() => expect(balancer.ready.size).toBe(2), { timeout: 30_000 })
  }
  isOver = true
  await load
  agent.destroy()
  console.log(`five restarts: ${[...counts].map(([status, times]) => `${times} × ${status}`).join(', ')}`)
  expect([...counts.keys()]).toEqual([200])
}, 120_000)
