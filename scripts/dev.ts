import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { buildAll, buildClient, buildServer } from './build-site.ts'

// `npm run dev`: builds, serves and watches. A change of a stylesheet is swapped into the open pages; any other change
// builds again, restarts the server and reloads them.
const run = { dev: true, log: (line: string) => console.log(line) }
const settleMs = 60
let child: ChildProcess | undefined
let stopping = false

function startServer(): void {
  child = spawn(process.execPath, ['--enable-source-maps', 'dist/server/index.js'], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development', DEV_RELOAD: 'true' },
  })
  child.on('exit', (code) => {
    if (!stopping && code) console.error(`The server ended with ${code}; it starts again with the next change.`)
  })
}

async function restartServer(): Promise<void> {
  const old = child
  if (old && old.exitCode === null) {
    await new Promise<void>((resolve) => {
      old.once('exit', () => resolve())
      old.kill('SIGTERM')
    })
  }
  if (!stopping) startServer()
}

async function rebuild(changed: ReadonlySet<string>): Promise<void> {
  const began = Date.now()
  const paths = [...changed]
  const onlyCss = paths.every((path) => path.endsWith('.css'))
  const touchesServer = paths.some((path) => !path.endsWith('.css'))
  try {
    await Promise.all([buildClient(run), touchesServer ? buildServer(run) : undefined])
    console.log(
      `built after ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ' …' : ''} in ${Date.now() - began} ms`,
    )
    if (!onlyCss) await restartServer()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
}

await mkdir('dist/client/assets', { recursive: true })
// The next `npm start` must build for production again.
await rm('dist/.built', { force: true })
await buildAll(run)
startServer()

const changed = new Set<string>()
let timer: NodeJS.Timeout | undefined
let working = Promise.resolve()
for (const folder of ['client', 'server', 'shared'].filter((name) => existsSync(name))) {
  watch(folder, { recursive: true }, (_event, name) => {
    if (!name || /~$|\.tmp|\.test\.tsx?$|\.md$/.test(name)) return
    changed.add(`${folder}/${name}`)
    clearTimeout(timer)
    timer = setTimeout(() => {
      const batch = new Set(changed)
      changed.clear()
      working = working.then(() => rebuild(batch))
    }, settleMs)
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopping = true
    if (!child || child.exitCode !== null) process.exit(0)
    child.once('exit', () => process.exit(0))
    child.kill('SIGTERM')
  })
}
