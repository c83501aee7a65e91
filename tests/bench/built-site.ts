import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#server/process/free-port.ts'

export interface BuiltSite {
  base: string
  /** The web worker and the backend, for reading their CPU time and for stopping them. */
  readonly webPid: number
  readonly backendPid: number
  /** The same as they are at this moment: another number after each restart, 0 while there is none. */
  pidOf(which: 'web' | 'backend'): number
  /** Milliseconds from the start of the process to the first 200. */
  startMs: number
  /** Ends the web worker and waits for the next one, which has no old connections. */
  restartWeb(): Promise<void>
  stop(): Promise<void>
}

function childrenOf(pid: number): { pid: number; command: string }[] {
  const text = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)]).toString()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [, id = '0', command = ''] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? []
      return { pid: Number(id), command }
    })
}

async function firstAnswer(base: string, child: ChildProcess, until: number): Promise<void> {
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(base).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('The built site gave no answer. If it is of other sources than these, `npm run build` makes it anew.')
}

const entry = 'dist/server/index.js'

/** Nothing has been built yet: it is built now. What is there is measured as it is. */
function buildIfMissing(): void {
  if (existsSync(entry)) return
  console.error('Nothing is built here yet: building.')
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error('The site could not be built; `npm run build` says why.')
}

/** Starts `dist/` as `npm start` does, on a free port; `dataDir` may be one that a former run has filled. `complaints`: what it says of its faults. */
export async function startBuiltSite(
  env: Record<string, string> = {},
  dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-bench-')),
  complaints: 'inherit' | 'ignore' = 'inherit',
): Promise<BuiltSite> {
  buildIfMissing()
  const port = await findFreePort()
  const base = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(process.execPath, ['--enable-source-maps', entry], {
    stdio: ['ignore', 'ignore', complaints],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SITE_ENV: 'development',
      HOST: '127.0.0.1',
      NODE_COMPILE_CACHE: 'dist/.compile-cache',
      LOG_LEVEL: 'error',
      ACCESS_LOG: 'false',
      AVIF: 'false',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...env,
    },
  })
  await firstAnswer(`${base}/`, child, Date.now() + 60_000)
  const startMs = performance.now() - began
  const find = (script: string): number =>
    childrenOf(child.pid ?? 0).find(({ command }) => command.endsWith(script))?.pid ?? 0
  let webPid = find('index.js')
  const backendPid = find('backend.js')
  return {
    base,
    startMs,
    get webPid() {
      return webPid
    },
    backendPid,
    pidOf: (which) => find(which === 'web' ? 'index.js' : 'backend.js'),
    async restartWeb() {
      const old = webPid
      process.kill(old, 'SIGTERM')
      for (const until = Date.now() + 30_000; Date.now() < until && (webPid === old || webPid === 0); ) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        webPid = find('index.js')
      }
      await firstAnswer(`${base}/`, child, Date.now() + 30_000)
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      if (!env.KEEP_DATA) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
