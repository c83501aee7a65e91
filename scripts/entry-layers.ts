import { basename, relative } from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { staticImports } from '../esbuild.config.ts'

// The entry is three scripts, so that a release of one changed module doesn't cost every visitor the libraries again: what lies
// below never imports what lies above.

/** The scripts of the entry, from the bottom up. */
export const entryLayers = ['vendor', 'base', 'main'] as const
export type EntryLayer = (typeof entryLayers)[number]

const namespace = 'layer'
const prefix = `${namespace}:`

const isBase = (path: string): boolean => /^(shared|client\/(ui|browser|features))\//.test(path)

function mainOf(metafile: Metafile): string {
  const entry = Object.keys(metafile.outputs).find((name) => metafile.outputs[name]?.entryPoint === 'client/main.tsx')
  if (!entry) throw new Error('The client build has no entry.')
  return entry
}

/** `export` of what a script takes from packages: all of it belongs to the lowest layer, and nothing else of the packages. */
function takenFromPackages(texts: readonly string[]): string {
  const statements = new Set<string>()
  for (const text of texts)
    for (const [, names, from = ''] of text.matchAll(/^import (?:\{([^{}]*)\}|[^{};]*?) from "([^"./#][^"]*)";$/gm)) {
      if (names === undefined) statements.add(`import '${from}'`)
      else for (const name of names.split(',')) statements.add(`export { ${name.trim().split(' ')[0]} } from '${from}'`)
    }
  return [...statements].sort().join('\n')
}

/** What stands below `main`, as a module's text for each layer. */
async function contentsOfLayers(options: BuildOptions): Promise<Map<EntryLayer, string>> {
  const { metafile, outputFiles } = await build({
    ...options,
    minifySyntax: false,
    minifyWhitespace: false,
    packages: 'external',
    write: false,
    sourcemap: false,
    metafile: true,
  })
  if (!metafile) throw new Error('The client build gave no metafile.')
  const root = options.absWorkingDir ?? process.cwd()
  const entryGraph = staticImports(metafile, mainOf(metafile))
  const texts =
    outputFiles?.filter(({ path }) => entryGraph.includes(relative(root, path))).map(({ text }) => text) ?? []
  const inputs = entryGraph.flatMap((name) => Object.entries(metafile.outputs[name]?.inputs ?? {}))
  const own = inputs.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 && isBase(path) ? [path] : []))
  return new Map([
    ['vendor', takenFromPackages(texts)],
    [
      'base',
      own
        .sort()
        .map((path) => `import ${JSON.stringify(`./${path}`)}`)
        .join('\n'),
    ],
  ])
}

/** An entry of its own for each layer: esbuild then cuts the entry's parts along them. */
function layersPlugin(contents: ReadonlyMap<string, string>, root: string): Plugin {
  return {
    name: 'entry-layers',
    setup(layered) {
      layered.onResolve({ filter: /^layer:/ }, ({ path }) => ({ path: path.slice(prefix.length), namespace }))
      layered.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
        contents: contents.get(path) ?? '',
        resolveDir: root,
      }))
    },
  }
}

/** The options of the client's first build with the layers of its entry as entries beside it. */
export async function withEntryLayers(options: BuildOptions): Promise<BuildOptions> {
  const contents = await contentsOfLayers(options)
  const entries = [...contents.keys()].map((layer): [string, string] => [`${namespace}-${layer}`, `${prefix}${layer}`])
  return {
    ...options,
    entryPoints: { ...(options.entryPoints as Record<string, string>), ...Object.fromEntries(entries) },
    plugins: [...(options.plugins ?? []), layersPlugin(contents, options.absWorkingDir ?? process.cwd())],
  }
}

/** Whether an output only stands for a layer: nobody loads it. */
export function isLayerEntry(entryPoint: string | undefined): boolean {
  return entryPoint?.startsWith(prefix) ?? false
}

/** Part of the entry → the lowest layer that needs it. */
export function layersOfParts(metafile: Metafile): Map<string, EntryLayer> {
  const layers = new Map<string, EntryLayer>()
  const add = (output: string, layer: EntryLayer): void => {
    for (const part of staticImports(metafile, output)) if (!layers.has(part)) layers.set(part, layer)
  }
  for (const layer of entryLayers) {
    const output =
      layer === 'main'
        ? mainOf(metafile)
        : Object.keys(metafile.outputs).find((name) => metafile.outputs[name]?.entryPoint === `${prefix}${layer}`)
    if (output) add(output, layer)
  }
  for (const [part] of layers) if (basename(part).startsWith(`${namespace}-`)) layers.delete(part)
  return layers
}
