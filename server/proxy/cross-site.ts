import type { IncomingHttpHeaders } from 'node:http'

function originOf(address: string): string | undefined {
  try {
    return new URL(address).origin
  } catch {
    return undefined
  }
}

/** What a request must be compared with. */
export interface OwnSite {
  /** Canonical origin, and those of the other hosts that are answered. */
  readonly origins: ReadonlySet<string>
}

/** Builds the set of own origins: the canonical one, and the other answered hosts under both schemes. */
export function ownSite(origin: string, allowedHosts: readonly string[]): OwnSite {
  const scheme = new URL(origin).protocol
  return { origins: new Set([new URL(origin).origin, ...allowedHosts.map((host) => `${scheme}//${host}`)]) }
}

/**
 * Whether a request comes from our own pages: by `Sec-Fetch-Site`, which pages can't set; without it by `Origin`,
 * else by `Referer`. A request with none of the three isn't a browser's call of our pages and is refused.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, site: OwnSite): boolean {
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite !== undefined) return fetchSite === 'same-origin'
  const from = headers.origin ?? headers.referer
  if (from === undefined) return false
  const origin = originOf(from)
  return origin !== undefined && site.origins.has(origin)
}

/**
 * Whether a call that writes must be refused: not sent by our script (which sets `reqSource`), from another site, or a
 * navigation. Asked before the headers are scrubbed.
 */
export function isCrossSiteWrite(headers: IncomingHttpHeaders, site: OwnSite): boolean {
  if (headers.reqsource !== 'pcSite') return true
  if (headers['sec-fetch-mode'] === 'navigate') return true
  return !isSameOrigin(headers, site)
}
