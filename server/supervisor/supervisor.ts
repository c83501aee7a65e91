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

/** One start of a child, until it has ended. */
interface Run<Child> {
  readonly child: Child
  readonly began: number
  ended: boolean
  /** It was killed because it didn't answer. */
  hung: boolean
}

class ChildSupervisor<Child extends SupervisedChild> implements Supervisor<Child> {
  readonly #options: SupervisorOptions<Child>
  readonly #clock: MonotonicClock
  readonly #log: (line: string) => void
  readonly #delay = createRestartDelay()
  #stopping = false
  #restarting = false
  #child: Child | undefined
  /** The next child, which waits for the end of this one. */
  #successor: Child | undefined
  #heartbeat: Heartbeat | undefined
  #cancelStart: (() => void) | undefined

  constructor(options: SupervisorOptions<Child>) {
    this.#options = options
    this.#clock = options.clock ?? monotonicClock
    this.#log = options.log ?? console.error
    this.#start()
  }

  get child(): Child | undefined {
    return this.#child
  }

  expectEnd(): void {
    this.#stopping = true
    this.#heartbeat?.stop()
    this.#cancelStart?.()
  }

  restart({ ahead = false }: { readonly ahead?: boolean } = {}): void {
    if (this.#stopping || !this.#child) return
    this.#restarting = true
    // one that waits already has loaded what has changed since
    this.#successor?.kill('SIGTERM')
    this.#successor = undefined
    if (ahead) this.#launchAhead()
    this.#child.kill('SIGTERM')
  }

  async stop(): Promise<void> {
    this.expectEnd()
    this.#successor?.kill('SIGTERM')
    const ending = this.#child
    if (!ending) return
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.after(this.#options.graceMs ?? usualGraceMs, () => ending.kill('SIGKILL'))
      ending.once('exit', () => {
        cancel()
        resolve()
      })
      ending.kill('SIGTERM')
    })
  }

  #start(): void {
    const { name, launch, onStart } = this.#options
    const began = this.#clock.now()
    const child = this.#successor ?? launch()
    const run: Run<Child> = { child, began, ended: false, hung: false }
    this.#successor = undefined
    this.#child = child
    onStart?.(child)
    child.on('message', (message) => this.#receive(run, message))
    child.once('exit', (code) => this.#end(run, code))
    child.on('error', (error) => {
      this.#log(`${name}: ${error.message}`)
      // It could not even be started: there will be no 'exit'.
      if (child.pid === undefined) this.#end(run, null)
    })
  }

  #receive(run: Run<Child>, message: unknown): void {
    if (run.ended || this.#stopping) return
    this.#heartbeat?.receive(message)
    if (!isChildMessage(message)) return
    if (message.type === 'fatal') return this.#options.onFatal(message.message)
    this.#heartbeat ??= this.#watch(run)
    this.#options.onReady?.()
  }

  #watch(run: Run<Child>): Heartbeat {
    const { name, onSlow, onAnswer } = this.#options
    const { child } = run
    return startHeartbeat({
      clock: this.#clock,
      send: (ping) => void (child.connected && child.send(ping, () => undefined)),
      onSlow,
      onAnswer,
      onSilent: () => {
        run.hung = true
        this.#log(`${name} has not answered for 10 s; it is killed.`)
        child.kill('SIGKILL')
      },
    })
  }

  #end(run: Run<Child>, code: number | null): void {
    if (run.ended) return
    run.ended = true
    this.#child = undefined
    this.#heartbeat?.stop()
    this.#heartbeat = undefined
    if (this.#stopping) return
    const restartMs = this.#restarting ? 0 : this.#delay.next(this.#clock.now() - run.began, run.hung)
    if (!this.#restarting) this.#log(`${this.#options.name} ended with ${code}; it starts again in ${restartMs} ms.`)
    this.#restarting = false
    this.#options.onExit?.(code, restartMs)
    // NOTE: onExit may have ended everything
    if (!this.#stopping) this.#cancelStart = this.#clock.after(restartMs, () => this.#start())
  }

  #launchAhead(): void {
    const next = this.#options.launch()
    const forget = (): void => {
      if (this.#successor === next) this.#successor = undefined
    }
    next.once('exit', forget)
    next.on('error', forget)
    this.#successor = next
  }
}

/**
 * Keeps one child running: one that ended is started again, one that doesn't answer for ten seconds is killed first. The watch
 * begins when the child says that it is ready, so a seed or migration may take as long as it takes; pauses between restarts grow.
 */
export function supervise<Child extends SupervisedChild>(options: SupervisorOptions<Child>): Supervisor<Child> {
  return new ChildSupervisor(options)
}
