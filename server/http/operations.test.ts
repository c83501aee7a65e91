import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import express, { type RequestHandler } from 'express'
import { afterEach, describe, expect, it } from 'vitest'
import { createErrorRenderer, httpError } from './error-renderer.ts'
import { createHealth } from './health.ts'
import { createLogger } from './logger.ts'
import { createMetrics } from './metrics.ts'
import { createOps, type OpsPurge } from './ops.ts'
import { createOpsToken, type OpsToken } from './ops-token.ts'
import { createRateLimit } from './rate-limit.ts'
import { createRefusal } from './refusal.ts'
import { createRequestLog } from './request-log.ts'

type Handler = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

async function listen(server: Server): Promise<string> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An Express application of these middlewares; what none of them answers is 418. */
function serve(...handlers: Handler[]): Promise<string> {
  const app = express()
  for (const handler of handlers) app.use(handler as RequestHandler)
  app.use((_req, res) => void res.status(418).end())
  return listen(createServer(app))
}

const token = 'a-token-for-operators'
const bearer = { authorization: `Bearer ${token}` }
const guesses = { points: 20, seconds: 900 }
const opsToken = (clock?: () => number): OpsToken =>
  createOpsToken({ token, guesses, trustProxy: 0, ...(clock ? { clock } : {}) })
const noToken = createOpsToken({ token: undefined, guesses, trustProxy: 0 })

describe('health', () => {
  it('lives from the start, is ready when said so', async () => {
    let state = 'closed'
    const health = createHealth(() => ({ a: state }))
    const base = await serve(health.middleware)
    expect((await fetch(`${base}/healthz`)).status).toBe(200)
    expect((await fetch(`${base}/readyz`)).status).toBe(503)
    health.setReady(true)
    expect(await (await fetch(`${base}/readyz`)).json()).toEqual({
      status: 'ready',
      services: { closed: 1, open: 0, probing: 0 },
    })
    state = 'open'
    const sick = await fetch(`${base}/readyz`)
    expect(sick.status).toBe(200)
    expect(await sick.json()).toMatchObject({ status: 'degraded' })
    expect((await fetch(`${base}/other`)).status).toBe(418)
  })

  it('names a hanging backend and serves stored pages on', async () => {
    const health = createHealth()
    const base = await serve(health.middleware)
    const readiness = async (): Promise<unknown> => ({
      ...((await (await fetch(`${base}/readyz`)).json()) as object),
      code: (await fetch(`${base}/readyz`)).status,
    })
    health.setReady(true)
    for (const state of ['hung', 'restarting'] as const) {
      health.setBackend(state)
      expect(await readiness()).toMatchObject({ status: 'degraded', backend: state, code: 200 })
    }
    health.setBackend('ready')
    expect(await readiness()).toMatchObject({ status: 'ready', backend: 'ready', code: 200 })
  })
})

