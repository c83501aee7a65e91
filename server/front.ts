import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { allowedMethods, createTargetCheck } from '#server/edge/target.ts'
import { createRefusal } from '#server/http/refusal.ts'
import { createApp } from './app.ts'
import type { Context } from './context.ts'

const largestHeaders = 16 * 1024
/** Longer than load balancers keep an idle connection, so that it isn't us who closes it under a request. */
const keepAliveMs = 65_000

/** The front door: wrong targets are refused, anonymous pages come from the edge, Express answers the rest. */
export function createFront(ctx: Context): Server {
  const app = createApp(ctx)
  const { edge, config, security, proxy } = ctx
  const refuseTarget = createTargetCheck(new Set(config.allowedHosts))
  const refusal = createRefusal({ render: ctx.statusPage, securityHeaders: security.completeHeaders, allow: allowedMethods })
  const limits = { maxHeaderSize: largestHeaders, requestTimeout: 30_000, headersTimeout: 20_000, keepAliveTimeout: keepAliveMs }
  const server = createServer(limits, (req, res) => {
    const status = refuseTarget(req)
    if (status !== undefined) refusal.refuse(req, res, status)
    else if (!edge.handle(req, res)) app(req, res)
  })
  server.on('clientError', (error: Error & { code?: string }, socket) => refusal.refuseRaw(error, socket as Socket))
  server.on('upgrade', (req, socket, head) => {
    if (refuseTarget(req) === undefined) proxy.upgrade(req, socket as Socket, head)
    else socket.destroy()
  })
  return server
}
