import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { redactLine } from '#server/http/redact.ts'
import { oneService, type ProxySite, startProxySite } from '../support/edge-proxy-site.ts'
import { type Arrival, type FakeService, reply, startFakeService } from '../support/fake-service.ts'

const read = '/api/search/hot-search'

let service: FakeService
let site: ProxySite
beforeEach(async () => {
  service = await startFakeService()
  site = await startProxySite(oneService(service.base))
})
afterEach(async () => {
  await site.close()
  await service.stop()
})

async function arrivalOf(path: string, headers: Record<string, string> = {}): Promise<Arrival> {
  const { status } = await site.send(path, { headers })
  expect(status).toBe(200)
  return service.arrivals.at(-1)!
}

describe('what a service sees of a call', () => {
  it('reqSource is ours, whatever the client sends', async () => {
    expect((await arrivalOf(read)).headers.reqsource).toBe('pcSite')
    expect((await arrivalOf(read, { reqSource: 'evil' })).headers.reqsource).toBe('pcSite')
  })

  it('robotId comes from its well-formed cookie only', async () => {
    expect((await arrivalOf(read, { cookie: 'a=1; robotId=abc_1-2; b=2' })).headers.robotid).toBe('abc_1-2')
    expect((await arrivalOf(read)).headers.robotid).toBeUndefined()
    expect((await arrivalOf(read, { robotId: 'forged' })).headers.robotid).toBeUndefined()
    for (const value of ['a b', 'a%0d%0ab', 'a'.repeat(65), '<x>'])
      expect((await arrivalOf(read, { cookie: `robotId=${value}` })).headers.robotid).toBeUndefined()
  })

  it('Authorization comes from the address’s token, kept back', async () => {
    const arrival = await arrivalOf(`${read}?a=%20b&token=abc.DEF-1&c=d`)
    expect(arrival.headers.authorization).toBe('abc.DEF-1')
    expect(arrival.url).toBe(`${read}?a=%20b&c=d`)
    expect((await arrivalOf(`${read}?token=abc`)).url).toBe(read)
    expect((await arrivalOf(`${read}?%74oken=abc`)).url).toBe(read)
  })

  it('a client can’t set Authorization itself', async () => {
    expect((await arrivalOf(read, { authorization: 'Bearer stolen' })).headers.authorization).toBeUndefined()
    for (const token of ['a%0d%0aX: y', 'a b', '', 'a'.repeat(513), '%E4%BD%A0']) {
      const arrival = await arrivalOf(`${read}?token=${token.replaceAll(' ', '+%20')}`)
      expect(arrival.headers.authorization, token).toBeUndefined()
      expect(arrival.url).not.toContain('token')
    }
  })

  it('a staff call is never made by a token address', async () => {
    for (const path of [
      '/api/staff/order/list?token=abc',
      '/api/staff/order/list?a=1&%74oken=abc',
      '/api/Staff/order/list/?token=abc',
      '/api/staff/nothing?token=',
      '/api/staff?token=abc',
    ]) {
      const answer = await site.send(path)
      expect([answer.status, answer.json.msg], path).toEqual([400, '后台接口只认登录后的 Cookie，网址里不能带 token'])
    }
    expect(service.arrivals).toEqual([])
    const { headers } = await arrivalOf('/api/staff/order/list', { cookie: 'session=abc' })
    expect(headers).toMatchObject({ cookie: 'session=abc' })
    expect(headers.authorization).toBeUndefined()
  })

  it('the token is in no log line', async () => {
    await service.stop()
    await site.send(`${read}?token=verysecret`)
    expect(JSON.stringify(site.warnings)).not.toContain('verysecret')
    expect(
      redactLine(JSON.stringify({ url: `${read}?token=verysecret&a=1`, msg: 'GET /x?a=1&token=verysecret' })),
    ).not.toContain('verysecret')
  })

  it('the client address is the connection, unlike its words', async () => {
    const forged = {
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'ftp',
      forwarded: 'for=1.2.3.4',
      'x-real-ip': '1.2.3.4',
    }
    const { headers } = await arrivalOf(read, forged)
    expect(headers['x-forwarded-for']).toBe('127.0.0.1')
    for (const name of ['x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip'])
      expect(headers[name]).toBeUndefined()
  })

  it('behind a trusted proxy the address is that proxy’s', async () => {
    const behind = await startProxySite(oneService(service.base), { trustProxy: 1 })
    await behind.send(read, { headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' } })
    expect(service.arrivals.at(-1)?.headers['x-forwarded-for']).toBe('203.0.113.9')
    await behind.send(read, { headers: { 'x-forwarded-for': 'nonsense' } })
    expect(service.arrivals.at(-1)?.headers['x-forwarded-for']).toBe('127.0.0.1')
    await behind.close()
  })

  it('the connection’s headers go no further', async () => {
    const { headers } = await arrivalOf(read, {
      connection: 'keep-alive, X-Secret, cookie, host, accept',
      'x-secret': '1',
      te: 'trailers',
      'proxy-authorization': 'x',
      'keep-alive': 'timeout=1',
      cookie: 'session=a',
      accept: 'text/x',
    })
    for (const name of ['x-secret', 'te', 'proxy-authorization', 'keep-alive', 'accept'])
      expect(headers[name], name).toBeUndefined()
    expect(headers.cookie).toBe('session=a')
    expect(headers.host).toBe(new URL(service.base).host)
  })

  it('Connection can’t remove our address or source', async () => {
    const { headers } = await arrivalOf(read, { connection: 'x-forwarded-for, reqsource, x-request-id' })
    expect(headers['x-forwarded-for']).toBe('127.0.0.1')
    expect(headers.reqsource).toBe('pcSite')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('a well-formed trace goes on, others begin anew', async () => {
    const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    expect((await arrivalOf(read, { traceparent: trace })).headers.traceparent).toBe(trace)
    for (const odd of ['x', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`]) {
      const { traceparent } = (await arrivalOf(read, { traceparent: odd })).headers
      expect(traceparent).not.toBe(odd)
      expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    }
  })

  it('method overrides and rewritten addresses go no further', async () => {
    const { headers, method, url } = await arrivalOf(read, {
      'x-http-method-override': 'DELETE',
      'x-original-url': '/api/user/info',
      'x-rewrite-url': '/x',
    })
    expect(method).toBe('GET')
    expect(url).toBe(read)
    for (const name of ['x-http-method-override', 'x-original-url', 'x-rewrite-url'])
      expect(headers[name]).toBeUndefined()
  })
})

describe('what a client sees of an answer', () => {
  it('it isn’t stored unless the service says so', async () => {
    expect((await site.send(read)).headers['cache-control']).toBe('no-store')
    service.answer = (_req, res) => {
      res.setHeader('Cache-Control', 'public, max-age=5')
      reply(res, 1)
    }
    expect((await site.send(read)).headers['cache-control']).toBe('public, max-age=5')
  })

  it('headers of the inner connection stay inside', async () => {
    service.answer = (_req, res) => {
      for (const [name, value] of [
        ['Connection', 'close'],
        ['Keep-Alive', 'timeout=9'],
        ['Proxy-Authenticate', 'x'],
        ['Upgrade', 'h2c'],
      ] as const)
        res.setHeader(name, value)
      reply(res, 1)
    }
    const { headers } = await site.send(read)
    expect(headers.connection).toBe('keep-alive')
    expect(headers['proxy-authenticate']).toBeUndefined()
    expect(headers.upgrade).toBeUndefined()
  })

  it('connections to a service are used again', async () => {
    for (let times = 0; times < 20; times += 1) await site.send(read)
    expect(service.arrivals).toHaveLength(20)
    expect(service.connections).toBe(1)
  })
})
