import { spawn, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { longFiles } from '../tests/long-files.ts'

// `npm test`: the suites one after another, each with its own report; then the slowest tests, and a last line that adds them up.
// `npm test whole` has the long files of tests/long-files.ts, too, and the backend on PostgreSQL where TEST_DATABASE_URL names one: that is what CI runs.
// `npm test browser` is the suites of that name, `npm test order coupon` the files whose path has these words or, when there is none,
// the tests whose title has them as they stand.
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
  durations: Duration[]
}

/** How long one test took, in milliseconds. */
interface Duration {
  name: string
  time: number
}

/** A run within a run has a folder of its own. */
const folder = process.env.TEST_RESULTS ?? 'test-results'

/** Which tests are wanted: of these files, of this title; all without either. */
interface Wanted {
  files: readonly string[]
  title?: string
}

function vitest(name: string, projects: string[], { files, title }: Wanted, env: Record<string, string> = {}): Suite {
  const report = join(folder, `${name}.json`)
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(title ? ['-t', escapePattern(title)] : []),
    ...files,
  ]
  return { name, command: 'vitest', args, env, report }
}

/** A title as a regular expression that means these letters. */
const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The test files that have all words in their path, else those in which the words stand as they are. */
function findWanted(words: readonly string[]): Wanted {
  const all = globSync('{shared,server,client,tests}/**/*.{test,spec}.{ts,tsx}')
  const byPath = all.filter((path) => words.every((word) => path.toLowerCase().includes(word.toLowerCase())))
  if (byPath.length > 0) return { files: byPath }
  const title = words.join(' ')
  return { files: all.filter((path) => readFileSync(path, 'utf8').includes(title)), title }
}

function playwright({ files, title }: Wanted): Suite {
  const args = ['test', ...files, ...(title ? ['--grep', escapePattern(title)] : [])]
  return { name: 'browser', command: 'playwright', args, report: join(folder, 'browser.json') }
}

const database = process.env.TEST_DATABASE_URL
const embedded = { TEST_DATABASE_URL: '' }
const projects = ['unit', 'backend', 'site', 'alone']

/** Everything that there is, but the backend on PostgreSQL where it isn't asked for. */
function allSuites(hasServer: boolean): Suite[] {
  const everything: Wanted = { files: [] }
  const onServer = database && hasServer ? { TEST_DATABASE_URL: database } : undefined
  return [
    { name: 'check', command: process.execPath, args: ['scripts/check.ts'] },
    vitest('unit and HTTP', projects, everything, embedded),
    ...(onServer ? [vitest('backend on PostgreSQL', ['backend'], everything, onServer)] : []),
    playwright(everything),
  ]
}

/** The suites that hold these tests. */
function suitesOf({ files, title }: Wanted): Suite[] {
  const browser = files.filter((path) => path.includes('.spec.'))
  const others = files.filter((path) => !path.includes('.spec.'))
  const ofBackend = database ? others.filter((path) => path.startsWith('tests/backend/')) : []
  return [
    ...(others.length > 0 ? [vitest('unit and HTTP', projects, { files: others, title }, embedded)] : []),
    ...(ofBackend.length > 0 ? [vitest('backend on PostgreSQL', ['backend'], { files: ofBackend, title })] : []),
    ...(browser.length > 0 ? [playwright({ files: browser, title })] : []),
  ]
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
    assertionResults: { status: string; fullName: string; duration?: number | null; failureMessages: string[] }[]
  }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    file: string
    ok: boolean
    tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[]
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

function durationsOfVitest(report: Partial<VitestReport>): Duration[] {
  return (report.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${relative(process.cwd(), name)} › ${fullName}`,
      time: duration ?? 0,
    })),
  )
}

function durationsOfPlaywright({ suites: inner = [], specs = [] }: PlaywrightSuite): Duration[] {
  const own = specs.map(({ file, title, tests }) => ({
    name: `${join('tests/e2e', file)} › ${title}`,
    time: tests.flatMap((test) => test.results).reduce((sum, { duration }) => sum + duration, 0),
  }))
  return [...own, ...inner.flatMap(durationsOfPlaywright)]
}

async function count(suite: Suite, code: number): Promise<Count> {
  const text = suite.report ? await readFile(suite.report, 'utf8').catch(() => undefined) : undefined
  if (!text)
    return code === 0
      ? { passed: 1, failed: 0, failures: [], durations: [] }
      : { passed: 0, failed: 1, failures: [`FAILED ${suite.name}`], durations: [] }
  const report = JSON.parse(text) as Partial<VitestReport & PlaywrightReport>
  const passed = report.stats ? report.stats.expected : (report.numPassedTests ?? 0)
  const failed = report.stats ? report.stats.unexpected + report.stats.flaky : (report.numFailedTests ?? 0)
  const failures = report.stats ? failuresOfPlaywright(report) : failuresOfVitest(report)
  const durations = report.stats ? durationsOfPlaywright(report) : durationsOfVitest(report)
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, failures, durations }
}

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const words = process.argv.slice(2)
if (!process.env.TEST_REDIS_URL && spawnSync('redis-server', ['--version']).status !== 0)
  console.log('No redis-server is installed and TEST_REDIS_URL is not set: tests on a real Redis are skipped.')
const isEveryday = words.length === 0
const isAll = isEveryday || words.join(' ') === 'whole'
// the runners' own settings leave the long files out
if (isEveryday) process.env.TEST_DEPTH = 'everyday'
const named = allSuites(!isEveryday).filter(({ name }) => isAll || words.includes(name))
const chosen = named.length > 0 ? named : suitesOf(findWanted(words))
if (chosen.length === 0) console.log(`No test has the words: ${words.join(' ')}`)
const total: Count = { passed: 0, failed: 0, failures: [], durations: [] }
const lines: string[] = []
for (const suite of chosen) {
  console.log(`\n=== ${suite.name}`)
  const began = Date.now()
  const result = await count(suite, await run(suite))
  total.passed += result.passed
  total.failed += result.failed
  total.durations.push(...result.durations)
  total.failures.push(...result.failures.map((failure) => `${suite.name}: ${failure}`))
  lines.push(
    `${suite.name}: ${result.passed} passed, ${result.failed} failed in ${((Date.now() - began) / 1000).toFixed(0)} s`,
  )
}
const slowest = total.durations.sort((a, b) => b.time - a.time).slice(0, 20)
if (slowest.length > 0) console.log('\nThe slowest:')
for (const { name, time } of slowest) console.log(`${(time / 1000).toFixed(1).padStart(6)} s  ${name}`)
if (total.failures.length > 0) console.log(`\n${total.failures.join('\n')}`)
console.log(`\n${lines.join('\n')}`)
if (isEveryday) console.log(`${longFiles.length} long files were left out: \`npm test whole\` has them`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
