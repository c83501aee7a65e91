import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import supertest, { type Test } from 'supertest'
import { createLogger } from '#server/http/logger.ts'
import { readConfig } from '#server/config.ts'
import { type Context, type ContextOverrides, createContext } from '#server/context.ts'
import { createFront } from '#server/front.ts'
import { startTestBackend, type TestBackend } from './backend-harness.ts'

export const testHost = 'school.test'
export const testOrigin = `http://${testHost}`

export interface TestSite {
  context: Context
  /** GET with the site's own host; a browser's user agent unless told otherwise. */
  get(path: string): Test
  request(method: 'post' | 'put' | 'delete' | 'head', path: string): Test
  /** Lines that the site has logged. */
  lines: string[]
  close(): Promise<void>
}

const browserAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36'

// A busy test machine must not turn a slow answer into an outage.
const patient = { cacheableMs: 15_000, privateMs: 15_000, deferredMs: 15_000 }

/** A web process whose services all lie at `base`, behind the real front door. */
export async function startTestSite(base: string, overrides: ContextOverrides = {}, env: Record<string, string> = {}): Promise<TestSite> {
  const lines: string[] = []
  const services = { MAIN_SITE_URL: base, PLAY_URL: base, PAYCENTER_URL: base, MIND_LIVE_URL: base, AD_SERVER_URL: base }
  const config = readConfig({ SITE_ENV: 'test', ORIGIN: testOrigin, PORT: '0', OPS_TOKEN: 'operators-test-token', ...services, ...env })
  const log = createLogger({ level: 'info', write: (line) => lines.push(line) })
  const context = createContext(config, { log, budgets: patient, ...overrides })
  const front = createFront(context).listen(0, '127.0.0.1')
  await once(front, 'listening')
  const agent = supertest(front)
  return {
    context,
    lines,
    get: (path) => agent.get(path).set('Host', testHost).set('User-Agent', browserAgent),
    request: (method, path) => agent[method](path).set('Host', testHost).set('User-Agent', browserAgent),
    async close() {
      front.closeAllConnections()
      front.close()
      await context.close()
    },
  }
}

export interface School {
  site: TestSite
  backend: TestBackend
  /** Stops and starts the services behind `/api`. */
  services: { stop(): Promise<void>; start(): Promise<void>; calls: string[] }
  close(): Promise<void>
}

/** The whole house in one process: the seeded backend behind a real socket, the site in front; one clock for both. */
export async function startSchool(env: Record<string, string> = {}): Promise<School> {
  const backend = await startTestBackend()
  const calls: string[] = []
  const server: Server = createServer((req, res) => {
    calls.push(req.url ?? '')
    backend.listener(req, res)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const site = await startTestSite(`http://127.0.0.1:${port}`, { clock: () => backend.clock.now() }, env)
  return {
    site,
    backend,
    services: {
      calls,
      async stop() {
        server.closeAllConnections()
        server.close()
        await once(server, 'close')
      },
      async start() {
        server.listen(port, '127.0.0.1')
        await once(server, 'listening')
      },
    },
    async close() {
      await site.close()
      server.closeAllConnections()
      server.close()
      await backend.close()
    },
  }
}
