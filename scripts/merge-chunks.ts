import { createHash } from 'node:crypto'
import { basename, resolve } from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { type Manifest, pageIdOf, staticImports } from '../esbuild.config.ts'

// esbuild writes a chunk for every set of screens that share a module: dozens of requests of a few hundred bytes. Here each
// page's chunks become one script, and those of the entry another, from which all pages take what they share with it. A big
// part that several of them need, the dialogs' library above all, stays a script of its own: it is fetched once, and windows
// over windows know of each other.

/** How the parts of the first build are found again in the merged scripts. */
interface Plan {
  parts: string
  buildId: string
  main: string
  entryGraph: string[]
  /** Part → name of the merged script that holds it, for everything that is loaded lazily. */
  lazy: Map<string, string>
  exportsOf: (part: string) => string[]
}

/** From this many bytes on, a part that several lazy scripts need isn't copied into each of them. */
const sharedFromBytes = 12_000

function planMerge(metafile: Metafile, parts: string): Plan {
  const outputs = Object.entries(metafile.outputs).filter(([name]) => name.endsWith('.js'))
  // Every script names others, so all of them change their names when one of them changes.
  const buildId = createHash('sha256').update(outputs.map(([name]) => name).sort().join()).digest('hex').slice(0, 8).toUpperCase()
  const entry = outputs.find(([, output]) => output.entryPoint === 'client/main.tsx')?.[0]
  if (!entry) throw new Error('The client build has no entry.')
  const lazy = new Map<string, string>()
  for (const [name, { entryPoint }] of outputs) if (entryPoint && name !== entry) lazy.set(basename(name), `${pageIdOf(entryPoint)}-${buildId}.js`)
  const exportsOf = (part: string): string[] => metafile.outputs[`${parts}/${part}`]?.exports ?? []
  const entryGraph = staticImports(metafile, entry).map((name) => basename(name))
  for (const [name, { entryPoint, bytes }] of outputs) {
    const part = basename(name)
    if (!entryPoint && bytes >= sharedFromBytes && !entryGraph.includes(part)) lazy.set(part, part.replace(/\.js$/, `-${buildId}.js`))
  }
  return { parts, buildId, main: basename(entry), entryGraph, lazy, exportsOf }
}

function shared(index: number, name: string): string {
  return `s${index}_${name}`
}

/** Keeps lazy scripts outside, except those of the page being merged; what the entry holds is taken from there. */
function partsPlugin({ parts, buildId, main, entryGraph, lazy, exportsOf }: Plan, own: string): Plugin {
  const isEntry = own === `main-${buildId}.js`
  return {
    name: 'parts',
    setup(merge) {
      merge.onResolve({ filter: /^\.\/.*\.js$/ }, ({ path }) => {
        const part = basename(path)
        const script = lazy.get(part)
        if (script && script !== own) return { path: `./${script}`, external: true }
        if (part === `main-${buildId}.js`) return { path, external: true }
        if (!isEntry && entryGraph.includes(part)) return { path: part, namespace: 'entry' }
        return { path: resolve(parts, part), sideEffects: true }
      })
      merge.onLoad({ filter: /.*/, namespace: 'entry' }, ({ path }) => {
        const index = entryGraph.indexOf(path)
        const names = path === main ? [] : exportsOf(path)
        const list = names.map((name) => `${shared(index, name)} as ${name}`).join(', ')
        return { contents: `export { ${list} } from './main-${buildId}.js'`, resolveDir: parts }
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
    sourcemap: 'external',
    outfile: `dist/client/assets/${name}`,
    plugins: [partsPlugin(plan, name)],
  }
}

/** Writes one script for the entry and one for each lazily loaded screen or part; answers the manifest that names them. */
export async function mergeChunks(metafile: Metafile, parts: string, manifest: Manifest): Promise<{ manifest: Manifest; scripts: string[] }> {
  const plan = planMerge(metafile, parts)
  const main = `main-${plan.buildId}.js`
  const shares = plan.entryGraph.flatMap((part, index) => {
    const names = part === plan.main ? [] : plan.exportsOf(part)
    return names.length > 0 ? [`export { ${names.map((name) => `${name} as ${shared(index, name)}`).join(', ')} } from './${part}'`] : []
  })
  const scripts = new Map<string, string[]>()
  for (const [part, script] of plan.lazy) scripts.set(script, [...(scripts.get(script) ?? []), part])
  // The declaration of a page comes first: it holds the page, and the screen is a part of it.
  const contentsOf = (list: string[]): string => {
    const [first = ''] = [...list].sort((a, b) => Number(b.includes('.page-')) - Number(a.includes('.page-')))
    // A star leaves the default export out.
    const byDefault = plan.exportsOf(first).includes('default') ? `\nexport { default } from './${first}'` : ''
    return `export * from './${first}'${byDefault}`
  }
  await build(mergeOptions(plan, main, `import './${plan.main}'\n${shares.join('\n')}`))
  await Promise.all([...scripts].map(([script, list]) => build(mergeOptions(plan, script, contentsOf(list)))))
  const sharedBy = (parts: readonly string[]): string[] => {
    const names = parts.map((part) => plan.lazy.get(basename(part))).filter((name) => name?.startsWith('chunk-'))
    return names.map((name) => `/assets/${name}`)
  }
  const pages = Object.fromEntries(Object.entries(manifest.pages).map(([id, { js, css }]) => [id, { js: [`/assets/${id}-${plan.buildId}.js`, ...sharedBy(js)], css }]))
  return { manifest: { ...manifest, entry: `/assets/${main}`, entryImports: [], pages }, scripts: [main, ...scripts.keys()] }
}
