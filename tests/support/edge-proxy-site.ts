import { once } from 'node:events'
import { Agent, createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ApiProxy, type ApiProxyConfig, type ApiProxyDeps, createApiProxy } from '#server/proxy/api-proxy.ts'
import type { Service } from '#shared/contract/endpoint.ts'
import { endServer } from './test-server.ts'

/** An answer of the proxy; `json` when the body is JSON. */
export interface ProxyAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly json: { code: number; msg: string; body: unknown; Time: number }
}

export interface ProxyAsk {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The proxy on a real port, in front of services that the test has started. */
export interface ProxySite {
  readonly proxy: ApiProxy
  readonly base: string
  readonly origin: string
  readonly clock: { now: number }
  readonly warnings: object[]
  /** Requests that have reached the proxy. */
  readonly asked: number
  send(path: string, ask?: ProxyAsk): Promise<ProxyAnswer>
  close(): Promise<void>
}

/** The same base for all five services. */
export function oneService(base: string): Readonly<Record<Service, string>> {
  return { site: base, play: base, paycenter: base, mindLive: base, adServer: base }
}

/** Headers of a call that our own page makes. */
export const ownCall = { reqSource: 'pcSite', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' } as const

function parse(text: string): ProxyAnswer['json'] {
  try {
    return JSON.parse(text) as ProxyAnswer['json']
  } catch {
    return { code: Number.NaN, msg: text, body: null, Time: 0 }
  }
}

/** Starts the proxy; `more` replaces configuration, `deps` what it works with. */
export async function startProxySite(
  services: ApiProxyConfig['services'],
  more: Partial<ApiProxyConfig> = {},
  deps: ApiProxyDeps = {},
): Promise<ProxySite> {
  const clock = { now: Date.UTC(2026, 0, 1) }
  const warnings: object[] = []
  const origin = 'https://www.example.com'
  const config = { services, origin, allowedHosts: ['www.example.com'], trustProxy: 0, ...more }
  const proxy = createApiProxy(config, {
    clock: () => clock.now,
    log: { warn: (values, message) => void warnings.push({ ...values, message }) },
    ...deps,
  })
  let asked = 0
  const server = createServer((req, res) => {
    asked += 1
    proxy.middleware(req, res, (error) => {
      res.writeHead(error ? 500 : 404).end(error ? 'failed' : 'next')
    })
  })
  server.on('upgrade', (req, socket, head) => proxy.upgrade(req, socket as never, head))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  function send(path: string, { method = 'GET', headers = {}, body }: ProxyAsk = {}): Promise<ProxyAnswer> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { agent, host: '127.0.0.1', port, path, method, headers: { host: 'www.example.com', ...headers } },
        (res) => {
          const parts: Buffer[] = []
          res.on('data', (part: Buffer) => parts.push(part))
          res.once('error', reject)
          res.once('end', () => {
            const text = Buffer.concat(parts).toString()
            resolve({ status: res.statusCode ?? 0, headers: res.headers, text, json: parse(text) })
          })
        },
      )
      outgoing.once('error', reject)
      outgoing.end(body)
    })
  }
  return {
    proxy,
    base: `http://127.0.0.1:${port}`,
    origin,
    clock,
    warnings,
    get asked() {
      return asked
    },
    send,
    async close() {
      agent.destroy()
      proxy.close()
      await endServer(server)
    },
  }
}
