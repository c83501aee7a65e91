import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { ownValue } from '#shared/own-value.ts'
import { browserTargets, type Manifest, pageIdOf } from '../esbuild.config.ts'
import { entryLayers, isLayerEntry, layersOfParts } from './entry-layers.ts'
import { placeState } from './shared-state.ts'

// esbuild writes a chunk for every set of screens that share a module: dozens of requests of a few hundred bytes. Here each
// page's chunks become one script, and those of the entry another, from which all pages take what they share with it. A big
// part that several of them need, the dialogs' library above all, stays a script of its own: it is fetched once, and windows
// over windows know of each other. And a part with state is never copied (shared-state.ts).

/** How the parts of the first build are found again in the merged scripts. Scripts are named without their hash throughout. */
interface Plan {
  parts: string
  /** Part → the script that begins with it, for everything that is loaded lazily. */
  lazy: Map<string, string>
  /** Part → the script that holds it for all others: what the entry needs, and what has state. */
  homes: Map<string, string>
  exportsOf: (part: string) => string[]
  /** The name under which the script that holds a part hands on what the part exports. */
  lent: (part: string, name: string) => string
}

/** A script as it came out of a merge, before its hash is known. */
interface Script {
  name: string
  text: string
  map: string
}

/** From this many bytes on, a part that several lazy scripts need isn't copied into each of them. */
const sharedFromBytes = 12_000

function shortHash(text: string | Uint8Array, length: number): string {
  return BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
    .toString(36)
    .slice(-length)
}

/** Any of a part's modules names it: the first one does, so that its name doesn't change with what the modules say. */
function keyOf(metafile: Metafile, part: string): string {
  const { inputs = {}, exports = [] } = metafile.outputs[part] ?? {}
  // One part has no modules: esbuild's own helpers.
  return Object.keys(inputs).sort()[0] ?? [...exports].sort().join()
}

/** Short names, each made of what it names alone: a script that hands on one thing more doesn't change the others. */
function createNames(metafile: Metafile, held: readonly string[]): Plan['lent'] {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  const list = held.flatMap((part) =>
    (metafile.outputs[part]?.exports ?? []).map((name) => [
      `${basename(part)} ${name}`,
      `${name} ${keyOf(metafile, part)}`,
    ]),
  )
  for (const [place = '', key = ''] of list.sort(([, a = ''], [, b = '']) => (a < b ? -1 : 1))) {
    let length = 3
    let short = ''
    do short = `e${shortHash(key, length++)}`
    while (taken.has(short))
    taken.add(short)
    names.set(place, short)
  }
  return (part, name) => names.get(`${part} ${name}`) ?? name
}

async function planMerge(metafile: Metafile, parts: string): Promise<Plan> {
  const outputs = Object.entries(metafile.outputs).filter(
    ([name, { entryPoint }]) => name.endsWith('.js') && !isLayerEntry(entryPoint),
  )
  const layers = layersOfParts(metafile)
  const lazy = new Map<string, string>()
  const scriptOf = (path: string): string => `chunk-${shortHash(keyOf(metafile, path), 5)}`
  for (const [path, { entryPoint, bytes }] of outputs) {
    if (entryPoint && !layers.has(path)) lazy.set(path, pageIdOf(entryPoint))
    if (!entryPoint && bytes >= sharedFromBytes && !layers.has(path)) lazy.set(path, scriptOf(path))
  }
  const places = await placeState({ metafile, entryGraph: new Set(layers.keys()), lazy })
  for (const path of places.own) lazy.set(path, scriptOf(path))
  const homes = new Map<string, string>([
    ...layers,
    ...places.entry.map((path): [string, string] => [path, 'main']),
    ...places.homes,
  ])
  // In an order that doesn't come of the parts' names: those hold a hash of all that the part and what it imports say.
  const byKey = ([a]: [string, string], [b]: [string, string]): number =>
    keyOf(metafile, a) < keyOf(metafile, b) ? -1 : 1
  const byName = (map: ReadonlyMap<string, string>) =>
    new Map([...map].sort(byKey).map(([path, script]) => [basename(path), script]))
  return {
    parts,
    lazy: byName(lazy),
    homes: byName(homes),
    exportsOf: (part) => metafile.outputs[`${parts}/${part}`]?.exports ?? [],
    lent: createNames(metafile, [...homes.keys()]),
  }
}

/** `export` of what parts held by a script export and others take, under the names by which they take it. */
function lend({ homes, exportsOf, lent }: Plan, own: string, wanted?: ReadonlySet<string>): string {
  const parts = [...homes].filter(([part, script]) => script === own && exportsOf(part).length > 0)
  return parts
    .map(([part]): [string, string[]] => [
      part,
      exportsOf(part).filter((name) => wanted?.has(lent(part, name)) ?? true),
    ])
    .filter(([, names]) => names.length > 0)
    .map(
      ([part, names]) =>
        `export { ${names.map((name) => `${name} as ${lent(part, name)}`).join(', ')} } from './${part}'\n`,
    )
    .join('')
}

