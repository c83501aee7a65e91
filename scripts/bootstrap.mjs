// What `npm start` and `npm test` share: installing from the lock file and building when something has changed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

const startedBy = process.ppid

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`Node 20 or newer is needed; this is ${process.versions.node}.`)

/** One sentence and a non-zero exit. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** The Node that the project pins, whatever the system has. */
export function pinnedNode() {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** Environment in which the pinned Node and the installed tools come first. */
export function toolEnv(extra = {}) {
  const bin = join(root, 'node_modules', '.bin')
  return { ...process.env, ...extra, PATH: `${dirname(pinnedNode())}:${bin}:${process.env.PATH ?? ''}` }
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a command to its end with its output shown; resolves to the exit code. A signal ends the command and then this process. */
export function run(command, args, env = process.env) {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: 'inherit', env, cwd: root })
    let ending = false
    const end = (signal) => {
      ending = true
      child.kill(signal)
    }
    for (const signal of endingSignals) process.on(signal, end)
    const finish = (code) => {
      if (ending) process.exit(code || 1)
      for (const signal of endingSignals) process.off(signal, end)
      done(code)
    }
    child.on('error', () => finish(127))
    child.on('exit', (code, signal) => finish(code ?? (signal ? 1 : 0)))
  })
}

/** How often it is looked whether npm is still there. */
const lookEveryMs = 500

/**
 * Runs a command, hands signals on to it and ends with its exit code. Whatever ends this process ends the command: its channel to
 * us closes. npm hands on SIGINT and SIGTERM alone and can be killed, so under npm its end is ours, too.
 */
export function runForever(command, args, extra) {
  const child = spawn(command, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: toolEnv(extra),
    cwd: root,
  })
  for (const signal of endingSignals) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`The site could not be started: ${error.message}.`))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  if (!process.env.npm_lifecycle_event) return
  const look = setInterval(() => {
    if (process.ppid === startedBy) return
    clearInterval(look)
    child.kill('SIGTERM')
  }, lookEveryMs)
}

function sha(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** Installs from the lock file when it has changed since the last installation. */
export async function ensureInstalled() {
  const stamp = join(root, 'node_modules', '.installed')
  const lock = sha(readFileSync('package-lock.json'), readFileSync('package.json'))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock && existsSync(pinnedNode())) return
  console.log('Installing packages from the lock file. The first time this takes a minute or two.')
  const code = await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', [
    'ci',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (code !== 0) fail('Installing the packages failed; see above.')
  writeFileSync(stamp, lock)
}

function* sourceFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sourceFiles(path)
    else if (!/\.(test\.tsx?|md)$/.test(entry.name)) yield path
  }
}

function sourceHash() {
  const hash = createHash('sha256')
  const single = ['esbuild.config.ts', 'package-lock.json', 'tsconfig.json', 'scripts/build-site.ts']
  for (const path of [...single, ...sourceFiles('client'), ...sourceFiles('server'), ...sourceFiles('shared')])
    hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}

/** Builds when the sources have changed since the last build. */
export async function ensureBuilt() {
  const stamp = join(root, 'dist', '.built')
  const hash = sourceHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log('Building the site. The first time this draws the pictures and seeds the database template, too.')
  const code = await run(pinnedNode(), ['scripts/build.ts'], toolEnv({ NODE_ENV: 'production' }))
  if (code !== 0) fail('The build failed; see above.')
  mkdirSync('dist', { recursive: true })
  writeFileSync(stamp, hash)
}
