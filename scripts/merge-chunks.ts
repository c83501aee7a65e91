import { createHash } from 'node:crypto'
import { basename, resolve } from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { type Manifest, pageIdOf, staticImports } from '../esbuild.config.ts'
import { placeState } from './shared-state.ts'

// esbuild writes a chunk for every set of screens that share a module: dozens of requests of a few hundred bytes. Here each
// page's chunks become one script, and those of the entry another, from which all pages take what they share with it. A big
// part that several of them need, the dialogs' library above all, stays a script of its own: it is fetched once, and windows
// over windows know of each other. And a part with state is never copied (shared-state.ts).

/** How the parts of the first build are found again in the merged scripts. */
interface Plan {
  parts: string
  /** The entry's part, and the script that it becomes. */
  mainPart: string
  main: string
  /** Part → name of the merged script that begins with it, for everything that is loaded lazily. */
  lazy: Map<string, string>
  /** Part → the script that holds it for all others: what the entry needs, and what has state. */
  homes: Map<string, string>
  exportsOf: (part: string) => string[]
  /** The name under which the script that holds a part hands on what the part exports. */
  lent: (part: string, name: string) => string
}

/** From this many bytes on, a part that several lazy scripts need isn't copied into each of them. */
const sharedFromBytes = 12_000

/** Short names, one after the other: they stand in the entry's script and in that of every page. */
function createNames(): Plan['lent'] {
  const names = new Map<string, string>()
  return (part, name) => {
    const key = `${part} ${name}`
    const known = names.get(key) ?? `e${names.size.toString(36)}`
    names.set(key, known)
    return known
  }
}

async function planMerge(metafile: Metafile, parts: string): Promise<Plan> {
  const outputs = Object.entries(metafile.outputs).filter(([name]) => name.endsWith('.js'))
  // Every script names others, so all of them change their names when one of them changes.
  const buildId = createHash('sha256').update(outputs.map(([name]) => name).sort().join()).digest('hex').slice(0, 8).toUpperCase()
  const entry = outputs.find(([, output]) => output.entryPoint === 'client/main.tsx')?.[0]
  if (!entry) throw new Error('The client build has no entry.')
  const entryGraph = new Set(staticImports(metafile, entry))
  const scriptOf = (path: string): string => basename(path).replace(/\.js$/, `-${buildId}.js`)
  const lazy = new Map<string, string>()
  for (const [path, { entryPoint, bytes }] of outputs) {
    if (entryPoint && path !== entry) lazy.set(path, `${pageIdOf(entryPoint)}-${buildId}.js`)
    if (!entryPoint && bytes >= sharedFromBytes && !entryGraph.has(path)) lazy.set(path, scriptOf(path))
  }
  const main = `main-${buildId}.js`
  const places = await placeState({ metafile, entryGraph, lazy })
  for (const path of places.own) lazy.set(path, scriptOf(path))
  const inEntry = [...entryGraph, ...places.entry].map((path): [string, string] => [basename(path), main])
  return {
    parts,
    mainPart: basename(entry),
    main,
    lazy: new Map([...lazy].map(([path, script]) => [basename(path), script])),
    homes: new Map([...inEntry, ...[...places.homes].map(([path, script]): [string, string] => [basename(path), script])]),
    exportsOf: (part) => metafile.outputs[`${parts}/${part}`]?.exports ?? [],
    lent: createNames(),
  }
}

/** `export` of everything that parts held by a script export, under the names by which others take it. */
function lend({ homes, exportsOf, lent }: Plan, own: string): string {
  const parts = [...homes].filter(([part, script]) => script === own && exportsOf(part).length > 0)
  return parts.map(([part]) => `export { ${exportsOf(part).map((name) => `${name} as ${lent(part, name)}`).join(', ')} } from './${part}'\n`).join('')
}

/** Keeps lazy scripts outside, except those of the page being merged; what another script holds is taken from there. */
function partsPlugin({ parts, main, lazy, homes, exportsOf, lent }: Plan, own: string): Plugin {
  const scripts = new Set([main, ...lazy.values()])
  return {
    name: 'parts',
    setup(merge) {
      merge.onResolve({ filter: /^\.\/.*\.js$/ }, ({ path }) => {
        const part = basename(path)
        if (scripts.has(part)) return { path, external: true }
        const script = lazy.get(part)
        if (script && script !== own) return { path: `./${script}`, external: true }
        if ((homes.get(part) ?? own) !== own) return { path: part, namespace: 'lent' }
        return { path: resolve(parts, part), sideEffects: true }
      })
      merge.onLoad({ filter: /.*/, namespace: 'lent' }, ({ path }) => {
        const list = exportsOf(path).map((name) => `${lent(path, name)} as ${name}`)
        return { contents: `export { ${list.join(', ')} } from './${homes.get(path)}'`, resolveDir: parts }
      })
    },
  }
}

function mergeOptions(plan: Plan, name: string, contents: string): BuildOptions {
  return {
    stdin: { contents, resolveDir: plan.parts, loader: 'js' },
    bundle: true,
    format: 'esm',
    minify: true,
    target: ['chrome100', 'edge100', 'firefox100', 'safari15.4'],
    legalComments: 'none',
    // Moved out of the public folder afterwards: they hold the sources.
    sourcemap: 'external',
    outfile: `dist/client/assets/${name}`,
    plugins: [partsPlugin(plan, name)],
  }
}

/** Writes one script for the entry and one for each lazily loaded screen or part; answers the manifest that names them. */
export async function mergeChunks(metafile: Metafile, parts: string, manifest: Manifest): Promise<{ manifest: Manifest; scripts: string[] }> {
  const plan = await planMerge(metafile, parts)
  const scripts = new Map<string, string[]>()
  for (const [part, script] of plan.lazy) scripts.set(script, [...(scripts.get(script) ?? []), part])
  // The declaration of a page comes first: it holds the page, and the screen is a part of it.
  const contentsOf = (script: string, list: string[]): string => {
    const [first = ''] = [...list].sort((a, b) => Number(b.includes('.page-')) - Number(a.includes('.page-')))
    // A star leaves the default export out.
    const byDefault = plan.exportsOf(first).includes('default') ? `export { default } from './${first}'\n` : ''
    return `export * from './${first}'\n${byDefault}${lend(plan, script)}`
  }
  // The entry comes first: it gives the names.
  await build(mergeOptions(plan, plan.main, `import './${plan.mainPart}'\n${lend(plan, plan.main)}`))
  await Promise.all([...scripts].map(([script, list]) => build(mergeOptions(plan, script, contentsOf(script, list)))))
  const sharedBy = (parts: readonly string[]): string[] => {
    const names = parts.map((part) => plan.lazy.get(basename(part))).filter((name) => name?.startsWith('chunk-'))
    return names.map((name) => `/assets/${name}`)
  }
  const pages = Object.fromEntries(Object.entries(manifest.pages).map(([id, { js, css }]) => [id, { js: [plan.main.replace(/^main/, `/assets/${id}`), ...sharedBy(js)], css }]))
  return { manifest: { ...manifest, entry: `/assets/${plan.main}`, entryImports: [], pages }, scripts: [plan.main, ...scripts.keys()] }
}
