import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createEdge, type Edge, type EdgeOptions, type Filled, type Leader, type PagePlan } from '#server/edge/edge.ts'
import { type PlannedPage, splitQuery } from '#server/edge/page-key.ts'
import { createTargetCheck } from '#server/edge/target.ts'
import { endServer } from './test-server.ts'

/** What one request was answered with, the body as it came over the wire. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
}

export interface Ask {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
}

/** Makes pages in place of the renderer; tests replace `make`. */
export interface FakeFiller {
  /** Every fill so far. */
  readonly plans: PagePlan[]
  make(plan: PagePlan, leader: Leader | undefined, signal: AbortSignal): Promise<Filled>
}

/** An edge with a front on a real port, a filler and a clock in the hands of the test. */
export interface EdgeSite {
  readonly edge: Edge
  readonly filler: FakeFiller
  /** `now` goes on; `setBy` is how far somebody has set the wall clock since. */
  readonly clock: { now: number; setBy: number }
  readonly base: string
  readonly lines: { level: string; values: Record<string, unknown>; message: string }[]
  readonly counts: Map<string, number>
  get(path: string, ask?: Ask): Promise<Answer>
  /** When no fill is under way any more. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** A storable page with this text. */
export function pageOf(html: string, more: Partial<Filled> = {}): Filled {
  return { status: 200, html, headers: [], tags: [], storable: true, ...more }
}

/** A page that failed as the renderer says it: 503, to be asked for again. */
export function outage(): Filled {
  return { status: 503, html: '<h1>503</h1>', headers: [['Retry-After', '5']], tags: [], storable: false }
}

/** A gate that a filler waits at until the test opens it. */
export function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

const allowedQuery: ReadonlySet<string> = new Set(['page', 'sort'])

/** Course pages with a page number and a sort; articles that live shortly; nothing else may be shared, and other names change nothing. */
export function resolvePage(path: string, query: URLSearchParams): PlannedPage | undefined {
  const [, noun, id] = /^\/(course|article|live)\/(\d+)$/.exec(path) ?? []
  const split = splitQuery(query, (name) => allowedQuery.has(name))
  if (!noun || !id || !split) return undefined
  split.kept.sort()
  const target = split.kept.size > 0 ? `${path}?${split.kept}` : path
  const times = {
    course: { ttl: 60, swr: 120, sie: 3600 },
    article: { ttl: 60, swr: 0, sie: 3600 },
    live: { ttl: 10, swr: 0, sie: 0 },
  }[noun]
  return (
    times && {
      key: target,
      target,
      route: noun,
      tags: [`${noun}:${id}`],
      ...times,
      ...(split.dropped ? { dropped: split.dropped } : {}),
    }
  )
}

function ask(agent: Agent, base: string, path: string, { method = 'GET', headers = {} }: Ask): Promise<Answer> {
  return new Promise((done, failed) => {
    const url = new URL(base)
    const outgoing = request(
      {
        agent,
        hostname: url.hostname,
        port: url.port,
        path,
        method,
        headers: headers as Record<string, string | string[]>,
      },
      (res) => {
        const parts: Buffer[] = []
        res.on('data', (part: Buffer) => parts.push(part))
        res.once('end', () =>
          done({
            status: res.statusCode ?? 0,
            headers: res.headers,
            rawHeaders: res.rawHeaders,
            body: Buffer.concat(parts),
          }),
        )
        res.once('error', failed)
      },
    )
    outgoing.once('error', failed)
    outgoing.end()
  })
}

/** Starts one; `options` replace the edge's. */
export async function startEdgeSite(options: Partial<EdgeOptions> = {}): Promise<EdgeSite> {
  const clock = { now: Date.UTC(2026, 0, 1), setBy: 0 }
  const lines: EdgeSite['lines'] = []
  const counts: EdgeSite['counts'] = new Map()
  const filler: FakeFiller = {
    plans: [],
    make: (plan) => Promise.resolve(pageOf(`<p>${plan.target}</p>`)),
  }
  const write = (level: string) => (values: object, message: string) =>
    void lines.push({ level, values: values as Record<string, unknown>, message })
  const edge = createEdge({
    resolve: resolvePage,
    fill(plan, leader, signal) {
      filler.plans.push(plan)
      return filler.make(plan, leader, signal)
    },
    maxBytes: 16 * 1024 * 1024,
    notFoundSeconds: 10,
    clock: () => clock.now + clock.setBy,
    elapsed: () => clock.now,
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    metrics: {
      count: (route, outcome, times) =>
        void counts.set(`${route} ${outcome}`, (counts.get(`${route} ${outcome}`) ?? 0) + times),
    },
    securityHeaders: ['X-Content-Type-Options', 'nosniff', 'Content-Security-Policy', "script-src 'self'"],
    accessLog: true,
    ...options,
  })
  const hosts = new Set<string>()
  const refuseTarget = createTargetCheck(hosts)
  function answer(req: IncomingMessage, res: ServerResponse): void {
    const status = refuseTarget(req)
    if (status !== undefined) res.writeHead(status, { 'Cache-Control': 'no-store' }).end()
    else if (!edge.handle(req, res)) res.writeHead(200, { 'Cache-Control': 'private, no-store' }).end('application')
  }
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  hosts.add(`127.0.0.1:${port}`)
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 })
  const base = `http://127.0.0.1:${port}`
  return {
    edge,
    filler,
    clock,
    base,
    lines,
    counts,
    get: (path, how = {}) => ask(agent, base, path, how),
    async idle() {
      while (edge.statistics().flights > 0) await nextTurn()
      await nextTurn()
    },
    async close() {
      edge.close()
      agent.destroy()
      await endServer(server)
    },
  }
}

/** Asks the edge without a network between, for tests that ask ten thousand times. */
export function askDirectly(edge: Edge, url: string): Promise<{ status: number; cache: string; text: string }> {
  return new Promise((done) => {
    let status = 0
    let cache = ''
    const res = {
      headersSent: false,
      destroyed: false,
      writeHead(code: number, head: string[]): void {
        status = code
        cache = head[head.indexOf('Cache-Status') + 1] ?? ''
      },
      end: (body?: Buffer) => done({ status, cache, text: String(body ?? '') }),
    }
    edge.handle({ method: 'GET', url, headers: {} } as unknown as IncomingMessage, res as unknown as ServerResponse)
  })
}
