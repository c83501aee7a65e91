import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Page } from '#client/pages/define-page.ts'
import type { PageMatch } from '#client/pages/match-page.ts'
import { methodRefused } from '#client/pages/page-outcome.ts'
import type { FillQueue } from '#server/edge/fill-queue.ts'
import type { RequestNotes } from '#server/http/request-log.ts'
import { clearedCookieLines } from '#server/http/session-cookies.ts'
import { traceparentOf } from '#server/http/trace.ts'
import type { CallContext } from '#server/proxy/upstream.ts'
import type { Api } from '#shared/contract/calls.ts'
import { Code } from '#shared/contract/codes.ts'
import { withoutEndSlashes } from '#shared/rules/trim-end.ts'
import { isBot } from './is-bot.ts'
import { allLate, isReady } from './late-data.ts'
import type { PageMaking } from './page-making.ts'
import { completePage, type Exchange, type PagePress, sendWhole, streamFrame, streamWhole } from './page-output.ts'
import { keepRule } from './page-plan.ts'
import type { createPersonalPages } from './personal-page.ts'
import { prepareError, prepareUnavailable, unavailableText } from './prepare-page.ts'
import { type Credentials, readCredentials } from './session.ts'
import { redirect, settleToken } from './token-visit.ts'

/** Who would wait longer for their turn is told to come again. */
const mostWaitMs = 30_000

/** What visits of a site share. */
export interface Visits {
  readonly press: PagePress
  readonly making: PageMaking
  readonly matchPage: (pathname: string) => PageMatch<Page> | undefined
  /** The first byte of a learner's page. */
  readonly learnerMs: number
  /** Turns of pages that are somebody's. */
  readonly queue: FillQueue
  readonly personalPages: ReturnType<typeof createPersonalPages>
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

/** The diagnostic of a session that was ended elsewhere, which the browser sends of its own calls; nobody waits for it. */
function reportEnd({ options }: PagePress, api: Api, req: IncomingMessage, { userAgent }: Credentials): void {
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

/** Answers an error page of the site. */
export async function sendErrorPage(
  press: PagePress,
  exchange: Exchange,
  status: number,
  message: string,
): Promise<void> {
  const { options, env } = press
  const common = await options.common.get()
  const url = new URL('/', options.origin)
  const page = prepareError(status, message, url, {
    api: options.upstream.api(),
    common: common.data,
    env,
    criticalMs: 0,
  })
  sendWhole(exchange, page, completePage(press, page, undefined))
}

/** Answers what needs no page: a token, another form of the address, another method, a crowd. True when it has. */
async function isAnsweredBefore(
  { press, queue }: Visits,
  { req, res }: Exchange,
  url: URL,
  credentials: Credentials,
): Promise<boolean> {
  const { options } = press
  if (url.searchParams.has('token')) {
    const tokenApi = (by: CallContext): Api => options.upstream.api({ ...by, ...originOf(req) })
    if (await settleToken(req, res, credentials, tokenApi)) return true
  }
  if (url.pathname.length > 1 && url.pathname.endsWith('/')) {
    redirect(res, 301, withoutEndSlashes(url.pathname) + url.search)
    return true
  }
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    res.setHeader('allow', 'GET, HEAD')
    await sendErrorPage(press, { req, res }, 405, methodRefused)
    return true
  }
  if (queue.expectedMs() <= mostWaitMs) return false
  await sendErrorPage(press, { req, res }, 503, unavailableText)
  return true
}

/** Ends what is asked for a visitor who has left. */
function signalOf({ res }: Exchange): AbortSignal {
  const left = new AbortController()
  // An answer that is out needs no ending: making the abort's error is costly.
  res.once('close', () => {
    if (!res.writableFinished) left.abort()
  })
  return left.signal
}

/** Answers a visit that the edge doesn't: a page of somebody, or one that isn't kept. */
export async function answerVisit(visits: Visits, exchange: Exchange): Promise<void> {
  const { press, making, matchPage, learnerMs, queue, personalPages } = visits
  const { options, env, deferredMs } = press
  const { req, res } = exchange
  const url = new URL(req.url ?? '/', options.origin)
  const credentials = readCredentials(req, options)
  if (await isAnsweredBefore(visits, exchange, url, credentials)) return
  const match = matchPage(url.pathname)
  const signal = signalOf(exchange)
  const context = { signal, ...credentials, ...originOf(req) }
  const api = options.upstream.api({ ...context, deadlineMs: deferredMs, ...keepRule(match, options.ttlFactor) })
  const place = await queue.enter()
  // who has left while others had their turns wants no page
  if (signal.aborted) return place.leave()
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
  if (opened.kind === 'frame' && match) return streamFrame(press, { url, match, api }, opened, exchange)
  if (opened.kind === 'frame') return
  const { prepared } = opened
  const { session } = opened.started
  if (session.endCode === Code.LoggedInElsewhere) reportEnd(press, api, req, credentials)
  if (prepared.kind === 'redirect') {
    if (prepared.endCode === Code.LoggedInElsewhere) reportEnd(press, api, req, credentials)
    return redirect(res, prepared.status, prepared.to)
  }
  // Within the time of the first byte, too.
  const graceLeft = mayFrame
    ? Math.max(0, Math.min(making.grace(), learnerMs - (performance.now() - began)))
    : making.grace()
  if (isBrowser && !(await isReady(prepared, graceLeft))) return streamWhole(press, prepared, session, exchange)
  await allLate(prepared)
  const sent =
    prepared.refused && isBot(req)
      ? prepareUnavailable(url, { api, common: prepared.app.common, env, criticalMs: 0 })
      : prepared
  sendWhole(exchange, sent, completePage(press, sent, session))
}
