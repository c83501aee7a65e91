import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createServiceTable } from '#server/proxy/service-table.ts'
import { type Endpoint, endpoint, type Service } from '#shared/contract/endpoint.ts'
import { allEndpoints } from '#shared/contract/index.ts'
import { oneService, ownCall, type ProxySite, startProxySite } from '../support/edge-proxy-site.ts'
import { type FakeService, reply, startFakeService } from '../support/fake-service.ts'

const names: readonly Service[] = ['site', 'play', 'paycenter', 'mindLive', 'adServer']
const shape = { input: z.object({}), output: z.null() }
const endpoints: readonly Endpoint[] = [
  endpoint('GET /api/home/open-live', shape),
  endpoint('GET /api/live/enter', { ...shape, service: 'play' }),
  endpoint('GET /api/order/get-payment', { ...shape, service: 'paycenter' }),
  endpoint('GET /api/im/room', { ...shape, service: 'mindLive' }),
  endpoint('GET /api/ubas/collect', { ...shape, service: 'adServer' }),
]

describe('five services at five addresses', () => {
  let services: Record<Service, FakeService>
  let site: ProxySite
  beforeEach(async () => {
    const started = await Promise.all(names.map(async (name) => [name, await startFakeService()] as const))
    services = Object.fromEntries(started) as Record<Service, FakeService>
    const bases = Object.fromEntries(started.map(([name, { base }]) => [name, base])) as Record<Service, string>
    site = await startProxySite(bases, {}, { endpoints })
  })
  afterEach(async () => {
    await site.close()
    await Promise.all(Object.values(services).map((service) => service.stop()))
  })

  it('each gets its own calls of the contract', async () => {
    for (const { path, service } of endpoints) {
      await site.send(path)
      expect(services[service].arrivals.map(({ url }) => url)).toEqual([path])
    }
  })

  it('the main site gets the rest, and the ping', async () => {
    for (const path of ['/api/unknown/call', '/api', '/gateway/ping', '/api/live']) await site.send(path)
    expect(services.site.arrivals.map(({ url }) => url)).toEqual([
      '/api/unknown/call',
      '/api',
      '/gateway/ping',
      '/api/live',
    ])
  })

  it('capitals and a slash lead to no other service', async () => {
    for (const path of ['/API/live/enter', '/api/Live/Enter/', '/api/live/enter/']) await site.send(path)
    expect(services.play.arrivals.map(({ url }) => url)).toEqual(['/api/Live/Enter/', '/api/live/enter/'])
  })

  it('other addresses are not the proxy’s', async () => {
    for (const path of ['/', '/course/1', '/apix', '/gatewayx/ping', '/x/api/y'])
      expect((await site.send(path)).text).toBe('next')
  })
})

describe('the service table', () => {
  it('knows the service of every endpoint of the contract', () => {
    const bases = Object.fromEntries(names.map((name) => [name, `http://${name.toLowerCase()}.example`])) as Record<
      Service,
      string
    >
    const table = createServiceTable(bases)
    for (const { path, service, method } of allEndpoints) {
      expect(table.addressOf(table.serviceOf(path)).base).toBe(bases[service])
      expect(table.endpointOf(method, path)?.path).toBe(path)
    }
  })

  it('sends the sockets of rooms to the service of lessons', () => {
    const bases = Object.fromEntries(names.map((name) => [name, `http://${name.toLowerCase()}.example`])) as Record<
      Service,
      string
    >
    const table = createServiceTable(bases)
    for (const path of ['/api/im/ws', '/api/im/ws/']) expect(table.serviceOf(path)).toBe('play')
  })

  it('reads sockets, ports and paths of base addresses', () => {
    const table = createServiceTable(
      { ...oneService('http://10.0.0.1:8080/site/'), play: 'unix:/run/a b.sock' },
      endpoints,
    )
    expect(table.addressOf('site')).toMatchObject({
      origin: 'http://10.0.0.1:8080',
      prefix: '/site',
      socketPath: undefined,
    })
    expect(table.addressOf('play')).toMatchObject({ socketPath: '/run/a b.sock', prefix: '' })
  })
})

describe('a service', () => {
  it('on a socket of this machine is reached', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'proxy-'))
    const service = await startFakeService(join(folder, 'a.sock'))
    const site = await startProxySite(oneService(service.base))
    expect((await site.send('/api/x?a=1')).status).toBe(200)
    expect(service.arrivals[0]?.url).toBe('/api/x?a=1')
    await site.close()
    await service.stop()
    await rm(folder, { recursive: true })
  })

  it('below a path gets its calls there', async () => {
    const service = await startFakeService()
    const site = await startProxySite(oneService(`${service.base}/main/`))
    await site.send('/api/x?a=1')
    expect(service.arrivals[0]?.url).toBe('/main/api/x?a=1')
    await site.close()
    await service.stop()
  })
})

