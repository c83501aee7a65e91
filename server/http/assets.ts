import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv, { type Options, type RequestHandler } from 'sirv'
import { ownValue } from '#shared/own-value.ts'
import type { AvifShelf } from './avif-shelf.ts'

/** Addresses that are answered here, or nowhere: no page stands under them. */
export const assetAddresses = /^\/(?:assets|media|favicon\.[a-z]+)(?:\/|$)/

type Next = (error?: unknown) => void
type Middleware = (req: IncomingMessage, res: ServerResponse, next: Next) => void

export interface AssetOptions {
  readonly distDir: string
  /** Looks at the disk for each request, for a build that runs beside the server. */
  readonly dev?: boolean
  /** Answers first, for pictures. */
  readonly avif?: AvifShelf
}

interface Shelf {
  readonly prefix: string
  readonly handler: RequestHandler
  readonly folder: string
}

const day = 86_400
const year = 365 * day
const picturesKept = `public,max-age=${year},immutable`
const filmTypes: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  ts: 'video/mp2t',
  m2ts: 'video/mp2t',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
}

function setFilmHeaders(res: ServerResponse, path: string): void {
  const type = ownValue(filmTypes, path.slice(path.lastIndexOf('.') + 1))
  if (type) res.setHeader('Content-Type', type)
  res.setHeader('Accept-Ranges', 'bytes')
}

/** Which of two forms of a picture comes is a matter of what the browser takes. */
function setPictureHeaders(res: ServerResponse): void {
  res.setHeader('Vary', 'Accept')
}

function openShelf(prefix: string, folder: string, options: Options): Shelf[] {
  // Nothing built there yet: the address is unknown.
  return existsSync(folder) ? [{ prefix, folder, handler: sirv(folder, { extensions: [], ...options }) }] : []
}

function openShelves({ distDir, dev = false }: AssetOptions): Shelf[] {
  const forever = { immutable: true, maxAge: year, dev }
  return [
    ...openShelf('/assets', join(distDir, 'client', 'assets'), { ...forever, brotli: true, gzip: true }),
    ...openShelf('/media/pictures', join(distDir, 'pictures'), {
      ...forever,
      etag: true,
      setHeaders: setPictureHeaders,
    }),
    ...openShelf('/media/film', join(distDir, 'film'), { dev, etag: true, maxAge: day, setHeaders: setFilmHeaders }),
    ...openShelf('', join(distDir, 'client', 'public'), { dev, etag: true, maxAge: day, brotli: true, gzip: true }),
  ]
}

/** A range that sirv would misread (from the end, several, backwards) is left out: the whole file is a valid answer. */
export function dropOddRange(req: IncomingMessage, isFilm: boolean): void {
  const { range } = req.headers
  if (range === undefined) return
  const [, from = '', to = ''] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range) ?? []
  if (!isFilm || from === '' || (to !== '' && (Number(to) < Number(from) || Number(to) === 0))) delete req.headers.range
}

function serve(shelf: Shelf, req: IncomingMessage, res: ServerResponse, otherwise: () => void): void {
  const whole = req.url ?? '/'
  dropOddRange(req, shelf.prefix === '/media/film')
  // Else a visitor who leaves in the middle would leave the file open.
  res.once('pipe', (source: IncomingMessage) => res.once('close', () => source.destroy()))
  req.url = whole.slice(shelf.prefix.length)
  shelf.handler(req, res, () => {
    req.url = whole
    otherwise()
  })
}

const pictureForm = /^(?:\/[\w-]+)+\.webp$/

/** A picture as AVIF where there is one and the browser takes it, else as it is. */
function servePicture(
  avif: AvifShelf,
  shelf: Shelf,
  { req, res, otherwise }: { req: IncomingMessage; res: ServerResponse; otherwise: () => void },
): void {
  const path = (req.url ?? '').slice(shelf.prefix.length)
  if (!pictureForm.test(path)) return serve(shelf, req, res, otherwise)
  avif(req, res, join(shelf.folder, path), () => res.setHeader('Cache-Control', picturesKept)).then(
    (isDone) => {
      if (!isDone) serve(shelf, req, res, otherwise)
    },
    () => res.destroy(),
  )
}

function notFound(res: ServerResponse): void {
  res.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
  res.end('404')
}

/**
 * Built files: scripts and styles under `/assets`, pictures and film under `/media`, and the few files at the top
 * (`/favicon.svg`). Names of the first two carry a hash, so they may be kept for a year. Mounted without a path.
 */
export function createAssets(options: AssetOptions): Middleware {
  const { dev = false } = options
  const shelves = openShelves(options)
  return function assets(req: IncomingMessage, res: ServerResponse, next: Next): void {
    const path = (req.url ?? '/').split('?')[0] ?? '/'
    const isBuilt = path.startsWith('/assets/') || path.startsWith('/media/')
    const shelf = shelves.find(({ prefix }) =>
      prefix === '' ? !isBuilt && /^\/[\w-]+\.\w+$/.test(path) : path.startsWith(`${prefix}/`),
    )
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    // Maps hold the sources: they are for developers.
    if (isBuilt && (path.includes('/.') || (!dev && path.endsWith('.map')))) return notFound(res)
    const otherwise = isBuilt ? () => notFound(res) : next
    if (shelf?.prefix === '/media/pictures' && options.avif)
      return servePicture(options.avif, shelf, { req, res, otherwise })
    if (shelf) return serve(shelf, req, res, otherwise)
    if (isBuilt) return notFound(res)
    next()
  }
}
