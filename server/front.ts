import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { allowedMethods, asksServer, createTargetCheck, toOriginForm } from '#server/edge/target.ts'
import { passedStatus } from '#server/http/cache-status.ts'
import { watchConnections } from '#server/http/connections.ts'
import { createErrorRenderer } from '#server/http/error-renderer.ts'
import { createRefusal } from '#server/http/refusal.ts'
import { guardRequests } from '#server/http/request-guard.ts'
import { createApp } from './app.ts'
import type { Context } from './context.ts'

const largestHeaders = 16 * 1024
/** Requests and connections that are over their time are looked for so often, at the least. */
const lookEveryMs = 1000

/** Answers 500 for what was thrown; the guard has logged it. */
function createFailure({ statusPage, security, clock }: Context): (req: IncomingMessage, res: ServerResponse) => void {
  const render = createErrorRenderer({ render: statusPage, log: { error: () => undefined }, clock })
  return (req, res) => {
    const flat = security.completeHeaders
    for (let index = 0; index < flat.length; index += 2) res.setHeader(flat[index] ?? '', flat[index + 1] ?? '')
    render(new Error('thrown'), req, res, () => undefined)
  }
}

/** The front: wrong targets are refused, films come from their gate and anonymous pages from the edge, Express answers the rest. */
export function createFront(ctx: Context): Server {
  const app = createApp(ctx)
  const { edge, media, config, security, proxy } = ctx
  const hosts: ReadonlySet<string> = new Set(config.allowedHosts)
  const refuseTarget = createTargetCheck(hosts)
  const refusal = createRefusal({
    render: ctx.statusPage,
    securityHeaders: security.completeHeaders,
    allow: allowedMethods,
  })
  const { headersMs, keepAliveMs, slowReaderMs } = config.connections
  const server = createServer(
    {
      maxHeaderSize: largestHeaders,
      // A request without Host gets our 400, with our headers, instead of Node's.
      requireHostHeader: false,
      headersTimeout: headersMs,
      // The connections' own rule instead: an upload may last as long as it goes on.
      requestTimeout: 0,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: Math.min(lookEveryMs, headersMs),
      // Other offers (h2c, which Java's client makes with every first request) may be ignored, and are: RFC 9110 7.8.
      shouldUpgradeCallback: (req) => req.headers.upgrade?.toLowerCase() === 'websocket',
    },
    handle,
  )
  guardRequests(server, { log: ctx.log, answer: createFailure(ctx) })
  // Nothing in either direction for so long: no answer of ours takes it. The event stream of development is silent for longer.
  server.timeout = config.devReload ? 0 : slowReaderMs
  const connections = watchConnections(server, config.connections)
  ctx.metrics.watchConnections(connections.figures)

  function handle(req: IncomingMessage, res: ServerResponse): void {
    if (refusal.hasRefused(req.socket) || !connections.admit(req, res)) return
    toOriginForm(req, hosts)
    const status = refuseTarget(req)
    if (status !== undefined) refusal.refuse(req, res, status)
    else if (asksServer(req)) sendAbilities(res)
    else if (!media.handle(req, res) && !edge.handle(req, res)) {
      res.setHeader('Cache-Status', passedStatus(req.method))
      app(req, res)
    }
  }

  function sendAbilities(res: ServerResponse): void {
    res.writeHead(204, ['Allow', allowedMethods, 'Cache-Control', 'no-store', ...security.completeHeaders]).end()
  }

  server.on('clientError', (error: Error & { code?: string }, socket) =>
    refusal.refuseRaw(error, socket as Socket, connections.mayAnswer(socket as Socket)),
  )
  server.on('upgrade', (req, socket, head) => {
    connections.upgraded(socket as Socket)
    toOriginForm(req, hosts)
    if (refuseTarget(req) === undefined) proxy.upgrade(req, socket as Socket, head)
    else socket.destroy()
  })
  return server
}
