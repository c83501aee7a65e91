import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'regexes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the check of regular expressions says of one file's text. */
function checkProbe(code: string): Promise<{ code: number; said: string }> {
  const root = mkdtempSync(join(folder, 'probe-'))
  mkdirSync(join(root, 'server'))
  writeFileSync(join(root, 'server', 'probe.ts'), code)
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/check-regexes.ts', root], { timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, said: stdout + stderr }),
    )
  })
}

it('an exponential expression turns the check red, with attack', async () => {
  const { code, said } = await checkProbe('export const a = 1\nexport const probe = /^(a+)+$/\n')
  expect(code).toBe(1)
  expect(said).toMatch(
    /^server\/probe\.ts:2: \/\^\(a\+\)\+\$\/ is not linear: exponential; attack: 'a' \+ 'a'\.repeat/m,
  )
}, 60_000)

it('so does a polynomial one, of constants too', async () => {
  const { code, said } = await checkProbe("const space = '\\\\s'\nexport const probe = new RegExp(space + '+$')\n")
  expect(code).toBe(1)
  expect(said).toMatch(/^server\/probe\.ts:2: \/\\s\+\$\/ is not linear: 2nd degree polynomial; attack: /m)
}, 60_000)

it('an expression known at run time needs somebody’s look', async () => {
  const { code, said } = await checkProbe('export const probe = (text: string): RegExp => new RegExp(text)\n')
  expect(code).toBe(1)
  expect(said).toContain('server/probe.ts:1: new RegExp(text) is made at run time')
}, 60_000)

it('a linear one passes', async () => {
  expect(await checkProbe('export const probe = /^[a-z]+$/\n')).toMatchObject({ code: 0 })
}, 60_000)
