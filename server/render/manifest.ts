import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the client's build wrote: addresses of scripts and stylesheets, for all pages and for each. */
export interface Manifest {
  entry: string
  entryImports: string[]
  css: string[]
  pages: Record<string, { js: string[]; css: string[] }>
}

const none: Manifest = { entry: '', entryImports: [], css: [], pages: {} }

/** Reads the manifest of the build; without one (tests from source) pages carry no scripts. */
export function readManifest(distDir: string): Manifest {
  const path = join(distDir, 'client', 'manifest.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : none
}
