import { join } from 'node:path'
import express, { type Express } from 'express'
import { createAssets } from '#server/http/assets.ts'
import { createAvifShelf } from '#server/http/avif-shelf.ts'
import { createDevReload } from '#server/http/dev-reload.ts'
import { createErrorRenderer } from '#server/http/error-renderer.ts'
import { isLoopbackRequest } from '#server/http/loopback.ts'
import { createOps } from '#server/http/ops.ts'
import { createQrRoute } from '#server/http/qr-route.ts'
import { createRequestLog } from '#server/http/request-log.ts'
import { createManifestSource } from '#server/render/manifest.ts'
import { createAccountChoiceForm } from '#server/site/account-choice-form.ts'
import { createCalendarProxy } from '#server/site/calendar-proxy.ts'
import { createCardRoutes } from '#server/site/card-routes.ts'
import { createCashierProxy } from '#server/site/cashier-proxy.ts'
import { createDeveloperApi } from '#server/site/developer-api.ts'
import { createDeveloperPage } from '#server/site/developer-page.ts'
import { createFeedRoutes } from '#server/site/feed-routes.ts'
import { createSitemapRoutes } from '#server/site/sitemap-routes.ts'
import { createUploadShelf } from '#server/site/upload-shelf.ts'
import type { Context } from './context.ts'

/** Everything that the edge doesn't answer, as one list in order. */
export function createApp(ctx: Context): Express {
  const { config, security, health, metrics, proxy, site, log, purger } = ctx
  const avif = config.avif ? createAvifShelf(join(config.dataDir, 'avif')) : undefined
  const app = express()
  app.disable('x-powered-by')
  if (config.accessLog)
    app.use(
      createRequestLog({
        logger: log,
        mark: ctx.userMark,
        ignore: (req) => /^\/(healthz|readyz|metrics|assets|media)/.test(req.url ?? ''),
      }),
    )
  app.use(security.middleware)
  app.use(health.middleware)
  app.use(metrics.middleware)
  app.use(createQrRoute(config.origin, { mini: '/?from=mini', app: '/?from=app', h5: '/' }))
  app.use(createUploadShelf(join(config.dataDir, 'uploads'), avif))
  app.use(createCardRoutes(ctx.cards))
  app.use(createAssets({ distDir: config.distDir, dev: config.devReload, ...(avif ? { avif } : {}) }))
  app.use(proxy.middleware)
  app.use(
    createOps({
      token: ctx.opsToken,
      log,
      userMark: ctx.userMark,
      trustProxy: config.trustProxy,
      cache: { ...ctx.opsCache, purge: purger.purgeConfirmed },
    }),
  )
  app.use(
    createSitemapRoutes({
      files: ctx.sitemapFiles,
      log,
      origin: config.origin,
      indexable: config.siteEnv !== 'pre-release',
      indexNowKey: config.searchEngines.indexNow?.key,
    }),
  )
  app.use(createFeedRoutes(ctx.feeds, log))
  app.use(createCalendarProxy({ config, render: ctx.statusPage }))
  app.use(
    createCashierProxy({
      config,
      styles: () => createManifestSource(config.distDir, config.devReload)().css,
      render: ctx.statusPage,
    }),
  )
  app.use(createAccountChoiceForm({ config, upstream: ctx.upstream, render: ctx.statusPage }))
  const styles = (): readonly string[] => createManifestSource(config.distDir, config.devReload)().css
  app.use(createDeveloperPage({ config, styles }))
  app.use(createDeveloperApi({ config, styles }))
  if (config.devReload) {
    const events = createDevReload(config.distDir, stylesOf(config.distDir))
    app.get('/dev/events', (req, res, next) => (isLoopbackRequest(req) ? events(req, res) : next()))
  }
  app.use(site.handle)
  app.use(createErrorRenderer({ render: ctx.statusPage, log, clock: ctx.clock }))
  return app
}

function stylesOf(distDir: string): () => string[] {
  const manifest = createManifestSource(distDir, true)
  return () => [...manifest().css, ...Object.values(manifest().pages).flatMap((page) => page.css)]
}
