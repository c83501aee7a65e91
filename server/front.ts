import { createServer, type Server, STATUS_CODES } from 'node:http'
import { allowedMethods, createTargetCheck } from '#server/edge/target.ts'
import { createApp } from './app.ts'
import type { Context } from './context.ts'

const keepAliveMs = 65_000

/** The front door: wrong targets are refused, anonymous pages come from the edge, Express answers the rest. */
export function createFront(ctx: Context): Server {
  const app = createApp(ctx)
  const { edge, config, security } = ctx
  const hosts = new Set(config.allowedHosts)
  const refuse = createTargetCheck(hosts)
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 30_000, headersTimeout: 20_000, keepAliveTimeout: keepAliveMs }, (req, res) => {
    const status = refuse(req)
    if (status !== undefined) {
      const headers = [...security.completeHeaders, 'Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store', 'Connection', 'close']
      if (status === 405) headers.push('Allow', allowedMethods)
      res.writeHead(status, headers)
      res.end(req.method === 'HEAD' ? undefined : `${status} ${STATUS_CODES[status] ?? ''}\n`)
      return
    }
    if (!edge.handle(req, res)) app(req, res)
  })
  server.on('upgrade', (req, socket, head) => ctx.proxy.upgrade(req, socket as import('node:net').Socket, head))
  return server
}
