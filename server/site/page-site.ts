import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isbot } from 'isbot'
import type { SiteEnv } from '#client/features/common/app-context.ts'
import type { Page } from '#client/pages/define-page.ts'
import { createPageMatcher } from '#client/pages/match-page.ts'
import { methodRefused } from '#client/pages/page-outcome.ts'
import type { Fill, Filled, Leader, ResolvePage } from '#server/edge/edge.ts'
import { createFillQueue } from '#server/edge/fill-queue.ts'
import type { RequestNotes } from '#server/http/request-log.ts'
import type { SecurityHeaders } from '#server/http/security-headers.ts'
import { clearedCookieLines } from '#server/http/session-cookies.ts'
import { newTraceparent, traceparentOf } from '#server/http/trace.ts'
import type { CallContext, Upstream } from '#server/proxy/upstream.ts'
import { hasInlineScript, type RenderInput, renderComplete } from '#server/render/complete.tsx'
import { sendFrame } from '#server/render/frame.tsx'
import type { Manifest } from '#server/render/manifest.ts'
import { createPageParts } from '#server/render/page-parts.tsx'
import { bytesOf, type Pieces } from '#server/render/pieces.ts'
import { type StreamEncoding, streamEncoding } from '#server/render/sink.ts'
import { type LateResult, streamPage } from '#server/render/stream.tsx'
import type { Api } from '#shared/contract/calls.ts'
import { Code } from '#shared/contract/codes.ts'
import type { VisitSession } from '#shared/rules/page-guards.ts'
import { withoutEndSlashes } from '#shared/rules/trim-end.ts'
import type { CommonStore } from './common-store.ts'
import { compressPage } from './compress-page.ts'
import { allLate, isReady } from './late-data.ts'
import { type LatePage, prepareFrame } from './learner-frame.ts'
import { type PageBudgets, usualBudgets } from './page-budgets.ts'
import { createPagePlanner, keepRule } from './page-plan.ts'
import { createPersonalPages, type FramedPage, leastCriticalMs } from './personal-page.ts'
import {
  holdLate,
  type Prepared,
  type PreparedPage,
  type PrepareOptions,
  prepareError,
  preparePage,
  prepareUnavailable,
  toPageState,
  unavailableText,
} from './prepare-page.ts'
import { type Credentials, readCredentials, type StartedSession } from './session.ts'
import { redirect, settleToken } from './token-visit.ts'

export interface PageSiteOptions {
  pages: readonly Page[]
  upstream: Upstream
  common: CommonStore
  manifest: () => Manifest
  origin: string
  brandName: string
  envLabel: string
  /** `meta` elements of the home page, for search engines. */
  verification?: readonly { readonly name: string; readonly content: string }[]
  ttlFactor: number
  /** How many proxies stand before us. */
  trustProxy: number
  budgets?: PageBudgets
  securityHeaders: SecurityHeaders
  onError: (error: unknown, where: string) => void
  /** Milliseconds of a render. */
  onRender?: (route: string, kind: 'complete' | 'streamed', ms: number) => void
}

export interface PageSite {
  resolve: ResolvePage
  fill: Fill
  handle: (req: IncomingMessage, res: ServerResponse) => Promise<void>
  /** Answers an error page of the site, for requests that never reach a page. */
  sendError: (req: IncomingMessage, res: ServerResponse, status: number, message: string) => Promise<void>
}

/**
 * How long late data are waited for before the page is streamed: a page in one piece is cheaper and needs no nonce. When
 * several pages are being made at once they wait for each other anyway; then many pages matter more than a first byte.
 */
const graceMs = 20
const busyGraceMs = 200
const busyPages = 4

/**
 * Personal pages whose data are asked for at once; the others wait in the order in which they came. More would only make each late: a
 * class that comes in within a second would lose its budgets together. Data that take longer than `yieldMs` are waited for beside others.
 */
const personalQueue = { atOnce: 8, yieldMs: 250, most: 32 } as const
/** Who would wait longer for their turn is told to come again. */
const mostWaitMs = 30_000

/** A flat list (name, value, …) as an object. */
function toObject(flat: readonly string[]): Record<string, string> {
  return Object.fromEntries(flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : [])))
}

