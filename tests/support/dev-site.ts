import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#server/process/free-port.ts'

const sources = ['client', 'server', 'shared', 'scripts', 'package.json', 'esbuild.config.ts', 'tsconfig.json']
/** What takes a minute to make and doesn't depend on scripts and styles. */
const built = ['pictures', 'db-template.tgz', 'db-template.hash']
const patienceMs = 120_000

/** `npm run dev` on a copy of the sources, which may be changed. */
export interface DevSite {
  readonly base: string
  /** Changes a file as an editor does; throws when nothing changed. */
  edit(path: string, change: (text: string) => string): void
  close(): Promise<void>
}

/** Resolves when the site serves; needs a build for its pictures and database template. */
export async function startDevSite(): Promise<DevSite> {
  const root = mkdtempSync(join(tmpdir(), 'xueyuan-dev-'))
  for (const name of sources) cpSync(name, join(root, name), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'))
  mkdirSync(join(root, 'dist'))
  for (const name of built)
    if (existsSync(join('dist', name))) cpSync(join('dist', name), join(root, 'dist', name), { recursive: true })
  const port = await findFreePort()
  const base = `http://127.0.0.1:${port}`
  const child: ChildProcess = spawn('npm', ['run', '--silent', 'dev'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), DATA_DIR: join(root, 'data'), LOG_LEVEL: 'error', NODE_OPTIONS: '' },
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const close = async (): Promise<void> => {
    if (child.exitCode === null && child.pid !== undefined) {
      const gone = once(child, 'exit')
      process.kill(-child.pid, 'SIGTERM')
      await gone
    }
    rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  const until = Date.now() + patienceMs
  while (
    !(await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > until) {
      await close()
      throw new Error(`npm run dev does not serve:\n${output.slice(-2000)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    base,
    edit(path, change) {
      const file = join(root, path)
      const text = readFileSync(file, 'utf8')
      const next = change(text)
      if (next === text) throw new Error(`Nothing to change in ${path}.`)
      writeFileSync(file, next)
    },
    close,
  }
}
