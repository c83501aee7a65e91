import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Config } from '#server/config/config.ts'
import type { RenderStatus } from '#server/http/error-renderer.ts'
import { readForm } from '#server/http/read-form.ts'
import { isSameOrigin, ownSite } from '#server/proxy/cross-site.ts'

/** Addresses that are answered here, or nowhere: no page stands under them. */
export const cashierAddresses = /^\/pay(?:\/|$)/

type Next = (error?: unknown) => void

export interface CashierProxyOptions {
  readonly config: Pick<Config, 'pay' | 'origin' | 'allowedHosts'>
  /** Addresses of the site's own style sheets. */
  readonly styles: () => readonly string[]
  readonly render: RenderStatus
}

const ours = /^\/pay\/cashier(?:\.css|\/[\w-]{1,64})$/
const patienceMs = 10_000
/** Nothing else of an answer is passed on. */
const passed = ['content-type', 'location', 'cache-control', 'referrer-policy'] as const

function headersOf(method: string, body: Buffer | undefined, styles: readonly string[]): IncomingHttpHeaders {
  const form =
    method === 'POST'
      ? { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body?.length ?? 0) }
      : {}
  return { 'x-site-styles': styles.join(' '), ...form }
}

/** The embedded payment provider's cashier, shown under the site's own address. With real providers there is none. */
export function createCashierProxy({
  config,
  styles,
  render,
}: CashierProxyOptions): (req: IncomingMessage, res: ServerResponse, next: Next) => void {
  const { kind, embeddedUrl } = config.pay
  const site = ownSite(config.origin, config.allowedHosts)

  function refuse(res: ServerResponse, status: number): void {
    const body = render(status, undefined)
    const head = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
    }
    res.writeHead(status, status === 503 ? { ...head, 'Retry-After': '2' } : head)
    res.end(body)
  }

  function ask(req: IncomingMessage, res: ServerResponse, base: string, body: Buffer | undefined): void {
    const method = req.method ?? 'GET'
    const call = request(
      `${base}${req.url ?? ''}`,
      { method, timeout: patienceMs, headers: headersOf(method, body, styles()) },
      (answer) => {
        for (const name of passed) {
          const value = answer.headers[name]
          if (value !== undefined) res.setHeader(name, value)
        }
        res.writeHead(answer.statusCode ?? 502)
        answer.pipe(res)
        answer.on('error', () => res.destroy())
      },
    )
    call.on('timeout', () => call.destroy(new Error('The payment provider did not answer.')))
    call.on('error', () => {
      if (res.headersSent) res.destroy()
      else refuse(res, 503)
    })
    res.once('close', () => call.destroy())
    call.end(body)
  }

  return function cashier(req, res, next) {
    const path = (req.url ?? '').split('?')[0] ?? ''
    if (kind !== 'embedded' || embeddedUrl === undefined || !ours.test(path)) return next()
    if (req.method === 'GET' || req.method === 'HEAD') return ask(req, res, embeddedUrl, undefined)
    if (req.method !== 'POST') return next()
    // Only the cashier's own form pays: another site's page can't.
    if (!isSameOrigin(req.headers, site)) return refuse(res, 403)
    void readForm(req).then((body) => {
      if (body) ask(req, res, embeddedUrl, body)
      else if (!res.destroyed) refuse(res, 413)
    })
  }
}