describe('operators’ calls', () => {
  function createFakes(): { purged: OpsPurge[]; lines: object[]; options: Parameters<typeof createOps>[0] } {
    const purged: OpsPurge[] = []
    const lines: object[] = []
    const log = { info: (values: object) => void lines.push(values), warn: (values: object) => void lines.push(values) }
    const cache = {
      statistics: () => Promise.resolve({ pages: 3 }),
      entries: (filter: object) => Promise.resolve([filter]),
      purge(order: OpsPurge) {
        purged.push(order)
        return Promise.resolve({ touched: 2, confirmed: 2, unconfirmed: order.tag === 'lost' ? 1 : 0 })
      },
    }
    return {
      purged,
      lines,
      options: {
        token: opsToken(),
        cache,
        log,
        trustProxy: 0,
        userMark: (id) => `mark-${id}`,
      },
    }
  }

  it('do not exist without a token, refuse a wrong one', async () => {
    const { options } = createFakes()
    const closed = await serve(createOps({ ...options, token: noToken }))
    expect((await fetch(`${closed}/ops/cache`, { headers: bearer })).status).toBe(418)
    const open = await serve(createOps(options))
    for (const authorization of ['', 'Bearer', 'Bearer wrong', token, `Basic ${token}`, `Bearer ${token}x`])
      expect((await fetch(`${open}/ops/cache`, { headers: { authorization } })).status).toBe(401)
  })

  it('share one limit of wrong tokens with the metrics', async () => {
    let now = 1_000_000
    const opsAccess = opsToken(() => now)
    const metrics = createMetrics({ opsToken: opsAccess, processFigures: false })
    const base = await serve(metrics.middleware, createOps({ ...createFakes().options, token: opsAccess }))
    const ask = (path: string, authorization?: string): Promise<Response> =>
      fetch(`${base}${path}`, authorization === undefined ? {} : { headers: { authorization } })
    for (let time = 0; time < 30; time += 1) expect((await ask('/metrics')).status).toBe(418)
    for (let time = 0; time < 10; time += 1) expect((await ask('/metrics', `Bearer guess-${time}`)).status).toBe(418)
    for (let time = 0; time < 10; time += 1) expect((await ask('/ops/cache', `Bearer other-${time}`)).status).toBe(401)
    for (const path of ['/metrics', '/ops/cache', '/ops/user-mark?id=1'])
      for (const authorization of [bearer.authorization, 'Bearer guess']) {
        const refused = await ask(path, authorization)
        expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 429, '900'])
      }
    now += 900_000
    expect((await ask('/metrics', bearer.authorization)).status).toBe(200)
    expect((await ask('/ops/cache', bearer.authorization)).status).toBe(200)
  })

  it('show statistics and entries', async () => {
    const base = await serve(createOps(createFakes().options))
    expect(await (await fetch(`${base}/ops/cache`, { headers: bearer })).json()).toEqual({ pages: 3 })
    expect(await (await fetch(`${base}/ops/cache/entries?tag=course:1`, { headers: bearer })).json()).toEqual({
      entries: [{ tag: 'course:1' }],
    })
    expect((await fetch(`${base}/ops/other`, { headers: bearer })).status).toBe(418)
  })

  it('say when a purge was not confirmed everywhere', async () => {
    const base = await serve(createOps(createFakes().options))
    const send = (body: string): Promise<Response> =>
      fetch(`${base}/ops/cache/purge`, { method: 'POST', headers: bearer, body })
    const hard = await send('{"tag":"lost","hard":true}')
    expect(hard.status).toBe(202)
    expect(await hard.json()).toMatchObject({
      unconfirmed: 1,
      warning: expect.stringContaining('1 processes have not confirmed') as string,
    })
    expect((await send('{"tag":"lost"}')).status).toBe(200)
  })

  it('purge by one key, tag or all, leaving audit', async () => {
    const { purged, lines, options } = createFakes()
    const base = await serve(createOps(options))
    const send = (body: string): Promise<Response> =>
      fetch(`${base}/ops/cache/purge`, { method: 'POST', headers: bearer, body })
    expect(await (await send('{"tag":"course:1","hard":true}')).json()).toEqual({
      touched: 2,
      confirmed: 2,
      unconfirmed: 0,
    })
    await send('{"all":true}')
    expect(purged).toEqual([
      { tag: 'course:1', hard: true },
      { all: true, hard: false },
    ])
    expect(lines[0]).toMatchObject({
      audit: true,
      action: 'cache purge',
      tag: 'course:1',
      hard: true,
      touched: 2,
      address: '127.0.0.1',
    })
    for (const odd of [
      '',
      '{',
      '{}',
      'null',
      '[]',
      '{"key":""}',
      '{"key":"a","tag":"b"}',
      '{"all":1}',
      '{"key":"a","hard":"yes"}',
      `{"key":"${'a'.repeat(20_000)}"}`,
    ])
      expect((await send(odd)).status).toBe(400)
    expect(purged).toHaveLength(2)
  })
})

