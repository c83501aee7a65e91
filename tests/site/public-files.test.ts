import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Everything of the build that visitors can fetch: the folders that server/http/assets.ts serves.

const folders = ['dist/client/assets', 'dist/client/public', 'dist/pictures', 'dist/film']
const files = folders.flatMap((folder) =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  ),
)
const texts = files.filter((file) => /\.(js|css|svg|json|vtt|html|txt)$/.test(file))

test('the build has scripts and styles', () => {
  expect(texts.length).toBeGreaterThan(50)
})

test('no public file is a map or names one', () => {
  expect(files.filter((file) => /\.map(\.(br|gz))?$/.test(file) || /\.tsx?$/.test(file))).toEqual([])
  expect(texts.filter((file) => /sourcesContent|[#@] ?sourceMappingURL=/.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('no public script says which file its lines are', () => {
  expect(
    texts.filter((file) => /^\/\/ (?:client|shared|server|node_modules)\//m.test(readFileSync(file, 'utf8'))),
  ).toEqual([])
})
