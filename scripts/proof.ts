import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// `npm run proof`: the long proofs whole; `npm test` has them shortened. About an hour. Those about money run on PostgreSQL: the
// server that TEST_DATABASE_URL names, or one that is started here and removed afterwards. `folder` lets containers fight for a
// data folder; `strangers` sends odd requests to the built site, `chat` cuts a thousand lines of its pages by killing its
// processes. `regexes` proves again what scripts/proven-regexes.json says of our regular expressions.
// `npm run proof machine` runs one part.
const files: ReadonlyMap<string, string> = new Map([
  ['machine', 'order-machine'],
  ['exams', 'exam-machine'],
  ['storms', 'order-storms'],
  ['crash', 'order-crash'],
  ['mistakes', 'mistake-machine'],
  ['forum', 'forum-machine'],
  ['homework', 'homework-machine'],
  ['folder', 'folder-lock'],
])
/** What needs no server here: the built site, by its parts, and the expressions of the code, proven anew. */
const ofSite: ReadonlyMap<string, () => Promise<number>> = new Map([
  ['strangers', () => run(process.execPath, ['tests/strangers/run-strangers.ts'])],
  ['regexes', () => run(process.execPath, ['scripts/check-regexes.ts', '--anew'])],
  ['chat', () => run('vitest', ['run', '--project', 'site', 'tests/site/chat-killed.test.ts'], { PROOF: 'full' })],
])
const parts = [...files.keys(), ...ofSite.keys()]
const [wanted] = process.argv.slice(2)
if (wanted !== undefined && !parts.includes(wanted)) {
  console.error(`There is no part "${wanted}"; the parts are ${parts.join(', ')}.`)
  process.exit(1)
}

const account = 'postgres'

/** Runs a tool of PostgreSQL, which refuses to be run by root: then as its own account. */
function postgresTool(path: string, args: readonly string[]): void {
  const isRoot = process.getuid?.() === 0
  const command = isRoot ? ['runuser', '-u', account, '--', path, ...args] : [path, ...args]
  const { status, stderr } = spawnSync(command[0] ?? path, command.slice(1), {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status !== 0) throw new Error(`${path} failed: ${stderr}`)
}

interface Server {
  readonly url: string
  stop(): void
}

/**
 * What is killed is the backend, never this server or its machine: nothing has to be on the disk. The same few hundred statements
 * come a million times: each is planned once, for any values, and none is worth compiling.
 */
const hasty = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'jit=off',
  'plan_cache_mode=force_generic_plan',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

/** A PostgreSQL of its own in a new folder, from Debian's packages. */
function startPostgres(): Server {
  const versions = '/usr/lib/postgresql'
  const newest = readdirSync(versions)
    .map(Number)
    .filter(Boolean)
    .sort((a, b) => b - a)[0]
  const tool = (name: string): string => join(versions, String(newest), 'bin', name)
  const folder = mkdtempSync(join(tmpdir(), 'xueyuan-proof-'))
  if (process.getuid?.() === 0) {
    const id = (flag: string): number => Number(spawnSync('id', [flag, account], { encoding: 'utf8' }).stdout)
    chownSync(folder, id('-u'), id('-g'))
  }
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  postgresTool(tool('initdb'), [
    '-D',
    join(folder, 'db'),
    '-U',
    account,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
  ])
  postgresTool(tool('pg_ctl'), [
    '-D',
    join(folder, 'db'),
    '-l',
    join(folder, 'log'),
    '-w',
    '-o',
    `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 ${hasty}`,
    'start',
  ])
  return {
    // a socket costs less than a port
    url: `postgres://${account}@localhost:${port}/postgres?host=${folder}`,
    stop() {
      postgresTool(tool('pg_ctl'), ['-D', join(folder, 'db'), '-m', 'fast', '-w', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', () => resolve(127))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

async function proveInBackend(): Promise<number> {
  const chosen = (wanted === undefined ? [...files.keys()] : [wanted]).map(
    (part) => `tests/backend/${files.get(part)}.test.ts`,
  )
  const given = process.env.TEST_DATABASE_URL
  const own = given ? undefined : startPostgres()
  const code = await run('vitest', ['run', '--project', 'backend', ...chosen], {
    PROOF: 'full',
    TEST_DATABASE_URL: given ?? own?.url ?? '',
  })
  own?.stop()
  return code
}

async function proveSite(): Promise<number> {
  const built = await run(process.execPath, ['scripts/build.ts'])
  if (built !== 0) return built
  let worst = 0
  for (const [part, prove] of ofSite) if (wanted === undefined || wanted === part) worst = (await prove()) || worst
  return worst
}

const isOfSite = wanted !== undefined && ofSite.has(wanted)
const backend = isOfSite ? 0 : await proveInBackend()
const site = wanted === undefined || isOfSite ? await proveSite() : 0
process.exitCode = backend === 0 && site === 0 ? 0 : 1
