import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { createProxyMiddleware, type Options, type RequestHandler } from 'http-proxy-middleware'
import { traceId } from '#server/http/trace.ts'
import { createAnswerStore } from './answer-store.ts'
import type { Permit } from './breaker.ts'
import { callNotes, isRefusedInWords, takeCallNotes } from './call-notes.ts'
import { createEnvelopeCheck } from './envelope-check.ts'
import { hopByHop } from './header-rules.ts'
import type { CallKind } from '#shared/rules/call-times.ts'
import { type CallLimits, watchCall } from './proxy-timeouts.ts'
import type { ServiceAddress } from './service-table.ts'

/** What is known of a call while it is under way. */
export interface Passage {
  readonly address: ServiceAddress
  readonly permit: Permit
  /** A read of the contract, which may be tried once more when nothing of an answer has come. */
  readonly isRead: boolean
  /** How long its service may take. */
  readonly kind: CallKind
  /** Its answer must be an envelope; undefined where other answers are in order, or where the service is our own. */
  readonly expects?: 'envelope' | 'public envelope' | undefined
  /** A small body that has been read whole; else the request is streamed. */
  readonly body: Buffer | undefined
  /** Asks for a WebSocket. */
  readonly isUpgrade: boolean
  /** Something of it has gone to the service, which may have done it. */
  reached: boolean
  retried: boolean
  timedOut: boolean
}

export interface ForwarderOptions {
  readonly limits: CallLimits
  readonly log: { warn(values: object, message: string): void } | undefined
  /** Answers for a service that gave none; `isUnsure`: a write that it may have done. */
  readonly unavailable: (res: ServerResponse, isUnsure: boolean) => void
}

/** Sends requests on to the address of their passage, and to no other. */
export interface Forwarder {
  forward(req: IncomingMessage, res: ServerResponse, passage: Passage): Promise<void>
  upgrade(req: IncomingMessage, socket: Socket, head: Buffer, passage: Passage): void
  close(): void
}

/** Bodies that are streamed to a service at once; who sends slowly holds one for long. */
const mostStreams = 256
const sickStatus: ReadonlySet<number> = new Set([502, 503, 504])

function targetOf(address: ServiceAddress): NonNullable<Options['target']> {
  if (address.socketPath !== undefined) return { socketPath: address.socketPath, host: 'localhost', protocol: 'http:' }
  return `${address.origin}${address.prefix}`
}

function isStreamed(req: IncomingMessage, { body }: Passage): boolean {
  return body === undefined && !req.complete
}

function pathOf(req: IncomingMessage): string | undefined {
  return req.url?.split('?')[0]
}

/** Hands an answer's status and headers on, but for what it tells of the call. */
function takeHead(answer: IncomingMessage, req: IncomingMessage, res: ServerResponse): void {
  takeCallNotes(answer.headers, res)
  for (const name of hopByHop) if (name !== 'transfer-encoding') Reflect.deleteProperty(answer.headers, name)
  // Else the service's or the client's request would decide whether our connection lives on.
  answer.headers.connection = res.shouldKeepAlive ? 'keep-alive' : 'close'
  answer.headers['cache-control'] ??= 'no-store'
  // The answer to such a client is as long as the connection, one without a body has none to cut into chunks.
  if (req.httpVersion === '1.0' || answer.statusCode === 204 || answer.statusCode === 304)
    delete answer.headers['transfer-encoding']
  // A cache behind us has said its part first (RFC 9211, 2).
  const ours = res.getHeader('cache-status')
  const theirs = answer.headers['cache-status']
  if (theirs !== undefined && ours !== undefined) answer.headers['cache-status'] = `${String(theirs)}, ${String(ours)}`
  for (const [name, value] of Object.entries(answer.headers)) if (value !== undefined) res.setHeader(name, value)
  res.statusCode = answer.statusCode ?? 502
  if (answer.statusMessage) res.statusMessage = answer.statusMessage
}

function hasBody(answer: IncomingMessage, req: IncomingMessage): boolean {
  return req.method !== 'HEAD' && answer.statusCode !== 204 && answer.statusCode !== 304
}

function isUnsure({ reached, kind }: Passage): boolean {
  return reached && kind !== 'read'
}

/** What is known of requests under way, and how they end. */
interface Passages extends Pick<ForwarderOptions, 'log' | 'unavailable'> {
  readonly of: WeakMap<IncomingMessage, Passage>
  readonly store: ReturnType<typeof createAnswerStore>
  readonly envelopes: ReturnType<typeof createEnvelopeCheck>
}

/** Whether an answer says that its service is down. One that our own service gives in words (a queue is full) says that it lives. */
function isSick({ statusCode = 0, headers }: IncomingMessage): boolean {
  return sickStatus.has(statusCode) && !(statusCode === 503 && isRefusedInWords(headers))
}

/** An answer comes in: passed on as it is, or once it is known to be an envelope. */
async function onAnswer(
  { of, store, envelopes, log, unavailable }: Passages,
  answer: IncomingMessage,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const passage = of.get(req)
  if (isSick(answer)) passage?.permit.fail()
  if (!passage?.expects || !hasBody(answer, req)) {
    passage?.permit.succeed()
    takeHead(answer, req, res)
    store.send(answer, res)
    return
  }
  // The library would cut the visitor off when the answer is cut: here nothing of it has gone out yet.
  await undefined
  answer.removeAllListeners('close').removeAllListeners('error')
  const checked = await envelopes.check(answer, passage.expects === 'public envelope')
  if (checked.kind === 'half') passage.permit.fail()
  else passage.permit.succeed()
  // The visitor has gone meanwhile.
  if (res.destroyed) return void answer.destroy()
  if (checked.kind === 'half' || checked.kind === 'unfit') {
    const { base } = passage.address
    log?.warn(
      { service: base, path: pathOf(req), status: answer.statusCode, what: checked.kind },
      'a service answered what is no envelope',
    )
    unavailable(res, isUnsure(passage))
    return
  }
  takeHead(answer, req, res)
  if (checked.kind === 'whole') {
    res.end(checked.bytes)
    return
  }
  for (const part of checked.begun) res.write(part)
  answer.once('close', () => {
    if (!answer.complete) res.destroy()
  })
  store.send(answer, res)
}

