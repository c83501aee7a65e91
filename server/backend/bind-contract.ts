import type { RequestListener } from 'node:http'
import compression from 'compression'
import { parseCookie } from 'cookie'
import express, { type ErrorRequestHandler, type Request, type Response } from 'express'
import { findSession } from '#server/backend/account/sign-in/session-lookup.ts'
import { checkStaff, createStaffActs, requireAct } from '#server/backend/audit/staff-call.ts'
import { Asker, workFor } from '#server/backend/base/asker.ts'
import { ingestRoutes } from '#server/backend/classroom/recording/ingest-routes.ts'
import { maySeeProof } from '#server/backend/community/process/proof.ts'
import type { BackendContext, CallContext, Caller } from '#server/backend/context/backend-context.ts'
import { mayMarkFile } from '#server/backend/exam/exam-file-store.ts'
import { figuresRoute } from '#server/backend/figures-route.ts'
import { type MaySeeFile, studyFileRoute } from '#server/backend/homework/study-file-route.ts'
import { inboxRoute } from '#server/backend/support/chat/inbox-route.ts'
import { maySeeConversationPicture } from '#server/backend/support/chat/picture-access.ts'
import { notifyRoutes } from '#server/backend/order/payment/notify-route.ts'
import { storageRoutes } from '#server/backend/upload/storage-routes.ts'
import { isTicketPicture } from '#server/backend/support/ticket/ticket-read-store.ts'
import { loadSecret } from '#server/config/site-secret.ts'
import { createUserMark } from '#server/http/user-mark.ts'
import { ApiError, Code, codeMessages, type Envelope } from '#shared/contract/codes.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { hasRight } from '#shared/contract/staff-rights.ts'
import { calendarRoute } from './calendar-route.ts'
import { bindBatch } from './http/bind-batch.ts'
import type { Binding } from './http/binding.ts'
import { hasCallShape } from './http/body-shape.ts'
import { type CallLimits, callLimits, createCallCount, fromStatementLimits, withinTime } from './http/call-limits.ts'
import { holdsUnkeepableText } from './http/keepable-text.ts'
import { createKeptWrites, type KeptWrites, writeKey } from './http/kept-writes.ts'
import { requestFields } from './http/request-fields.ts'

/** The largest body of a call. */
export const jsonLimit = '100kb'
const compressFromBytes = 1024
const slowMs = 1000
/** How long an answer to the staff waits for the pages that show what they changed. */
const purgePatienceMs = 1000
const notShownYet = '已保存，页面稍后更新'

/** Who sees a private file that is neither theirs nor of a homework: who marks the exam, decides in the forum, or answers learners. */
const mayElseSee: MaySeeFile = async (db, session, file) =>
  (await mayMarkFile(db, session, file)) ||
  (await maySeeProof(db, session, file)) ||
  (await maySeeConversationPicture(db, session, file)) ||
  isTicketPicture(db, file.url, { userId: session.userId, isStaff: hasRight(session, 'ticket.view') })

/** One HTTP listener that answers all bindings; the only place that knows Express. */
export function bindContract(
  ctx: BackendContext,
  bindings: readonly Binding[],
  limits: CallLimits = callLimits,
): RequestListener {
  const app = express()
  const count = createCallCount(limits)
  const writes = createKeptWrites(() => performance.now(), ctx.sharedWrites)
  const mark = createUserMark(() => loadSecret(ctx.config.secret, ctx.config.dataDir))
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.use((_request, response, next) => {
    const asker = new Asker()
    response.once('close', () => {
      if (!response.writableFinished) asker.leave()
    })
    workFor(asker, next)
  })
  app.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').type('text').send('ok')
  })
  app.use(figuresRoute(ctx))
  // Before the body is read: files are streamed.
  app.use(storageRoutes(ctx))
  app.use(studyFileRoute(ctx, mayElseSee))
  // Before the body is parsed: signatures are of its bytes.
  app.use(notifyRoutes(ctx))
  app.use(inboxRoute(ctx))
  app.use(ingestRoutes(ctx))
  app.use(calendarRoute(ctx))
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
  app.use(
    bindBatch(ctx, bindings, (binding, input, request) => answerRead(ctx, binding, { raw: input, request, limits })),
  )
  app.use(compression({ threshold: compressFromBytes }))
  const byPath = new Map<string, Binding[]>()
  for (const binding of bindings)
    byPath.set(binding.endpoint.path, [...(byPath.get(binding.endpoint.path) ?? []), binding])
  app.use(async (request: Request, response: Response) => {
    const binding = chooseBinding(byPath, request)
    const began = performance.now()
    const cookies: string[] = []
    const setUser = (userId: number): unknown => response.set('X-Call-User', mark(userId))
    const run = (tx: BackendContext['tx']): Promise<unknown> =>
      answer({ ...ctx, tx }, binding, request, { setCookie: (line) => void cookies.push(line), setUser, writes })
    const body = await withinTime(ctx, binding.endpoint, limits, run).finally(() => {
      // a refusal has them, too: the next try of a browser that came without its cookie is its own
      if (cookies.length > 0) response.set('Set-Cookie', cookies)
    })
    const duration = Math.round(performance.now() - began)
    if (duration > slowMs)
      ctx.log.warn({ route: binding.endpoint.route, duration, ...requestFields(request) }, 'slow answer')
    response.set('Cache-Control', binding.endpoint.access === 'public' ? 'no-store' : 'private, no-store')
    send(ctx, response, {
      status: 200,
      code: Code.Success,
      msg: (await isShown(ctx, binding.endpoint, performance.now() - began, limits))
        ? codeMessages[Code.Success]
        : notShownYet,
      body,
    })
  })
  app.use(renderError(ctx))
  return app
}

