import express, { type Express } from 'express'
import { createAssets } from '#server/http/assets.ts'
import { createDevReload } from '#server/http/dev-reload.ts'
import { createManifestSource } from '#server/render/manifest.ts'
import { robotsText } from '#server/site/robots.ts'
import type { Context } from './context.ts'

/** Everything that the edge doesn't answer, as one list in order. */
export function createApp(ctx: Context): Express {
  const { config, security, proxy, site, sitemaps } = ctx
  const app = express()
  app.disable('x-powered-by')
  app.use(security.middleware)
  app.use(createAssets({ distDir: config.distDir, dev: config.siteEnv === 'development' }))
  app.use(proxy.middleware)
  if (config.devReload) app.get('/dev/events', createDevReload(config.distDir, stylesOf(config.distDir)))
  app.get('/robots.txt', (_req, res) => {
    res.type('text/plain').set('cache-control', 'public, max-age=3600').send(robotsText(config.origin, config.siteEnv !== 'pre-release'))
  })
  app.get('/sitemap.xml', (_req, res) => {
    sitemaps.index().pipe(res.type('application/xml').set('cache-control', 'public, max-age=300'))
  })
  app.get('/sitemaps/:id.xml', async (req, res, next) => {
    const map = await sitemaps.ofPage(req.params.id)
    if (!map) return next()
    map.pipe(res.type('application/xml').set('cache-control', 'public, max-age=300'))
  })
  app.use(site.handle)
  return app
}

function stylesOf(distDir: string): () => string[] {
  const manifest = createManifestSource(distDir, true)
  return () => [...manifest().css, ...Object.values(manifest().pages).flatMap((page) => page.css)]
}
