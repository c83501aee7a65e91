import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'

function requestFrom(remoteAddress: string, forwarded?: string): IncomingMessage {
  return {
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage
}

describe('clientAddress', () => {
  it('is the connection’s address when no proxy is trusted', () => {
    for (let index = 0; index < 1000; index += 1)
      expect(clientAddress(requestFrom('203.0.113.9', `10.0.${index % 256}.1`), 0)).toBe('203.0.113.9')
    expect(clientAddress(requestFrom('::ffff:203.0.113.9'), 0)).toBe('203.0.113.9')
  })

  it('is the entry that the outermost trusted proxy wrote', () => {
    expect(clientAddress(requestFrom('10.0.0.1', 'forged, 203.0.113.9'), 1)).toBe('203.0.113.9')
    expect(clientAddress(requestFrom('10.0.0.1', 'forged, 203.0.113.9, 10.0.0.2'), 2)).toBe('203.0.113.9')
    expect(clientAddress(requestFrom('10.0.0.1', '2001:db8::1'), 1)).toBe('2001:db8::1')
  })

  it('is the connection’s when the header is no address', () => {
    for (const header of [undefined, '', 'unknown', '1.2.3.4:80'])
      expect(clientAddress(requestFrom('10.0.0.1', header), 1)).toBe('10.0.0.1')
    expect(clientAddress(requestFrom('10.0.0.1', '1.2.3.4'), 2)).toBe('10.0.0.1')
  })
})
