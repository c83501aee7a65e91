import cluster from 'node:cluster'
import { join } from 'node:path'
import type { Page } from '#client/pages/define-page.ts'
import { pages } from '#client/pages/index.ts'
import { createPictureStore } from '#server/cards/picture-store.ts'
import { chatHosts } from '#server/config/classroom-config.ts'
import { createEdge, type Edge } from '#server/edge/edge.ts'
import { passedStatus } from '#server/http/cache-status.ts'
import { createHealth, type Health } from '#server/http/health.ts'
import { createLogger, type Logger } from '#server/http/logger.ts'
import { createMetrics, type Metrics } from '#server/http/metrics.ts'
import { createOpsToken, type OpsToken } from '#server/http/ops-token.ts'
import { createSecurityHeaders, type SecurityHeaders } from '#server/http/security-headers.ts'
import { createUserMark, type UserMark } from '#server/http/user-mark.ts'
import { createMediaGate, type MediaGate } from '#server/media/media-gate.ts'
import { createGather } from '#server/process/gather.ts'
import { type ApiProxy, createApiProxy } from '#server/proxy/api-proxy.ts'
import { createBreakers } from '#server/proxy/breaker.ts'
import { probeService } from '#server/proxy/probe.ts'
import { readSocketJson } from '#server/proxy/socket-json.ts'
import { createUpstream, type Upstream } from '#server/proxy/upstream.ts'
import { createManifestSource, importMapHash, type Manifest } from '#server/render/manifest.ts'
import { createStatusPage } from '#server/render/status-page.ts'
import type { CardRouteOptions } from '#server/site/card-routes.ts'
import { createCardSource } from '#server/site/card-source.ts'
import { chatFacts } from '#server/config/support-config.ts'
import { type CommonStore, createCommonStore } from '#server/site/common-store.ts'
import { createFeeds, type Feeds } from '#server/site/feed.ts'
import { createOpsCache } from '#server/site/ops-cache.ts'
import { type PageBudgets, pageBudgets } from '#server/site/page-budgets.ts'
import { isBot } from '#server/site/is-bot.ts'
import { createPageSite, type PageSite } from '#server/site/page-site.ts'
import { createPurger, type Purger } from '#server/site/purger.ts'
import { createSitemaps, type Sitemaps } from '#server/site/sitemap.ts'
import { createSitemapFiles, type SitemapFiles } from '#server/site/sitemap-files.ts'
import { type BackendFigures, figuresPath } from '#shared/contract/figures.ts'
import { opsGuesses } from '#shared/rules/ops-limit.ts'
import type { Config } from './config/config.ts'
import { loadSecret } from './config/site-secret.ts'

/** The long-lived things of a web process. */
export interface Context {
  config: Config
  clock: () => number
  log: Logger
  metrics: Metrics
  health: Health
  security: SecurityHeaders
  statusPage: (status: number, id: string | undefined) => string
  upstream: Upstream
  proxy: ApiProxy
  site: PageSite
  edge: Edge
  media: MediaGate
  purger: Purger
  /** The operators' token, for every address behind it. */
  opsToken: OpsToken
  /** The page caches of all web processes of this machine, for operators. */
  opsCache: ReturnType<typeof createOpsCache>
  sitemaps: Sitemaps
  sitemapFiles: SitemapFiles
  feeds: Feeds
  cards: CardRouteOptions
  /** How users are written in logs. */
  userMark: UserMark
  /** The embedded backend serves again: who is kept from it by its failures is let through as soon as it has answered. */
  backendIsBack(): void
  close(): Promise<void>
}

export interface ContextOverrides {
  clock?: () => number
  /** What ages go by; `clock` when only that is given. */
  elapsed?: () => number
  log?: Logger
  pages?: readonly Page[]
  /** Milliseconds for a page's data. */
  budgets?: PageBudgets
}

