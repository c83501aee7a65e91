import type { IncomingMessage, ServerResponse } from 'node:http'
import { renderSVG } from 'uqr'

type Next = (error?: unknown) => void

/** QR codes of the site's own addresses as pictures: `/media/qr/{name}.svg`, kept by browsers for a day. */
export function createQrRoute(
  origin: string,
  paths: Readonly<Record<string, string>>,
): (req: IncomingMessage, res: ServerResponse, next: Next) => void {
  const drawn = new Map(Object.entries(paths).map(([name, path]) => [`/media/qr/${name}.svg`, renderSVG(origin + path, { border: 1 })]))
  return function qrCode(req, res, next) {
    const svg = drawn.get((req.url ?? '').split('?')[0] ?? '')
    if (svg === undefined || (req.method !== 'GET' && req.method !== 'HEAD')) return next()
    res.writeHead(200, {
      'Content-Type': 'image/svg+xml',
      'Content-Length': Buffer.byteLength(svg),
      'Cache-Control': 'public, max-age=86400',
    })
    res.end(req.method === 'HEAD' ? undefined : svg)
  }
}
