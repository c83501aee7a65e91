import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Code, codeMessages } from '#shared/contract/codes.ts'
import type { Endpoint, Service } from '#shared/contract/endpoint.ts'
import { type CallKind, callKindOf, unsureText } from '#shared/rules/call-times.ts'
import { type BreakerState, type Breakers, createBreakers, type Permit } from './breaker.ts'
import { type EndedCall, observeCall } from './call-notes.ts'
import { isCrossSiteWrite, isSameOrigin, type OwnSite, ownSite } from './cross-site.ts'
import { createForwarder, type Forwarder, type Passage } from './forwarder.ts'
import { ownHeaders, scrubHeaders, splitToken } from './header-rules.ts'
import { readLimited } from './limited-body.ts'
import { type CallLimits, callLimits } from './proxy-timeouts.ts'
import { createServiceTable, type ServiceAddress, type ServiceTable } from './service-table.ts'

/** Addresses that are answered here, or nowhere: no page stands under them. */
export const apiAddresses = /^\/(?:api(?:\/|$)|gateway\/)/

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
  /** Told of every call when it has ended. */
  readonly onCall?: ((call: EndedCall) => void) | undefined
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

interface ProxyCore {
  readonly trustProxy: number
  readonly clock: () => number
  readonly table: ServiceTable
  readonly breakers: Breakers
  readonly site: OwnSite
  readonly forwarder: Forwarder
}

const ours = /^\/(?:api|gateway)(?:\/|$)/
// Plain segments only: no empty one, none that begins with a dot, no escapes.
const plainPath = /^\/(?:api|gateway)(?:\/[\w~@-][\w.~@-]*)*\/?$/

// What staff do is never done by an address that somebody was sent. Services may take capitals for the same call.
const staffPath = /^\/api\/staff(?:\/|$)/i

function carriesToken(req: ProxyRequest): boolean {
  const url = req.originalUrl ?? req.url ?? '/'
  return splitToken(url).url !== url
}

function pathOf(req: ProxyRequest): string {
  return (req.originalUrl ?? req.url ?? '').split('?')[0] ?? ''
}

/** Answers with an envelope of our own making. */
export function sendEnvelope(
  res: ServerResponse,
  status: number,
  { msg, time, more = {} }: { msg: string; time: number; more?: Readonly<Record<string, string>> | undefined },
): void {
  const body = JSON.stringify({ code: Code.Fail, msg, body: null, Time: time })
  const head = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  }
  res.writeHead(status, { ...head, ...more })
  res.end(body)
}

/** Says why a request isn't passed on, or undefined. */
function refusal(
  { table, site }: ProxyCore,
  req: ProxyRequest,
  path: string,
): [status: number, msg: string] | undefined {
  if (!plainPath.test(path)) return [400, '请求无效']
  if (table.isSignedNotice(req.method ?? '', path)) return undefined
  if (staffPath.test(path) && carriesToken(req)) return [400, '后台接口只认登录后的 Cookie，网址里不能带 token']
  const endpoint = table.endpointOf(req.method ?? '', path)
  const writes = endpoint ? endpoint.writes !== false : req.method !== 'GET' && req.method !== 'HEAD'
  if (writes && isCrossSiteWrite(req.headers, site)) return [403, '请求被拒绝']
  return undefined
}

/** Replaces the request's address and headers by what the service may see. */
function rewrite(core: ProxyCore, req: ProxyRequest, more: IncomingMessage['headers']): void {
  const { url, token } = splitToken(req.originalUrl ?? req.url ?? '/')
  req.headers = { ...scrubHeaders(req.headers), ...ownHeaders(req, token, core.trustProxy), ...more }
  req.url = url
}

/** Our own backend, on its socket, answers every call with an envelope: reading it twice would only cost. */
function expectationOf(endpoint: Endpoint | undefined, address: ServiceAddress): Passage['expects'] {
  if (endpoint === undefined || address.socketPath !== undefined) return undefined
  return endpoint.access === 'public' && endpoint.writes === false ? 'public envelope' : 'envelope'
}

/** What isn't of the contract, such as a file, may be looked at for as long as a write in steps. */
function kindOf(endpoint: Endpoint | undefined, { method }: ProxyRequest): CallKind {
  if (endpoint) return callKindOf(endpoint.writes)
  return method === 'GET' || method === 'HEAD' ? 'read' : 'steps'
}

