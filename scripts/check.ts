import { spawn } from 'node:child_process'

// `npm run check`: types, look-ups by words, format, lint, borders, sizes, names for numbers, dead code, and that regular expressions are
// linear. Two at a time.
const tools: [name: string, command: string, args: string[]][] = [
  ['types', 'tsc', ['-p', '.', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo']],
  ['look-ups by words', process.execPath, ['scripts/look-ups.ts']],
  ['borders', process.execPath, ['scripts/borders.ts']],
  ['sizes', process.execPath, ['scripts/sizes.ts']],
  ['states by their names', process.execPath, ['scripts/bare-numbers.ts']],
  ['SQL in stores', process.execPath, ['scripts/sql-places.ts']],
  ['calls in queries', process.execPath, ['scripts/call-places.ts']],
  ['titles of tests', process.execPath, ['scripts/test-titles.ts']],
  ['format', 'biome', ['format', '.']],
  ['lint and import rules', 'biome', ['lint', '--error-on-warnings', '.']],
  ['dead code', 'knip', ['--no-progress']],
  ['regular expressions', 'node', ['scripts/check-regexes.ts']],
]

/** Runs a tool; its words are kept together, because another one speaks at the same time. */
async function run([name, command, args]: (typeof tools)[number]): Promise<boolean> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, FORCE_COLOR: '1' } })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk))
  const good = await new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
  console.log(`${Buffer.concat(said).toString()}${name}: ${good ? 'good' : 'failed'}`)
  return good
}

const waiting = [...tools]
let failed = false
async function work(): Promise<void> {
  for (let tool = waiting.shift(); tool; tool = waiting.shift()) if (!(await run(tool))) failed = true
}
await Promise.all([work(), work()])
process.exitCode = failed ? 1 : 0
