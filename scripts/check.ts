import { spawn } from 'node:child_process'

// `npm run check`: types, look-ups by words, format, lint, borders, dead code, and that regular expressions are linear.
const tools: [name: string, command: string, args: string[]][] = [
  ['types', 'tsc', ['-p', '.']],
  ['look-ups by words', process.execPath, ['scripts/look-ups.ts']],
  ['borders', process.execPath, ['scripts/borders.ts']],
  ['format', 'biome', ['format', '.']],
  ['lint and import rules', 'biome', ['lint', '--error-on-warnings', '.']],
  ['dead code', 'knip', ['--no-progress']],
  ['regular expressions', 'node', ['scripts/check-regexes.ts']],
]

function run(command: string, args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit' })
    child.on('error', () => resolve(127))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

let failed = false
for (const [name, command, args] of tools) {
  const code = await run(command, args)
  console.log(`${name}: ${code === 0 ? 'good' : 'failed'}`)
  failed ||= code !== 0
}
process.exitCode = failed ? 1 : 0
