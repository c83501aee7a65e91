import type { RequestListener } from 'node:http'
import compression from 'compression'
import { parseCookie } from 'cookie'
import express, { type ErrorRequestHandler, type Request, type Response } from 'express'
import { ApiError, Code, codeMessages, type Envelope } from '#shared/contract/codes.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import type { BackendContext, CallContext, Caller } from './backend-context.ts'
import { bindBatch } from './bind-batch.ts'
import type { Binding } from './binding.ts'
import { hasCallShape } from './body-shape.ts'
import { type CallLimits, callLimits, createCallCount, fromStatementLimits, withinTime } from './call-limits.ts'
import { figuresRoute } from './figures-route.ts'
import { holdsUnkeepableText } from './keepable-text.ts'
import { ingestRoutes } from './live/ingest-routes.ts'
import { notifyRoutes } from './pay/notify-route.ts'
import { findSession } from './session-lookup.ts'
import { checkStaff, createStaffActs, requireAct } from './staff/staff-call.ts'
import { storageRoutes } from './upload/storage-routes.ts'

/** The largest body of a call. */
export const jsonLimit = '100kb'
const compressFromBytes = 1024
const slowMs = 1000

/** One HTTP listener that answers all bindings; the only place that knows Express. */
export function bindContract(ctx: BackendContext, bindings: readonly Binding[], limits: CallLimits = callLimits): RequestListener {
  const app = express()
  const count = createCallCount(limits)
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').type('text').send('ok')
  })
  app.use(figuresRoute(ctx))
  // Before the body is read: files are streamed.
  app.use(storageRoutes(ctx))
  // Before the body is parsed: signatures are of its bytes.
  app.use(notifyRoutes(ctx))
  app.use(ingestRoutes(ctx))
  // No client of ours packs what it sends; unpacking would cost more than its bytes say.
  app.use(express.json({ limit: jsonLimit, inflate: false }))
  app.use((request: Request, _response, next) => {
    if (!hasCallShape(request.body)) throw new ApiError(Code.Fail, '提交的内容层次过深或列表过长', 400)
    next()
  })
  app.use((_request, response, next) => {
    response.once('close', count.enter())
    next()
  })
  // Before compression, which would hold its lines back.
  app.use(bindBatch(ctx, bindings, (binding, input, request) => answerRead(ctx, binding, input, request, limits)))
  app.use(compression({ threshold: compressFromBytes }))
  const byPath = new Map<string, Binding[]>()
  for (const binding of bindings) byPath.set(binding.endpoint.path, [...(byPath.get(binding.endpoint.path) ?? []), binding])
  app.use(async (request: Request, response: Response) => {
    const binding = chooseBinding(byPath, request)
    const began = performance.now()
    const cookies: string[] = []
    const run = (tx: BackendContext['tx']): Promise<unknown> => answer({ ...ctx, tx }, binding, request, (line) => cookies.push(line))
    const body = await withinTime(ctx, binding.endpoint, limits, run).finally(() => {
      // a refusal has them, too: the next try of a browser that came without its cookie is its own
      if (cookies.length > 0) response.set('Set-Cookie', cookies)
    })
    const duration = Math.round(performance.now() - began)
    if (duration > slowMs) ctx.log.warn({ route: binding.endpoint.route, duration }, 'slow answer')
    response.set('Cache-Control', binding.endpoint.access === 'public' ? 'no-store' : 'private, no-store')
    send(ctx, response, 200, Code.Success, codeMessages[Code.Success], body)
  })
  app.use(renderError(ctx))
  return app
}

/** GETs that write also take POST; every other method is refused with the allowed ones. */
function allowedMethods(endpoint: Endpoint): string[] {
  if (endpoint.method === 'POST') return ['POST']
  return endpoint.writes ? ['GET', 'POST'] : ['GET', 'HEAD']
}

function chooseBinding(byPath: ReadonlyMap<string, readonly Binding[]>, request: Request): Binding {
  const candidates = byPath.get(request.path)
  if (!candidates) throw new ApiError(Code.NotFound, '接口不存在', 404)
  const chosen = candidates.find(({ endpoint }) => allowedMethods(endpoint).includes(request.method))
  if (chosen) return chosen
  const allow = [...new Set(candidates.flatMap(({ endpoint }) => allowedMethods(endpoint)))].join(', ')
  throw new ApiError(Code.Fail, `请求方法不支持：${request.method}`, 405, { Allow: allow })
}

