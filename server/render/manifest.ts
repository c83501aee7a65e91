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

function read(path: string): Manifest {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : none
}

/** The build's manifest, read once; in development read anew for each page. Without a build pages carry no scripts. */
export function createManifestSource(distDir: string, dev: boolean): () => Manifest {
  const path = join(distDir, 'client', 'manifest.json')
  if (dev) return () => read(path)
  const manifest = read(path)
  return () => manifest
}
