import type { IncomingMessage, ServerResponse } from 'node:http'
import { Code, codeMessages } from '#shared/contract/codes.ts'

/** Makes the small page of a status; `id` is the request's, to be quoted in a question to the service. */
export type RenderStatus = (status: number, id: string | undefined) => string

export interface ErrorRendererOptions {
  readonly render: RenderStatus
  readonly log: { error(values: object, message: string): void }
  readonly clock?: () => number
}

type Next = (error?: unknown) => void
type ErrorHandler = (error: unknown, req: IncomingMessage, res: ServerResponse, next: Next) => void

const envelopeTexts: Readonly<Record<number, string>> = {
  400: '请求无效',
  403: '请求被拒绝',
  404: codeMessages[Code.NotFound],
  405: '请求方法不支持',
  413: '请求内容过大',
}

function statusOf(error: unknown): number {
  const { status, statusCode } = (error ?? {}) as { status?: unknown; statusCode?: unknown }
  const found = Number(status ?? statusCode)
  return Number.isInteger(found) && found >= 400 && found < 500 ? found : 500
}

function headersOf(error: unknown): Readonly<Record<string, string>> {
  const { headers } = (error ?? {}) as { headers?: unknown }
  return typeof headers === 'object' && headers !== null ? (headers as Record<string, string>) : {}
}

/** An error that stands for an answer: `next(httpError(404))`. */
export function httpError(
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Error & { status: number; headers: Readonly<Record<string, string>> } {
  return Object.assign(new Error(`status ${status}`), { status, headers })
}

function sendError(
  req: IncomingMessage & { originalUrl?: string },
  res: ServerResponse,
  {
    status,
    body,
    type,
    headers,
  }: { status: number; body: string; type: string; headers: Readonly<Record<string, string>> },
): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  res.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}

/** The last handler of Express: a small page or an envelope, never a stack. What isn't an expected status is a bug: 500, logged. */
export function createErrorRenderer({ render, log, clock = Date.now }: ErrorRendererOptions): ErrorHandler {
  // Four parameters make it an error handler for Express.
  return function renderError(
    error: unknown,
    req: IncomingMessage & { originalUrl?: string },
    res: ServerResponse,
    _next: Next,
  ): void {
    const status = statusOf(error)
    const given = (req as { id?: unknown }).id
    const id = typeof given === 'string' ? given : undefined
    if (status === 500)
      log.error({ err: error, id, path: (req.originalUrl ?? req.url)?.split('?')[0] }, 'request failed')
    if (res.headersSent) {
      res.destroy()
      return
    }
    const isApi = (req.originalUrl ?? req.url ?? '').startsWith('/api/')
    const headers = headersOf(error)
    if (isApi) {
      const code = status === 404 ? Code.NotFound : Code.Fail
      const envelope = JSON.stringify({
        code,
        msg: envelopeTexts[status] ?? codeMessages[Code.Fail],
        body: null,
        Time: clock(),
      })
      sendError(req, res, { status, body: envelope, type: 'application/json; charset=utf-8', headers })
    } else
      sendError(req, res, {
        status,
        body: render(status, status === 500 ? id : undefined),
        type: 'text/html; charset=utf-8',
        headers,
      })
  }
}
