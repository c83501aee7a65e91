import { spawn, spawnSync } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

// The suites one after another, each with its own report; the last line adds them up.
interface Suite {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** The report that the suite writes; without one its exit code counts as one test. */
  report?: string
}

interface Count {
  passed: number
  failed: number
}

const folder = 'test-results'

function vitest(name: string, projects: string[], env: Record<string, string> = {}): Suite {
  const report = join(folder, `${name}.json`)
  const args = ['run', ...projects.flatMap((project) => ['--project', project]), '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return { name, command: 'vitest', args, env, report }
}

function suites(): Suite[] {
  const database = process.env.TEST_DATABASE_URL
  const list: Suite[] = [
    { name: 'check', command: process.execPath, args: ['scripts/check.ts'] },
    vitest('unit and HTTP', ['unit', 'backend', 'site', 'alone'], { TEST_DATABASE_URL: '' }),
  ]
  if (database) list.push(vitest('backend on PostgreSQL', ['backend'], { TEST_DATABASE_URL: database }))
  if (!process.env.TEST_REDIS_URL && spawnSync('redis-server', ['--version']).status !== 0) console.log('No redis-server is installed and TEST_REDIS_URL is not set: tests on a real Redis are skipped.')
  list.push({ name: 'browser', command: 'playwright', args: ['test'], report: join(folder, 'browser.json') })
  return list
}

function run({ command, args, env }: Suite): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', () => resolve(127))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
}

async function count(suite: Suite, code: number): Promise<Count> {
  const text = suite.report ? await readFile(suite.report, 'utf8').catch(() => undefined) : undefined
  if (!text) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const report = JSON.parse(text) as Partial<VitestReport & PlaywrightReport>
  const passed = report.stats ? report.stats.expected : (report.numPassedTests ?? 0)
  const failed = report.stats ? report.stats.unexpected + report.stats.flaky : (report.numFailedTests ?? 0)
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed }
}

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const only = process.argv.slice(2)
const total: Count = { passed: 0, failed: 0 }
const lines: string[] = []
for (const suite of suites()) {
  if (only.length > 0 && !only.some((word) => suite.name.includes(word))) continue
  console.log(`\n=== ${suite.name}`)
  const began = Date.now()
  const result = await count(suite, await run(suite))
  total.passed += result.passed
  total.failed += result.failed
  lines.push(`${suite.name}: ${result.passed} passed, ${result.failed} failed in ${((Date.now() - began) / 1000).toFixed(0)} s`)
}
console.log(`\n${lines.join('\n')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
