import { mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { dropOddRange } from '#server/http/assets.ts'
import type { AvifShelf } from '#server/http/avif-shelf.ts'
import { avifSources } from '#server/http/avif-store.ts'
import { uploadTypeOf } from '#shared/rules/upload-rules.ts'

type Next = (error?: unknown) => void
type Middleware = (req: IncomingMessage, res: ServerResponse, next: Next) => void

const prefix = '/media/uploads'
const keyForm = /^\/[0-9a-f]{2}\/[0-9a-f]{2}\/[\w-]+\.[a-z0-9]+$/

function notFound(res: ServerResponse): void {
  res.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
  res.end('404')
}

/** Whatever a user has put into a file: it is shown only as what it was accepted as, and nothing in it runs. */
function setHeaders(res: ServerResponse, path: string): void {
  const type = uploadTypeOf(path)
  res.setHeader('Cache-Control', 'public,max-age=31536000,immutable')
  res.setHeader('Content-Type', type?.contentType ?? 'application/octet-stream')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
  if (!type?.inline) res.setHeader('Content-Disposition', 'attachment')
  if (avifSources.test(path)) res.setHeader('Vary', 'Accept')
  if (type?.kind === 'video' || type?.kind === 'audio') res.setHeader('Accept-Ranges', 'bytes')
}

/** Uploaded files under `/media/uploads`, from `folder`. Their names never change their content. Pictures come as AVIF where `avif` has one. Mounted without a path. */
export function createUploadShelf(folder: string, avif?: AvifShelf): Middleware {
  mkdirSync(folder, { recursive: true })
  // dev: the folder is read when it is asked, for files come while the server runs.
  const shelf = sirv(folder, { dev: true, extensions: [], setHeaders })
  return function uploads(req: IncomingMessage, res: ServerResponse, next: Next): void {
    const [path = '', query] = (req.url ?? '/').split('?')
    if (!path.startsWith(`${prefix}/`) || (req.method !== 'GET' && req.method !== 'HEAD')) return next()
    const key = path.slice(prefix.length)
    const type = keyForm.test(key) ? uploadTypeOf(key) : undefined
    if (!type || query !== undefined) return notFound(res)
    dropOddRange(req, type.kind === 'video' || type.kind === 'audio')
    // Else a visitor who leaves in the middle would leave the file open.
    res.once('pipe', (source: IncomingMessage) => res.once('close', () => source.destroy()))
    const whole = req.url
    const serve = (): void => {
      req.url = key
      shelf(req, res, () => {
        req.url = whole
        notFound(res)
      })
    }
    if (!avif) return serve()
    avif(req, res, join(folder, key), () => setHeaders(res, key)).then(
      (isDone) => {
        if (!isDone) serve()
      },
      () => res.destroy(),
    )
  }
}
