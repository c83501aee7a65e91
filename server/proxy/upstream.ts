import { Agent } from 'undici'
import { traceId } from '#server/http/trace.ts'
import type { PurgeOrder } from '#server/process/purge-messages.ts'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError, Code, type Envelope, networkError } from '#shared/contract/codes.ts'
import type { Endpoint, Service } from '#shared/contract/endpoint.ts'
import { createBatchedReads } from './batched-reads.ts'
import { admitted, type BreakerState, type Breakers, createBreakers, type Permit } from './breaker.ts'
import type { EndedCall } from './call-notes.ts'
import { createKeptAnswers, type KeepRule } from './kept-answers.ts'
import { type CallEnd, requestService } from './service-request.ts'
import { createServiceTable, readAddress, type ServiceAddress, type ServiceTable } from './service-table.ts'
import { createSharedReads } from './shared-reads.ts'

/** What one page's calls have in common; of the visitor's request only what the services may see. */
export interface CallContext {
  /** For each call, 3 s when not given. */
  readonly deadlineMs?: number
  /** The session cookie alone, as 'name=value'. */
  readonly cookie?: string
  readonly robotId?: string
  readonly authorization?: string
  /** The visitor's own, for sessions and limits; a call that is shared with others carries neither. */
  readonly address?: string
  readonly userAgent?: string
  /** Takes the Set-Cookie lines of an answer, also of one that fails. */
  readonly onCookies?: (lines: readonly string[]) => void
  readonly traceparent?: string
  /** The request's own, for the services' logs. */
  readonly requestId?: string
  /** Ends the calls when the visitor has gone. */
  readonly signal?: AbortSignal
  /** The page may show answers that are the same for everybody and were asked a moment ago; without it they are asked anew. */
  readonly keep?: KeepRule
}

/** The server's own way to the services. */
export interface Upstream {
  api(context?: CallContext): Api
  breakerState(): Readonly<Record<string, BreakerState>>
  /** The main site has asked for a login lately where none is needed: what it says of sessions isn't to be believed. */
  asksEverybodyToLogin(): boolean
  /** Pages made from now on show nothing of what was asked before and this purge is about. */
  purgeReads(order: PurgeOrder): void
  /** Calls made since the start, by route; tests compare them. */
  readonly calls: ReadonlyMap<string, number>
  close(): Promise<void>
}

export interface UpstreamConfig {
  readonly services: Readonly<Record<Service, string>>
  /** The embedded backend's socket, which takes many reads in one request. */
  readonly backendSocket?: string | undefined
}

export interface UpstreamDeps {
  readonly breakers?: Breakers
  /** Milliseconds of a clock that nobody sets (`performance.now`). */
  readonly elapsed?: () => number
  /** Told of every call when it has ended. */
  readonly onCall?: ((call: EndedCall) => void) | undefined
  readonly log?: { warn(values: object, message: string): void } | undefined
}

const defaultDeadlineMs = 3000
const disbeliefMs = 60_000
const longestAnswer = 8 * 1024 * 1024
const resetCodes: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])
const sickStatus: ReadonlySet<number> = new Set([502, 503, 504])
const unknownCall: ReadonlySet<number> = new Set([404, 405])

class SickService extends Error {}

function toQuery(input: Input): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null) query.append(name, String(item))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

function toHeaders(context: CallContext, hasBody: boolean): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', reqSource: 'pcSite' }
  if (context.cookie) headers.cookie = context.cookie
  if (context.robotId) headers.robotId = context.robotId
  if (context.authorization) headers.authorization = context.authorization
  if (context.address) headers['x-forwarded-for'] = context.address
  if (context.userAgent) headers['user-agent'] = context.userAgent
  if (context.traceparent) headers.traceparent = context.traceparent
  if (context.requestId) headers['x-request-id'] = context.requestId
  if (hasBody) headers['content-type'] = 'application/json'
  return headers
}

/** A service that doesn't know a call says so in its own way: 404 or 405 stay what they are. */
function noEnvelope(status: number): ApiError {
  return unknownCall.has(status) ? new ApiError(Code.Fail, undefined, status) : networkError()
}

