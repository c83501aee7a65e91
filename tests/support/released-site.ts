import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#server/process/free-port.ts'
import { writeRelease } from './client-release.ts'

const patienceMs = 60_000

/** A built site at one address, of which there can be a next release. */
export interface ReleasedSite {
  readonly base: string
  /** Ends the release that serves and starts one in which this module does one thing more; scripts of the old one are gone. */
  release(changed: string): Promise<void>
  close(): Promise<void>
}

/** What doesn't differ between releases stands in `dist/` as it was built. */
function layOut(root: string): string {
  mkdirSync(join(root, 'dist', 'client', 'assets'), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'))
  cpSync('dist/server', join(root, 'dist', 'server'), { recursive: true })
  for (const name of readdirSync('dist'))
    if (name !== 'client' && name !== 'server') symlinkSync(join(process.cwd(), 'dist', name), join(root, 'dist', name))
  symlinkSync(join(process.cwd(), 'dist/client/public'), join(root, 'dist/client/public'))
  return join(root, 'dist', 'client')
}

/** Starts the first release; the database stays the same through all of them. */
export async function startReleasedSite(): Promise<ReleasedSite> {
  const folder = mkdtempSync(join(tmpdir(), 'xueyuan-released-'))
  const port = await findFreePort()
  const base = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let count = 0

  async function stop(): Promise<void> {
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  async function start(changed?: string): Promise<void> {
    count += 1
    const root = join(folder, `release-${count}`)
    const client = layOut(root)
    const manifest = await writeRelease(join(client, 'assets'), changed)
    writeFileSync(join(client, 'manifest.json'), JSON.stringify(manifest))
    await stop()
    child = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/server/index.js')], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        SITE_ENV: 'test',
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: join(folder, 'data'),
        DRAIN_SECONDS: '0',
        WARM_UP_PAGES: '0',
        PAGE_WAIT_FACTOR: '20',
        AVIF: 'false',
        LOG_LEVEL: 'error',
        ACCESS_LOG: 'false',
      },
    })
    const until = Date.now() + patienceMs
    const isReady = (): Promise<boolean> =>
      fetch(`${base}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    while (!(await isReady())) {
      if (child.exitCode !== null || Date.now() > until) throw new Error('The release does not serve.')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async function close(): Promise<void> {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    await start()
  } catch (error) {
    await close()
    throw error
  }
  return { base, release: start, close }
}
