import type { IncomingMessage, ServerResponse } from 'node:http'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Gather } from '#server/process/gather.ts'
import { Code } from '#shared/contract/codes.ts'
import { ownValue } from '#shared/own-value.ts'
import { isLoopbackRequest } from './loopback.ts'
import { type OpsToken, sendTooManyGuesses } from './ops-token.ts'

/** Addresses that are answered here, or nowhere: no page stands under them. */
export const metricsAddresses = /^\/metrics(?:\/|$)/

type Next = (error?: unknown) => void

/** What is counted, and where it can be read. */
export interface Metrics {
  readonly registry: Registry
  /** Answers of the page cache by route and outcome. */
  count(route: string, outcome: string, times: number): void
  /** One page made for the cache. */
  filled(route: string, milliseconds: number, status: number): void
  /** One rendering of any page. */
  rendered(route: string, kind: string, milliseconds: number): void
  /** One call of the contract as it ended: a browser's, or one for a page. `route` must be one of few. */
  called(call: {
    readonly from: string
    readonly route: string
    readonly code: number | undefined
    readonly ms: number
  }): void
  /** Reads the breakers when metrics are read. */
  watchBreakers(states: () => Readonly<Record<string, string>>): void
  /** Reads sizes of the page cache when metrics are read. */
  watchCache(sizes: () => Readonly<Record<string, number>>): void
  /** Reads the figures of the connections when metrics are read. */
  watchConnections(figures: () => Readonly<Record<string, number>>): void
  /** Asks for figures named `name` when metrics are read; who can't answer is left out. */
  watchAsked(name: string, help: string, ask: () => Promise<Readonly<Record<string, number>>>): void
  /** Answers GET /metrics for operators, and in development for this machine; 429 for who guesses at the token, 404 for all others. */
  readonly middleware: (req: IncomingMessage, res: ServerResponse, next: Next) => void
}

export interface MetricsOptions {
  readonly opsToken: OpsToken
  /** Whether requests made on this machine need no token: in development only, elsewhere a proxy may stand on it. */
  readonly openToLoopback?: boolean
  /** Node's own figures (memory, event loop, garbage collection) too; off in tests. */
  readonly processFigures?: boolean
  /** Asks the other web processes for theirs. */
  readonly gather?: Gather
}

const buckets = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000]
const callBuckets = [10, 50, 250, 1000, 5000]
const knownCodes: ReadonlySet<number> = new Set(Object.values(Code))

/** A service may answer any number: what isn't in the catalogue is one label. */
function codeLabel(code: number | undefined): string {
  if (code === undefined) return 'none'
  return knownCodes.has(code) ? String(code) : 'other'
}

const breakerValues: Readonly<Record<string, number>> = { closed: 0, probing: 1, open: 2 }

function watch(
  registry: Registry,
  name: string,
  {
    help,
    label,
    read,
    aggregator = 'sum',
  }: {
    help: string
    label: string
    read: () => Readonly<Record<string, number>>
    aggregator?: 'sum' | 'max' | undefined
  },
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    aggregator,
    registers: [registry],
    collect() {
      for (const [key, value] of Object.entries(read())) this.set({ [label]: key }, value)
    },
  })
}

/** What is counted and measured of pages and calls. */
function createSeries(registers: Registry[]) {
  const answers = new Counter({
    name: 'page_answers_total',
    help: 'Answers of the page cache',
    labelNames: ['route', 'outcome'],
    registers,
  })
  const fills = new Histogram({
    name: 'page_fill_ms',
    help: 'Time to make a page for the cache',
    labelNames: ['route', 'status'],
    buckets,
    registers,
  })
  const renders = new Histogram({
    name: 'page_render_ms',
    help: 'Time to render a page',
    labelNames: ['route', 'kind'],
    buckets,
    registers,
  })
  const calls = new Counter({
    name: 'calls_total',
    help: 'Calls of the contract by code: of browsers, and for pages',
    labelNames: ['from', 'route', 'code'],
    registers,
  })
  const callTimes = new Histogram({
    name: 'call_ms',
    help: 'Time of a call of the contract',
    labelNames: ['from', 'route'],
    buckets: callBuckets,
    registers,
  })
  return { answers, fills, renders, calls, callTimes }
}

/** Of all web processes of this machine together, and of how many: counts are added, the worst breaker stands. */
async function collectAll(registry: Registry, gather: Gather | undefined): Promise<string> {
  const { values, missing } = (await gather?.ask('metrics')) ?? { values: [], missing: 0 }
  const own =
    values.length === 0
      ? registry
      : AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...(values as object[])] as object[])
  const workers = [
    `# TYPE web_workers gauge`,
    `web_workers{what="told"} ${values.length + 1}`,
    `web_workers{what="silent"} ${missing}`,
  ]
  return `${await own.metrics()}${workers.join('\n')}\n`
}

/** Creates the registry. Default metrics include the event loop's lag. */
export function createMetrics({
  opsToken,
  openToLoopback = false,
  processFigures = true,
  gather,
}: MetricsOptions): Metrics {
  const registry = new Registry()
  if (processFigures) collectDefaultMetrics({ register: registry })
  const { answers, fills, renders, calls, callTimes } = createSeries([registry])
  gather?.offer('metrics', () => registry.getMetricsAsJSON())

  function middleware(req: IncomingMessage, res: ServerResponse, next: Next): void {
    const path = (req.url ?? '').split('?')[0]
    if (path !== '/metrics') return next()
    if (!(openToLoopback && isLoopbackRequest(req))) {
      // Crawlers and people who look by ask without a token: they are told of nothing, and guess nothing.
      const verdict = opsToken.check(req, 'is no guess')
      if (verdict.kind === 'over') return sendTooManyGuesses(res, verdict.seconds)
      if (verdict.kind === 'wrong') return next()
    }
    collectAll(registry, gather).then((text) => {
      res.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' })
      res.end(text)
    }, next)
  }
  return {
    registry,
    middleware,
    count: (route, outcome, times) => answers.inc({ route, outcome }, times),
    filled: (route, milliseconds, status) => fills.observe({ route, status: String(status) }, milliseconds),
    rendered: (route, kind, milliseconds) => renders.observe({ route, kind }, milliseconds),
    called({ from, route, code, ms }) {
      calls.inc({ from, route, code: codeLabel(code) })
      callTimes.observe({ from, route }, ms)
    },
    watchBreakers(states) {
      watch(registry, 'service_breaker', {
        help: '0 closed, 1 probing, 2 open',
        label: 'service',
        read: () =>
          Object.fromEntries(
            Object.entries(states()).map(([service, state]) => [service, ownValue(breakerValues, state) ?? 0]),
          ),
        aggregator: 'max',
      })
    },
    watchConnections: (figures) =>
      watch(registry, 'web_connections', {
        help: 'Open connections, and those ended since the start: displaced, refused, slow requests and readers',
        label: 'what',
        read: figures,
      }),
    watchAsked(name, help, ask) {
      new Gauge({
        name,
        help,
        labelNames: ['what'],
        registers: [registry],
        // every worker asks the same backend
        aggregator: 'max',
        async collect() {
          this.reset()
          const figures = await ask().catch(() => ({}))
          for (const [what, value] of Object.entries(figures)) this.set({ what }, value)
        },
      })
    },
    watchCache: (sizes) =>
      watch(registry, 'page_cache', { help: 'Sizes of the page cache', label: 'what', read: sizes }),
  }
}
