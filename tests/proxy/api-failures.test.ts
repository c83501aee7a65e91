import { once } from 'node:events'
import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBreakers } from '#server/proxy/breaker.ts'
import { createUpstream } from '#server/proxy/upstream.ts'
import { oneService, ownCall, type ProxySite, startProxySite } from '../support/edge-proxy-site.ts'
import { type FakeService, reply, startFakeService } from '../support/fake-service.ts'

const read = '/api/search/hot-search'
const write = '/api/ubas/flow-collect'
const json = { ...ownCall, 'content-type': 'application/json' }
const limits = { connectMs: 200, firstByteMs: { read: 60, one: 60, steps: 60 }, idleMs: 60 }

let service: FakeService
let site: ProxySite
beforeEach(async () => {
  service = await startFakeService()
  site = await startProxySite(oneService(service.base), {}, { limits })
})
afterEach(async () => {
  await site.close()
  await service.stop()
})

describe('a service that is down', () => {
  it('is answered for with 502 and an envelope', async () => {
    await service.stop()
    const answer = await site.send(read)
    expect(answer.status).toBe(502)
    expect(answer.json).toEqual({ code: 0, msg: '服务器错误', body: null, Time: site.clock.now })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('is left after five failures, probed, and used again', async () => {
    await service.stop()
    for (let times = 0; times < 5; times += 1) await site.send(read)
    expect(site.proxy.breakerState()).toEqual({ [service.base]: 'open' })
    const { connections } = service
    await service.restart()
    expect((await site.send(read)).status).toBe(502)
    expect(service.connections).toBe(connections)
    site.clock.now += 2000
    expect((await site.send(read)).status).toBe(200)
    expect(site.proxy.breakerState()).toEqual({ [service.base]: 'closed' })
  })

  it('stays left when its one probe fails', async () => {
    // A busy machine must not make the waiting ones late.
    const patient = await startProxySite(oneService(service.base))
    await service.stop()
    for (let times = 0; times < 5; times += 1) await patient.send(read)
    patient.clock.now += 2000
    await patient.send(read)
    expect(patient.proxy.breakerState()).toEqual({ [service.base]: 'open' })
    await service.restart()
    patient.clock.now += 2000
    let answerProbe = (): void => undefined
    service.answer = (_req, res) => {
      answerProbe = () => reply(res, 'back')
    }
    const arrived = service.next()
    const probe = patient.send(read)
    await arrived
    expect(patient.proxy.breakerState()).toEqual({ [service.base]: 'probing' })
    const before = patient.asked
    const others = Promise.all(Array.from({ length: 10 }, () => patient.send(read)))
    while (patient.asked < before + 10) await new Promise(setImmediate)
    expect(service.arrivals).toHaveLength(1)
    service.answer = (_req, res) => reply(res, 'back')
    answerProbe()
    expect((await probe).json.body).toBe('back')
    expect(new Set((await others).map(({ status }) => status))).toEqual(new Set([200]))
    await patient.close()
  })

  it('answering 503 five times is down; own errors aren’t', async () => {
    service.answer = (_req, res) => reply(res, null, { code: 0, msg: 'x', status: 500 })
    for (let times = 0; times < 10; times += 1) expect((await site.send(read)).status).toBe(500)
    expect(site.proxy.breakerState()).toEqual({ [service.base]: 'closed' })
    service.answer = (_req, res) => reply(res, null, { code: 0, msg: 'x', status: 503 })
    for (let times = 0; times < 5; times += 1) expect((await site.send(read)).status).toBe(503)
    expect((await site.send(read)).status).toBe(502)
  })

  it('refusing in words is there for everybody else', async () => {
    // as our own service says that a queue is full: captchas, searches, passwords
    service.answer = (_req, res) => {
      res.setHeader('X-Call-Code', '4004')
      reply(res, null, { code: 4004, msg: '现在要验证的人太多，请稍候再试', status: 503 })
    }
    for (let times = 0; times < 10; times += 1) expect((await site.send(read)).status).toBe(503)
    const upstream = createUpstream({ services: oneService(service.base) })
    for (let times = 0; times < 10; times += 1)
      await expect(upstream.api().call('GET /api/search/hot-search', {})).rejects.toMatchObject({ code: 0 })
    service.answer = (_req, res) => reply(res, ['素描'])
    expect((await site.send(read)).json.body).toEqual(['素描'])
    expect(service.arrivals).toHaveLength(21)
    expect(await upstream.api().call('GET /api/search/hot-search', {})).toEqual(['素描'])
    await upstream.close()
  })

  it('is known to the renderer by the same breaker', async () => {
    const breakers = createBreakers(() => site.clock.now)
    const upstream = createUpstream({ services: oneService(service.base) }, { breakers })
    const own = await startProxySite(oneService(service.base), {}, { breakers })
    await service.stop()
    for (let times = 0; times < 5; times += 1) await own.send(read)
    await service.restart()
    await expect(upstream.api().call('GET /api/search/hot-search', {})).rejects.toMatchObject({ code: 0, status: 502 })
    expect(service.arrivals).toHaveLength(0)
    await own.close()
    await upstream.close()
  })
})

describe('a lost connection', () => {
  it('is tried once more for a call that reads', async () => {
    service.answer = (req, res) => {
      if (service.arrivals.length === 1) req.socket.destroy()
      else reply(res, 'second')
    }
    const answer = await site.send(read)
    expect(answer.json.body).toBe('second')
    expect(service.arrivals).toHaveLength(2)
  })

  it('is not tried a third time', async () => {
    service.answer = (req) => req.socket.destroy()
    expect((await site.send(read)).status).toBe(502)
    expect(service.arrivals).toHaveLength(2)
  })

  it('is never retried for a writing or unknown call', async () => {
    service.answer = (req) => req.socket.destroy()
    expect((await site.send(write, { method: 'POST', headers: json, body: '{}' })).status).toBe(502)
    expect((await site.send('/api/unknown')).status).toBe(502)
    expect(service.arrivals).toHaveLength(2)
  })

  it('midway is a failed call, or cuts a foreign one', async () => {
    service.answer = (req, res) => {
      res.writeHead(200, { 'Content-Length': '100' })
      res.write('half', () => req.socket.destroy())
    }
    expect(await site.send(read)).toMatchObject({ status: 502, json: { code: 0 } })
    await expect(site.send('/api/unknown')).rejects.toThrow(/aborted|hang up|ECONNRESET/)
    expect(service.arrivals).toHaveLength(2)
  })
})

describe('a slow service', () => {
  it('is given up without a first byte, untried again', async () => {
    service.answer = () => undefined
    const answer = await site.send(read)
    expect(answer.status).toBe(502)
    expect(service.arrivals).toHaveLength(1)
  })

  it('is given up falling silent, cutting what is foreign', async () => {
    service.answer = (_req, res) => {
      res.writeHead(200).write('begin')
    }
    expect(await site.send(read)).toMatchObject({ status: 502, json: { code: 0 } })
    await expect(site.send('/api/unknown')).rejects.toThrow(/aborted|hang up/)
  })

  it('is let go with its client, no failure', async () => {
    for (let times = 0; times < 6; times += 1) {
      const left = new Promise<void>((resolve) => {
        service.answer = (req) => void req.socket.once('close', () => resolve())
      })
      const arrived = service.next()
      const client = request(`${site.base}${write}`, { method: 'POST', headers: { ...json, host: 'www.example.com' } })
      client.on('error', () => undefined)
      client.end('{}')
      await arrived
      client.destroy()
      await left
    }
    expect(site.proxy.breakerState()).toEqual({ [service.base]: 'closed' })
  })
})

describe('the size of a call', () => {
  it('over 100 KB of JSON is refused before a service', async () => {
    const answer = await site.send(write, { method: 'POST', headers: json, body: `"${'a'.repeat(100 * 1024)}"` })
    expect(answer.status).toBe(413)
    expect(answer.json.code).toBe(0)
    expect(service.arrivals).toHaveLength(0)
  })

  it('is refused too when its length is not said beforehand', async () => {
    const client = request(`${site.base}${write}`, { method: 'POST', headers: { ...json, host: 'www.example.com' } })
    const answered = once(client, 'response') as Promise<[{ statusCode: number; resume(): void }]>
    for (let part = 0; part < 11; part += 1) client.write('a'.repeat(10 * 1024))
    client.end()
    const [answer] = await answered
    expect(answer.statusCode).toBe(413)
    answer.resume()
    expect(service.arrivals).toHaveLength(0)
  })

  it('of 100 KB passes, with its length said', async () => {
    const body = 'a'.repeat(100 * 1024)
    expect((await site.send(write, { method: 'POST', headers: json, body })).status).toBe(200)
    expect(service.arrivals[0]?.body).toBe(body)
    expect(service.arrivals[0]?.headers['content-length']).toBe(String(body.length))
  })

  it('of a file is not limited here', async () => {
    const body = 'a'.repeat(300 * 1024)
    expect(
      (
        await site.send('/api/upload/put', {
          method: 'PUT',
          headers: { ...ownCall, 'content-type': 'image/png' },
          body,
        })
      ).status,
    ).toBe(200)
    expect(service.arrivals[0]?.body.length).toBe(body.length)
  })
})
