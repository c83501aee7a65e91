import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Called with what was thrown while one request was answered. */
type Fail = (error: unknown) => void

export interface GuardLog {
  error(values: object, message: string): void
}

export interface RequestGuardOptions {
  readonly log: GuardLog
  /** Answers 500; called at most once for a request, and only when nothing of an answer has gone out. */
  readonly answer: (req: IncomingMessage, res: ServerResponse) => void
}

/** Whose work is being done: what it calls, awaits and listens to later belongs to the same request. */
const current = new AsyncLocalStorage<Fail>()

/** Runs work of a request or a socket; what it throws, now or in a later turn, goes to `fail` and no further. */
export function runGuarded(fail: Fail, work: () => void): void {
  current.run(fail, () => {
    try {
      work()
    } catch (error) {
      fail(error)
    }
  })
}

function pathOf(req: IncomingMessage): string | undefined {
  return req.url?.split('?')[0]
}

function failRequest({ log, answer }: RequestGuardOptions, req: IncomingMessage, res: ServerResponse): Fail {
  let failed = false
  return (error) => {
    log.error(
      { err: error, method: req.method, path: pathOf(req) },
      'something was thrown while a request was answered',
    )
    if (failed || res.writableEnded) return
    failed = true
    // Half an answer must not be taken for the whole.
    if (res.headersSent || res.destroyed) return void res.destroy()
    try {
      for (const name of res.getHeaderNames())
        if (name.startsWith('content-') && name !== 'content-security-policy') res.removeHeader(name)
      res.shouldKeepAlive = false
      answer(req, res)
    } catch (second) {
      log.error({ err: second, path: pathOf(req) }, 'a failed request could not be answered')
      res.destroy()
    }
  }
}

function failSocket({ log }: RequestGuardOptions, req: IncomingMessage | undefined, socket: Duplex | undefined): Fail {
  return (error) => {
    log.error({ err: error, path: req && pathOf(req) }, 'something was thrown while a connection was served')
    socket?.destroy()
  }
}

/** What a server tells of requests and connections, with the part that has to be ended when its listeners throw. */
const requestEvents: ReadonlySet<string | symbol> = new Set(['request', 'checkContinue', 'checkExpectation'])
const socketEvents: ReadonlySet<string | symbol> = new Set(['upgrade', 'connect'])
const connectionEvents: ReadonlySet<string | symbol> = new Set(['connection', 'dropRequest', 'timeout'])

/**
 * Nothing that a server's listeners throw while they answer ends the process: it is logged and answered with 500. Covers
 * every listener, those of libraries and those added later, and what requests leave for later turns: timers, emitters
 * and promises that nobody awaits (with `surviveFaults`).
 */
export function guardRequests(server: Server, options: RequestGuardOptions): void {
  const emit = server.emit.bind(server) as (event: string | symbol, ...args: unknown[]) => boolean
  const failOf = (event: string | symbol, args: readonly unknown[]): Fail | undefined => {
    if (requestEvents.has(event)) return failRequest(options, args[0] as IncomingMessage, args[1] as ServerResponse)
    if (socketEvents.has(event)) return failSocket(options, args[0] as IncomingMessage, args[1] as Duplex)
    if (connectionEvents.has(event)) return failSocket(options, undefined, args[0] as Duplex)
    return event === 'clientError' ? failSocket(options, undefined, args[1] as Duplex) : undefined
  }
  server.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    const fail = failOf(event, args)
    if (!fail) return emit(event, ...args)
    let heard = false
    runGuarded(fail, () => {
      heard = emit(event, ...args)
    })
    return heard
  }
}

/**
 * The process's rule for what nobody caught. Of a request: its 500, and the process lives. Outside of requests a throw is
 * a bug that may have left anything half done: `end` ends the process gracefully, and whoever watches it starts the next.
 * A promise that nobody awaits left nothing half done: it is logged.
 */
export function surviveFaults(log: GuardLog, end: (error: unknown) => void): void {
  process.on('uncaughtException', (error) => {
    const fail = current.getStore()
    if (fail) return fail(error)
    log.error({ err: error }, 'something was thrown outside of requests: this process ends')
    end(error)
  })
  process.on('unhandledRejection', (error) => {
    const fail = current.getStore()
    if (fail) fail(error)
    else log.error({ err: error }, 'unhandled rejection')
  })
}
