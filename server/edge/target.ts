import type { IncomingMessage } from 'node:http'

const longestUrl = 8 * 1024

/** The methods the site knows, in the form of the `Allow` header. */
export const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const methods: ReadonlySet<string> = new Set(allowedMethods.split(', '))

/** Nearly every address is of this plain form, and one linear pass shows it; the rest takes the long way. */
const plain = /^\/(?:[\w~-]+(?:\.[\w~-]+)*\/)*(?:[\w~-]+(?:\.[\w~-]+)*)?(?:\?[\w~=&%.+,:@-]*)?$/
const unprintable = /[^\x21-\x7e]|#/
// Encoded slashes, backslashes and control characters, and escapes that aren't hexadecimal.
const dangerous = /[\\;]|\/\/|%(?![0-9a-f]{2})|%(?:2f|5c|[01][0-9a-f]|7f)/i
const dotSegment = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i

function isWrongPath(path: string): boolean {
  // Not beginning with a slash: absolute-form, authority-form or '*'.
  if (path.charCodeAt(0) !== 47 || dangerous.test(path) || dotSegment.test(path)) return true
  if (!path.includes('%')) return false
  try {
    decodeURIComponent(path)
    return false
  } catch {
    return true
  }
}

/** Whether a request target may not be answered at all: ambiguous forms that two programs could read differently. */
export function isWrongTarget(url: string): boolean {
  if (plain.test(url)) return false
  if (unprintable.test(url)) return true
  const mark = url.indexOf('?')
  return isWrongPath(mark < 0 ? url : url.slice(0, mark))
}

function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name !== undefined && name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** Asked by load balancers and containers, by whatever name they know the machine; nothing in the answers depends on it. */
const anyHostPath = /^\/(?:healthz|readyz|metrics)(?:\?|$)/

/**
 * Returns the check that every request passes first: the status to refuse it with, or undefined.
 * `hosts` are lower-case host[:port] values; the set is read on each request and may grow after `listen`.
 */
export function createTargetCheck(hosts: ReadonlySet<string>): (req: IncomingMessage) => number | undefined {
  return function refuseTarget(req: IncomingMessage): number | undefined {
    const url = req.url ?? ''
    if (url.length > longestUrl) return 414
    if (!methods.has(req.method ?? '')) return 405
    if ((isWrongTarget(url) && !asksServer(req)) || hasTwoHosts(req.rawHeaders)) return 400
    // Another coding leaves it open where the body ends: what follows could be read as a second request.
    const coding = req.headers['transfer-encoding']
    if (coding !== undefined && coding.toLowerCase() !== 'chunked') return 400
    if (anyHostPath.test(url)) return undefined
    const host = req.headers.host
    if (!host) return 400
    return hosts.has(host) || hosts.has(host.toLowerCase()) ? undefined : 421
  }
}

/** Whether the server itself is asked what it can (`OPTIONS *`, RFC 9110 9.3.7). */
export function asksServer({ method, url }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  return method === 'OPTIONS' && url === '*'
}

const absoluteForm = /^https?:\/\/([^/?#]{1,255})([/?].*)?$/i

/**
 * Gives a request whose target is a whole address of our own (RFC 9112 3.2.2) the usual form: the address's host counts, not
 * the header's. Others stay as they are, and are refused.
 */
export function toOriginForm(req: IncomingMessage, hosts: ReadonlySet<string>): void {
  const url = req.url ?? ''
  if (url.charCodeAt(0) === 47 || url.length > longestUrl) return
  const [, host = '', rest = '/'] = absoluteForm.exec(url) ?? []
  if (!hosts.has(host.toLowerCase())) return
  req.url = rest.startsWith('/') ? rest : `/${rest}`
  req.headers.host = host
}

/** One spelling for one path: escapes of unreserved characters are resolved, the others are written in capitals. */
export function canonicalPath(path: string): string {
  if (!path.includes('%')) return path
  return path.replace(/%([0-9a-f]{2})/gi, (escaped, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return /[A-Za-z0-9\-._~]/.test(character) ? character : escaped.toUpperCase()
  })
}
