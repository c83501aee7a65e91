import { type BuildContext, context, type Metafile } from 'esbuild'
import { serverOptions } from '../../esbuild.config.ts'

/** A process of the site, or all: what only a start of the whole site takes up. */
export type SitePart = 'backend' | 'web' | 'site'

export interface DevServers {
  /** Builds what the changed files (paths from the root) concern, and names it; rejects with esbuild's words. */
  build(paths: readonly string[]): Promise<readonly SitePart[]>
  dispose(): Promise<void>
}

const entries: Readonly<Record<SitePart, readonly string[]>> = {
  backend: ['backend'],
  web: ['index'],
  site: ['drawing-thread', 'heic-thread', 'identity-provider', 'pay-provider', 'avif', 'ingest'],
}
const parts = Object.keys(entries) as SitePart[]
/** Run in the primary process, too, which replaces the others and is replaced by nobody. */
const startFiles = /^server\/(?:supervisor|process|config)\//

function sourcesOf({ inputs }: Metafile): Set<string> {
  return new Set(Object.keys(inputs).filter((path) => !path.startsWith('node_modules/')))
}

/** The servers' builds of `npm run dev`, one for each part: a change of a handler builds no screens. */
export async function createDevServers(): Promise<DevServers> {
  const options = serverOptions(true)
  const scripts = options.entryPoints as Readonly<Record<string, string>>
  const sources = new Map<SitePart, ReadonlySet<string>>()
  const builders = new Map<SitePart, BuildContext>()
  for (const part of parts) {
    const entryPoints = Object.fromEntries(entries[part].map((name) => [name, scripts[name] ?? '']))
    builders.set(part, await context({ ...options, entryPoints, logLevel: 'silent' }))
  }
  return {
    async build(paths) {
      const concerned = parts.filter((part) => {
        const known = sources.get(part)
        return !known || paths.some((path) => known.has(path) || (part === 'site' && startFiles.test(path)))
      })
      await Promise.all(
        concerned.map(async (part) => {
          const { metafile } = (await builders.get(part)?.rebuild()) ?? {}
          if (metafile) sources.set(part, sourcesOf(metafile))
        }),
      )
      return concerned
    },
    async dispose() {
      await Promise.all([...builders.values()].map((builder) => builder.dispose()))
    },
  }
}
