import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..', '..')

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        entry.name.endsWith('.ts') &&
        !entry.name.endsWith('.test.ts') &&
        !entry.parentPath.includes('media'),
    )
    .map((entry) => resolve(entry.parentPath, entry.name))
}

/** A hash of source files and folders (paths from the project's root) and of some words; changes when any of them does. */
export function fingerprint(sources: readonly string[], words: readonly string[]): string {
  const hash = createHash('sha256')
  const files = sources.flatMap((source) =>
    source.endsWith('.ts') ? [resolve(root, source)] : filesUnder(resolve(root, source)),
  )
  for (const file of files.sort())
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  for (const word of words) hash.update(`${word}\0`)
  return hash.digest('hex').slice(0, 16)
}

/** The exact version of an installed package. */
export function installedVersion(name: string): string {
  const text = readFileSync(resolve(root, 'node_modules', name, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
