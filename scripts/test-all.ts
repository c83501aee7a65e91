import { spawn, spawnSync } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

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
  /** What failed, each with the first lines of its message: told once more at the end, where a reader of a long log looks. */
  failures: string[]
}

const folder = 'test-results'

function vitest(name: string, projects: string[], env: Record<string, string> = {}): Suite {
  const report = join(folder, `${name}.json`)
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  return { name, command: 'vitest', args, env, report }
}

function suites(): Suite[] {
  const database = process.env.TEST_DATABASE_URL
  const list: Suite[] = [
    { name: 'check', command: process.execPath, args: ['scripts/check.ts'] },
    vitest('unit and HTTP', ['unit', 'backend', 'site', 'alone'], { TEST_DATABASE_URL: '' }),
  ]
  if (database) list.push(vitest('backend on PostgreSQL', ['backend'], { TEST_DATABASE_URL: database }))
  if (!process.env.TEST_REDIS_URL && spawnSync('redis-server', ['--version']).status !== 0)
    console.log('No redis-server is installed and TEST_REDIS_URL is not set: tests on a real Redis are skipped.')
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
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    file: string
    ok: boolean
    tests: { status: string; results: { error?: { message?: string } }[] }[]
  }[]
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number }
}

function tell(file: string, title: string, message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n').filter(Boolean).slice(0, 6)
  return [`FAILED ${relative(process.cwd(), file)} › ${title}`, ...lines].join('\n    ')
}

function failuresOfVitest(report: Partial<VitestReport>): string[] {
  return (report.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    if (failed.length > 0) return failed.map((test) => tell(file.name, test.fullName, test.failureMessages[0]))
    return file.status === 'failed' ? [tell(file.name, 'the file', file.message)] : []
  })
}

function failuresOfPlaywright({ suites: inner = [], specs = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter((spec) =>
    spec.tests.some((test) => test.status === 'unexpected' || test.status === 'flaky'),
  )
  const messageOf = (spec: (typeof specs)[number]) =>
    spec.tests.flatMap((test) => test.results).find((result) => result.error)?.error?.message
  return [...failed.map((spec) => tell(spec.file, spec.title, messageOf(spec))), ...inner.flatMap(failuresOfPlaywright)]
}

async function count(suite: Suite, code: number): Promise<Count> {
  const text = suite.report ? await readFile(suite.report, 'utf8').catch(() => undefined) : undefined
  if (!text)
    return code === 0
      ? { passed: 1, failed: 0, failures: [] }
      : { passed: 0, failed: 1, failures: [`FAILED ${suite.name}`] }
  const report = JSON.parse(text) as Partial<VitestReport & PlaywrightReport>
  const passed = report.stats ? report.stats.expected : (report.numPassedTests ?? 0)
  const failed = report.stats ? report.stats.unexpected + report.stats.flaky : (report.numFailedTests ?? 0)
  const failures = report.stats ? failuresOfPlaywright(report) : failuresOfVitest(report)
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, failures }
}

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const only = process.argv.slice(2)
const total: Count = { passed: 0, failed: 0, failures: [] }
const lines: string[] = []
for (const suite of suites()) {
  if (only.length > 0 && !only.some((word) => suite.name.includes(word))) continue
  console.log(`\n=== ${suite.name}`)
  const began = Date.now()
  const result = await count(suite, await run(suite))
  total.passed += result.passed
  total.failed += result.failed
  total.failures.push(...result.failures.map((failure) => `${suite.name}: ${failure}`))
  lines.push(
    `${suite.name}: ${result.passed} passed, ${result.failed} failed in ${((Date.now() - began) / 1000).toFixed(0)} s`,
  )
}
if (total.failures.length > 0) console.log(`\n${total.failures.join('\n')}`)
console.log(`\n${lines.join('\n')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
