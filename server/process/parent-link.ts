import { type ChildMessage, isPing, type Pong } from './child-messages.ts'

/** The part of `process` in a child that its link to the parent uses. */
interface ChildSide {
  readonly connected: boolean
  send?: ((message: object, done: (error: Error | null) => void) => unknown) | undefined
  on(event: 'message', listener: (message: unknown) => void): unknown
}

/**
 * Answers the parent's pings, from the event loop: one that is blocked, and a process that is stopped, stay silent.
 * Call it first: a ping that came before is lost.
 */
export function answerPings(side: ChildSide = process): void {
  side.on('message', (message) => {
    // NOTE: the parent may be gone by now, which 'disconnect' tells
    if (isPing(message) && side.connected)
      side.send?.({ type: 'pong', sequence: message.sequence } satisfies Pong, () => undefined)
  })
}

/** Tells the process that started this one, if any; `then` follows when it is said. */
export function tellParent(message: ChildMessage, then?: () => void): void {
  if (process.connected && process.send) process.send(message, undefined, undefined, () => then?.())
  else then?.()
}

/** Says why this process can't serve, through its parent where there is one, and ends it with 1. */
export function failStart(message: string): void {
  if (!process.connected) process.stderr.write(`${message}\n`)
  tellParent({ type: 'fatal', message }, () => process.exit(1))
}

/**
 * Calls `stop` when this process is to end: on SIGTERM, or when its parent is gone. A terminal sends its signals (SIGINT,
 * SIGHUP) to the whole group: then the parent ends us when the open requests are done.
 */
export function stopWithParent(stop: () => void): void {
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
  for (const signal of ['SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!process.connected) stop()
    })
  }
}
