import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import browserslist from 'browserslist'
import { type BuildOptions, build as bundle, type Metafile, type Plugin } from 'esbuild'
import { browserslistToTargets, transform } from 'lightningcss'
import { leanRouter } from './scripts/lean-router.ts'

const root = import.meta.dirname
/** The first Firefox and Safari with import maps, by which scripts find one another. */
export const browserTargets = ['chrome100', 'edge100', 'firefox108', 'safari16.4']
const targets = browserslistToTargets(browserslist('chrome >= 100, edge >= 100, firefox >= 108, safari >= 16.4'))

/** CSS text of every module seen by a build, by its path from the root. */
export type CssTexts = Map<string, string>

/** Minified CSS, and the class names of a module. Names are hash(path)_local, the same in every build; the local name comes last for the names of grid lines. */
export async function compileCss(
  path: string,
  minify: boolean,
): Promise<{ css: string; names: Record<string, string> }> {
  const isModule = path.endsWith('.module.css')
  const result = transform({
    filename: relative(root, path),
    code: await readFile(path),
    minify,
    targets,
    cssModules: isModule ? { pattern: '[hash]_[local]' } : false,
  })
  const names: Record<string, string> = {}
  // In an order of their own: the compiler's is another one at every run, and a script's name comes of its content.
  for (const [local, exported] of Object.entries(result.exports ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))) {
    names[local] = [exported.name, ...exported.composes.map((other) => other.name)].join(' ')
  }
  return { css: Buffer.from(result.code).toString('utf8'), names }
}

/** CSS modules: the script gets the class names, the text is collected for one stylesheet per script chunk. */
export function cssPlugin(texts: CssTexts, minify: boolean): Plugin {
  return {
    name: 'css-modules',
    setup(build) {
      build.onLoad({ filter: /\.css$/, namespace: 'file' }, async ({ path }) => {
        const { css, names } = await compileCss(path, minify)
        texts.set(relative(root, path), css)
        return { contents: `export default ${JSON.stringify(names)}`, loader: 'js' }
      })
    },
  }
}

const tableModule = 'client/pages/page-table.ts'
const runFile = promisify(execFile)

interface PageRow {
  id: string
  where: Record<string, string>
  [field: string]: unknown
}

/** What most pages have. */
const usualPage: Record<string, unknown> = { layout: 'base', access: 'anyone', isAuthPage: false }

/** The page list for the browser: paths and patterns at once, declaration and screen of a page when it is visited. */
function pageTablePlugin(dev: boolean): Plugin {
  return {
    name: 'page-table',
    setup(build) {
      build.onLoad({ filter: /client\/pages\/page-table\.ts$/, namespace: 'file' }, async () => {
        const { stdout } = await runFile(process.execPath, ['scripts/print-page-table.ts'], { cwd: root })
        const files = await readdir(resolve(root, 'client/pages'), { recursive: true })
        const rows = (JSON.parse(stdout) as PageRow[]).map(({ where, ...entry }) => {
          const file = files.find((name) => basename(name) === `${entry.id}.page.ts`)
          if (!file) throw new Error(`The page ${entry.id} has no file ${entry.id}.page.ts.`)
          const patterns = Object.entries(where).map(([name, source]) => `${name}: ${new RegExp(source)}`)
          const [declaration, screen] = [file, file.replace(/\.page\.ts$/, '.tsx')].map((name) =>
            JSON.stringify(`#client/pages/${name}`),
          )
          const special = Object.entries(entry).flatMap(([key, value]) =>
            value === usualPage[key] ? [] : [`${key}: ${JSON.stringify(value)}`],
          )
          if (patterns.length > 0) special.push(`where: { ${patterns.join(', ')} }`)
          // In one script after merging; before it the screen is fetched beside its declaration, which names it, too.
          const load = dev
            ? `Promise.all([import(${declaration}), import(${screen})]).then(([m]) => m)`
            : `import(${declaration})`
          return `page(() => ${load}, { ${special.join(', ')} })`
        })
        // Every page's first load holds the table: what most of them have in common is said once.
        const page = `const page = (load, entry) => ({ where: {}, ...${JSON.stringify(usualPage)}, ...entry, load: () => load().then((m) => Object.values(m).find((one) => one.id === entry.id)) })`
        return {
          contents: `${page}\nexport const pageTable = [${rows.join(',\n')}]`,
          loader: 'js',
          resolveDir: root,
          watchFiles: [resolve(root, tableModule)],
        }
      })
    },
  }
}

/** The worker's script as text: it is run beside the page from a blob, so it needs no file and no address of its own. */
function workerTextPlugin(minify: boolean): Plugin {
  return {
    name: 'worker-text',
    setup(build) {
      build.onLoad({ filter: /client\/features\/upload\/md5-worker-text\.ts$/, namespace: 'file' }, async () => {
        const worker = resolve(root, 'client/features/upload/md5-worker.ts')
        const result = await bundle({
          entryPoints: [worker],
          bundle: true,
          format: 'iife',
          minify,
          write: false,
          target: browserTargets,
          legalComments: 'none',
          absWorkingDir: root,
        })
        return {
          contents: `export const md5WorkerText = ${JSON.stringify(result.outputFiles?.[0]?.text ?? '')}`,
          loader: 'js',
          watchFiles: [worker],
        }
      })
    },
  }
}

/** Global stylesheets, in their order. */
export const globalCss = ['client/ui/tokens.css', 'client/ui/base.css', 'client/ui/status-page.css']

export async function compileGlobalCss(minify: boolean): Promise<string> {
  const parts = await Promise.all(globalCss.map((path) => compileCss(resolve(root, path), minify)))
  return parts.map((part) => part.css).join('\n')
}

