import type { ClientRequest, IncomingMessage } from 'node:http'
import { type CallKind, timesOf } from '#shared/rules/call-times.ts'

/** Milliseconds that parts of a call to a service may take. */
export interface CallLimits {
  readonly connectMs: number
  /** From the whole request: longer than the service works at a call of this kind. */
  readonly firstByteMs: Readonly<Record<CallKind, number>>
  readonly idleMs: number
}

export const callLimits: CallLimits = { connectMs: 1000, firstByteMs: timesOf('proxyMs'), idleMs: 10_000 }

/**
 * Bounds one call to a service: 1 s to connect, its kind's time from the whole request to the first byte, 10 s of silence in
 * the answer. `whole`: the body lies in memory; else the clock starts when the client has sent it all.
 */
export function watchCall(
  proxyReq: ClientRequest,
  req: IncomingMessage,
  { kind, whole, limits, onTimeout }: { kind: CallKind; whole: boolean; limits: CallLimits; onTimeout: () => void },
): void {
  const { connectMs, idleMs } = limits
  const firstByteMs = limits.firstByteMs[kind]
  let timer: NodeJS.Timeout | undefined
  function giveUpAfter(ms: number, what: string): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      onTimeout()
      proxyReq.destroy(new Error(`${what} took longer than ${ms} ms`))
    }, ms)
    timer.unref()
  }
  function awaitFirstByte(): void {
    if (whole || req.readableEnded || req.complete) giveUpAfter(firstByteMs, 'The first byte')
    else {
      clearTimeout(timer)
      req.once('end', () => giveUpAfter(firstByteMs, 'The first byte'))
    }
  }
  const { socket } = proxyReq
  if (socket?.connecting) {
    giveUpAfter(connectMs, 'Connecting')
    socket.once('connect', awaitFirstByte)
  } else awaitFirstByte()
  proxyReq.once('response', (answer) => {
    clearTimeout(timer)
    // A paused answer waits for a slow client, not for the service.
    proxyReq.setTimeout(idleMs, () => {
      if (!answer.isPaused()) answer.destroy(new Error('The service fell silent'))
    })
  })
  proxyReq.once('close', () => {
    clearTimeout(timer)
    socket?.removeListener('connect', awaitFirstByte)
  })
}