/** Keeps lazy scripts outside, except those of the page being merged; what another script holds is taken from there. */
function partsPlugin({ parts, lazy, homes, exportsOf, lent }: Plan, own: string): Plugin {
  const scripts = new Set([...homes.values(), ...lazy.values()])
  return {
    name: 'parts',
    setup(merge) {
      merge.onResolve({ filter: /./ }, ({ path }) => {
        if (scripts.has(path)) return { path, external: true }
        const part = basename(path)
        const script = lazy.get(part)
        if (script && script !== own) return { path: script, external: true }
        if ((homes.get(part) ?? own) !== own) return { path: part, namespace: 'lent' }
        return { path: resolve(parts, part), sideEffects: true }
      })
      merge.onLoad({ filter: /.*/, namespace: 'lent' }, ({ path }) => {
        const list = exportsOf(path).map((name) => `${lent(path, name)} as ${name}`)
        return { contents: `export { ${list.join(', ')} } from '${homes.get(path)}'`, resolveDir: parts }
      })
    },
  }
}

async function merge(plan: Plan, name: string, contents: string): Promise<Script> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: plan.parts, loader: 'js' },
    bundle: true,
    format: 'esm',
    minify: true,
    target: browserTargets,
    legalComments: 'none',
    // Moved out of the public folder afterwards: they hold the sources.
    sourcemap: 'external',
    write: false,
    // For the paths in the map; the caller writes it.
    outfile: `dist/client/assets/${name}.js`,
    plugins: [partsPlugin(plan, name)],
  })
  const textOf = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ''
  return { name, text: textOf('.js'), map: textOf('.map') }
}

/** The names that scripts take from another one. */
function takenFrom(name: string, scripts: readonly Script[]): Set<string> {
  const taken = new Set<string>()
  for (const { text } of scripts)
    for (const [, list = '', from] of text.matchAll(/(?:import|export)\s*\{([^{}]*)\}\s*from\s*"([^"]*)"/g))
      if (from === name) for (const one of list.split(',')) taken.add(one.trim().split(' ')[0] ?? '')
  return taken
}

/** The scripts of everything that is loaded lazily, then those of the entry from the top down: each hands on what is taken. */
async function mergeAll(plan: Plan): Promise<Script[]> {
  const lists = new Map<string, string[]>()
  for (const [part, script] of plan.lazy) lists.set(script, [...(lists.get(script) ?? []), part])
  // The declaration of a page comes first: it holds the page, and the screen is a part of it.
  const contentsOf = (script: string, list: string[]): string => {
    const [first = ''] = [...list].sort((a, b) => Number(b.includes('.page-')) - Number(a.includes('.page-')))
    // A star leaves the default export out.
    const byDefault = plan.exportsOf(first).includes('default') ? `export { default } from './${first}'\n` : ''
    return `export * from './${first}'\n${byDefault}${lend(plan, script)}`
  }
  const scripts = await Promise.all([...lists].map(([script, list]) => merge(plan, script, contentsOf(script, list))))
  for (const layer of [...entryLayers].reverse()) {
    const parts = [...plan.homes].filter(([, script]) => script === layer).map(([part]) => `import './${part}'\n`)
    scripts.unshift(await merge(plan, layer, `${parts.join('')}${lend(plan, layer, takenFrom(layer, scripts))}`))
  }
  return scripts
}

export interface MergeInput {
  metafile: Metafile
  /** Folder of the first build's parts. */
  parts: string
  manifest: Manifest
  /** Where the scripts go, with their maps. */
  folder: string
}

/**
 * Writes the scripts of the entry and one for each lazily loaded screen or part, each named after its own content: they name
 * one another without a hash, and the import map of the manifest says where each lies. Answers it and the files' names.
 */
export async function mergeChunks({
  metafile,
  parts,
  manifest,
  folder,
}: MergeInput): Promise<{ manifest: Manifest; scripts: string[] }> {
  const plan = await planMerge(metafile, parts)
  const imports: Record<string, string> = {}
  for (const { name, text, map } of await mergeAll(plan)) {
    const file = `${name}-${shortHash(text, 7).toUpperCase()}.js`
    imports[name] = `/assets/${file}`
    await Promise.all([writeFile(join(folder, file), text), writeFile(join(folder, `${file}.map`), map)])
  }
  const addressOf = (name: string): string => {
    const address = ownValue(imports, name)
    if (!address) throw new Error(`There is no script ${name}.`)
    return address
  }
  const sharedBy = (list: readonly string[]): string[] => {
    const names = list.map((part) => plan.lazy.get(basename(part))).filter((name) => name?.startsWith('chunk-'))
    return [...new Set(names)].map((name) => addressOf(name ?? ''))
  }
  const pages = Object.fromEntries(
    Object.entries(manifest.pages).map(([id, { js, css }]) => [id, { js: [addressOf(id), ...sharedBy(js)], css }]),
  )
  const entryImports = entryLayers.filter((layer) => layer !== 'main').map(addressOf)
  return {
    manifest: { ...manifest, entry: addressOf('main'), entryImports, imports, pages },
    scripts: Object.values(imports).map((address) => basename(address)),
  }
}