describe('metrics', () => {
  it('shows figures, also while others can’t be had', async () => {
    const metrics = createMetrics({ opsToken: opsToken(), processFigures: false })
    let isDown = false
    metrics.watchAsked('sms_codes', 'Codes', async () => {
      if (isDown) throw new Error('The backend is away.')
      return { sent: 6, half_reached: 1 }
    })
    metrics.watchCache(() => ({ entries: 3 }))
    const base = await serve(metrics.middleware)
    const read = async (): Promise<string> => (await fetch(`${base}/metrics`, { headers: bearer })).text()
    expect(await read()).toContain('sms_codes{what="half_reached"} 1')
    isDown = true
    const text = await read()
    expect(text).not.toContain('sms_codes{')
    expect(text).toContain('page_cache{what="entries"} 3')
  })

  it('ask the backend once and add all workers up', async () => {
    const ask = async (): Promise<Record<string, number>> => ({ ceiling: 900, half_reached: 1 })
    const other = createMetrics({ opsToken: opsToken(), processFigures: false })
    const gather = {
      offer: () => undefined,
      ask: async () => ({ values: [await other.registry.getMetricsAsJSON()], missing: 0 }),
    }
    const metrics = createMetrics({ opsToken: opsToken(), processFigures: false, gather })
    for (const worker of [metrics, other]) {
      worker.watchAsked('sms_codes', 'Codes', ask)
      worker.count('home', 'hit', 2)
    }
    const base = await serve(metrics.middleware)
    const text = await (await fetch(`${base}/metrics`, { headers: bearer })).text()
    expect(text).toContain('sms_codes{what="ceiling"} 900')
    expect(text).toContain('sms_codes{what="half_reached"} 1')
    expect(text).toMatch(/outcome="hit"\} 4/)
  })

  it('are for operators only, whoever stands between', async () => {
    const metrics = createMetrics({ opsToken: opsToken(), processFigures: false })
    const base = await serve(metrics.middleware)
    expect((await fetch(`${base}/metrics`)).status).toBe(418)
    expect((await fetch(`${base}/metrics`, { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(418)
    expect((await fetch(`${base}/metrics`, { headers: { 'x-forwarded-for': '1.2.3.4', ...bearer } })).status).toBe(200)
    expect(
      (
        await fetch(`${await serve(createMetrics({ opsToken: noToken, processFigures: false }).middleware)}/metrics`, {
          headers: bearer,
        })
      ).status,
    ).toBe(418)
  })

  it('are open to this machine in development', async () => {
    const metrics = createMetrics({ opsToken: opsToken(), openToLoopback: true, processFigures: false })
    metrics.count('course', 'hit', 5)
    metrics.filled('course', 12, 200)
    metrics.watchBreakers(() => ({ site: 'open' }))
    const base = await serve(metrics.middleware)
    const text = await (await fetch(`${base}/metrics`)).text()
    expect(text).toContain('page_answers_total{route="course",outcome="hit"} 5')
    expect(text).toContain('service_breaker{service="site"} 2')
    expect((await fetch(`${base}/metrics`, { headers: { 'x-forwarded-for': '1.2.3.4' } })).status).toBe(418)
    expect((await fetch(`${base}/metrics`, { headers: { 'x-forwarded-for': '1.2.3.4', ...bearer } })).status).toBe(200)
  })
})

describe('the last handler', () => {
  const lines: object[] = []
  const renderer = createErrorRenderer({
    render: (status, id) => `<h1>${status}</h1>${id ?? ''}`,
    log: { error: (values) => void lines.push(values) },
    clock: () => 7,
  })
  async function answerOf(error: unknown, path = '/page', method = 'GET'): Promise<Response> {
    const app = express()
    app.use((req, _res, next) => {
      Object.assign(req, { id: 'request-1' })
      next(error)
    })
    app.use(renderer)
    return fetch(`${await listen(createServer(app))}${path}`, { method })
  }

  it('answers an expected status with its small page', async () => {
    for (const status of [400, 404, 405, 413]) {
      const answer = await answerOf(httpError(status, status === 405 ? { Allow: 'GET' } : {}))
      expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([
        status,
        `<h1>${status}</h1>`,
        'no-store',
      ])
      if (status === 405) expect(answer.headers.get('allow')).toBe('GET')
    }
  })

  it('answers a bug with 500 and an id, without text', async () => {
    const answer = await answerOf(new Error('secret path /srv/x'))
    expect([answer.status, await answer.text()]).toEqual([500, '<h1>500</h1>request-1'])
    expect(lines.at(-1)).toMatchObject({ id: 'request-1', path: '/page' })
  })

  it('answers calls with an envelope', async () => {
    const answer = await answerOf(httpError(404), '/api/x')
    expect([answer.status, await answer.json()]).toEqual([404, { code: 404, msg: '内容不存在', body: null, Time: 7 }])
    expect(await (await answerOf('odd', '/api/x')).json()).toMatchObject({ code: 0, msg: '服务器错误' })
  })
})

describe('the rate limit', () => {
  it('refuses the rest with 429, however a client renames itself', async () => {
    const base = await serve(createRateLimit({ name: 'a', points: 5, seconds: 60, trustProxy: 0, clock: () => 7 }))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_none, index) => fetch(base, { headers: { 'x-forwarded-for': `10.0.0.${index}` } })),
    )
    expect(answers.filter(({ status }) => status === 418)).toHaveLength(5)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(45)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(await refused[0]?.json()).toMatchObject({ code: 4004, body: null, Time: 7 })
  })
})