function storageHosts({ storage }: Config): string[] {
  return storage.kind === 's3' ? [storage.endpoint, storage.publicUrl].filter((url) => url !== undefined) : []
}

/** Clocks and the log, as everything here is given them. */
interface Timed extends Pick<Context, 'clock' | 'log'> {
  readonly elapsed: () => number
}

/** What this process says to the services behind it, and how they stand. */
function createWires(config: Config, { clock, elapsed, log }: Timed) {
  const gather = createGather(cluster.isWorker ? process : undefined)
  const opsToken = createOpsToken({ token: config.opsToken, guesses: opsGuesses, trustProxy: config.trustProxy, clock })
  const metrics = createMetrics({
    gather,
    opsToken,
    openToLoopback: config.siteEnv === 'development',
    processFigures: config.siteEnv !== 'test',
  })
  const breakers = createBreakers(elapsed, probeService)
  const upstream = createUpstream(config, { breakers, elapsed, log, onCall: metrics.called })
  const proxy = createApiProxy(config, { breakers, clock, log, onCall: metrics.called })
  const health = createHealth(() => upstream.breakerState())
  metrics.watchBreakers(() => upstream.breakerState())
  const { backendSocket } = config
  if (backendSocket !== undefined) {
    metrics.watchAsked(
      'sms_codes',
      'Codes of the current hour: sent, the ceiling, 1 when half of it is reached',
      async () => {
        const { sms } = (await readSocketJson(backendSocket, figuresPath)) as BackendFigures
        return { sent: sms.sent, ceiling: sms.ceiling, half_reached: sms.halfReached }
      },
    )
  }
  return { gather, opsToken, metrics, breakers, upstream, proxy, health }
}

/** The policy of what pages may load. */
function createPolicy(config: Config, manifest: () => Manifest): SecurityHeaders {
  const mapHash = importMapHash(manifest())
  return createSecurityHeaders(config.origin, {
    widgetScript: config.support.script,
    storage: [...storageHosts(config), ...config.classroom.mediaOrigins],
    connect: chatHosts(config.classroom),
    inlineScripts: mapHash ? [mapHash] : [],
  })
}

/** The gate before films and streams. */
function createGate(
  config: Config,
  security: SecurityHeaders,
  { clock, log }: Pick<Context, 'clock' | 'log'>,
): MediaGate {
  return createMediaGate({
    root: join(config.dataDir, 'media'),
    film: join(config.distDir, 'film'),
    origin: config.origin,
    secret: () => loadSecret(config.secret, config.dataDir),
    clock,
    headers: [...security.completeHeaders, 'Cache-Status', passedStatus('GET')],
    onError: (error, file) => log.error({ err: error, file }, 'a film could not be sent'),
  })
}

/** Pictures for links that are shared: drawn once, kept on the disk. */
function createCards(config: Config, source: CardRouteOptions['source'], log: Context['log']): CardRouteOptions {
  return {
    source,
    store: createPictureStore({
      folder: join(config.dataDir, 'share-pictures'),
      maxBytes: config.sharePicturesBytes,
      atOnce: 1,
      mostWaiting: 32,
      onError: (error) => log.warn({ err: error }, 'a picture for sharing could not be kept'),
    }),
    brandName: config.brand.name,
    picturesFolder: join(config.distDir, 'pictures'),
    uploadsFolder: join(config.dataDir, 'uploads'),
    log,
  }
}

