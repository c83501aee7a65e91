import type { IncomingHttpHeaders } from 'node:http'

// With and without the prefix that browsers accept over https only.
const sessionCookie = /(?:^|[;,\s])(?:__Host-)?session=/

/** Whether a request carries anything that makes its answer personal: then the edge neither reads nor fills. */
export function isPersonal(headers: IncomingHttpHeaders): boolean {
  if (headers.authorization !== undefined) return true
  const cookie = headers.cookie
  return cookie?.includes('session=') === true && sessionCookie.test(cookie)
}
