import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, relative, resolve } from 'node:path'
import browserslist from 'browserslist'
import type { BuildOptions, Metafile, Plugin } from 'esbuild'
import { browserslistToTargets, transform } from 'lightningcss'

const root = import.meta.dirname
const targets = browserslistToTargets(browserslist('chrome >= 100, edge >= 100, firefox >= 100, safari >= 15.4'))

/** CSS text of every module seen by a build, by its path from the root. */
export type CssTexts = Map<string, string>

/** Minified CSS, and the class names of a module. Names are local_hash(path), the same in every build. */
async function compileCss(path: string, minify: boolean): Promise<{ css: string; names: Record<string, string> }> {
  const isModule = path.endsWith('.module.css')
  const result = transform({
    filename: relative(root, path),
    code: await readFile(path),
    minify,
    targets,
    cssModules: isModule ? { pattern: minify ? '[hash]_[local]' : '[local]_[hash]' } : false,
  })
  const names: Record<string, string> = {}
  for (const [local, exported] of Object.entries(result.exports ?? {})) {
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

/** Global stylesheets, in their order. */
export const globalCss = ['client/ui/tokens.css', 'client/ui/base.css']

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
    outdir: 'dist/client/assets',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    minify: !dev,
    sourcemap: dev ? 'linked' : 'external',
    target: ['chrome100', 'edge100', 'firefox100', 'safari15.4'],
    jsx: 'automatic',
    metafile: true,
    write: true,
    legalComments: 'none',
    conditions: ['module', dev ? 'development' : 'production'],
    define: { 'process.env.NODE_ENV': dev ? '"development"' : '"production"' },
    plugins: [cssPlugin(texts, !dev)],
    absWorkingDir: root,
  }
}

/** The servers' bundle; packages stay outside. */
export function serverOptions(dev: boolean): BuildOptions {
  return {
    entryPoints: { index: 'server/index.ts', backend: 'server/backend/index.ts' },
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
  /** Stylesheets of every page. */
  css: string[]
  /** Scripts and stylesheets of each screen, by page id. */
  pages: Record<string, { js: string[]; css: string[] }>
}

const prefix = 'dist/client/assets/'

function staticImports(metafile: Metafile, output: string): string[] {
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
export function describeBuild(metafile: Metafile, texts: CssTexts, globalText: string): { manifest: Manifest; cssFiles: CssFile[] } {
  const cssFiles: CssFile[] = []
  const cssOf = new Map<string, string>()
  const addCss = (key: string, label: string, text: string): void => {
    if (!text || cssOf.has(key)) return
    const name = `${label}-${createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase()}.css`
    cssFiles.push({ name, text })
    cssOf.set(key, `/assets/${name}`)
  }
  const outputs = Object.keys(metafile.outputs).filter((name) => name.endsWith('.js'))
  const entryOutput = outputs.find((name) => metafile.outputs[name]?.entryPoint === 'client/main.tsx')
  if (!entryOutput) throw new Error('The client build has no entry.')
  const entryGraph = staticImports(metafile, entryOutput)
  addCss('entry', 'site', globalText + entryGraph.map((name) => cssOfChunk(metafile, name, texts)).join(''))
  for (const name of outputs) if (!entryGraph.includes(name)) addCss(name, basename(name).replace(/-[A-Z0-9]+\.js$/, ''), cssOfChunk(metafile, name, texts))
  const pages: Manifest['pages'] = {}
  for (const name of outputs) {
    const entryPoint = metafile.outputs[name]?.entryPoint
    if (!entryPoint?.startsWith('client/') || name === entryOutput) continue
    const graph = staticImports(metafile, name).filter((output) => !entryGraph.includes(output))
    pages[basename(entryPoint).replace(/\.tsx?$/, '')] = {
      js: graph.map((output) => `/assets/${output.slice(prefix.length)}`),
      css: graph.map((output) => cssOf.get(output)).filter((value) => value !== undefined),
    }
  }
  const manifest = {
    entry: `/assets/${entryOutput.slice(prefix.length)}`,
    entryImports: entryGraph.filter((name) => name !== entryOutput).map((name) => `/assets/${name.slice(prefix.length)}`),
    css: [cssOf.get('entry') ?? ''].filter(Boolean),
    pages,
  }
  return { manifest, cssFiles }
}