describe('whatever is asked, only configured addresses are connected to', () => {
  let service: FakeService
  let site: ProxySite
  let strange = 0
  const trap = createServer(() => {
    strange += 1
  })
  beforeEach(async () => {
    strange = 0
    trap.listen(0, '127.0.0.1')
    await once(trap, 'listening')
    service = await startFakeService()
    site = await startProxySite(oneService(service.base))
  })
  afterEach(async () => {
    await site.close()
    await service.stop()
    trap.close()
    await once(trap, 'close')
  })

  function sendRaw(path: string, more = ''): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(site.base).port), '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: www.example.com\r\n${more}Connection: close\r\n\r\n`),
      )
      let text = ''
      socket.on('data', (part) => {
        text += part.toString()
      })
      socket.once('close', () => resolve(text.split('\r\n')[0] ?? ''))
      socket.once('error', reject)
    })
  }

  const strangeHost = (): string => `127.0.0.1:${(trap.address() as { port: number }).port}`

  it('paths that could lead elsewhere are refused', async () => {
    const host = strangeHost()
    for (const path of [
      `/api//${host}/`,
      '/api/..%2f',
      '/api/%2e%2e/x',
      '/api/../x',
      `/api/http://${host}/`,
      '/api/\\x',
      '/api/x%00',
      '/api/a;b',
      '/api/.hidden',
    ]) {
      expect(await sendRaw(path), path).toContain(' 400 ')
    }
    expect(service.arrivals).toHaveLength(0)
    expect(strange).toBe(0)
  })

  it('absolute addresses, hosts and forwards change nothing', async () => {
    const host = strangeHost()
    expect(await sendRaw(`http://${host}/api/x`)).toContain(' 404 ')
    expect(await sendRaw(`/api/@${host.split(':')[0]}`)).toContain(' 200 ')
    await sendRaw('/api/x', `X-Forwarded-Host: ${host}\r\nX-Forwarded-Server: ${host}\r\n`)
    await site.send('/api/x', { headers: { host } })
    await site.send(`/api/x?url=http://${host}/`)
    expect(strange).toBe(0)
    expect(service.arrivals.length).toBe(4)
    for (const { headers } of service.arrivals) expect(headers.host).toBe(new URL(service.base).host)
  })

  it('a redirect of a service is passed on, not followed', async () => {
    const target = `http://${strangeHost()}/inner`
    service.answer = (_req, res) => res.writeHead(302, { Location: target }).end()
    const answer = await site.send('/api/x')
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toBe(target)
    expect(strange).toBe(0)
  })

  it('a foreign or odd upgrade is refused', async () => {
    const upgrade = 'Upgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n'
    expect(await sendRaw('/api/im/ws', `${upgrade}Connection: Upgrade\r\nOrigin: https://evil.example\r\n`)).toContain(
      '403',
    )
    expect(await sendRaw('/api//x', `${upgrade}Connection: Upgrade\r\nOrigin: https://www.example.com\r\n`)).toContain(
      '403',
    )
    expect(service.arrivals).toHaveLength(0)
  })

  it('our page’s upgrade reaches the service with its source', async () => {
    const seen: IncomingMessage[] = []
    const inner = createHttpServer()
    inner.on('upgrade', (req, socket) => {
      seen.push(req)
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
      socket.pipe(socket)
    })
    inner.listen(0, '127.0.0.1')
    await once(inner, 'listening')
    const own = await startProxySite(oneService(`http://127.0.0.1:${(inner.address() as { port: number }).port}`))
    const socket = connect(Number(new URL(own.base).port), '127.0.0.1', () => {
      socket.write(
        'GET /api/im/ws?token=abc&room=1 HTTP/1.1\r\nHost: www.example.com\r\nOrigin: https://www.example.com\r\nreqSource: evil\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      )
    })
    const [head] = (await once(socket, 'data')) as [Buffer]
    expect(head.toString()).toMatch(/^HTTP\/1.1 101 /)
    socket.write('ping')
    expect(String((await once(socket, 'data'))[0])).toBe('ping')
    expect(seen[0]?.url).toBe('/api/im/ws?room=1')
    expect(seen[0]?.headers).toMatchObject({ reqsource: 'pcSite', authorization: 'abc', upgrade: 'websocket' })
    socket.destroy()
    await own.close()
    inner.closeAllConnections()
    inner.close()
  })

  it('the body of a call arrives whole', async () => {
    service.answer = (_req, res, arrival) => reply(res, arrival.body)
    const body = JSON.stringify({ text: '学'.repeat(1000) })
    const answer = await site.send('/api/x', {
      method: 'POST',
      body,
      headers: { ...ownCall, 'content-type': 'application/json' },
    })
    expect(answer.json.body).toBe(body)
  })
})
