import { Agent, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Config } from '#server/config/config.ts'
import { clientAddress } from '#server/http/client-address.ts'
import type { RenderStatus } from '#server/http/error-renderer.ts'
import { traceparentOf } from '#server/http/trace.ts'
import { readAddress } from '#server/proxy/service-table.ts'
import { isCalendarPath } from '#shared/rules/calendar-path.ts'

type Next = (error?: unknown) => void
type AnyRequest = IncomingMessage & { originalUrl?: string; id?: unknown }

export interface CalendarProxyOptions {
  readonly config: Pick<Config, 'services' | 'trustProxy'>
  readonly render: RenderStatus
}

/** Where calendars are. */
export const calendarAddresses = /^\/calendar\//

const patienceMs = 10_000
const mostSockets = 64
/** Nothing else of an answer is passed on. */
const passed = [
  'content-type',
  'content-length',
  'content-disposition',
  'cache-control',
  'etag',
  'retry-after',
  'allow',
  'x-robots-tag',
] as const

function headersOf(req: AnyRequest, trustProxy: number): IncomingHttpHeaders {
  const { 'if-none-match': known, 'user-agent': program } = req.headers
  return {
    'x-forwarded-for': clientAddress(req, trustProxy),
    traceparent: traceparentOf(req),
    ...(typeof req.id === 'string' ? { 'x-request-id': req.id } : {}),
    ...(known === undefined ? {} : { 'if-none-match': known }),
    ...(program === undefined ? {} : { 'user-agent': program }),
  }
}

/** Learners' calendars, which the main site's backend answers: neither cookies nor sessions are passed on, and none come back. */
export function createCalendarProxy({
  config,
  render,
}: CalendarProxyOptions): (req: IncomingMessage, res: ServerResponse, next: Next) => void {
  const { origin, prefix, socketPath } = readAddress(config.services.site)
  const { hostname, port, protocol } = new URL(origin)
  const agent = protocol === 'http:' ? new Agent({ keepAlive: true, maxSockets: mostSockets }) : undefined
  const where = socketPath === undefined ? { hostname, port, protocol } : { socketPath }

  function refuse(res: ServerResponse, status: number): void {
    const body = render(status, undefined)
    res.writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      'Retry-After': '60',
    })
    res.end(body)
  }

  function ask(req: AnyRequest, res: ServerResponse, path: string, isAgain = false): void {
    const call = request(
      {
        ...where,
        path: `${prefix}${path}`,
        method: req.method,
        timeout: patienceMs,
        headers: headersOf(req, config.trustProxy),
        ...(agent ? { agent } : {}),
      },
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
    const leave = (): unknown => call.destroy()
    call.on('timeout', () => call.destroy(new Error('The calendar did not come in time.')))
    call.on('error', (error: Error & { code?: string }) => {
      res.off('close', leave)
      if (res.destroyed) return
      // a kept connection that the backend has just closed says nothing of the backend
      if (call.reusedSocket && error.code === 'ECONNRESET' && !isAgain) ask(req, res, path, true)
      else if (res.headersSent) res.destroy()
      else refuse(res, 503)
    })
    res.once('close', leave)
    call.end()
  }

  return function calendar(req: AnyRequest, res, next) {
    const [path = '/'] = (req.originalUrl ?? req.url ?? '/').split('?')
    if (isCalendarPath(path)) ask(req, res, path)
    else next()
  }
}
