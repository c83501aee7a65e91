import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pages } from '../../client/pages/index.ts'

/** Tags whose pages only age so far, with who will purge them. Whoever writes that part takes its line away. */
const withoutWriter: Readonly<Record<string, string>> = {
  home: 'banners and modules of the home page: written by the backend’s settings',
  courses: 'written with the backend’s courses',
  course: 'written with the backend’s courses',
  classes: 'written with the backend’s programmes',
  live: 'written with the backend’s timetable',
  agreement: 'a text that learners agreed to is replaced by a new version with the backend’s agreements',
  agreements: 'as agreement',
  'article-category': 'categories of articles are written with the backend’s articles',
  'register-over': 'the page after registration holds nothing that anybody writes; it goes with a release',
  'not-found': 'an address without a page is kept for a second',
}

/** Kinds of tags that kept pages carry; what stands outside of the table of pages is said here. */
function carried(): Set<string> {
  const params = { id: '1', type: 'privacy', category: 'design' }
  const tags = pages.flatMap(({ cache }) => (cache === 'never' ? [] : [...cache.tags(params)]))
  return new Set([...tags, 'not-found'].map((tag) => tag.split(':')[0] ?? ''))
}

/** Kinds of tags that the backend purges. */
function written(): Set<string> {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server/backend'], { encoding: 'utf8' })
  const codes = files.split('\n').filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const made = codes.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\btagOf(?:All)?\(\s{0,9}'([a-z-]+)'/g)])
  return new Set(made.map(([, kind]) => kind ?? ''))
}

test('each tag of a kept page has its writer', () => {
  const known = new Set([...written(), ...Object.keys(withoutWriter)])
  expect([...carried()].filter((kind) => !known.has(kind))).toEqual([])
})

test('what is purged stands on a kept page', () => {
  const pagesHave = carried()
  expect([...written()].filter((kind) => !pagesHave.has(kind))).toEqual([])
})

test('the list of tags without writer is true', () => {
  const writers = written()
  expect(Object.keys(withoutWriter).filter((kind) => writers.has(kind) || !carried().has(kind))).toEqual([])
})
