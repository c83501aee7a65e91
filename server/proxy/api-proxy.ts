import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { createProxyMiddleware, type Options, type RequestHandler } from 'http-proxy-middleware'
import { Code, codeMessages } from '#shared/contract/codes.ts'
import type { Endpoint, Service } from '#shared/contract/endpoint.ts'
import { type BreakerState, type Breakers, createBreakers, type Permit } from './breaker.ts'
import { isCrossSiteWrite, isSameOrigin, ownSite } from './cross-site.ts'
import { hopByHop, ownHeaders, scrubHeaders, splitToken } from './header-rules.ts'
import { readLimited } from './limited-body.ts'
import { type CallLimits, callLimits, watchCall } from './proxy-timeouts.ts'
import { createServiceTable, type ServiceAddress } from './service-table.ts'

export interface ApiProxyConfig {
  readonly services: Readonly<Record<Service, string>>
  readonly origin: string
  readonly allowedHosts: readonly string[]
  readonly trustProxy: number
}

export interface ApiProxyDeps {
  readonly breakers?: Breakers
  readonly clock?: () => number
  readonly log?: { warn(values: object, message: string): void }
  readonly limits?: CallLimits
  /** Replaces the contract's endpoints in tests. */
  readonly endpoints?: readonly Endpoint[]
}

type Next = (error?: unknown) => void
type ProxyRequest = IncomingMessage & { originalUrl?: string; id?: unknown }

/** `/api` and `/gateway`: everything else goes to the next middleware. Mounted without a path. */
export interface ApiProxy {
  readonly middleware: (req: IncomingMessage, res: ServerResponse, next: Next) => void
  readonly upgrade: (req: IncomingMessage, socket: Socket, head: Buffer) => void
  breakerState(): Readonly<Record<string, BreakerState>>
  close(): void
}

/** What is known of a call while it is under way. */
interface Passage {
  readonly address: ServiceAddress
  readonly permit: Permit
  readonly isRead: boolean
  readonly body: Buffer | undefined
  retried: boolean
  timedOut: boolean
}

const ours = /^\/(?:api|gateway)(?:\/|$)/
// Plain segments only: no empty one, none that begins with a dot, no escapes.
const plainPath = /^\/(?:api|gateway)(?:\/[\w~@-][\w.~@-]*)*\/?$/

/** Answers with an envelope of our own making. */
export function sendEnvelope(res: ServerResponse, status: number, msg: string, clock: () => number, headers: Readonly<Record<string, string>> = {}): void {
  const body = JSON.stringify({ code: Code.Fail, msg, body: null, Time: clock() })
  res.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body), 'Cache-Control': 'no-store', ...headers })
  res.end(body)
}

function createAgents(): (address: ServiceAddress) => HttpAgent {
  const http = new HttpAgent({ keepAlive: true, maxSockets: 64 })
  const https = new HttpsAgent({ keepAlive: true, maxSockets: 64 })
  return (address) => (address.origin.startsWith('https:') ? https : http)
}

function targetOf(address: ServiceAddress): NonNullable<Options['target']> {
  if (address.socketPath !== undefined) return { socketPath: address.socketPath, host: 'localhost', protocol: 'http:' }
  return `${address.origin}${address.prefix}`
}

