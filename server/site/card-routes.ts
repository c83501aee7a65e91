import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { PictureStore } from '#server/cards/picture-store.ts'
import { picturesPath } from '#shared/rules/picture-rules.ts'
import { cardPath, type ShareCard } from '#shared/rules/share-card.ts'
import type { CardSource } from './card-source.ts'

/** Addresses that are answered here, or nowhere: no page stands under them. */
export const cardAddresses = /^\/og(?:\/|$)/

type Next = (error?: unknown) => void
type Middleware = (req: IncomingMessage, res: ServerResponse, next: Next) => void

export interface CardRouteOptions {
  source: CardSource
  store: PictureStore
  brandName: string
  /** Where generated pictures and uploaded files lie, for covers. */
  picturesFolder: string
  uploadsFolder: string
  log: { info(values: object, message: string): void; warn(values: object, message: string): void }
}

const prefix = '/og/'
const addressForm = /^\/og\/(([a-z][\w-]{0,80})-[0-9a-z]{11}\.jpg)$/
const retrySeconds = 5
/** The address changes with what is in it. */
const forever = 'public, max-age=31536000, immutable'
/** Whoever shows a shared link shows its picture on a page of their own. */
const openToAll = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

/** The file of a cover that lies on this machine; pictures from elsewhere aren't fetched. */
function coverFile(cover: string | undefined, { picturesFolder, uploadsFolder }: CardRouteOptions): string | undefined {
  const generated = cover?.startsWith(picturesPath)
    ? /^[a-z]+\/[\w-]+\.webp$/.exec(cover.slice(picturesPath.length))?.[0]
    : undefined
  const uploaded = /^\/media\/uploads\/([0-9a-f]{2}\/[0-9a-f]{2}\/[\w-]+\.(?:jpe?g|png|webp|gif))$/.exec(
    cover ?? '',
  )?.[1]
  const file = generated ? join(picturesFolder, generated) : uploaded ? join(uploadsFolder, uploaded) : undefined
  return file !== undefined && existsSync(file) ? file : undefined
}

function sendText(res: ServerResponse, status: number, headers: Readonly<Record<string, string | number>> = {}): void {
  res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers })
  res.end(String(status))
}

function knows(req: IncomingMessage, etag: string): boolean {
  const tags = req.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags !== undefined && (tags.includes(etag) || tags.includes('*'))
}

/**
 * Pictures for sharing: `/og/{name}-{fingerprint}.jpg`. Only what a page says now is drawn: an address of an earlier text
 * leads on to the present one, one that was made up is 404. Mounted without a path.
 */
export function createCardRoutes(options: CardRouteOptions): Middleware {
  const { source, store, brandName, log } = options

  async function draw(card: ShareCard): Promise<Buffer> {
    const began = performance.now()
    // Font and drawing come with the first picture: most processes draw none.
    const { drawCard } = await import('#server/cards/draw-card.ts')
    const picture = await drawCard(card, brandName, coverFile(card.cover, options))
    log.info(
      { picture: card.name, bytes: picture.length, ms: Math.round(performance.now() - began) },
      'a picture for sharing was drawn',
    )
    return picture
  }

  function send(req: IncomingMessage, res: ServerResponse, file: string, picture: Buffer): void {
    const etag = `"${file.slice(-15, -4)}"`
    const headers = { ...openToAll, 'Cache-Control': forever, ETag: etag }
    if (knows(req, etag)) res.writeHead(304, headers).end()
    else
      res
        .writeHead(200, { ...headers, 'Content-Type': 'image/jpeg', 'Content-Length': picture.length })
        .end(req.method === 'HEAD' ? undefined : picture)
  }

  async function answer(req: IncomingMessage, res: ServerResponse, file: string, name: string): Promise<void> {
    let card: ShareCard | undefined
    try {
      card = await source.find(name)
    } catch {
      // Nobody can say what is in it now: what was drawn before is better than nothing.
      const kept = await store.read(file)
      return kept ? send(req, res, file, kept) : sendText(res, 503, { 'Retry-After': retrySeconds })
    }
    if (!card) return sendText(res, 404)
    const now = cardPath(card, brandName)
    if (now !== prefix + file) {
      res
        .writeHead(302, { ...openToAll, Location: now, 'Cache-Control': 'public, max-age=300', 'Content-Length': 0 })
        .end()
      return
    }
    const shown = card
    const picture = await store.readOrDraw(file, () => draw(shown))
    if (picture) send(req, res, file, picture)
    else sendText(res, 503, { 'Retry-After': retrySeconds })
  }

  return function cards(req, res, next) {
    const path = (req.url ?? '/').split('?')[0] ?? '/'
    if (!path.startsWith(prefix) || (req.method !== 'GET' && req.method !== 'HEAD')) return next()
    const [, file, name] = addressForm.exec(path) ?? []
    if (file === undefined || name === undefined) return sendText(res, 404)
    answer(req, res, file, name).catch((error: unknown) => {
      log.warn({ err: error, picture: name }, 'a picture for sharing could not be drawn')
      if (!res.headersSent) sendText(res, 503, { 'Retry-After': retrySeconds })
    })
  }
}
