import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BackendState } from '#server/process/child-messages.ts'

/** Addresses that are answered here, or nowhere: no page stands under them. */
export const healthAddresses = /^\/(?:healthz|readyz)(?:\/|$)/

type Next = (error?: unknown) => void

/** Says to supervisors and load balancers how the process is. */
export interface Health {
  /** Answers `/healthz` (the process lives) and `/readyz` (send visitors here). */
  readonly middleware: (req: IncomingMessage, res: ServerResponse, next: Next) => void
  setReady(ready: boolean): void
  /** How the embedded backend is; never called where there is none. */
  setBackend(state: BackendState): void
  readonly ready: boolean
}

function send(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
  res.end(JSON.stringify(body))
}

/**
 * Creates the health answers; not ready until `setReady(true)`. An open breaker and a backend that hangs or starts again are told
 * (`degraded`), but leave the process ready: stored pages still serve, and taking every process out would turn a sick service
 * into an outage.
 */
export function createHealth(breakerStates: () => Readonly<Record<string, string>> = () => ({})): Health {
  let ready = false
  let backend: BackendState | undefined
  function middleware(req: IncomingMessage, res: ServerResponse, next: Next): void {
    const path = (req.url ?? '').split('?')[0]
    if (path === '/healthz') return send(res, 200, { status: 'ok', uptime: Math.round(process.uptime()) })
    if (path !== '/readyz') return next()
    const states = Object.values(breakerStates())
    const services = new Map([
      ['closed', 0],
      ['open', 0],
      ['probing', 0],
    ])
    for (const state of states) services.set(state, (services.get(state) ?? 0) + 1)
    const isWhole = states.every((state) => state === 'closed') && (backend ?? 'ready') === 'ready'
    const status = ready ? (isWhole ? 'ready' : 'degraded') : 'not ready'
    send(res, ready ? 200 : 503, { status, services: Object.fromEntries(services), backend })
  }
  return {
    middleware,
    setReady(value) {
      ready = value
    },
    setBackend(state) {
      backend = state
    },
    get ready() {
      return ready
    },
  }
}
