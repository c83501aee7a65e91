import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EdgeSite, pageOf, startEdgeSite } from '../support/edge-site.ts'

let site: EdgeSite
beforeEach(async () => {
  site = await startEdgeSite()
})
afterEach(() => site.close())

/** Sends bytes as they are, for requests that no client library would make; answers the status line. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(site.base).port), '127.0.0.1', () => socket.end(text))
    let answer = ''
    socket.on('data', (part) => {
      answer += part.toString()
    })
    socket.once('close', () => resolve(answer.split('\r\n')[0] ?? ''))
    socket.once('error', reject)
  })
}

describe('what a request carries beside its address', () => {
  const hostile: readonly [string, Record<string, string>][] = [
    ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example' }],
    ['X-Forwarded-Proto and -Port', { 'x-forwarded-proto': 'ftp', 'x-forwarded-port': '1' }],
    ['X-Forwarded-For', { 'x-forwarded-for': '1.2.3.4', forwarded: 'for=1.2.3.4;host=evil.example' }],
    ['X-Original-URL', { 'x-original-url': '/admin', 'x-rewrite-url': '/admin' }],
    ['a method override', { 'x-http-method-override': 'DELETE', 'x-method-override': 'POST' }],
    ['Range', { range: 'bytes=0-3' }],
    ['Accept-Language', { 'accept-language': 'en' }],
    ['a robotId cookie', { cookie: 'robotId=evil; invite=1' }],
    ['User-Agent and Referer', { 'user-agent': 'x'.repeat(4000), referer: 'https://evil.example/' }],
    ['Cache-Control and Pragma', { 'cache-control': 'no-store, no-cache', pragma: 'no-cache' }],
    ['Accept and Origin', { accept: 'application/json', origin: 'https://evil.example' }],
  ]

  it.each(hostile)('%s does not change what the next visitor gets', async (_name, headers) => {
    const clean = await site.get('/course/2')
    const answer = await site.get('/course/1', { headers })
    expect(answer.status).toBe(200)
    const next = await site.get('/course/1')
    expect(next.body.toString()).toBe('<p>/course/1</p>')
    const plain = (given: typeof next): string[] =>
      given.rawHeaders
        .map((text) => text.replace(/^W\/.*/, 'etag').replace(/xueyuan.*/, 'status'))
        .filter((text) => text !== 'Age' && text !== '0')
    expect(plain(next)).toEqual(plain(clean))
  })

  it('the filler sees the address’s plan and nothing else', async () => {
    await site.get('/course/1?utm_source=a&page=2', { headers: { 'x-forwarded-host': 'evil.example', cookie: 'a=b' } })
    expect(site.filler.plans).toEqual([
      {
        key: '/course/1?page=2',
        target: '/course/1?page=2',
        route: 'course',
        ttl: 60,
        swr: 120,
        sie: 3600,
        tags: ['course:1'],
      },
    ])
  })

  it('a foreign host is refused and fills nothing', async () => {
    expect((await site.get('/course/1', { headers: { host: 'evil.example' } })).status).toBe(421)
    expect(site.filler.plans).toHaveLength(0)
  })

  it('a hostile header’s error is not kept', async () => {
    expect((await site.get('/course/1', { method: 'TRACE' })).status).toBe(405)
    expect((await site.get(`/course/1?${'a'.repeat(9000)}`)).status).toBe(414)
    expect(
      await sendRaw(`GET /course/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Big: ${'a'.repeat(20_000)}\r\n\r\n`),
    ).toContain('431')
    expect((await site.get('/course/1')).status).toBe(200)
  })
})

