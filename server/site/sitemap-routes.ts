import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Request, type Response, Router } from 'express'
import { robotsText } from './robots.ts'
import type { SitemapFiles } from './sitemap-files.ts'

/** Addresses that are answered here, or nowhere: no page stands under them. */
export const sitemapAddresses = /^\/(?:sitemap[^/]*|sitemaps|robots\.txt|[a-zA-Z\d-]{8,128}\.txt)(?:\/|$)/

export interface SitemapRouteOptions {
  files: SitemapFiles
  origin: string
  /** False on pre-release sites: crawlers stay outside. */
  indexable: boolean
  /** By which search engines know that what they are told comes from here; its file lies at `/{key}.txt`. */
  indexNowKey?: string | undefined
  log: { warn(values: object, message: string): void }
}

const retrySeconds = 120

/** `/robots.txt`, the key's file, the index `/sitemap.xml` and its parts `/sitemaps/{page}.xml`, `/sitemaps/{page}-2.xml` … */
export function createSitemapRoutes({ files, origin, indexable, indexNowKey, log }: SitemapRouteOptions): Router {
  const router = Router({ caseSensitive: true, strict: true })

  /** A whole file, or 503: never one that only looks whole. */
  async function send(req: Request, res: Response, name: string | undefined, next: () => void): Promise<void> {
    try {
      const packed = await files.read(name)
      if (!packed) return next()
      res.type('application/xml').set({ 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding' })
      if (req.acceptsEncodings('gzip')) {
        res.set({ 'content-encoding': 'gzip', 'content-length': String(packed.length) })
        res.end(req.method === 'HEAD' ? undefined : packed)
      } else if (req.method === 'HEAD') res.end()
      else await pipeline(Readable.from([packed]), createGunzip(), res)
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
  router.get('/sitemap.xml', (req, res, next) => send(req, res, undefined, next))
  router.get('/sitemaps/:name.xml', (req, res, next) => send(req, res, req.params.name, next))
  return router
}
