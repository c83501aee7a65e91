import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { drainLimitMs } from '#server/config/connection-config.ts'
import { drainEvent } from './connections.ts'

export interface DrainOptions {
  readonly server: Server
  /** Readiness off, before anything else. */
  readonly onBegin: () => void
  /** Open connections that are silent for so long are closed (1 s). */
  readonly quietMs?: number
  /** After so long everything is cut (`drainLimitMs`). */
  readonly limitMs?: number
  /** Milliseconds of a clock that nobody sets. */
  readonly elapsed?: () => number
}

/** Ends a server without failing a request; repeated calls wait for the same end. */
export interface Drain {
  readonly draining: boolean
  /** For `graceMs` (0) new connections are still taken and served, until load balancers have seen that it isn't ready. */
  drain(graceMs?: number): Promise<void>
}

/** Closes without Node's own closing of idle connections, which cuts requests that are just arriving on them. */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
  })
}

const sinceStart = (): number => performance.now()

async function run(
  { server, onBegin, quietMs = 1000, limitMs = drainLimitMs, elapsed = sinceStart }: DrainOptions,
  graceMs: number,
): Promise<void> {
  onBegin()
  let lastRequest = elapsed()
  // The client hears with its answer that the connection ends: it sends nothing into it any more.
  server.prependListener('request', (_req: IncomingMessage, res: ServerResponse) => {
    lastRequest = elapsed()
    res.shouldKeepAlive = false
  })
  if (graceMs > 0) await pause(graceMs)
  server.emit(drainEvent)
  const limit = elapsed() + limitMs
  let closed = false
  const end = stopListening(server).then(() => {
    closed = true
  })
  while (!closed && elapsed() < limit) {
    await Promise.race([end, pause(Math.min(50, quietMs))])
    if (elapsed() - lastRequest >= quietMs) server.closeIdleConnections()
  }
  if (!closed) server.closeAllConnections()
  await end
}

/** Creates the graceful end of a server: readiness off, then every answer says `Connection: close`, then the rest is closed. */
export function createDrain(options: DrainOptions): Drain {
  let ending: Promise<void> | undefined
  return {
    get draining() {
      return ending !== undefined
    },
    drain(graceMs = 0) {
      ending ??= run(options, graceMs)
      return ending
    },
  }
}