describe('requests that two programs could read differently', () => {
  const hostLine = (): string => `Host: ${new URL(site.base).host}`
  it('two hosts, absolute addresses, none, two lengths are refused', async () => {
    expect(await sendRaw(`GET /course/1 HTTP/1.1\r\n${hostLine()}\r\n${hostLine()}\r\n\r\n`)).toContain('400')
    expect(await sendRaw(`GET http://127.0.0.1:1/course/1 HTTP/1.1\r\n${hostLine()}\r\n\r\n`)).toContain('400')
    expect(await sendRaw('GET /course/1 HTTP/1.1\r\n\r\n')).toContain('400')
    expect(
      await sendRaw(
        `POST /course/1 HTTP/1.1\r\n${hostLine()}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      ),
    ).toContain('400')
    expect(site.filler.plans).toHaveLength(0)
  })

  it.each([
    '//evil.example/',
    '/course//1',
    '/course/../1',
    '/course/%2e%2e/1',
    '/course/.%2E/1',
    '/course/1;a=1',
    '/course\\1',
    '/course/%5c1',
    '/course%2f1',
    '/course/1%00',
    '/course/1%0a',
    '/course/%zz',
    '/course/%',
    '/course/%ff',
    '/.',
    '/..',
    'course/1',
    '*',
  ])('%s is refused and never stored', async (path) => {
    const line = await sendRaw(`GET ${path} HTTP/1.1\r\n${hostLine()}\r\nConnection: close\r\n\r\n`)
    expect(line).toMatch(/ 400 /)
    expect(site.edge.statistics()).toMatchObject({ pages: 0, notFound: 0 })
  })

  it.each([
    '/course/1/x.css',
    '/course/1.css',
    '/course/1%23.js',
    '/course/1%3fx',
    '/Course/1',
    '/course/1/',
    '/course/%E4%BD%A0',
  ])('%s is no address of a shared page', async (path) => {
    const answer = await site.get(path)
    expect(answer.body.toString()).toBe('application')
    expect(site.filler.plans).toHaveLength(0)
  })
})

describe('the query', () => {
  it.each([
    '?token=a',
    '?action=x',
    '?inviteUserId=1',
    '?clueUserId=1',
    '?inviteWay=1',
    '?isPreview=1',
    '?isRegistered=1',
    '?invite=1',
    '?page=1&page=2',
    `?page=${'1'.repeat(65)}`,
  ])('%s leaves the answer to the application', async (query) => {
    await site.get('/course/1')
    const answer = await site.get(`/course/1${query}`)
    expect(answer.body.toString()).toBe('application')
    expect(answer.headers['cache-status']).toBe('xueyuan; fwd=bypass')
    expect(site.filler.plans).toHaveLength(1)
  })

  it('any order, escape or unknown name is one page', async () => {
    const forms = [
      '?page=2&sort=new',
      '?sort=new&page=2',
      '?page=%32&sort=new',
      '?utm_source=x&from=y&spm=1&gclid=2&bd_vid=3&sort=new&page=2',
      `?junk=1&junk=2&fbclid=${'x'.repeat(90)}&sort=new&page=2`,
    ]
    for (const form of forms) await site.get(`/course/1${form}`)
    for (const path of ['/course/%31?sort=new&page=2', '/%63ourse/1?sort=new&page=2']) await site.get(path)
    expect(site.filler.plans).toHaveLength(1)
    expect(site.edge.statistics().pages).toBe(1)
  })

  it('random ones fill neither store nor memory', async () => {
    await site.get('/course/1')
    await Promise.all(Array.from({ length: 5000 }, (_none, index) => site.edge.warm(`/course/1?junk=${index}`)))
    expect(site.edge.statistics().pages).toBe(1)
    expect((await site.get('/course/1')).headers['cache-status']).toMatch(/hit/)
  })
})

describe('a page for two visitors', () => {
  it('is the same bytes for both, whatever else they send', async () => {
    site.filler.make = (plan) => Promise.resolve(pageOf(`<p>${plan.target}</p>`))
    const [one, other] = await Promise.all([
      site.get('/course/1', { headers: { cookie: 'a=1', 'x-a': '1', 'accept-language': 'en' } }),
      site.get('/course/1', { headers: { cookie: 'b=2', 'x-b': '2', 'accept-language': 'zh' } }),
    ])
    expect(one.body).toEqual(other.body)
  })
})
