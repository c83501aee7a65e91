import { isLoopbackName } from '#server/config/loopback-name.ts'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

function isLoopbackPeer(address: string | undefined): boolean {
  const peer = (address ?? '').replace(/^::ffff:(?=\d)/i, '')
  const family = isIP(peer)
  return family !== 0 && loopback.check(peer, family === 6 ? 'ipv6' : 'ipv4')
}

/** What proxies add; whoever sends one himself only shuts himself out. */
function isForwardingHeader(name: string): boolean {
  return name === 'forwarded' || name === 'via' || name === 'x-real-ip' || name.startsWith('x-forwarded')
}

/**
 * Whether a request was made on this machine itself: by the peer of its connection and the name it was sent to, never by
 * what a header says of the client. What a proxy on this machine passed on was made who knows where.
 */
export function isLoopbackRequest(req: Pick<IncomingMessage, 'headers' | 'socket' | 'httpVersion'>): boolean {
  // nginx passes requests on in this version and in its upstream's name, unless it is told otherwise; no browser speaks it.
  if (req.httpVersion === '1.0') return false
  const host = (req.headers.host ?? '').replace(/:\d*$/, '')
  if (!isLoopbackName(host) || !isLoopbackPeer(req.socket.remoteAddress)) return false
  return !Object.keys(req.headers).some(isForwardingHeader)
}
