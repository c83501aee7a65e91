import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ownValue } from '#shared/own-value.ts'
import { passedStatus } from './cache-status.ts'
import type { RenderStatus } from './error-renderer.ts'

export interface RefusalOptions {
  readonly render: RenderStatus
  /** Flat list (name, value, …): refusals are answers too. */
  readonly securityHeaders: readonly string[]
  /** Value of `Allow` for 405. */
  readonly allow: string
}

/** Answers what the front lets nobody see: bad targets, unknown methods and hosts. */
export interface Refusal {
  refuse(req: IncomingMessage, res: ServerResponse, status: number): void
  /** Whether something on this connection was refused: what else came with it isn't another request and isn't run. */
  hasRefused(socket: object): boolean
  /**
   * For the server's 'clientError': what Node's parser refused (400, 431) or waited for too long (408), answered with our
   * headers. `mayAnswer` is false when another answer lies on the connection, whole or in part: then it only ends.
   */
  refuseRaw(error: Error & { code?: string }, socket: Socket, mayAnswer?: boolean): void
}

/** So long a client may go on sending when it has its refusal: closing at once could cost it the answer. */
const lingerMs = 1000

const parserStatus: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

function endLater(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}

/** Creates the refusals; each closes its connection, since what follows on it can't be trusted. */
export function createRefusal({ render, securityHeaders, allow }: RefusalOptions): Refusal {
  function headOf(status: number, body: string, method?: string): string[] {
    const head = [
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Length',
      String(Buffer.byteLength(body)),
      'Cache-Control',
      'no-store',
    ]
    if (status === 405) head.push('Allow', allow)
    return [...head, 'Cache-Status', passedStatus(method), 'Connection', 'close', ...securityHeaders]
  }
  const refused = new WeakSet<object>()
  return {
    refuse(req, res, status) {
      refused.add(req.socket)
      const body = render(status, undefined)
      res.writeHead(status, headOf(status, body, req.method))
      res.end(req.method === 'HEAD' ? undefined : body)
    },
    hasRefused: (socket) => refused.has(socket),
    refuseRaw(error, socket, mayAnswer = true) {
      // It has its answer, which closes the connection: what else came with it isn't another request.
      if (refused.has(socket) || !mayAnswer) {
        socket.destroySoon()
        return
      }
      if (error.code === 'ECONNRESET' || !socket.writable) {
        socket.destroy()
        return
      }
      const status = ownValue(parserStatus, error.code ?? '') ?? 400
      const body = render(status, undefined)
      const head = headOf(status, body)
      const lines = head.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${head[index + 1] ?? ''}`] : []))
      // Who hasn't finished a request in time gets no more: what still comes would be taken for the rest of it.
      if (status === 408) socket.once('finish', () => socket.destroy())
      else endLater(socket)
      socket.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nDate: ${new Date().toUTCString()}\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
      )
    },
  }
}
