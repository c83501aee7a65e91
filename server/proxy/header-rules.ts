import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { parseCookie } from 'cookie'
import { clientAddress } from '#server/http/client-address.ts'
import { traceparentOf } from '#server/http/trace.ts'

/** Hop-by-hop headers: between two neighbours only, never passed on. */
export const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
  'proxy-authenticate',
  'proxy-authorization',
  'transfer-encoding',
  'http2-settings',
])

/** Headers that only this proxy sets; what a client sends under these names is dropped. */
const setByUs: ReadonlySet<string> = new Set([
  'reqsource',
  'robotid',
  'authorization',
  'forwarded',
  'x-real-ip',
  'x-request-id',
  'x-call-code',
  'x-call-user',
  'traceparent',
  'tracestate',
  'via',
  'x-original-url',
  'x-rewrite-url',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'expect',
])

/** These can't be named in `Connection`: dropping them would change what the request means. */
const neverHop: ReadonlySet<string> = new Set(['host', 'cookie', 'content-length', 'content-type'])

const tokenForm = /^[A-Za-z0-9._~+/=-]{1,512}$/
const robotIdForm = /^[A-Za-z0-9_-]{1,64}$/

/** An address without its `token`, and the token when it is well-formed. */
export interface TokenSplit {
  readonly url: string
  readonly token: string | undefined
}

/** Takes the `token` parameter out of an address; the rest of the query stays as it was written. */
export function splitToken(url: string): TokenSplit {
  const mark = url.indexOf('?')
  if (mark < 0) return { url, token: undefined }
  let token: string | undefined
  const rest = url
    .slice(mark + 1)
    .split('&')
    .filter((pair) => {
      const [name, value] = [...new URLSearchParams(pair)][0] ?? []
      if (name !== 'token') return true
      if (value !== undefined && tokenForm.test(value)) token ??= value
      return false
    })
  return { url: rest.length > 0 ? `${url.slice(0, mark)}?${rest.join('&')}` : url.slice(0, mark), token }
}

function namedByConnection(header: string | undefined): ReadonlySet<string> {
  const names = (header ?? '').split(',').map((name) => name.trim().toLowerCase())
  return new Set(names.filter((name) => name !== '' && !neverHop.has(name)))
}

/** The headers of a request that a service may see: everything personal to the connection or forged is gone. */
export function scrubHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = namedByConnection(headers.connection)
  const isDropped = (name: string): boolean =>
    hopByHop.has(name) || setByUs.has(name) || named.has(name) || name.startsWith('x-forwarded-')
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isDropped(name)))
}

/** What every service is told about the request, from sources that a client can't forge. */
export function ownHeaders(
  req: IncomingMessage & { id?: unknown },
  token: string | undefined,
  trustProxy: number,
): Record<string, string> {
  const robotId = parseCookie(req.headers.cookie ?? '').robotId
  const headers: Record<string, string> = {
    reqsource: 'pcSite',
    'x-forwarded-for': clientAddress(req, trustProxy),
    'x-request-id': typeof req.id === 'string' ? req.id : randomUUID(),
    traceparent: traceparentOf(req),
  }
  if (robotId !== undefined && robotIdForm.test(robotId)) headers.robotid = robotId
  if (token !== undefined) headers.authorization = token
  return headers
}
