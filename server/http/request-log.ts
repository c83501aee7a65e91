import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pinoHttp } from 'pino-http'
import { errorFields } from './error-fields.ts'
import type { Logger } from './logger.ts'

/** What later middlewares may say about a request, in `res.locals`. */
export interface RequestNotes {
  /** The page's id or the call's path, for grouping. */
  route?: string
  userId?: number | string
}

type LoggedResponse = ServerResponse & { locals?: RequestNotes }

export interface RequestLogOptions {
  readonly logger: Logger
  /** Requests that nobody wants to read about, health checks for example. */
  readonly ignore?: (req: IncomingMessage) => boolean
}

// The same user is recognisable within one process's log, and nobody can be found from it.
const salt = randomBytes(16)

/** A short mark of a user for logs. */
export function hashUser(userId: number | string): string {
  return createHmac('sha256', salt).update(String(userId)).digest('base64url').slice(0, 12)
}

function levelOf(_req: IncomingMessage, res: ServerResponse, error?: Error): 'info' | 'warn' | 'error' {
  if (error || res.statusCode >= 500) return 'error'
  return res.statusCode === 429 ? 'warn' : 'info'
}

function notesOf(_req: IncomingMessage, res: LoggedResponse): object {
  const { route, userId } = res.locals ?? {}
  const cache = res.getHeader('cache-status')
  return { route, cache, user: userId === undefined ? undefined : hashUser(userId) }
}

function newId(_req: IncomingMessage, res: ServerResponse): string {
  const id = randomUUID()
  res.setHeader('X-Request-Id', id)
  return id
}

/** One line for each request that Express answers: id, method, address, status, milliseconds; never a body. */
export function createRequestLog({
  logger,
  ignore,
}: RequestLogOptions): (req: IncomingMessage, res: ServerResponse, next: () => void) => void {
  return pinoHttp<IncomingMessage, LoggedResponse>({
    logger,
    genReqId: newId,
    autoLogging: ignore ? { ignore } : true,
    quietReqLogger: true,
    customLogLevel: levelOf,
    customProps: notesOf,
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request failed',
    customAttributeKeys: { responseTime: 'ms', reqId: 'id' },
    wrapSerializers: false,
    serializers: {
      err: errorFields,
      req: (req: IncomingMessage & { originalUrl?: string }) => ({ method: req.method, url: req.originalUrl ?? req.url }),
      res: (res: ServerResponse) => ({ status: res.statusCode }),
    },
  })
}
