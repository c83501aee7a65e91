import type { IncomingMessage, ServerResponse } from 'node:http'
import { renderSVG } from 'uqr'

type Next = (error?: unknown) => void

/** The address of a WeChat id's code: a letter and more letters, digits, dashes. */
const wechatPath = /^\/media\/qr\/wechat\/([A-Za-z][A-Za-z0-9_-]{5,39})\.svg$/

/**
 * QR codes as pictures, kept by browsers for a day: of the site's own addresses (`/media/qr/{name}.svg`) and of people in
 * WeChat (`/media/qr/wechat/{id}.svg`).
 */
export function createQrRoute(
  origin: string,
  paths: Readonly<Record<string, string>>,
): (req: IncomingMessage, res: ServerResponse, next: Next) => void {
  const drawn = new Map(
    Object.entries(paths).map(([name, path]) => [`/media/qr/${name}.svg`, renderSVG(origin + path, { border: 1 })]),
  )
  return function qrCode(req, res, next) {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    const path = (req.url ?? '').split('?')[0] ?? ''
    const wechatId = wechatPath.exec(path)?.[1]
    const svg =
      wechatId === undefined ? drawn.get(path) : renderSVG(`weixin://contacts/profile/${wechatId}`, { border: 1 })
    if (svg === undefined) return next()
    res.writeHead(200, {
      'Content-Type': 'image/svg+xml',
      'Content-Length': Buffer.byteLength(svg),
      'Cache-Control': 'public, max-age=86400',
    })
    res.end(req.method === 'HEAD' ? undefined : svg)
  }
}
