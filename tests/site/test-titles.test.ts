import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'test-titles-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the check says of a file of tests. */
function check(source: string): { status: number | null; said: string } {
  const path = join(folder, 'some.test.ts')
  writeFileSync(path, source)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test-titles.ts', path], { encoding: 'utf8' })
  return { status, said: (stderr + stdout).replaceAll(path, 'some.test.ts') }
}

const ten = 'one two three four five six seven eight nine ten'

test.each([
  ['it', `it('${ten} eleven', run)`],
  ['a title with gaps', `it(\`${ten} \${eleven}\`, run)`],
  ['each', `describe('x', () => {\n  test.each([1])('${ten} %s', run)\n})`],
  ['a constant', `const name = '${ten} eleven'\ntest(name, run)`],
  ['a skipped test', `test.skipIf(true)('${ten} eleven', run)`],
])('an eleventh word fails the check: %s', (_kind, source) => {
  const { status, said } = check(source)
  expect(said).toMatch(/^some\.test\.ts:\d has 11 words: one two /)
  expect(said).toContain('1 titles of tests, 1 of more than 10 words')
  expect(status).toBe(1)
})

test('ten words pass, and groups may have more', () => {
  const { status, said } = check(
    `describe('${ten} eleven', () => it('${ten}', run))\ntest.describe('${ten} eleven', run)`,
  )
  expect(said).toBe('1 titles of tests, 0 of more than 10 words\n')
  expect(status).toBe(0)
})
