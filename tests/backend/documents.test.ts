import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

const documents = globSync(['README.md', '{client,server,shared,scripts,tests}/README.md', 'docs/**/*.md'])

/** Everything in a document that names a file of the project: paths from the root in backticks, and links. */
function namedFiles(document: string): string[] {
  const text = readFileSync(document, 'utf8')
  const paths = [...text.matchAll(/`((?:client|server|shared|scripts|docs|tests)\/[\w./-]+)`/g)].map(([, path]) =>
    resolve(path ?? ''),
  )
  const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => resolve(dirname(document), path ?? ''))
  return [...paths, ...links]
}

test('the documents in docs/ say what the code says', () => {
  expect(
    execFileSync(process.execPath, [resolve('scripts/docs.ts'), '--check'], { encoding: 'utf8', stdio: 'pipe' }),
  ).toBe('')
})

test('files that documents name are there', () => {
  const missing = documents.flatMap((document) =>
    namedFiles(document)
      .filter((path) => !existsSync(path))
      .map((path) => `${document}: ${path}`),
  )

  expect(documents.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})
