import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { longFiles } from '../long-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'test-command-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What `npm test` with these words says, and how it ends. */
function runTests(...words: string[]): Promise<{ code: number; said: string }> {
  const env = { ...process.env, TEST_RESULTS: folder, TEST_DATABASE_URL: '', VITEST: undefined }
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/test-all.ts', ...words], { env, timeout: 60_000 }, (error, stdout) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, said: stdout }),
    )
  })
}

it('long files are there, and CI runs them', async () => {
  expect(longFiles.filter((path) => !existsSync(path))).toEqual([])
  expect(new Set(longFiles).size).toBe(longFiles.length)
  expect(readFileSync('.ci/run', 'utf8')).toMatch(/^npm test whole$/m)
})

it('words of a path run its file', async () => {
  const { code, said } = await runTests('rules', 'security-events')
  expect(said).toMatch(/The slowest:\n +\d+\.\d s {2}shared\/rules\/security-events\.test\.ts › /)
  expect(said).not.toContain('=== browser')
  expect(said).toMatch(/\n[1-9]\d* passed, 0 failed\n$/)
  expect(code).toBe(0)
}, 60_000)

it('words of a title run that test alone', async () => {
  const { code, said } = await runTests('a linear one', 'passes')
  expect(said).toMatch(/linear-regexes\.test\.ts › a linear one passes\n/)
  expect(said).toMatch(/\n1 passed, 0 failed\n$/)
  expect(code).toBe(0)
}, 60_000)

it('words that stand nowhere are named', async () => {
  const { code, said } = await runTests(String(1e300), '-'.repeat(90))
  expect(said).toContain(`No test has the words: 1e+300 ${'-'.repeat(90)}\n`)
  expect(said).toMatch(/\n0 passed, 0 failed\n$/)
  expect(code).toBe(1)
}, 60_000)
