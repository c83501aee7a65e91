import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string

beforeAll(() => {
  // Inside the project: the compiler's own types are found from there.
  mkdirSync('.cache', { recursive: true })
  folder = mkdtempSync(join('.cache', 'look-ups-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the check says of one file. */
function check(name: string, source: string): { status: number | null; places: string[] } {
  writeFileSync(join(folder, `${name}.ts`), source)
  const config = join(folder, `${name}.json`)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    target: 'ES2023',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    types: [],
  }
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }))
  const { status, stderr } = spawnSync(process.execPath, ['scripts/look-ups.ts', config], { encoding: 'utf8' })
  return {
    status,
    places: stderr
      .split('\n')
      .filter((line) => /^\S+\.ts:\d+: /.test(line))
      .map((line) => line.replace(/^\S+\.ts:(\d+): (.*): a word may .*$/, '$1 $2')),
  }
}

test('a look-up by any word fails, with its place', () => {
  const { status, places } = check(
    'open',
    `
const kinds: Readonly<Record<string, string>> = { a: 'A' }
export const read = (word: string) => kinds[word]
export const optional = (table: typeof kinds | undefined, word: string) => table?.[word]
export const claimed = (word: string) => ({ a: 1 })[word as 'a']
export const loose = (word: any) => kinds[word]
export const composed = (word: string) => kinds[\`x-\${word}\`]
export const either = (word: string | number) => kinds[word]
export const generic = <T extends string>(word: T) => kinds[word]
export const asked = (word: string) => word in kinds
export const written = (into: Record<string, string>, word: string) => { into[word] = '' }
`,
  )
  expect(status).toBe(1)
  expect(places.map((place) => place.split(' ')[0])).toEqual(['3', '4', '5', '6', '7', '8', '9', '10', '11'])
  expect(places[0]).toBe('3 kinds[word]')
})

test('known words, indexes, Maps and the helper pass', () => {
  const { status, places } = check(
    'closed',
    `
const kinds = { a: 'A', b: 'B' } as const
export const known = (word: keyof typeof kinds) => kinds[word]
export const item = (list: readonly string[], at: number) => list[at]
export const literal = (table: Record<string, string>) => table['a']
export const mapped = (map: ReadonlyMap<string, string>, word: string) => map.get(word)
export const named = (value: object) => 'a' in value
`,
  )
  expect({ status, places }).toEqual({ status: 0, places: [] })
})