/** For the request log: which page it was, and whose. */
function note(res: ServerResponse & { locals?: RequestNotes }, notes: RequestNotes): void {
  res.locals = { ...res.locals, ...notes }
}

/** By what the lines of other processes about this request are found. */
function originOf(req: IncomingMessage & { id?: unknown }): { traceparent: string; requestId?: string } {
  return { traceparent: traceparentOf(req), ...(typeof req.id === 'string' ? { requestId: req.id } : {}) }
}

const longestReportedPath = 512

/** Whether a search engine or another program asks, by its own name. */
export function isBot(req: IncomingMessage): boolean {
  return isbot(req.headers['user-agent'] ?? '')
}

/** Pages of the site: how they are kept, filled for the edge, and answered to everybody else. */
export function createPageSite(options: PageSiteOptions): PageSite {
  const matchPage = createPageMatcher(options.pages)
  const budgets = { ...usualBudgets, ...options.budgets }
  const { cacheableMs, deferredMs, learnerMs } = budgets
  const css = Object.fromEntries(
    Object.entries(options.manifest().pages).flatMap(([id, files]) => (files.css.length > 0 ? [[id, files.css]] : [])),
  )
  const partsOf = createPageParts()
  const env: SiteEnv = { origin: options.origin, brandName: options.brandName, envLabel: options.envLabel, css }

  async function prepare(
    url: URL,
    started: StartedSession | undefined,
    api: ReturnType<Upstream['api']>,
    criticalMs: number,
    onAsked?: PrepareOptions['onAsked'],
  ): Promise<Prepared & { commonDegraded?: boolean }> {
    pagesInMaking += 1
    let late: readonly LateResult[] = []
    try {
      const common = await options.common.get()
      // Its time has gone to what stands on every page: whatever hangs there hangs here, too.
      const leftMs = common.isLate ? leastCriticalMs : criticalMs
      const prepared = await preparePage(
        { url, match: matchPage(url.pathname), session: started?.session },
        { api, common: common.data, env, criticalMs: leftMs, user: started?.user, onAsked },
      )
      if (prepared.kind === 'page') late = prepared.late
      return common.degraded ? { ...prepared, commonDegraded: true } : prepared
    } finally {
      // also of a page that throws: else each would make the others wait longer for good
      void Promise.all(late.map(({ done }) => done)).then(() => {
        pagesInMaking -= 1
      })
    }
  }

  function renderInput(page: PreparedPage, session: VisitSession | undefined): RenderInput {
    const document = {
      head: page.head,
      env,
      pageId: page.view.id,
      manifest: options.manifest(),
      verification: page.view.id === 'home' ? options.verification : undefined,
    }
    return {
      view: page.view,
      queryClient: page.queryClient,
      app: page.app,
      parts: partsOf(page),
      state: toPageState(page, session),
      document,
    }
  }

  function complete(page: PreparedPage, session: VisitSession | undefined): Pieces {
    const began = performance.now()
    const html = renderComplete(renderInput(page, session))
    options.onRender?.(page.view.id, 'complete', performance.now() - began)
    return html
  }

  function headersOf(page: PreparedPage): Record<string, string> {
    const headers: Record<string, string> = { 'content-type': 'text/html; charset=utf-8' }
    if (page.view.status === 405) headers.allow = 'GET, HEAD'
    if (page.retryAfter) headers['retry-after'] = String(page.retryAfter)
    return headers
  }

  function beginStream(page: PreparedPage, res: ServerResponse, nonce: string, encoding: StreamEncoding): void {
    const personal = { 'cache-control': 'private, no-store', 'x-accel-buffering': 'no', vary: 'Accept-Encoding' }
    const sent: Record<string, string> = {
      ...headersOf(page),
      ...toObject(options.securityHeaders.streamedHeaders(nonce)),
      ...personal,
    }
    if (res.getHeader('Referrer-Policy') === 'no-referrer') sent['Referrer-Policy'] = 'no-referrer'
    if (encoding !== 'identity') sent['content-encoding'] = encoding
    res.writeHead(page.view.status, sent)
  }

  /** The page's frame now, its data behind it as they come: no service holds up the first byte. */
  async function streamFrame(
    visit: Omit<LatePage, 'started'> & { readonly api: Api },
    { started, answers, rest }: FramedPage,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> {
    const nonce = randomBytes(16).toString('base64')
    const encoding = streamEncoding(req.headers['accept-encoding'])
    const common = options.common.held()
    const { page, state } = prepareFrame(
      { ...visit, started },
      { api: visit.api, common, env, criticalMs: 0, user: started?.user },
    )
    const input = { ...renderInput(page, started?.session), state }
    beginStream(page, res, nonce, encoding)
    const frame = sendFrame(input, nonce, res, encoding)
    const announced = new Set(state.late)
    answers.follow((item) => {
      if (announced.has(item[0])) frame.push(item)
    })
    // The frame is out: what the page threw is logged, and the browser tries by itself.
    await rest.catch((error: unknown) => options.onError(error, page.view.id))
    frame.end()
  }

  async function stream(
    page: PreparedPage,
    session: VisitSession | undefined,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> {
    const began = performance.now()
    const nonce = randomBytes(16).toString('base64')
    const encoding = streamEncoding(req.headers['accept-encoding'])
    void holdLate(page)
    const input = {
      ...renderInput(page, session),
      nonce,
      late: page.late,
      deadlineMs: deferredMs,
      onError: (error: unknown) => options.onError(error, page.view.id),
    }
    const result = await streamPage(input, res, encoding, () => beginStream(page, res, nonce, encoding))
    options.onRender?.(page.view.id, 'streamed', performance.now() - began)
    if (result === 'shellFailed') throw new Error(`The shell of ${page.view.id} could not be rendered.`)
  }

  function send(req: IncomingMessage, res: ServerResponse, page: PreparedPage, html: Pieces): void {
    const encoding = streamEncoding(req.headers['accept-encoding'])
    const body = compressPage(html, encoding)
    // The security headers are there already: Express has set them.
    const headers: Record<string, string | number> = {
      ...headersOf(page),
      'cache-control': 'private, no-store',
      vary: 'Accept-Encoding',
      'content-length': body.length,
    }
    if (encoding !== 'identity') headers['content-encoding'] = encoding
    res.writeHead(page.view.status, headers)
    res.end(req.method === 'HEAD' ? undefined : body)
  }

  let pagesInMaking = 0
  const grace = (): number => (pagesInMaking > busyPages ? busyGraceMs : graceMs)

  const fill: Fill = async (plan, leader: Leader | undefined, signal): Promise<Filled> => {
    const url = new URL(plan.target, options.origin)
    const prepared = await prepare(
      url,
      undefined,
      options.upstream.api({ deadlineMs: deferredMs, signal, traceparent: newTraceparent() }),
      cacheableMs,
    )
    if (prepared.kind === 'redirect')
      return { status: prepared.status, html: '', headers: [['Location', prepared.to]], tags: [], storable: false }
    const streams = leader && leader.req.method === 'GET' && !isBot(leader.req) && !(await isReady(prepared, grace()))
    const streamed = streams ? stream(prepared, undefined, leader.req, leader.res) : undefined
    streamed?.catch((error: unknown) => options.onError(error, prepared.view.id))
    const whole = await allLate(prepared)
    const html = complete(prepared, undefined)
    const storable = whole && !prepared.degraded && !prepared.commonDegraded && !hasInlineScript(html)
    const headers = Object.entries(headersOf(prepared))
    const made = {
      status: prepared.view.status,
      html: bytesOf(html),
      headers,
      tags: ['common'],
      storable,
      leaderAnswered: streamed !== undefined,
    }
    return prepared.refused ? { ...made, forCrawlers: comeAgain(prepared, url) } : made
  }

  /** For crawlers, where a service asks for a login that they can't do: what they know of the page stays as it is. */
  function comeAgain({ app }: PreparedPage, url: URL): Pick<Filled, 'status' | 'html' | 'headers'> {
    const page = prepareUnavailable(url, { api: app.api, common: app.common, env, criticalMs: 0 })
    return { status: 503, html: bytesOf(complete(page, undefined)), headers: Object.entries(headersOf(page)) }
  }

  const queue = createFillQueue(personalQueue)

  const personalPages = createPersonalPages({
    upstream: options.upstream,
    budgets,
    prepare: ({ url, api }, started, { criticalMs, answers }) => prepare(url, started, api, criticalMs, answers.note),
  })

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', options.origin)
    const credentials = readCredentials(req, options)
    if (url.searchParams.has('token')) {
      const tokenApi = (by: CallContext): Api => options.upstream.api({ ...by, ...originOf(req) })
      if (await settleToken(req, res, credentials, tokenApi)) return
    }
    if (url.pathname.length > 1 && url.pathname.endsWith('/'))
      return redirect(res, 301, withoutEndSlashes(url.pathname) + url.search)
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('allow', 'GET, HEAD')
      return sendError(req, res, 405, methodRefused)
    }
    const left = new AbortController()
    // An answer that is out needs no ending: making the abort's error is costly.
    res.once('close', () => {
      if (!res.writableFinished) left.abort()
    })
    if (queue.expectedMs() > mostWaitMs) return sendError(req, res, 503, unavailableText)
    const match = matchPage(url.pathname)
    const context = { signal: left.signal, ...credentials, ...originOf(req) }
    const api = options.upstream.api({ ...context, deadlineMs: deferredMs, ...keepRule(match, options.ttlFactor) })
    const place = await queue.enter()
    const began = performance.now()
    const isBrowser = req.method === 'GET' && !isBot(req)
    const mayFrame = isBrowser && match !== undefined
    const opened = await personalPages.open({ url, match, api, context, mayFrame }, place.leave)
    const { started } = opened
    const cleared = [...(started?.isCookieDead ? clearedCookieLines(options) : []), ...credentials.strayCookies]
    if (cleared.length > 0) res.setHeader('Set-Cookie', cleared)
    if (match?.page.hasSecretAddress) res.setHeader('Referrer-Policy', 'no-referrer')
    const user = started?.user
    note(res, { route: match?.page.id ?? 'not-found', ...(user === undefined ? {} : { userId: user.id }) })
    if (opened.kind === 'frame' && match) return streamFrame({ url, match, api }, opened, req, res)
    if (opened.kind === 'frame') return
    const { prepared } = opened
    const { session } = opened.started
    if (session.endCode === Code.LoggedInElsewhere) reportEnd(api, req, credentials)
    if (prepared.kind === 'redirect') {
      if (prepared.endCode === Code.LoggedInElsewhere) reportEnd(api, req, credentials)
      return redirect(res, prepared.status, prepared.to)
    }
    // Within the time of the first byte, too.
    const graceLeft = mayFrame ? Math.max(0, Math.min(grace(), learnerMs - (performance.now() - began))) : grace()
    if (isBrowser && !(await isReady(prepared, graceLeft))) return stream(prepared, session, req, res)
    await allLate(prepared)
    const sent =
      prepared.refused && isBot(req)
        ? prepareUnavailable(url, { api, common: prepared.app.common, env, criticalMs: 0 })
        : prepared
    send(req, res, sent, complete(sent, session))
  }

  /** The diagnostic of a session that was ended elsewhere, which the browser sends of its own calls; nobody waits for it. */
  function reportEnd(api: ReturnType<Upstream['api']>, req: IncomingMessage, { userAgent }: Credentials): void {
    // The path alone: a query may hold what opens something.
    const url = (req.url ?? '/').split('?')[0]?.slice(0, longestReportedPath)
    const message = `server request ${String((req as { id?: unknown }).id ?? '')}`.trim()
    api
      .call('POST /api/log/client-error', {
        code: Code.LoggedInElsewhere,
        url,
        message,
        ...(userAgent ? { userAgent } : {}),
      })
      .catch((error: unknown) => options.onError(error, 'diagnostic'))
  }

  async function sendError(req: IncomingMessage, res: ServerResponse, status: number, message: string): Promise<void> {
    const common = await options.common.get()
    const url = new URL('/', options.origin)
    const page = prepareError(status, message, url, {
      api: options.upstream.api(),
      common: common.data,
      env,
      criticalMs: 0,
    })
    send(req, res, page, complete(page, undefined))
  }

  return { resolve: createPagePlanner({ matchPage, ttlFactor: options.ttlFactor }), fill, handle, sendError }
}
