import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { isChildMessage } from '#server/process/child-messages.ts'
import { type MonotonicClock, monotonicClock } from '#server/process/monotonic-clock.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { createRestartDelay } from './restart-delay.ts'

/** What the supervisor needs of a child: `ChildProcess` has it. */
export interface SupervisedChild {
  readonly connected: boolean
  /** None when it could not be started. */
  readonly pid?: number | undefined
  send(message: object, done: (error: Error | null) => void): unknown
  kill(signal: NodeJS.Signals): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  once(event: 'exit', listener: (code: number | null) => void): unknown
}

export interface SupervisorOptions<Child extends SupervisedChild> {
  /** What the log calls it, such as `The embedded backend`. */
  name: string
  launch: () => Child
  onReady?: () => void
  /** The child says that it can't start at all, in one sentence. */
  onFatal: (message: string) => void
  /** Told before the next start; `restartMs` from now. */
  onExit?: (code: number | null, restartMs: number) => void
  /** A new child has been started: whoever wants to hear what it says listens now. */
  onStart?: (child: Child) => void
  /** It doesn't answer (it will be killed unless it does soon), or answers again. */
  onSlow?: () => void
  onAnswer?: () => void
  /** How long it may take to end by itself. */
  graceMs?: number
  clock?: MonotonicClock
  log?: (line: string) => void
}

export interface Supervisor<Child = ChildProcess> {
  /** The child that runs now. */
  readonly child: Child | undefined
  /** The site is ending: a child that ends by itself now, on a signal to all, isn't started again, and none is killed for its silence. */
  expectEnd(): void
  /** Ends the child gracefully; resolves when it is gone. */
  stop(): Promise<void>
  /**
   * Ends the child gracefully and starts the next at once; `ahead` while the old one still ends: for a child that by itself waits for
   * what the old one holds.
   */
  restart(options?: { readonly ahead?: boolean }): void
}

const usualGraceMs = 8_000

/** Starts one of the built site's scripts as a child with a channel to it; how WebAssembly is compiled here holds for it, too. */
export function forkScript(script: string): ChildProcess {
  const wasm = process.execArgv.filter((option) => option.startsWith('--wasm-'))
  return fork(join(import.meta.dirname, script), [], { execArgv: ['--enable-source-maps', ...wasm], env: process.env })
}

/**
 * Keeps one child running: one that ended is started again, one that doesn't answer for ten seconds is killed first. The watch
 * begins when the child says that it is ready, so a seed or migration may take as long as it takes; pauses between restarts grow.
 */
export function supervise<Child extends SupervisedChild>(options: SupervisorOptions<Child>): Supervisor<Child> {
  const {
    name,
    launch,
    onReady,
    onFatal,
    onExit,
    onStart,
    onSlow,
    onAnswer,
    graceMs = usualGraceMs,
    clock = monotonicClock,
    log = console.error,
  } = options
  const delay = createRestartDelay()
  let stopping = false
  let restarting = false
  let child: Child | undefined
  /** The next child, which waits for the end of this one. */
  let successor: Child | undefined
  let heartbeat: Heartbeat | undefined
  let cancelStart: (() => void) | undefined

  function watch(own: Child, onHung: () => void): Heartbeat {
    return startHeartbeat({
      clock,
      send: (ping) => void (own.connected && own.send(ping, () => undefined)),
      onSlow,
      onAnswer,
      onSilent() {
        onHung()
        log(`${name} has not answered for 10 s; it is killed.`)
        own.kill('SIGKILL')
      },
    })
  }

  function start(): void {
    const began = clock.now()
    const own = successor ?? launch()
    successor = undefined
    let ended = false
    let hung = false
    child = own
    onStart?.(own)
    own.on('message', (message) => {
      if (ended || stopping) return
      heartbeat?.receive(message)
      if (!isChildMessage(message)) return
      if (message.type === 'fatal') return onFatal(message.message)
      heartbeat ??= watch(own, () => {
        hung = true
      })
      onReady?.()
    })
    function end(code: number | null): void {
      if (ended) return
      ended = true
      child = undefined
      heartbeat?.stop()
      heartbeat = undefined
      if (stopping) return
      const restartMs = restarting ? 0 : delay.next(clock.now() - began, hung)
      if (!restarting) log(`${name} ended with ${code}; it starts again in ${restartMs} ms.`)
      restarting = false
      onExit?.(code, restartMs)
      // NOTE: onExit may have ended everything
      if (!stopping) cancelStart = clock.after(restartMs, start)
    }
    own.once('exit', end)
    own.on('error', (error) => {
      log(`${name}: ${error.message}`)
      // It could not even be started: there will be no 'exit'.
      if (own.pid === undefined) end(null)
    })
  }

  function expectEnd(): void {
    stopping = true
    heartbeat?.stop()
    cancelStart?.()
  }

  function launchAhead(): void {
    const next = launch()
    const forget = (): void => {
      if (successor === next) successor = undefined
    }
    next.once('exit', forget)
    next.on('error', forget)
    successor = next
  }

  start()
  return {
    get child() {
      return child
    },
    expectEnd,
    restart({ ahead = false } = {}) {
      if (stopping || !child) return
      restarting = true
      // one that waits already has loaded what has changed since
      successor?.kill('SIGTERM')
      successor = undefined
      if (ahead) launchAhead()
      child.kill('SIGTERM')
    },
    async stop() {
      expectEnd()
      successor?.kill('SIGTERM')
      const ending = child
      if (!ending) return
      await new Promise<void>((resolve) => {
        const cancel = clock.after(graceMs, () => ending.kill('SIGKILL'))
        ending.once('exit', () => {
          cancel()
          resolve()
        })
        ending.kill('SIGTERM')
      })
    },
  }
}