/**
 * Whoever of the staff has hidden or changed something, and looks at its page next, finds it so: the answer waits for the web
 * processes, never longer than the call's own time. False when they haven't said in time that they know.
 */
async function isShown(
  ctx: BackendContext,
  { access, writes }: Endpoint,
  tookMs: number,
  { callMs }: CallLimits,
): Promise<boolean> {
  if (access !== 'staff' || !writes) return true
  return ctx.purged(Math.min(purgePatienceMs, Math.max(0, callMs - tookMs)))
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

/** What goes out beside the envelope (the user's mark for the proxy alone), and what was written lately. */
interface AnswerNotes {
  setCookie(line: string): void
  setUser(userId: number): void
  readonly writes: KeptWrites
}

async function answer(
  ctx: BackendContext,
  { endpoint, handler }: Binding,
  request: Request,
  { setCookie, setUser, writes }: AnswerNotes,
): Promise<unknown> {
  // a browser can't add this header to a form or a link of another site; the site's proxy sets it
  if (endpoint.writes && !request.headers.reqsource) throw new ApiError(Code.Fail, '缺少请求来源 reqSource', 403)
  if (endpoint.sameForAll)
    return checkOutput(
      ctx,
      endpoint,
      await handler(
        { ...ctx, ...nobody, route: endpoint.route },
        parseInput(endpoint, { ...request.query }),
        undefined,
      ),
    )
  const found = await findSession(ctx, request.headers, endpoint.access !== 'public', endpoint.access !== 'staff')
  if (found.session) setUser(found.session.userId)
  if (endpoint.access !== 'public' && !found.session)
    throw new ApiError(found.code === Code.LoginTimeout ? endpoint.loginCode : found.code)
  const right = endpoint.access === 'staff' ? checkStaff(endpoint, found.session) : undefined
  const raw: unknown =
    request.method === 'POST' ? { ...request.query, ...(request.body as object | undefined) } : { ...request.query }
  const input = parseInput(endpoint, raw)
  const caller = { ...callerOf(request), sessionToken: found.session && found.token }
  const call: CallContext = {
    ...ctx,
    address: clientAddress(request),
    caller,
    route: endpoint.route,
    reply: { setCookie },
  }
  const { session } = found
  const acts = session && right && endpoint.writes ? createStaffActs(call, session, right) : undefined
  const run = async (more: Partial<CallContext>): Promise<unknown> => {
    const body = await handler({ ...call, ...more, ...(acts ? { acts } : {}) }, input, session)
    if (acts) requireAct(call, acts)
    return body
  }
  if (endpoint.writes === false) return checkOutput(ctx, endpoint, await run({}))
  const key = writeKey(endpoint, request.headers, { userId: session?.userId, input })
  const body = await writes.once(key, call.reply, (reply) =>
    endpoint.writes === 'one' ? ctx.tx((trx) => run({ db: trx, reply })) : run({ reply }),
  )
  return checkOutput(ctx, endpoint, body)
}

/** Who asks for what is the same for everybody: what isn't known can't reach an answer that others get, too. */
const nobody: Pick<CallContext, 'address' | 'caller' | 'reply'> = {
  address: '',
  caller: { channel: 'pcSite', userAgent: '', fingerprint: null, cookies: {} },
  reply: { setCookie: () => undefined },
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
async function answerRead(
  ctx: BackendContext,
  { endpoint, handler }: Binding,
  { raw, request, limits }: { raw: unknown; request: Request; limits: CallLimits },
): Promise<unknown> {
  const input = parseInput(endpoint, raw ?? {})
  const who = endpoint.sameForAll
    ? nobody
    : { address: clientAddress(request), caller: callerOf(request), reply: nobody.reply }
  const caller = { ...who, route: endpoint.route }
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

/** A body that breaks the contract is a bug that shows at once, but in production. */
function checkOutput(ctx: BackendContext, endpoint: Endpoint, body: unknown): unknown {
  if (!ctx.config.checkAnswers) return body
  const result = endpoint.output.safeParse(body)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new Error(
    `${endpoint.route} answers what its contract does not allow at ${issue?.path.join('.') || 'its root'}: ${issue?.message}`,
  )
}

function clientAddress(request: Request): string {
  const forwarded = request.headers['x-forwarded-for']
  const last = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').pop()?.trim()
  return last || request.socket.remoteAddress || 'local'
}

function send(
  ctx: BackendContext,
  response: Response,
  { status, code, msg, body }: { status: number; code: number; msg: string; body: unknown },
): void {
  const envelope: Envelope = { code, msg, body: body ?? null, Time: ctx.clock.now() }
  // For the site's proxy, which logs and counts calls by it.
  response.set('X-Call-Code', String(code))
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
      send(ctx, response, { status: known.status, code: known.code, msg: known.message, body: null })
      return
    }
    const id = ctx.ids.uuid()
    ctx.log.error(
      { err: error, id, method: request.method, path: request.path, ...requestFields(request) },
      'a call failed',
    )
    response.set('X-Error-Id', id)
    send(ctx, response, { status: 500, code: Code.Fail, msg: codeMessages[Code.Fail], body: null })
  }
}

function fromBodyParser(error: unknown): ApiError | undefined {
  const { status, type } = error as { status?: number; type?: string }
  if (type === 'entity.too.large') return new ApiError(Code.Fail, '提交的内容过大', 413)
  if (status === 415) return new ApiError(Code.Fail, '不支持这种内容编码', 415)
  if (typeof type === 'string' && status !== undefined && status < 500)
    return new ApiError(Code.Fail, '请求内容不是有效的 JSON', 400)
  return undefined
}
