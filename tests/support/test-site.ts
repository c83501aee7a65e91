import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'supertest'
import { readConfig } from '#server/config/config.ts'
import { type Context, type ContextOverrides, createContext } from '#server/context.ts'
import { createFront } from '#server/front.ts'
import { createLogger } from '#server/http/logger.ts'
import { startTestBackend, type TestBackend } from './backend-harness.ts'
import { callOver } from './kept-connections.ts'
import { endServer } from './test-server.ts'

export const testHost = 'school.test'
/** This machine's own name, under which it answers developers; the port is that of the configuration. */
export const loopbackHost = '127.0.0.1:0'
export const testOrigin = `http://${testHost}`

export interface TestSite {
  context: Context
  /** Where it listens; requests need the site's own host. */
  base: string
  /** GET with the site's own host; a browser's user agent unless told otherwise. */
  get(path: string): Test
  request(method: 'post' | 'put' | 'delete' | 'head', path: string): Test
  /** Lines that the site has logged. */
  lines: string[]
  close(): Promise<void>
}

const browserAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36'

// A busy test machine must not turn a slow answer into an outage.
const patient = { cacheableMs: 15_000, privateMs: 15_000, deferredMs: 15_000, sessionMs: 15_000, learnerMs: 15_000 }

/** A web process behind the real front; its services all lie at `base`, or on the embedded backend's socket. */
export async function startTestSite(
  base: string | undefined,
  overrides: ContextOverrides = {},
  env: Record<string, string> = {},
): Promise<TestSite> {
  const lines: string[] = []
  const services = base
    ? { MAIN_SITE_URL: base, PLAY_URL: base, PAYCENTER_URL: base, MIND_LIVE_URL: base, AD_SERVER_URL: base }
    : {}
  const config = readConfig({
    SITE_ENV: 'test',
    ORIGIN: testOrigin,
    PORT: '0',
    OPS_TOKEN: 'operators-test-token',
    ...services,
    ...env,
  })
  const log = createLogger({ level: 'info', write: (line) => lines.push(line) })
  const context = createContext(config, { log, budgets: patient, ...overrides })
  const front = createFront(context).listen(0, '127.0.0.1')
  await once(front, 'listening')
  const { agent, end } = callOver(front)
  return {
    context,
    base: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    lines,
    get: (path) => agent.get(path).set('Host', testHost).set('User-Agent', browserAgent),
    request: (method, path) => agent[method](path).set('Host', testHost).set('User-Agent', browserAgent),
    async close() {
      end()
      front.closeAllConnections()
      front.close()
      await context.close()
    },
  }
}

export interface School {
  site: TestSite
  backend: TestBackend
  /** Stops and starts the services behind `/api`; counts what pages have asked, of one route or in all. */
  services: { stop(): Promise<void>; start(): Promise<void>; asked(route?: string): number }
  close(): Promise<void>
}

/** The whole house in one process: the seeded backend on its socket, the site in front; one clock for both. */
export async function startSchool(
  env: Record<string, string> = {},
  overrides: Pick<ContextOverrides, 'pages'> = {},
): Promise<School> {
  const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-school-'))
  const backend = await startTestBackend({ DATA_DIR: dataDir, ...env })
  mkdirSync(join(dataDir, 'run'))
  const socket = join(dataDir, 'run', 'backend.sock')
  const server: Server = createServer((req, res) => backend.listener(req, res)).listen(socket)
  backend.attachSockets(server)
  await once(server, 'listening')
  const site = await startTestSite(
    undefined,
    { clock: () => backend.clock.now(), ...overrides },
    { DATA_DIR: dataDir, ...env },
  )
  backend.purges.tell = (order) => site.context.purger.purge(order)
  return {
    site,
    backend,
    services: {
      asked: (route) =>
        route
          ? (site.context.upstream.calls.get(route) ?? 0)
          : [...site.context.upstream.calls.values()].reduce((sum, times) => sum + times, 0),
      stop: () => endServer(server),
      async start() {
        server.listen(socket)
        await once(server, 'listening')
      },
    },
    async close() {
      await site.close()
      await backend.endSockets()
      server.closeAllConnections()
      server.close()
      await backend.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
