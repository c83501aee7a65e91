import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Whether a request carries the operators' token; compared in constant time. False when none is configured. */
export function hasOpsToken(req: IncomingMessage, token: string | undefined): boolean {
  if (!token) return false
  const [scheme = '', given = ''] = (req.headers.authorization ?? '').split(' ')
  // Digests have one length, so that the comparison doesn't tell how long the token is.
  const same = timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'))
  return same && scheme.toLowerCase() === 'bearer'
}
