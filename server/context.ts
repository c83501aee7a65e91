import type { Page } from '#client/pages/define-page.ts'
import { pages } from '#client/pages/index.ts'
import { createEdge, type Edge } from '#server/edge/edge.ts'
import { createLogger, type Logger } from '#server/http/logger.ts'
import { createSecurityHeaders, type SecurityHeaders } from '#server/http/security-headers.ts'
import { type ApiProxy, createApiProxy } from '#server/proxy/api-proxy.ts'
import { type Breakers, createBreakers } from '#server/proxy/breaker.ts'
import { createUpstream, type Upstream } from '#server/proxy/upstream.ts'
import { createManifestSource } from '#server/render/manifest.ts'
import { type CommonStore, createCommonStore } from '#server/site/common-store.ts'
import { createPageSite, type PageSite } from '#server/site/page-site.ts'
import { createSitemaps, type Sitemaps } from '#server/site/sitemap.ts'
import type { Config } from './config.ts'

/** The long-lived things of a web process. */
export interface Context {
  config: Config
  clock: () => number
  log: Logger
  security: SecurityHeaders
  breakers: Breakers
  upstream: Upstream
  proxy: ApiProxy
  common: CommonStore
  site: PageSite
  edge: Edge
  sitemaps: Sitemaps
  close(): Promise<void>
}

export interface ContextOverrides {
  clock?: () => number
  log?: Logger
  pages?: readonly Page[]
}

/** Builds them from the configuration, the only place where they are made; tests override clock, log and pages. */
export function createContext(config: Config, overrides: ContextOverrides = {}): Context {
  const clock = overrides.clock ?? Date.now
  const log = overrides.log ?? createLogger({ level: config.logLevel, pretty: config.siteEnv === 'development', name: 'web' })
  const list = overrides.pages ?? pages
  const security = createSecurityHeaders(config.origin)
  const breakers = createBreakers(clock)
  const upstream = createUpstream(config, { breakers, clock })
  const proxy = createApiProxy(config, { breakers, clock, log })
  const common = createCommonStore({ api: upstream.api(), brandName: config.brand.name, servicePhone: config.brand.servicePhone, clock })
  const site = createPageSite({
    pages: list,
    upstream,
    common,
    manifest: createManifestSource(config.distDir, config.devReload),
    origin: config.origin,
    brandName: config.brand.name,
    envLabel: config.envLabel,
    ttlFactor: config.cache.ttlFactor,
    securityHeaders: security,
    onError: (error, where) => log.error({ err: error, where }, 'rendering failed'),
  })
  const edge = createEdge({
    resolve: site.resolve,
    fill: site.fill,
    maxBytes: config.cache.maxBytes,
    notFoundSeconds: config.cache.notFoundSeconds,
    clock,
    log,
    securityHeaders: security.completeHeaders,
    accessLog: config.accessLog,
  })
  const sitemaps = createSitemaps({ pages: list, origin: config.origin, input: async () => ({ api: upstream.api({ deadlineMs: 10_000 }), common: (await common.get()).data }) })
  return {
    config, clock, log, security, breakers, upstream, proxy, common, site, edge, sitemaps,
    async close() {
      edge.close()
      proxy.close()
      await upstream.close()
    },
  }
}
