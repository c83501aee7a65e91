import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { plainAddress } from './client-network.ts'

/**
 * The client's address: the socket's, or with `hops` trusted proxies before us the entry that the outermost of them
 * wrote. What a client itself put into `X-Forwarded-For` stands further left and is never read.
 */
export function clientAddress(req: Pick<IncomingMessage, 'socket' | 'headers'>, hops: number): string {
  const peer = plainAddress(req.socket.remoteAddress ?? '')
  if (hops === 0) return peer
  const header = req.headers['x-forwarded-for']
  const chain = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((part) => plainAddress(part.trim()))
  const written = chain[chain.length - hops]
  return written !== undefined && isIP(written) !== 0 ? written : peer
}
