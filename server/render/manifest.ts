import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the client's build wrote: addresses of scripts and stylesheets, for all pages and for each. */
export interface Manifest {
  entry: string
  entryImports: string[]
  /** Name by which scripts import one another → address. */
  imports: Record<string, string>
  css: string[]
  pages: Record<string, { js: string[]; css: string[] }>
}

const none: Manifest = { entry: '', entryImports: [], imports: {}, css: [], pages: {} }

function read(path: string): Manifest {
  return existsSync(path) ? { ...none, ...(JSON.parse(readFileSync(path, 'utf8')) as Partial<Manifest>) } : none
}

/** The build's manifest, read once; in development read anew for each page. Without a build pages carry no scripts. */
export function createManifestSource(distDir: string, dev: boolean): () => Manifest {
  const path = join(distDir, 'client', 'manifest.json')
  if (dev) return () => read(path)
  const manifest = read(path)
  return () => manifest
}

/** Made once for a build: it stands in every page. */
const mapTexts = new WeakMap<Manifest['imports'], string>()

/** The text of the import map by which scripts find one another; empty for a build whose imports name their files. */
export function importMapText({ imports }: Pick<Manifest, 'imports'>): string {
  const text = mapTexts.get(imports) ?? (Object.keys(imports).length > 0 ? JSON.stringify({ imports }) : '')
  mapTexts.set(imports, text)
  return text
}

/** What the content policy calls the import map: inline scripts run only when it names their hash. */
export function importMapHash(manifest: Pick<Manifest, 'imports'>): string | undefined {
  const text = importMapText(manifest)
  return text ? `sha256-${createHash('sha256').update(text).digest('base64')}` : undefined
}
