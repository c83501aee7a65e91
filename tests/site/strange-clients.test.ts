import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type School, startSchool, testHost } from '../support/test-site.ts'

let school: School
beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school.close())

/** Sends these lines and reads until the server ends the connection. */
async function speak(lines: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(school.site.base).port), '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
  })
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await once(socket, 'close')
  return text
}

const end = 'Connection: close'

describe('an offer of another protocol', () => {
  it.each(['h2c', 'TLS/1.0', 'foo, h2c'])('(%s) is ignored, and the page comes', async (offer) => {
    for (const path of ['/agreement/privacy', '/api/search/hot-search', '/healthz']) {
      const answer = await speak([
        `GET ${path} HTTP/1.1`,
        `Host: ${testHost}`,
        'Connection: Upgrade, HTTP2-Settings, close',
        `Upgrade: ${offer}`,
        'HTTP2-Settings: AAMAAABkAAQAAP__',
        'reqSource: pcSite',
      ])
      expect([path, answer.split('\r\n')[0]]).toEqual([path, 'HTTP/1.1 200 OK'])
    }
  })
})

describe('a whole address as target', () => {
  it('of our own is the page, whatever the header says', async () => {
    for (const target of [
      `http://${testHost}/agreement/privacy`,
      `HTTP://${testHost.toUpperCase()}/agreement/privacy`,
      `http://${testHost}?utm_source=a`,
    ]) {
      const answer = await speak([`GET ${target} HTTP/1.1`, 'Host: elsewhere.example', end])
      expect([target, answer.split('\r\n')[0]]).toEqual([target, 'HTTP/1.1 200 OK'])
    }
  })

  it('of somebody else, or with a wrong path, is refused', async () => {
    for (const target of [
      'http://evil.example/',
      `http://${testHost}@evil.example/`,
      `http://${testHost}//evil`,
      `ftp://${testHost}/`,
      'evil.example:443',
    ]) {
      const answer = await speak([`GET ${target} HTTP/1.1`, `Host: ${testHost}`, end])
      expect([target, answer.split('\r\n')[0]]).toEqual([target, 'HTTP/1.1 400 Bad Request'])
    }
  })
})

describe('the question what the server can', () => {
  it('is answered with its methods', async () => {
    const answer = await speak(['OPTIONS * HTTP/1.1', `Host: ${testHost}`, end])
    expect(answer).toMatch(/^HTTP\/1\.1 204 /)
    expect(answer).toContain('\r\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n')
  })

  it('is a wrong target for everything else', async () => {
    expect(await speak(['GET * HTTP/1.1', `Host: ${testHost}`, end])).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('a hit', () => {
  it('has one head for all clients, the end aside', async () => {
    await speak(['GET /agreement/privacy HTTP/1.1', `Host: ${testHost}`, end])
    const ask = ['GET /agreement/privacy HTTP/1.1', `Host: ${testHost}`, 'Accept-Encoding: br']
    const both = await speak([...ask, '', ...ask, end])
    const heads = both
      .split('HTTP/1.1 200 OK\r\n')
      .slice(1)
      .map((part) => part.split('\r\n\r\n')[0]?.split('\r\n') ?? [])
    expect(heads).toHaveLength(2)
    const plain = (head: readonly string[] | undefined): string[] =>
      (head ?? []).filter((line) => !/^(Connection|Keep-Alive):/.test(line)).sort()
    expect(plain(heads[0])).toEqual(plain(heads[1]))
    expect(heads[0]).toContain('Connection: keep-alive')
    expect(heads[1]).toContain('Connection: close')
    expect(await speak(['GET /agreement/privacy HTTP/1.0', `Host: ${testHost}`])).toMatch(
      /^HTTP\/1\.1 200 OK[\s\S]*<\/html>$/,
    )
  })

  it('without a body keeps the connection, HEAD and 304', async () => {
    const [, etag] =
      /\r\nETag: ([^\r]+)/.exec(await speak(['GET /agreement/privacy HTTP/1.1', `Host: ${testHost}`, end])) ?? []
    const head = ['HEAD /agreement/privacy HTTP/1.1', `Host: ${testHost}`]
    const same = ['GET /agreement/privacy HTTP/1.1', `Host: ${testHost}`, `If-None-Match: ${etag}`]
    const all = await speak([...head, '', ...same, '', ...head, '', ...same, end])
    expect([...all.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '304', '200', '304'])
    expect(all).not.toContain('<html')
  })
})
