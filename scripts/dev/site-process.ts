import { type ChildProcess, spawn } from 'node:child_process'
import type { SitePart } from './server-build.ts'

/** The site that `npm run dev` serves: its processes are replaced one by one where that is enough. */
export interface SiteProcess {
  start(): void
  /** Ends everything and starts it again. */
  restart(): Promise<void>
  /** Resolves when the new one serves, or with a failure in the log. */
  replace(part: SitePart): Promise<void>
  stop(): Promise<void>
}

const replaceMs = 60_000

function isReplaced(message: unknown, part: string): boolean {
  return typeof message === 'object' && message !== null && 'replaced' in message && message.replaced === part
}

export function createSiteProcess(): SiteProcess {
  let child: ChildProcess | undefined
  let stopping = false

  function start(): void {
    // what starts again and again is compiled once, and of the database only what is used
    const own = spawn(process.execPath, ['--enable-source-maps', '--wasm-lazy-compilation', 'dist/server/index.js'], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: {
        ...process.env,
        NODE_ENV: 'development',
        NODE_COMPILE_CACHE: 'dist/.compile-cache',
        DEV_RELOAD: 'true',
        CACHE_TTL_FACTOR: '0',
        WARM_UP_PAGES: '0',
      },
    })
    child = own
    own.on('exit', (code) => {
      if (child === own) child = undefined
      if (!stopping && code) console.error(`The site ended with ${code}; it starts again with the next change.`)
    })
  }

  async function end(): Promise<void> {
    const own = child
    if (!own || own.exitCode !== null) return
    await new Promise<void>((resolve) => {
      own.once('exit', () => resolve())
      own.kill('SIGTERM')
    })
  }

  return {
    start,
    async restart() {
      await end()
      if (!stopping) start()
    },
    async replace(part) {
      const own = child
      if (!own?.connected) return start()
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, replaceMs)
        function done(): void {
          clearTimeout(timer)
          own?.off('message', hear)
          own?.off('exit', done)
          resolve()
        }
        function hear(message: unknown): void {
          if (isReplaced(message, part)) done()
        }
        own.on('message', hear)
        own.once('exit', done)
        own.send({ replace: part })
      })
    },
    async stop() {
      stopping = true
      await end()
    },
  }
}