/** Creates the way from the browser to the services. It connects to configured addresses only, whatever is asked. */
export function createApiProxy(config: ApiProxyConfig, deps: ApiProxyDeps = {}): ApiProxy {
  const clock = deps.clock ?? Date.now
  const table = createServiceTable(config.services, deps.endpoints)
  const breakers = deps.breakers ?? createBreakers(clock)
  const site = ownSite(config.origin, config.allowedHosts)
  const agentOf = createAgents()
  const passages = new WeakMap<IncomingMessage, Passage>()

  function unavailable(res: ServerResponse): void {
    sendEnvelope(res, 502, codeMessages[Code.Fail], clock, { 'Retry-After': '2' })
  }

  function onProxyReq(proxyReq: ClientRequest, req: IncomingMessage): void {
    const passage = passages.get(req)
    if (passage) watchCall(proxyReq, req, passage.body !== undefined, deps.limits ?? callLimits, () => (passage.timedOut = true))
  }

  function onProxyRes(proxyRes: IncomingMessage, req: IncomingMessage, res: ServerResponse): void {
    const passage = passages.get(req)
    if (proxyRes.statusCode === 502 || proxyRes.statusCode === 503 || proxyRes.statusCode === 504) passage?.permit.fail()
    else passage?.permit.succeed()
    for (const name of hopByHop) if (name !== 'transfer-encoding') delete proxyRes.headers[name]
    // Else the upstream's or the client's wish would decide whether our connection lives on.
    proxyRes.headers.connection = res.shouldKeepAlive ? 'keep-alive' : 'close'
    proxyRes.headers['cache-control'] ??= 'no-store'
  }

  function onError(error: Error, req: IncomingMessage, res: ServerResponse | Socket): void {
    if (!('writeHead' in res)) {
      res.destroy()
      return
    }
    const passage = passages.get(req)
    if (res.destroyed || req.socket.destroyed) {
      passage?.permit.release()
      return
    }
    if (passage && !res.headersSent && passage.isRead && !passage.retried && !passage.timedOut) {
      passage.retried = true
      void proxy(req, res)
      return
    }
    passage?.permit.fail()
    deps.log?.warn({ err: error, service: passage?.address.base, path: req.url?.split('?')[0] }, 'a service could not be reached')
    if (res.headersSent) res.destroy()
    else unavailable(res)
  }

  const proxy: RequestHandler = createProxyMiddleware({
    changeOrigin: true,
    ejectPlugins: true,
    router(req: IncomingMessage, _res: ServerResponse | undefined, options: Options) {
      const address = passages.get(req)?.address ?? table.addressOf('site')
      // The options are this call's own copy; the library asks the router first.
      options.agent = agentOf(address)
      const body = passages.get(req)?.body
      if (body) options.buffer = Readable.from([body])
      return targetOf(address)
    },
    target: targetOf(table.addressOf('site')),
    plugins: [
      (server) => {
        server.on('proxyReq', onProxyReq)
        server.on('proxyRes', onProxyRes)
        server.on('error', (error, req, res) => {
          if (req && res) onError(error, req as IncomingMessage, res as ServerResponse | Socket)
        })
        // The visitor left before the answer came.
        server.on('econnreset', (_error, req) => passages.get(req as IncomingMessage)?.permit.release())
      },
    ],
  })

  /** Says why a request isn't passed on, or undefined. */
  function refusal(req: ProxyRequest, path: string): [status: number, msg: string] | undefined {
    if (!plainPath.test(path)) return [400, '请求无效']
    const endpoint = table.endpointOf(req.method ?? '', path)
    const writes = endpoint ? endpoint.writes !== false : req.method !== 'GET' && req.method !== 'HEAD'
    if (writes && isCrossSiteWrite(req.headers, site)) return [403, '请求被拒绝']
    return undefined
  }

  async function pass(req: ProxyRequest, res: ServerResponse, path: string): Promise<void> {
    const body = await readLimited(req)
    if (body === 'too large') {
      sendEnvelope(res, 413, '请求内容过大', clock, { Connection: 'close' })
      return
    }
    if (body === 'gone') return
    const address = table.addressOf(table.serviceOf(path))
    const permit = breakers.of(address.base).enter()
    if (!permit) return unavailable(res)
    res.once('close', () => permit.release())
    const endpoint = table.endpointOf(req.method ?? '', path)
    passages.set(req, { address, permit, body, isRead: endpoint?.writes === false, retried: false, timedOut: false })
    const { url, token } = splitToken(req.originalUrl ?? req.url ?? '/')
    const headers = { ...scrubHeaders(req.headers), ...ownHeaders(req, token, config.trustProxy) }
    if (body) headers['content-length'] = String(body.length)
    req.headers = headers
    req.url = url
    await proxy(req, res)
  }

  function middleware(req: ProxyRequest, res: ServerResponse, next: Next): void {
    const path = (req.originalUrl ?? req.url ?? '').split('?')[0] ?? ''
    if (!ours.test(path)) return next()
    const refused = refusal(req, path)
    if (refused) return sendEnvelope(res, refused[0], refused[1], clock)
    pass(req, res, path).catch(next)
  }

  function upgrade(req: IncomingMessage, socket: Socket, head: Buffer): void {
    const path = (req.url ?? '').split('?')[0] ?? ''
    const isOpen = ours.test(path) && plainPath.test(path) && isSameOrigin(req.headers, site)
    const address = table.addressOf(table.serviceOf(path))
    const permit = isOpen ? breakers.of(address.base).enter() : undefined
    if (!permit) {
      socket.end(`HTTP/1.1 ${isOpen ? '502 Bad Gateway' : '403 Forbidden'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    permit.release()
    const { url, token } = splitToken(req.url ?? '/')
    const { upgrade: protocol } = req.headers
    req.headers = { ...scrubHeaders(req.headers), ...ownHeaders(req, token, config.trustProxy), connection: 'Upgrade', upgrade: protocol ?? 'websocket' }
    req.url = url
    passages.set(req, { address, permit, body: undefined, isRead: false, retried: false, timedOut: false })
    proxy.upgrade(req, socket, head)
  }

  return {
    middleware,
    upgrade,
    breakerState: breakers.states,
    close() {
      for (const service of Object.keys(config.services)) agentOf(table.addressOf(service as Service)).destroy()
    },
  }
}
