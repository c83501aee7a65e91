import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pinoHttp } from 'pino-http'
import { errorFields } from './error-fields.ts'
import type { Logger } from './logger.ts'
import { traceId, traceparentOf } from './trace.ts'
import { createUserMark, type UserMark } from './user-mark.ts'

/** What later middlewares may say about a request, in `res.locals`. */
export interface RequestNotes {
  /** The page's id, or the call as the contract writes it. */
  route?: string
  userId?: number | string
  /** The user's mark, where only that is known. */
  user?: string
  /** Code of a call's envelope. */
  code?: number
}

type LoggedResponse = ServerResponse & { locals?: RequestNotes }

export interface RequestLogOptions {
  readonly logger: Logger
  /** Requests that nobody wants to read about, health checks for example. */
  readonly ignore?: (req: IncomingMessage) => boolean
  /** How users are written; without it marks hold for this process only. */
  readonly mark?: UserMark
}

function levelOf(_req: IncomingMessage, res: ServerResponse, error?: Error): 'info' | 'warn' | 'error' {
  if (error || res.statusCode >= 500) return 'error'
  return res.statusCode === 429 ? 'warn' : 'info'
}

function notesOf(mark: UserMark): (req: IncomingMessage, res: LoggedResponse) => object {
  return (req, res) => {
    const { route, userId, user, code } = res.locals ?? {}
    return {
      route,
      code,
      cache: res.getHeader('cache-status'),
      user: userId === undefined ? user : mark(userId),
      trace: traceId(traceparentOf(req)),
    }
  }
}

function newId(_req: IncomingMessage, res: ServerResponse): string {
  const id = randomUUID()
  res.setHeader('X-Request-Id', id)
  return id
}

/** One line for each request that Express answers: id, trace, method, address, route, user's mark, status, code, milliseconds; never a body. */
export function createRequestLog({
  logger,
  ignore,
  mark = createUserMark(() => randomBytes(16).toString('hex')),
}: RequestLogOptions): (req: IncomingMessage, res: ServerResponse, next: () => void) => void {
  return pinoHttp<IncomingMessage, LoggedResponse>({
    logger,
    genReqId: newId,
    autoLogging: ignore ? { ignore } : true,
    quietReqLogger: true,
    customLogLevel: levelOf,
    customProps: notesOf(mark),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request failed',
    customAttributeKeys: { responseTime: 'ms', reqId: 'id' },
    wrapSerializers: false,
    serializers: {
      err: errorFields,
      req: (req: IncomingMessage & { originalUrl?: string }) => ({
        method: req.method,
        url: req.originalUrl ?? req.url,
      }),
      res: (res: ServerResponse) => ({ status: res.statusCode }),
    },
  })
}
