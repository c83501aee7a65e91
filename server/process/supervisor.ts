import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

export interface SupervisorOptions {
  /** The script of the child. */
  script: string
  onReady: () => void
  /** The child says that it can't start at all, in one sentence. */
  onFatal: (message: string) => void
  onExit: (code: number | null, restartMs: number) => void
  /** A new child has been started: whoever wants to hear what it says listens now. */
  onStart?: (child: ChildProcess) => void
}

export interface Supervisor {
  /** The site is ending: a child that ends by itself now, on a signal to all, isn't started again. */
  expectEnd(): void
  /** Ends the child gracefully; resolves when it is gone. */
  stop(): Promise<void>
}

const firstDelayMs = 200
const longestDelayMs = 5_000
/** A child that lived this long starts again without delay. */
const healthyMs = 30_000
const graceMs = 8_000

/** Message of a child process. */
export type ChildMessage = { type: 'ready' } | { type: 'fatal'; message: string }

export function isChildMessage(value: unknown): value is ChildMessage {
  return typeof value === 'object' && value !== null && 'type' in value && (value.type === 'ready' || value.type === 'fatal')
}

/** Keeps one child process running, with a growing pause between restarts. */
export function supervise({ script, onReady, onFatal, onExit, onStart }: SupervisorOptions): Supervisor {
  let stopping = false
  let delayMs = firstDelayMs
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined

  function start(): void {
    const began = Date.now()
    child = fork(join(import.meta.dirname, script), [], { execArgv: ['--enable-source-maps'], env: process.env })
    onStart?.(child)
    child.on('message', (message) => {
      if (!isChildMessage(message)) return
      if (message.type === 'ready') onReady()
      else onFatal(message.message)
    })
    child.on('exit', (code) => {
      child = undefined
      if (stopping) return
      if (Date.now() - began > healthyMs) delayMs = firstDelayMs
      onExit(code, delayMs)
      timer = setTimeout(start, delayMs)
      delayMs = Math.min(delayMs * 2, longestDelayMs)
    })
  }

  start()
  return {
    expectEnd() {
      stopping = true
    },
    async stop() {
      stopping = true
      clearTimeout(timer)
      const ending = child
      if (!ending) return
      await new Promise<void>((resolve) => {
        const kill = setTimeout(() => ending.kill('SIGKILL'), graceMs)
        ending.once('exit', () => {
          clearTimeout(kill)
          resolve()
        })
        ending.kill('SIGTERM')
      })
    },
  }
}
