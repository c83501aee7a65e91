import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { findFreePort } from '#server/process/free-port.ts'

/** The built site with a database of its own: nobody else is signed in there, and its processes may be killed. */
export interface OwnSite {
  readonly base: string
  /** The process that it keeps for one of its scripts, `backend.js` for example; 0 while there is none. */
  pidOf: (script: string) => number
  stop: () => Promise<void>
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Starts it on a data folder, which is removed at the end. */
export async function startOwnSite({
  dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-own-')),
  env = {},
}: {
  readonly dataDir?: string
  readonly env?: Readonly<Record<string, string>>
} = {}): Promise<OwnSite> {
  const port = await findFreePort()
  const base = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['dist/server/index.js'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: 'production',
      SITE_ENV: 'test',
      LOG_LEVEL: 'error',
      WARM_UP_PAGES: '0',
      PAGE_WAIT_FACTOR: '1000',
      TRUST_PROXY: '1',
      RTMP_PORT: '',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...env,
    },
  })
  const isReady = expect
    .poll(
      () =>
        fetch(`${base}/readyz`).then(
          (answer) => answer.status,
          () => 0,
        ),
      { timeout: 150_000 },
    )
    .toBe(200)
  // one that never serves isn't left behind
  await isReady.catch(async (error: unknown) => {
    await end(child)
    throw error
  })
  return {
    base,
    pidOf(script) {
      const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(child.pid)])
        .toString()
        .split('\n')
      const line = lines.find((one) => one.includes(script))
      return Number(line?.trim().split(' ')[0] ?? 0)
    },
    async stop() {
      await end(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
