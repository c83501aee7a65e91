import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createSecurityHeaders } from './security-headers.ts'

function toMap(list: readonly string[]): Map<string, string> {
  return new Map(list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] ?? ''] as const] : [])))
}

describe('the security headers', () => {
  const https = createSecurityHeaders('https://www.example.com')
  const complete = toMap(https.completeHeaders)

  it('allow a complete page our own files and nothing inline', () => {
    const policy = complete.get('Content-Security-Policy') ?? ''
    expect(policy.split(';').map((part) => part.trim())).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "style-src-attr 'none'",
      "img-src 'self' data: blob: https:",
      "media-src 'self' blob:",
      "connect-src 'self'",
      "worker-src 'self' blob:",
      "font-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
    ])
    expect(policy).not.toContain('unsafe')
  })

  it('allow a streamed page its nonce’s scripts only', () => {
    const streamed = toMap(https.streamedHeaders('abc'))
    expect(streamed.get('Content-Security-Policy')).toContain("script-src 'nonce-abc' 'strict-dynamic'")
    for (const [name, value] of complete) if (name !== 'Content-Security-Policy') expect(streamed.get(name)).toBe(value)
  })

  it('name the usual protections', () => {
    expect(complete.get('X-Content-Type-Options')).toBe('nosniff')
    expect(complete.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
    expect(complete.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    expect(complete.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    expect(complete.get('Permissions-Policy')).toContain('camera=()')
  })

  it('ask for https only where the site is under https', () => {
    expect(complete.get('Strict-Transport-Security')).toMatch(/^max-age=\d{8}/)
    expect(toMap(createSecurityHeaders('http://localhost:3000').completeHeaders).has('Strict-Transport-Security')).toBe(
      false,
    )
  })

  it('are the same from the middleware', () => {
    const set = new Map<string, string>()
    const res = { setHeader: (name: string, value: string) => set.set(name, value), removeHeader: () => undefined }
    https.middleware({} as IncomingMessage, res as unknown as ServerResponse, () => undefined)
    expect(set).toEqual(complete)
  })

  it('let scripts connect to a chat that exists elsewhere', () => {
    const policyOf = (connect?: readonly string[]): string =>
      toMap(createSecurityHeaders('https://www.example.com', { connect }).completeHeaders).get(
        'Content-Security-Policy',
      ) ?? ''
    expect(policyOf(['wss://*.chat.example'])).toContain("connect-src 'self' wss://*.chat.example;")
    expect(policyOf()).toContain("connect-src 'self';")
  })

  it('let in the customer service’s host when configured', () => {
    const policyOf = (widget?: string): string =>
      toMap(createSecurityHeaders('https://www.example.com', { widgetScript: widget }).completeHeaders).get(
        'Content-Security-Policy',
      ) ?? ''
    const policy = policyOf('https://chat.example.net/widget/v1.js?key=1')
    expect(policy).toContain("script-src 'self' https://chat.example.net;")
    expect(policy).toContain("connect-src 'self' https://chat.example.net wss://chat.example.net;")
    expect(policy).toContain('frame-src https://chat.example.net')
    expect(policyOf()).not.toContain('example.net')
  })

  it('let files go to and from a configured bucket', () => {
    const policyOf = (...storage: string[]): string =>
      toMap(createSecurityHeaders('https://www.example.com', { storage }).completeHeaders).get(
        'Content-Security-Policy',
      ) ?? ''
    const policy = policyOf('https://s3.test/', 'https://files.test/school')
    expect(policy).toContain("connect-src 'self' https://s3.test https://files.test;")
    expect(policy).toContain("img-src 'self' data: blob: https: https://s3.test https://files.test;")
    expect(policy).toContain("media-src 'self' blob: https://s3.test https://files.test;")
    expect(policy).toContain("script-src 'self';")
    expect(policyOf()).toContain("connect-src 'self';")
  })
})
