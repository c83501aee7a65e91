import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { canonicalPath, createTargetCheck, isWrongTarget } from './target.ts'

function requestOf(url: string, more: { method?: string; host?: string; rawHeaders?: string[] } = {}): IncomingMessage {
  const { method = 'GET', host = 'www.example.com', rawHeaders = ['Host', host] } = more
  return { url, method, headers: host === '' ? {} : { host }, rawHeaders } as unknown as IncomingMessage
}

describe('the target check', () => {
  const refuse = createTargetCheck(new Set(['www.example.com', 'localhost:3000']))

  it('lets ordinary addresses through', () => {
    for (const url of [
      '/',
      '/course/1.html',
      '/a/b/',
      '/?a=b;c&d=//e',
      '/search?q=%E4%BD%A0',
      '/a~b/c-d_e',
      '/x%20y',
      '/a/.well-known',
      '/...',
    ]) {
      expect(refuse(requestOf(url)), url).toBeUndefined()
    }
  })

  it('refuses paths that two programs could read differently', () => {
    for (const url of [
      '//a',
      '/a//b',
      '/a\\b',
      '/a;b',
      '/./a',
      '/a/..',
      '/a/%2e%2e/b',
      '/a/.%2E',
      '/a%2fb',
      '/a%5Cb',
      '/a%00',
      '/a%0d%0a',
      '/a%7f',
      '/a%',
      '/a%g1',
      '/a%ff',
      '',
      '*',
      'http://a/b',
      'a:80',
    ]) {
      expect(refuse(requestOf(url)), url).toBe(400)
    }
  })

  it('refuses raw non-ASCII characters and fragments in an address', () => {
    for (const url of ['/é', '/a?b=é', '/a#b', '/a b', '/a?b c']) expect(isWrongTarget(url), url).toBe(true)
  })

  it('refuses long addresses, unknown methods and hosts, each its way', () => {
    expect(refuse(requestOf(`/${'a'.repeat(8192)}`))).toBe(414)
    for (const method of ['TRACE', 'PROPFIND', 'get', '']) expect(refuse(requestOf('/', { method }))).toBe(405)
    expect(refuse(requestOf('/', { host: 'evil.example' }))).toBe(421)
    expect(refuse(requestOf('/', { host: '' }))).toBe(400)
    expect(refuse(requestOf('/', { rawHeaders: ['Host', 'www.example.com', 'HOST', 'www.example.com'] }))).toBe(400)
    expect(refuse(requestOf('/', { host: 'WWW.Example.com' }))).toBeUndefined()
    expect(refuse(requestOf('/', { host: 'localhost:3000' }))).toBeUndefined()
  })

  it('lets health and figures be asked under any name', () => {
    for (const url of ['/healthz', '/readyz', '/metrics', '/readyz?from=balancer'])
      for (const host of ['10.1.2.3:8080', 'evil.example', ''])
        expect(refuse(requestOf(url, { host })), url).toBeUndefined()
    for (const url of ['/healthz/', '/readyzz', '/metrics.html', '/a/healthz', '/?/healthz'])
      expect(refuse(requestOf(url, { host: 'evil.example' })), url).toBe(421)
    expect(refuse(requestOf('/healthz', { rawHeaders: ['Host', 'a', 'Host', 'b'] }))).toBe(400)
  })

  it('looks at a long hostile address in linear time', () => {
    const began = performance.now()
    for (const url of [`/${'a.'.repeat(4000)}`, `/${'a/'.repeat(4000)}%`, `/${'%41'.repeat(2700)}!`])
      refuse(requestOf(url))
    expect(performance.now() - began).toBeLessThan(100)
  })
})

describe('canonicalPath', () => {
  it('writes one path in one way', () => {
    expect(canonicalPath('/%31%30%30')).toBe('/100')
    expect(canonicalPath('/%e4%bd%a0')).toBe('/%E4%BD%A0')
    expect(canonicalPath('/a%20b%7eC')).toBe('/a%20b~C')
    expect(canonicalPath(canonicalPath('/%25%34%31'))).toBe('/%2541')
  })
})