async function answer(ctx: BackendContext, { endpoint, handler }: Binding, request: Request, setCookie: (line: string) => void): Promise<unknown> {
  // a browser can't add this header to a form or a link of another site; the site's proxy sets it
  if (endpoint.writes && !request.headers.reqsource) throw new ApiError(Code.Fail, '缺少请求来源 reqSource', 403)
  const found = await findSession(ctx, request.headers, endpoint.access !== 'public', endpoint.access !== 'staff')
  if (endpoint.access !== 'public' && !found.session) throw new ApiError(found.code === Code.LoginTimeout ? endpoint.loginCode : found.code)
  const right = endpoint.access === 'staff' ? checkStaff(endpoint, found.session) : undefined
  const raw: unknown = request.method === 'POST' ? { ...request.query, ...(request.body as object | undefined) } : { ...request.query }
  const input = parseInput(endpoint, raw)
  const caller = { ...callerOf(request), sessionToken: found.session && found.token }
  const call: CallContext = { ...ctx, address: clientAddress(request), caller, route: endpoint.route, reply: { setCookie } }
  const { session } = found
  const acts = session && right && endpoint.writes ? createStaffActs(call, session, right) : undefined
  const run = async (more: Partial<CallContext>): Promise<unknown> => {
    const body = await handler({ ...call, ...more, ...(acts ? { acts } : {}) }, input, session)
    if (acts) requireAct(call, acts)
    return body
  }
  const body = endpoint.writes === 'one' ? await ctx.tx((trx) => run({ db: trx })) : await run({})
  return checkOutput(ctx, endpoint, body)
}

const fingerprintForm = /^[A-Za-z0-9-]{8,64}$/

function callerOf(request: Request): Caller {
  const cookies = parseCookie(request.headers.cookie ?? '')
  const { visitorId } = cookies
  return {
    channel: 'pcSite',
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 256),
    fingerprint: visitorId !== undefined && fingerprintForm.test(visitorId) ? visitorId : null,
    cookies,
  }
}

/** A public read that came in a batch: no session, no transaction. */
async function answerRead(ctx: BackendContext, { endpoint, handler }: Binding, raw: unknown, request: Request, limits: CallLimits): Promise<unknown> {
  const input = parseInput(endpoint, raw ?? {})
  const caller = { address: clientAddress(request), caller: callerOf(request), route: endpoint.route, reply: { setCookie: () => undefined } }
  const body = await withinTime(ctx, endpoint, limits, (tx) => handler({ ...ctx, tx, ...caller }, input, undefined))
  return checkOutput(ctx, endpoint, body)
}

function parseInput(endpoint: Endpoint, raw: unknown): unknown {
  const result = endpoint.input.safeParse(raw)
  if (result.success) {
    if (holdsUnkeepableText(result.data)) throw new ApiError(Code.Fail, '参数不正确', 400)
    return result.data
  }
  const field = result.error.issues[0]?.path.join('.')
  throw new ApiError(Code.Fail, field ? `参数 ${field} 不正确` : '参数不正确', 400)
}

/** Outside production a body that breaks the contract is a bug that shows at once. */
function checkOutput(ctx: BackendContext, endpoint: Endpoint, body: unknown): unknown {
  if (ctx.config.siteEnv !== 'development' && ctx.config.siteEnv !== 'test') return body
  const result = endpoint.output.safeParse(body)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new Error(`${endpoint.route} answers what its contract does not allow at ${issue?.path.join('.') || 'its root'}: ${issue?.message}`)
}

function clientAddress(request: Request): string {
  const forwarded = request.headers['x-forwarded-for']
  const last = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').pop()?.trim()
  return last || request.socket.remoteAddress || 'local'
}

function send(ctx: BackendContext, response: Response, status: number, code: number, msg: string, body: unknown): void {
  const envelope: Envelope = { code, msg, body: body ?? null, Time: ctx.clock.now() }
  response.status(status).type('json').send(JSON.stringify(envelope))
}

/** Expected errors say what they are; body-parser's become 400, 413 or 415; anything else is a bug: 500 with an id, logged. */
function renderError(ctx: BackendContext): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    if (response.headersSent) {
      response.destroy()
      return
    }
    response.set('Cache-Control', 'no-store')
    const known = error instanceof ApiError ? error : (fromStatementLimits(error) ?? fromBodyParser(error))
    if (known) {
      response.set(known.headers)
      send(ctx, response, known.status, known.code, known.message, null)
      return
    }
    const id = ctx.ids.uuid()
    ctx.log.error({ err: error, id, method: request.method, path: request.path }, 'a call failed')
    response.set('X-Error-Id', id)
    send(ctx, response, 500, Code.Fail, codeMessages[Code.Fail], null)
  }
}

function fromBodyParser(error: unknown): ApiError | undefined {
  const { status, type } = error as { status?: number; type?: string }
  if (type === 'entity.too.large') return new ApiError(Code.Fail, '提交的内容过大', 413)
  if (status === 415) return new ApiError(Code.Fail, '不支持这种内容编码', 415)
  if (typeof type === 'string' && status !== undefined && status < 500) return new ApiError(Code.Fail, '请求内容不是有效的 JSON', 400)
  return undefined
}