/** The browser's bundle: one entry, a chunk per lazily imported screen. */
export function clientOptions(texts: CssTexts, dev: boolean): BuildOptions {
  return {
    entryPoints: { main: 'client/main.tsx' },
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: partsFolder(dev),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    // Short names only when the parts are merged: until then they say what they are, whatever else changes.
    minifySyntax: !dev,
    minifyWhitespace: !dev,
    sourcemap: 'linked',
    target: browserTargets,
    jsx: 'automatic',
    metafile: true,
    write: true,
    legalComments: 'none',
    conditions: ['module', dev ? 'development' : 'production'],
    define: { 'process.env.NODE_ENV': dev ? '"development"' : '"production"' },
    plugins: [cssPlugin(texts, !dev), pageTablePlugin(dev), workerTextPlugin(!dev), leanRouter],
    absWorkingDir: root,
  }
}

/** The servers' bundle; packages stay outside. */
export function serverOptions(dev: boolean): BuildOptions {
  return {
    entryPoints: {
      index: 'server/index.ts',
      backend: 'server/backend/index.ts',
      'drawing-thread': 'server/backend/account/captcha/drawing-thread.ts',
      'heic-thread': 'server/backend/upload/heic-thread.ts',
      'identity-provider': 'server/dev-providers/identity/index.ts',
      'pay-provider': 'server/dev-providers/payment/index.ts',
      avif: 'server/avif/index.ts',
      ingest: 'server/ingest/index.ts',
    },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outdir: 'dist/server',
    chunkNames: 'chunk-[hash]',
    sourcemap: 'linked',
    target: 'node24',
    jsx: 'automatic',
    metafile: true,
    write: true,
    // Only the screens differ between development and production; the process's own NODE_ENV stays readable.
    plugins: [cssPlugin(new Map(), !dev)],
    absWorkingDir: root,
  }
}

/** What the pages need to know of the build. */
export interface Manifest {
  /** Address of the entry script and of the scripts that it imports statically. */
  entry: string
  entryImports: string[]
  /** Scripts name one another without their hash: name → address. Empty in development, where each import names its file. */
  imports: Record<string, string>
  /** Stylesheets of every page. */
  css: string[]
  /** Scripts and stylesheets of each screen, by page id. */
  pages: Record<string, { js: string[]; css: string[] }>
}

/** Where the parts of a build lie, by its kind. */
export function partsFolder(dev: boolean): string {
  return dev ? 'dist/client/assets' : 'dist/client/parts'
}

/** The id of a lazily loaded screen or part: its file's basename, the same for a page's declaration and screen. */
export function pageIdOf(entryPoint: string): string {
  return basename(entryPoint).replace(/(\.page)?\.tsx?$/, '')
}

/** An output and everything that it imports statically. */
export function staticImports(metafile: Metafile, output: string): string[] {
  const seen = new Set<string>()
  const visit = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    for (const { path, kind } of metafile.outputs[name]?.imports ?? []) if (kind === 'import-statement') visit(path)
  }
  visit(output)
  return [...seen]
}

function cssOfChunk(metafile: Metafile, output: string, texts: CssTexts): string {
  const inputs = Object.entries(metafile.outputs[output]?.inputs ?? {})
  return inputs
    .filter(([path, { bytesInOutput }]) => path.endsWith('.css') && bytesInOutput > 0)
    .map(([path]) => texts.get(path) ?? '')
    .join('')
}

export interface CssFile {
  name: string
  text: string
}

/** Reads the build's metafile: which script and stylesheet belong to which page, and the stylesheets to write. */
export function describeBuild(
  metafile: Metafile,
  texts: CssTexts,
  globalText: string,
): { manifest: Manifest; cssFiles: CssFile[] } {
  const cssFiles: CssFile[] = []
  const addCss = (label: string, text: string): string[] => {
    if (!text) return []
    const name = `${label}-${createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase()}.css`
    cssFiles.push({ name, text })
    return [`/assets/${name}`]
  }
  const cssOfAll = (names: readonly string[]): string => names.map((name) => cssOfChunk(metafile, name, texts)).join('')
  const outputs = Object.keys(metafile.outputs).filter((name) => name.endsWith('.js'))
  const entryOutput = outputs.find((name) => metafile.outputs[name]?.entryPoint === 'client/main.tsx')
  if (!entryOutput) throw new Error('The client build has no entry.')
  const entryGraph = staticImports(metafile, entryOutput)
  const graphs = new Map<string, Set<string>>()
  const places = new Map<string, string>()
  for (const name of outputs) {
    const entryPoint = metafile.outputs[name]?.entryPoint
    if (!entryPoint?.startsWith('client/') || name === entryOutput) continue
    const id = pageIdOf(entryPoint)
    const place = entryPoint.replace(/(\.page)?\.tsx?$/, '')
    const other = places.get(id)
    // They would share their styles, and load each other's.
    if (other !== undefined && other !== place)
      throw new Error(`Two parts that load later have one name: ${other} and ${place}.`)
    places.set(id, place)
    const graph = graphs.get(id) ?? new Set()
    for (const output of staticImports(metafile, name)) if (!entryGraph.includes(output)) graph.add(output)
    graphs.set(id, graph)
  }
  const pages: Manifest['pages'] = {}
  // One stylesheet a page: what two pages share stands in both, which costs less than a request for each part.
  for (const [id, graph] of graphs)
    pages[id] = { js: [...graph].map((output) => `/assets/${basename(output)}`), css: addCss(id, cssOfAll([...graph])) }
  const manifest = {
    entry: `/assets/${basename(entryOutput)}`,
    entryImports: entryGraph.filter((name) => name !== entryOutput).map((name) => `/assets/${basename(name)}`),
    imports: {},
    css: addCss('site', globalText + cssOfAll(entryGraph)),
    pages,
  }
  return { manifest, cssFiles }
}