/** The pages and the cache before them. */
function createPageFront(
  config: Config,
  {
    list,
    manifest,
    security,
    common,
    wires: { upstream, metrics },
    budgets,
  }: {
    readonly list: readonly Page[]
    readonly manifest: () => Manifest
    readonly security: SecurityHeaders
    readonly common: CommonStore
    readonly wires: ReturnType<typeof createWires>
    readonly budgets: ContextOverrides['budgets']
  },
  { clock, elapsed, log }: Timed,
) {
  const site = createPageSite({
    pages: list,
    upstream,
    common,
    manifest,
    securityHeaders: security,
    origin: config.origin,
    brandName: config.brand.name,
    envLabel: config.envLabel,
    verification: config.searchEngines.verification,
    ttlFactor: config.cache.ttlFactor,
    trustProxy: config.trustProxy,
    budgets: budgets ?? pageBudgets(config.pageWaitFactor),
    onError: (error, where) => log.error({ err: error, where }, 'rendering failed'),
    onRender: (route, kind, ms) => metrics.rendered(route, kind, ms),
  })
  const statusPage = createStatusPage({ brandName: config.brand.name, manifest })
  const edge = createEdge({
    resolve: site.resolve,
    fill: site.fill,
    maxBytes: config.cache.maxBytes,
    notFoundSeconds: config.cache.notFoundSeconds,
    clock,
    elapsed,
    log,
    metrics,
    securityHeaders: security.completeHeaders,
    accessLog: config.accessLog,
    isCrawler: isBot,
    whenBusy: () => statusPage(503, undefined),
  })
  return { site, statusPage, edge }
}

/** Builds them from the configuration, the only place where they are made; tests override clock, log and pages. */
export function createContext(config: Config, overrides: ContextOverrides = {}): Context {
  const clock = overrides.clock ?? Date.now
  // Monotonic: a clock that is set back must not keep pages fresh for days.
  const elapsed = overrides.elapsed ?? overrides.clock ?? (() => performance.now())
  const log =
    overrides.log ?? createLogger({ level: config.logLevel, pretty: config.siteEnv === 'development', name: 'web' })
  const list = overrides.pages ?? pages
  const manifest = createManifestSource(config.distDir, config.devReload)
  const security = createPolicy(config, manifest)
  const wires = createWires(config, { clock, elapsed, log })
  const { gather, opsToken, metrics, breakers, upstream, proxy, health } = wires
  const common = createCommonStore({
    api: upstream.api(),
    brandName: config.brand.name,
    servicePhone: config.brand.servicePhone,
    chat: chatFacts(config.support),
    elapsed,
    patienceMs: { ...pageBudgets(config.pageWaitFactor), ...overrides.budgets }.learnerMs,
  })
  const front = { list, manifest, security, common, wires, budgets: overrides.budgets }
  const { site, statusPage, edge } = createPageFront(config, front, { clock, elapsed, log })
  metrics.watchCache(() => ({ ...edge.statistics() }))
  const opsCache = createOpsCache(edge, gather)
  const media = createGate(config, security, { clock, log })
  const feeds = createFeeds({
    origin: config.origin,
    brandName: config.brand.name,
    slogan: config.brand.slogan,
    api: () => upstream.api(),
    elapsed,
  })
  const purger = createPurger({
    edge,
    common,
    feeds,
    purgeReads: upstream.purgeReads,
    redisUrl: config.redisUrl,
    gather,
    log,
  })
  const sitemaps = createSitemaps({
    pages: list,
    origin: config.origin,
    elapsed,
    input: async () => ({ api: upstream.api({ deadlineMs: 10_000 }), common: (await common.get()).data }),
  })
  const cards = createCards(config, createCardSource({ pages: list, upstream, common }), log)
  const userMark = createUserMark(() => loadSecret(config.secret, config.dataDir))
  return {
    userMark,
    config,
    clock,
    log,
    metrics,
    health,
    security,
    upstream,
    proxy,
    site,
    edge,
    media,
    purger,
    opsToken,
    opsCache,
    sitemaps,
    sitemapFiles: createSitemapFiles(sitemaps, elapsed),
    feeds,
    cards,
    statusPage,
    backendIsBack: () => breakers.probeNow(`unix:${config.backendSocket}`),
    async close() {
      edge.close()
      purger.close()
      proxy.close()
      breakers.close()
      await upstream.close()
    },
  }
}
