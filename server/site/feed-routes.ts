import compression from 'compression'
import { type Request, type Response, Router } from 'express'
import { type FeedKind, type Feeds, feedPaths } from './feed.ts'

/** Addresses that are answered here, or nowhere: no page stands under them. */
export const feedAddresses = /^\/(?:feed|rss\.xml)(?:\/|$)/

const types: Readonly<Record<FeedKind, string>> = {
  atom: 'application/atom+xml; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
}
const retrySeconds = 120

function isUnchanged(req: Request, etag: string): boolean {
  const known = req.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known !== undefined && (known.includes(etag) || known.includes('*'))
}

/** `/feed/articles.xml` (Atom) and `/rss.xml`: the newest articles. */
export function createFeedRoutes(feeds: Feeds, log: { warn(values: object, message: string): void }): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.use(Object.values(feedPaths), compression())

  async function send(kind: FeedKind, req: Request, res: Response): Promise<void> {
    try {
      const { xml, etag, lastmod } = await feeds.read(kind)
      res.set({ 'content-type': types[kind], 'cache-control': 'public, max-age=300', etag })
      if (lastmod !== undefined) res.set('last-modified', new Date(lastmod).toUTCString())
      // By the tag alone: an article that was taken out leaves no later time behind.
      if (isUnchanged(req, etag)) res.status(304).end()
      else res.end(req.method === 'HEAD' ? undefined : xml)
    } catch (error) {
      log.warn({ err: error, path: req.path }, 'a feed could not be made')
      res
        .status(503)
        .set({ 'retry-after': String(retrySeconds), 'cache-control': 'no-store' })
        .type('text/plain')
        .send('There is no feed now.')
    }
  }

  for (const kind of ['atom', 'rss'] as const) router.get(feedPaths[kind], (req, res) => send(kind, req, res))
  return router
}