function openEnvelope(status: number, answer: unknown): unknown {
  const envelope = answer as Partial<Envelope> | null
  if (status >= 500 || typeof envelope?.code !== 'number') throw noEnvelope(status)
  if (envelope.code !== Code.Success) throw new ApiError(envelope.code, envelope.msg, status)
  return envelope.body
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readEnvelope(status: number, text: string): unknown {
  const answer = parseAnswer(text)
  // refused in words, because a queue is full: who says so lives
  const isRefused = status === 503 && (answer as Partial<Envelope> | undefined | null)?.code === Code.Toast
  if (sickStatus.has(status) && !isRefused) throw new SickService(`status ${status}`)
  if (answer === undefined) throw noEnvelope(status)
  return openEnvelope(status, answer)
}

class Ended extends Error {}

interface Deadline extends CallEnd {
  readonly ended: boolean
  leftByCaller(): boolean
  clear(): void
}

/** Ends the running request at the deadline or when the visitor leaves; a timer and at most one listener. */
function createDeadline(ms: number, signal: AbortSignal | undefined): Deadline {
  let abort: ((reason: Error) => void) | undefined
  let ended = false
  let isOver = false
  let left = false
  function end(): void {
    if (isOver) return
    ended = true
    abort?.(new Ended())
  }
  function leave(): void {
    left = true
    end()
  }
  // Not AbortSignal.timeout: it would hold on to the whole render until it fires.
  // Behind what the sockets hold: after a long turn of our own, answers that have come must be seen first.
  const timer = setTimeout(() => setImmediate(end), ms)
  if (signal?.aborted) leave()
  signal?.addEventListener('abort', leave)
  return {
    get ended() {
      return ended
    },
    onEnd(given) {
      abort = given
      if (ended) given(new Ended())
    },
    leftByCaller: () => left,
    clear() {
      isOver = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    },
  }
}

type Input = Readonly<Record<string, unknown>>

/** Sends one call to its service and reads the envelope. */
type Send = (endpoint: Endpoint, input: Input, context: CallContext, end: Deadline) => Promise<unknown>

function createAgents(): { of(address: ServiceAddress): Agent; close(): Promise<void> } {
  const agents = new Map<string, Agent>()
  return {
    of({ base, socketPath }) {
      const connect = { timeout: 1000, ...(socketPath === undefined ? {} : { socketPath }) }
      const limits = { headersTimeout: 10_000, bodyTimeout: 10_000, maxResponseSize: longestAnswer }
      const agent = agents.get(base) ?? new Agent({ connections: 32, keepAliveTimeout: 30_000, ...limits, connect })
      agents.set(base, agent)
      return agent
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

/** A read is sent once more when its connection was reset. */
async function sendTwice(
  send: Send,
  endpoint: Endpoint,
  { input, context, end }: { input: Input; context: CallContext; end: Deadline },
): Promise<unknown> {
  try {
    return await send(endpoint, input, context, end)
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (endpoint.writes !== false || end.ended || !resetCodes.has(code)) throw error
    return send(endpoint, input, context, end)
  }
}

async function guard(
  permit: Permit,
  send: Send,
  { endpoint, input, context }: { endpoint: Endpoint; input: Input; context: CallContext },
): Promise<unknown> {
  const deadline = createDeadline(context.deadlineMs ?? defaultDeadlineMs, context.signal)
  try {
    const body = await sendTwice(send, endpoint, { input, context, end: deadline })
    permit.succeed()
    return body
  } catch (error) {
    // An envelope of any code is an answer: the service lives.
    if (error instanceof ApiError) permit.succeed()
    else if (deadline.leftByCaller()) permit.release()
    else if (deadline.ended) permit.late()
    else permit.fail()
    throw error instanceof ApiError ? error : Object.assign(networkError(), { cause: error })
  } finally {
    deadline.clear()
  }
}

/** Tells how a call ended; of one that found no service or a broken one a line, by which the page's own line is found. */
async function observed(
  { elapsed, deps }: { readonly elapsed: () => number; readonly deps: UpstreamDeps },
  endpoint: Endpoint,
  { traceparent, requestId, signal }: CallContext,
  answer: Promise<unknown>,
): Promise<unknown> {
  const began = elapsed()
  const ended = (code: number): void =>
    deps.onCall?.({ from: 'page', route: endpoint.route, code, ms: elapsed() - began })
  try {
    const body = await answer
    ended(Code.Success)
    return body
  } catch (error) {
    const { code, status } = error as ApiError
    ended(code)
    if (code === Code.Fail && !signal?.aborted) {
      const { cause } = error as Error
      deps.log?.warn(
        {
          route: endpoint.route,
          code,
          status,
          request: requestId,
          trace: traceId(traceparent),
          ...(cause ? { err: cause } : {}),
        },
        'a call for a page failed',
      )
    }
    throw error
  }
}

/** Sends a call to its service, and counts it. */
function createSend(table: ServiceTable, agents: ReturnType<typeof createAgents>, calls: Map<string, number>): Send {
  return async (endpoint, input, context, end) => {
    const address = table.addressOf(endpoint.service)
    const isGet = endpoint.method === 'GET'
    calls.set(endpoint.route, (calls.get(endpoint.route) ?? 0) + 1)
    const options = {
      origin: address.origin,
      path: `${address.prefix}${endpoint.path}${isGet ? toQuery(input) : ''}`,
      method: endpoint.method,
      headers: toHeaders(context, !isGet),
      body: isGet ? undefined : JSON.stringify(input),
    }
    const { status, text, cookies } = await requestService(agents.of(address), options, end)
    if (cookies.length > 0) context.onCookies?.(cookies)
    return readEnvelope(status, text)
  }
}

interface ApiParts {
  readonly table: ServiceTable
  call(endpoint: Endpoint, input: Input, context: CallContext): Promise<unknown>
  readShared(endpoint: Endpoint, input: Input, context: CallContext): Promise<unknown>
  noteRefusal(endpoint: Endpoint, error: unknown): void
}

/** The calls of one page, with what its visitor brings. */
function createApi({ table, call, readShared, noteRefusal }: ApiParts, context: CallContext = {}): Api {
  const isAnonymous = !context.cookie && !context.authorization && !context.robotId
  return {
    async call(route, input) {
      const [method = '', path = ''] = route.split(' ')
      const endpoint = table.endpointOf(method, path)
      if (!endpoint) throw networkError()
      const isShared = endpoint.sameForAll || (isAnonymous && endpoint.access === 'public' && endpoint.writes === false)
      try {
        if (!isShared) return (await call(endpoint, input as Input, context)) as never
        return (await readShared(
          endpoint,
          input as Input,
          endpoint.sameForAll ? context : { ...context, keep: undefined },
        )) as never
      } catch (error) {
        noteRefusal(endpoint, error)
        throw error
      }
    },
  }
}

/** Creates the transport of `Api` for rendering: keep-alive connections, deadlines, one retry of reads, a breaker. */
export function createUpstream(config: UpstreamConfig, deps: UpstreamDeps = {}): Upstream {
  const table = createServiceTable(config.services)
  const elapsed = deps.elapsed ?? (() => performance.now())
  const breakers = deps.breakers ?? createBreakers(elapsed)
  let askedToLogin = Number.NEGATIVE_INFINITY
  const agents = createAgents()
  const calls = new Map<string, number>()

  const reads = createSharedReads(networkError)
  const kept = createKeptAnswers(elapsed)

  const send = createSend(table, agents, calls)

  async function call(endpoint: Endpoint, input: Input, context: CallContext): Promise<unknown> {
    const entered = admitted(
      breakers.of(table.addressOf(endpoint.service).base).enter(),
      context.deadlineMs ?? defaultDeadlineMs,
    )
    const permit = entered instanceof Promise ? await entered : entered
    if (!permit) throw networkError()
    return observed({ elapsed, deps }, endpoint, context, guard(permit, send, { endpoint, input, context }))
  }

  const embedded = config.backendSocket === undefined ? undefined : readAddress(`unix:${config.backendSocket}`)
  const batches =
    embedded &&
    createBatchedReads({ agent: agents.of(embedded), enter: () => breakers.of(embedded.base).enter(), openEnvelope })

  /** A read for everybody who asks: to the embedded backend together with the page's others. */
  function ask(
    endpoint: Endpoint,
    input: Input,
    { deadlineMs, traceparent, requestId }: CallContext,
    signal: AbortSignal,
  ): Promise<unknown> {
    const context = { deadlineMs, traceparent, requestId, signal }
    if (!batches || table.addressOf(endpoint.service).base !== embedded?.base) return call(endpoint, input, context)
    calls.set(endpoint.route, (calls.get(endpoint.route) ?? 0) + 1)
    return observed(
      { elapsed, deps },
      endpoint,
      context,
      batches.read({ route: endpoint.route, input, traceparent, requestId }, deadlineMs ?? defaultDeadlineMs, signal),
    )
  }

  /** Asked once for all who ask at the same moment; nothing of the visitor goes with it. */
  function readShared(endpoint: Endpoint, input: Input, context: CallContext): Promise<unknown> {
    const { deadlineMs, signal, keep } = context
    const question = `${endpoint.route} ${JSON.stringify(input)}`
    const known = keep && kept.get(question, keep)
    if (known) return Promise.resolve(known.body)
    return reads.read(`${deadlineMs ?? 0} ${question}`, signal, async (ended) => {
      const asked = kept.now()
      const body = await ask(endpoint, input, context, ended)
      if (keep) kept.put(question, body, asked)
      return body
    })
  }

  function noteRefusal({ access, writes, service }: Endpoint, error: unknown): void {
    if (access !== 'public' || writes !== false || !(error instanceof ApiError) || error.code !== Code.LoginTimeout)
      return
    if (table.addressOf(service).base === table.addressOf('site').base) askedToLogin = elapsed()
  }

  function purgeReads(order: PurgeOrder): void {
    reads.forget()
    kept.purge(order)
  }

  return {
    api: (context) => createApi({ table, call, readShared, noteRefusal }, context),
    calls,
    asksEverybodyToLogin: () => elapsed() - askedToLogin < disbeliefMs,
    purgeReads,
    breakerState: breakers.states,
    close: agents.close,
  }
}
