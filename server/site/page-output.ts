import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SiteEnv } from '#client/features/common/app-context.ts'
import { listeningPermissions } from '#server/http/security-headers.ts'
import { type RenderInput, renderComplete } from '#server/render/complete.tsx'
import { sendFrame } from '#server/render/frame.tsx'
import type { createPageParts } from '#server/render/page-parts.tsx'
import type { Pieces } from '#server/render/pieces.ts'
import { type StreamEncoding, streamEncoding } from '#server/render/sink.ts'
import { streamPage } from '#server/render/stream.tsx'
import type { Api } from '#shared/contract/calls.ts'
import type { VisitSession } from '#shared/rules/page-guards.ts'
import { compressPage } from './compress-page.ts'
import { type LatePage, prepareFrame } from './learner-frame.ts'
import type { PageSiteOptions } from './page-site-options.ts'
import type { FramedPage } from './personal-page.ts'
import { holdLate, type PreparedPage, toPageState } from './prepare-page.ts'

/** What every page of a site is rendered with. */
export interface PagePress {
  readonly options: PageSiteOptions
  readonly env: SiteEnv
  readonly partsOf: ReturnType<typeof createPageParts>
  /** Late data of a streamed page are waited for so long. */
  readonly deferredMs: number
}

/** A request and its answer. */
export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** A flat list (name, value, …) as an object. */
function toObject(flat: readonly string[]): Record<string, string> {
  return Object.fromEntries(flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : [])))
}

function renderInput(
  { options, env, partsOf }: PagePress,
  page: PreparedPage,
  session: VisitSession | undefined,
): RenderInput {
  const document = {
    head: page.head,
    jsonLd: page.jsonLd,
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

/** The whole page, its data all there. */
export function completePage(press: PagePress, page: PreparedPage, session: VisitSession | undefined): Pieces {
  const began = performance.now()
  const html = renderComplete(renderInput(press, page, session))
  press.options.onRender?.(page.view.id, 'complete', performance.now() - began)
  return html
}

/** Pages on which somebody speaks. */
const listening: ReadonlySet<string> = new Set(['homework-detail'])

/** Headers that belong to a page, however it is sent. */
export function headersOf(page: PreparedPage): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'text/html; charset=utf-8' }
  if (page.view.status === 405) headers.allow = 'GET, HEAD'
  if (page.passing) headers['cache-control'] = 'no-store'
  if (page.retryAfter) headers['retry-after'] = String(page.retryAfter)
  if (listening.has(page.view.id)) headers['Permissions-Policy'] = listeningPermissions
  return headers
}

function beginStream(
  { options }: PagePress,
  page: PreparedPage,
  res: ServerResponse,
  { nonce, encoding }: { nonce: string; encoding: StreamEncoding },
): void {
  const personal = { 'cache-control': 'private, no-store', 'x-accel-buffering': 'no', vary: 'Accept-Encoding' }
  const sent: Record<string, string> = {
    ...toObject(options.securityHeaders.streamedHeaders(nonce)),
    ...headersOf(page),
    ...personal,
  }
  if (res.getHeader('Referrer-Policy') === 'no-referrer') sent['Referrer-Policy'] = 'no-referrer'
  if (encoding !== 'identity') sent['content-encoding'] = encoding
  res.writeHead(page.view.status, sent)
}

/** The page's frame now, its data behind it as they come: no service holds up the first byte. */
export async function streamFrame(
  press: PagePress,
  visit: Omit<LatePage, 'started'> & { readonly api: Api },
  { started, answers, rest }: FramedPage,
  { req, res }: Exchange,
): Promise<void> {
  const { options, env } = press
  const nonce = randomBytes(16).toString('base64')
  const encoding = streamEncoding(req.headers['accept-encoding'])
  const common = options.common.held()
  const { page, state } = prepareFrame(
    { ...visit, started },
    { api: visit.api, common, env, criticalMs: 0, user: started?.user },
  )
  const input = { ...renderInput(press, page, started?.session), state }
  beginStream(press, page, res, { nonce, encoding })
  const frame = sendFrame(input, nonce, res, encoding)
  const announced = new Set(state.late)
  answers.follow((item) => {
    if (announced.has(item[0])) frame.push(item)
  })
  // The frame is out: what the page threw is logged, and the browser tries by itself.
  await rest.catch((error: unknown) => options.onError(error, page.view.id))
  frame.end()
}

/** The page as it is rendered, its late data behind it. */
export async function streamWhole(
  press: PagePress,
  page: PreparedPage,
  session: VisitSession | undefined,
  { req, res }: Exchange,
): Promise<void> {
  const { options, deferredMs } = press
  const began = performance.now()
  const nonce = randomBytes(16).toString('base64')
  const encoding = streamEncoding(req.headers['accept-encoding'])
  void holdLate(page)
  const input = {
    ...renderInput(press, page, session),
    nonce,
    late: page.late,
    deadlineMs: deferredMs,
    onError: (error: unknown) => options.onError(error, page.view.id),
  }
  const result = await streamPage(input, res, encoding, () => beginStream(press, page, res, { nonce, encoding }))
  options.onRender?.(page.view.id, 'streamed', performance.now() - began)
  if (result === 'shellFailed') throw new Error(`The shell of ${page.view.id} could not be rendered.`)
}

/** A page that is there in one piece. */
export function sendWhole({ req, res }: Exchange, page: PreparedPage, html: Pieces): void {
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
