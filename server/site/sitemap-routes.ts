import compression from 'compression'
import { Router } from 'express'
import { robotsText } from './robots.ts'
import type { Sitemaps } from './sitemap.ts'

export interface SitemapRouteOptions {
  sitemaps: Sitemaps
  origin: string
  /** False on pre-release sites: crawlers stay outside. */
  indexable: boolean
}

/** `/robots.txt`, the index `/sitemap.xml` and its parts `/sitemaps/{page}.xml`. */
export function createSitemapRoutes({ sitemaps, origin, indexable }: SitemapRouteOptions): Router {
  const router = Router({ caseSensitive: true, strict: true })
  // Only here: pages and files have been packed already.
  router.use(/^\/(robots\.txt|sitemap)/, compression())
  router.get('/robots.txt', (_req, res) => {
    res.type('text/plain').set('cache-control', 'public, max-age=3600').send(robotsText(origin, indexable))
  })
  router.get('/sitemap.xml', (_req, res) => {
    sitemaps.index().pipe(res.type('application/xml').set('cache-control', 'public, max-age=300'))
  })
  router.get('/sitemaps/:id.xml', async (req, res, next) => {
    const map = await sitemaps.ofPage(req.params.id)
    if (!map) return next()
    map.pipe(res.type('application/xml').set('cache-control', 'public, max-age=300'))
  })
  return router
}