describe('refusals', () => {
  const refusal = createRefusal({
    render: (status) => `<h1>${status}</h1>`,
    securityHeaders: ['X-Content-Type-Options', 'nosniff'],
    allow: 'GET, HEAD',
  })

  it('carry security headers, methods and the connection’s end', async () => {
    const base = await listen(createServer((req, res) => refusal.refuse(req, res, 405)))
    const answer = await fetch(base)
    expect([answer.status, await answer.text()]).toEqual([405, '<h1>405</h1>'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      allow: 'GET, HEAD',
      connection: 'close',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })

  it('answer what the parser refused in the same form', async () => {
    const server = createServer()
    server.on('clientError', (error, socket) => refusal.refuseRaw(error, socket as never))
    const base = await listen(server)
    for (const [text, status] of [
      ['nonsense\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(text))
      let answer = ''
      socket.on('data', (part) => {
        answer += part.toString()
      })
      await once(socket, 'close')
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(answer).toContain('X-Content-Type-Options: nosniff\r\n')
      expect(answer).toContain(`\r\n\r\n<h1>${status}</h1>`)
    }
  })
})

describe('the request log', () => {
  it('writes one line a request, marks users, no token', async () => {
    const lines: string[] = []
    const logger = createLogger({ level: 'info', write: (line) => lines.push(line) })
    const log = createRequestLog({ logger, ignore: (req) => req.url === '/healthz' })
    const base = await serve(log, (_req, res) => {
      ;(res as ServerResponse & { locals: object }).locals = { route: 'course', userId: 47_114_711_471 }
      res.setHeader('Cache-Status', 'xueyuan; fwd=bypass')
      res.writeHead(200).end('x')
    })
    const answer = await fetch(`${base}/course/1?token=topsecret`, { headers: { cookie: 'session=topsecret' } })
    await answer.text()
    await (await fetch(`${base}/healthz`)).text()
    while (lines.length < 1) await new Promise(setImmediate)
    expect(lines).toHaveLength(1)
    const line = JSON.parse(lines[0]!) as Record<string, unknown>
    expect(line).toMatchObject({
      req: { method: 'GET', url: '/course/1?token=[redacted]' },
      res: { status: 200 },
      route: 'course',
      cache: 'xueyuan; fwd=bypass',
      id: answer.headers.get('x-request-id'),
    })
    expect(line.user).toMatch(/^[\w-]{12}$/)
    expect(lines[0]).not.toMatch(/topsecret|47114711471/)
    expect(line.ms).toBeTypeOf('number')
  })
})
