import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { isLoopbackRequest } from './loopback.ts'

function asked({
  peer = '127.0.0.1',
  host = '127.0.0.1:3000',
  httpVersion = '1.1',
  ...headers
}: Record<string, string>): boolean {
  return isLoopbackRequest({
    headers: { host, ...headers },
    httpVersion,
    socket: { remoteAddress: peer },
  } as unknown as IncomingMessage)
}

describe('a request made on this machine', () => {
  test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('comes from %s', (peer) =>
    expect(asked({ peer })).toBe(true),
  )
  test.each(['localhost', 'LOCALHOST:80', '127.0.0.1', '[::1]:3000', '[::1]'])('is sent to %s', (host) =>
    expect(asked({ host })).toBe(true),
  )
})

describe('any other request', () => {
  test.each(['192.168.1.7', '::ffff:192.168.1.7', '128.0.0.1', 'fe80::1', ''])('comes from %s', (peer) =>
    expect(asked({ peer })).toBe(false),
  )
  test.each(['school.example', '192.168.1.7:3000', 'localhost.evil.example', '127.0.0.1.evil.example', '', ':3000'])(
    'or is sent to %s',
    (host) => expect(asked({ host })).toBe(false),
  )
  test.each([
    'forwarded',
    'via',
    'x-real-ip',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-anything',
  ])('or was passed on with %s, whatever it says', (name) => {
    expect(asked({ [name]: '127.0.0.1' })).toBe(false)
    expect(asked({ [name]: '' })).toBe(false)
  })
  test('or was passed on by a silent HTTP/1.0 proxy', () => expect(asked({ httpVersion: '1.0' })).toBe(false))
})
