import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'

function plainAddress(address: string): string {
  // IPv4 written as IPv6 is the same client.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  return mapped?.[1] ?? address
}

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

function firstGroups(address: string): string {
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** The key by which a client is limited: its IPv4 address, or its IPv6 /64 network, of which one client has all. */
export function addressKey(address: string): string {
  return isIPv6(address) ? `${firstGroups(address)}::/64` : address
}
