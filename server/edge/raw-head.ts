import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'

/**
 * The part of Node's answers in which their head lies once it is written as text. Not documented, and the same since Node 0.x;
 * where it isn't as expected, heads are sent by `writeHead`.
 */
interface RawResponse {
  _header: string | null
  _hasBody: boolean
  _keepAliveTimeout: number
  chunkedEncoding: boolean
}

const isKnown = ((): boolean => {
  const res = new ServerResponse({
    method: 'GET',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    headers: {},
  } as IncomingMessage) as unknown as Partial<RawResponse>
  return res._header === null && res._hasBody === true && typeof res.chunkedEncoding === 'boolean'
})()

/** A head as text, for connections that stay open. `keepAliveMs` is the server's own. */
export function rawHead(status: number, flat: readonly string[], keepAliveMs: number): string {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`
  for (let index = 0; index < flat.length; index += 2) text += `${flat[index]}: ${flat[index + 1]}\r\n`
  const keepAlive = keepAliveMs >= 1000 ? `Keep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n` : ''
  return Buffer.from(`${text}Connection: keep-alive\r\n${keepAlive}\r\n`, 'latin1').toString('latin1')
}

/** Milliseconds for which the connection is kept open, when a head may be sent as text: HTTP/1.1, and nothing ends the connection. */
export function keptOpenMs(req: IncomingMessage, res: ServerResponse): number | undefined {
  if (!isKnown || req.httpVersion !== '1.1' || !res.shouldKeepAlive) return undefined
  return (res as unknown as RawResponse)._keepAliveTimeout
}

/**
 * Sends a head that is ready as text: Node would look at each of its names and values again, which costs more than all the
 * rest of a hit, and more the more kinds of answers the process has sent.
 */
export function sendRawHead(res: ServerResponse, status: number, head: string): void {
  const raw = res as unknown as RawResponse
  res.statusCode = status
  raw._header = head
  raw.chunkedEncoding = false
  if (status === 304) raw._hasBody = false
}