/** A request failed: a read goes once more, everything else is answered that its service can't be reached. */
function onError(
  { of, log, unavailable }: Passages,
  error: Error,
  { req, res }: { readonly req: IncomingMessage; readonly res: ServerResponse | Socket },
  again: (req: IncomingMessage, res: ServerResponse) => void,
): void {
  const passage = of.get(req)
  if (!('writeHead' in res)) res.destroy()
  else if (res.destroyed || req.socket.destroyed) passage?.permit.release()
  else if (passage && !res.headersSent && passage.isRead && !passage.retried && !passage.timedOut) {
    passage.retried = true
    again(req, res)
  } else {
    if (passage?.timedOut) passage.permit.late()
    else passage?.permit.fail()
    log?.warn(
      {
        err: error,
        service: passage?.address.base,
        path: pathOf(req),
        route: callNotes(res).route,
        request: (req as { id?: unknown }).id,
        trace: traceId(req.headers.traceparent),
      },
      'a service could not be reached',
    )
    if (res.headersSent) res.destroy()
    else unavailable(res, passage !== undefined && isUnsure(passage))
  }
}

/** From the connection on, the service may have heard of the call. */
function noteReach({ socket }: ClientRequest, passage: Passage): void {
  const reach = (): void => {
    passage.reached = true
  }
  if (socket?.connecting) socket.once('connect', reach)
  else reach()
}

/** A request goes out: from now on it has so long. */
function watchPassage(
  proxyReq: ClientRequest,
  req: IncomingMessage,
  { passage, limits }: { passage: Passage | undefined; limits: CallLimits },
): void {
  if (!passage) return
  noteReach(proxyReq, passage)
  watchCall(proxyReq, req, {
    kind: passage.kind,
    whole: passage.body !== undefined,
    limits,
    onTimeout: () => {
      passage.timedOut = true
    },
  })
}

/** Creates the forwarder with keep-alive connections to all services. */
export function createForwarder({ limits, log, unavailable }: ForwarderOptions): Forwarder {
  const passages = new WeakMap<IncomingMessage, Passage>()
  const http = new HttpAgent({ keepAlive: true, maxSockets: 64 })
  const https = new HttpsAgent({ keepAlive: true, maxSockets: 64 })
  // A body that is streamed holds its connection as long as the client likes: only others of its kind wait for it.
  const httpStreams = new HttpAgent({ keepAlive: true, maxSockets: mostStreams })
  const httpsStreams = new HttpsAgent({ keepAlive: true, maxSockets: mostStreams })
  const parts = { store: createAnswerStore(), envelopes: createEnvelopeCheck(), log, unavailable }
  const known: Passages = { of: passages, ...parts }

  function route(
    req: IncomingMessage,
    _res: ServerResponse | undefined,
    options: Options,
  ): NonNullable<Options['target']> {
    const passage = passages.get(req)
    if (!passage) throw new Error('A request without a passage.')
    // The options are this call's own copy; the library asks the router first.
    const isSecure = passage.address.origin.startsWith('https:')
    // One of its own, for as long as it lives: calls never wait for sockets.
    if (passage.isUpgrade) options.agent = false
    else if (isStreamed(req, passage)) options.agent = isSecure ? httpsStreams : httpStreams
    else options.agent = isSecure ? https : http
    if (passage.body) options.buffer = Readable.from([passage.body])
    return targetOf(passage.address)
  }

  function handleError(error: Error, req: IncomingMessage, res: ServerResponse | Socket): void {
    onError(known, error, { req, res }, (again, answer) => void proxy(again, answer))
  }

  const proxy: RequestHandler = createProxyMiddleware({
    changeOrigin: true,
    selfHandleResponse: true,
    // The library's own plugins would answer and log in their way.
    ejectPlugins: true,
    // Without it a service that says nothing keeps the connection, even when the client has left.
    upgradeTimeout: limits.firstByteMs.read,
    router: route,
    plugins: [
      (server) => {
        server.on('proxyReq', (proxyReq, req) => watchPassage(proxyReq, req, { passage: passages.get(req), limits }))
        server.on('proxyRes', (answer, req, res) => {
          onAnswer(known, answer, req, res).catch((error: Error) => handleError(error, req, res))
        })
        server.on('error', (error, req, res) => {
          if (req && res) handleError(error, req as IncomingMessage, res as ServerResponse | Socket)
        })
        // The visitor left before the answer came.
        server.on('econnreset', (_error, req) => passages.get(req as IncomingMessage)?.permit.release())
      },
    ],
  })

  return {
    forward(req, res, passage) {
      passages.set(req, passage)
      return proxy(req, res)
    },
    upgrade(req, socket, head, passage) {
      passages.set(req, passage)
      proxy.upgrade(req, socket, head)
    },
    close() {
      for (const agent of [http, https, httpStreams, httpsStreams]) agent.destroy()
    },
  }
}
