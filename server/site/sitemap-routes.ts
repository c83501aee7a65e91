import { pipeline } from 'node:stream/promises'
import compression from 'compression'
import { type Request, type Response, Router } from 'express'
import { robotsText } from './robots.ts'
import type { SitemapFile, Sitemaps } from './sitemap.ts'

export interface SitemapRouteOptions {
  sitemaps: Sitemaps
  origin: string
  /** False on pre-release sites: crawlers stay outside. */
  indexable: boolean
  /** By which search engines know that what they are told comes from here; its file lies at `/{key}.txt`. */
  indexNowKey?: string | undefined
  log: { warn(values: object, message: string): void }
}

const retrySeconds = 120

/** `/robots.txt`, the key's file, the index `/sitemap.xml` and its parts `/sitemaps/{page}.xml`, `/sitemaps/{page}-2.xml` … */
export function createSitemapRoutes({ sitemaps, origin, indexable, indexNowKey, log }: SitemapRouteOptions): Router {
  const router = Router({ caseSensitive: true, strict: true })
  // Only here: pages and files have been packed already.
  router.use(/^\/(robots\.txt|sitemap)/, compression())

  /** A whole file, 503, or a connection that breaks off: never a file that only looks whole. */
  async function send(
    req: Request,
    res: Response,
    find: () => Promise<SitemapFile | undefined>,
    next: () => void,
  ): Promise<void> {
    try {
      const file = await find()
      if (!file) return next()
      res.type('application/xml').set('cache-control', 'public, max-age=300')
      if (req.method === 'HEAD') {
        file.source.destroy()
        res.end()
        return
      }
      await pipeline(file.source, file.format, res)
    } catch (error) {
      if (res.headersSent || res.destroyed) {
        res.destroy()
        return
      }
      log.warn({ err: error, path: req.path }, 'a sitemap could not be made')
      res
        .status(503)
        .set({ 'retry-after': String(retrySeconds), 'cache-control': 'no-store' })
        .type('text/plain')
        .send('There is no sitemap now.')
    }
  }

  router.get('/robots.txt', (_req, res) => {
    res.type('text/plain').set('cache-control', 'public, max-age=3600').send(robotsText(origin, indexable))
  })
  if (indexNowKey) {
    router.get(`/${indexNowKey}.txt`, (_req, res) => {
      res.type('text/plain').set('cache-control', 'public, max-age=3600').send(indexNowKey)
    })
  }
  router.get('/sitemap.xml', (req, res, next) => send(req, res, () => sitemaps.index(), next))
  router.get('/sitemaps/:name.xml', (req, res, next) => send(req, res, () => sitemaps.ofPart(req.params.name), next))
  return router
}