function begin(
  core: ProxyCore,
  path: string,
  permit: Permit,
  more: Pick<Passage, 'body' | 'isRead' | 'kind' | 'isUpgrade' | 'expects'>,
): Passage {
  const address = core.table.addressOf(core.table.serviceOf(path))
  return { address, permit, ...more, reached: false, retried: false, timedOut: false }
}

async function pass(core: ProxyCore, req: ProxyRequest, res: ServerResponse, path: string): Promise<void> {
  const body = await readLimited(req)
  if (body === 'gone') return
  if (body === 'too large')
    return sendEnvelope(res, 413, { msg: '请求内容过大', time: core.clock(), more: { Connection: 'close' } })
  const address = core.table.addressOf(core.table.serviceOf(path))
  const permit = await core.breakers.of(address.base).enter()
  if (!permit) return unavailable(res, core.clock())
  if (res.destroyed) return permit.release()
  res.once('close', () => permit.release())
  const endpoint = core.table.endpointOf(req.method ?? '', path)
  rewrite(core, req, body ? { 'content-length': String(body.length) } : {})
  const kind = kindOf(endpoint, req)
  const expects = expectationOf(endpoint, address)
  const more = { body, isRead: endpoint?.writes === false, kind, isUpgrade: false, expects }
  await core.forwarder.forward(req, res, begin(core, path, permit, more))
}

function unavailable(res: ServerResponse, time: number, isUnsure = false): void {
  const msg = isUnsure ? unsureText : codeMessages[Code.Fail]
  sendEnvelope(res, 502, { msg, time, more: { 'Retry-After': '2' } })
}

function upgradeTo(core: ProxyCore, req: IncomingMessage, socket: Socket, head: Buffer): void {
  const path = pathOf(req)
  const refuse = (status: string): void => {
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  }
  if (!plainPath.test(path) || !isSameOrigin(req.headers, core.site)) return refuse('403 Forbidden')
  // a service may leave an upgrade of anything else open without a word
  if (!core.table.takesSockets(path)) return refuse('404 Not Found')
  const permit = core.breakers.of(core.table.addressOf(core.table.serviceOf(path)).base).enter()
  // While a probe is out its client comes again: a socket that waits would be nobody's.
  if (permit instanceof Promise) void permit.then((late) => late?.release())
  if (!permit || permit instanceof Promise) return refuse('502 Bad Gateway')
  // How long a socket lives says nothing about the service.
  permit.release()
  rewrite(core, req, { connection: 'Upgrade', upgrade: req.headers.upgrade ?? 'websocket' })
  core.forwarder.upgrade(
    req,
    socket,
    head,
    begin(core, path, permit, { body: undefined, isRead: false, kind: 'read', isUpgrade: true, expects: undefined }),
  )
}

/** Creates the way from the browser to the services. It connects to configured addresses only, whatever is asked. */
export function createApiProxy(config: ApiProxyConfig, deps: ApiProxyDeps = {}): ApiProxy {
  const clock = deps.clock ?? Date.now
  const breakers = deps.breakers ?? createBreakers(deps.clock ?? (() => performance.now()))
  const forwarder = createForwarder({
    limits: deps.limits ?? callLimits,
    log: deps.log,
    unavailable: (res, isUnsure) => unavailable(res, clock(), isUnsure),
  })
  const core: ProxyCore = {
    trustProxy: config.trustProxy,
    clock,
    table: createServiceTable(config.services, deps.endpoints),
    breakers,
    site: ownSite(config.origin, config.allowedHosts),
    forwarder,
  }
  return {
    middleware(req: ProxyRequest, res, next) {
      const path = pathOf(req)
      if (!ours.test(path)) return next()
      observeCall(res, core.table.endpointOf(req.method ?? '', path)?.route ?? 'unknown', deps.onCall)
      const refused = refusal(core, req, path)
      if (refused) return sendEnvelope(res, refused[0], { msg: refused[1], time: clock() })
      pass(core, req, res, path).catch(next)
    },
    upgrade: (req, socket, head) => upgradeTo(core, req, socket, head),
    breakerState: breakers.states,
    close: forwarder.close,
  }
}
