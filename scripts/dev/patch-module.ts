import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { browserTargets, cssPlugin } from '../../esbuild.config.ts'
import { compileLive, liveName, loadFromPage } from './live-modules.ts'

const root = resolve(import.meta.dirname, '../..')

/** Whatever the module imports is what the page has loaded, so that nothing else runs again. */
function fromPage(path: string, code: string): Plugin {
  return {
    name: 'from-page',
    setup(on) {
      on.onResolve({ filter: /.*/ }, async ({ path: asked, kind, importer, resolveDir, pluginData }) => {
        if (kind === 'entry-point' || pluginData === 'own' || asked.endsWith('.css')) return undefined
        // A name that is made while the page runs.
        if (kind === 'dynamic-import') return { errors: [{ text: `${asked} is loaded on use.` }] }
        if (!asked.startsWith('.') && !asked.startsWith('#')) return { path: asked, namespace: 'page' }
        const found = await on.resolve(asked, { kind, importer, resolveDir, pluginData: 'own' })
        return { path: liveName(found.path), namespace: 'page' }
      })
      on.onLoad({ filter: /.*/, namespace: 'page' }, ({ path: name }) => ({
        contents: `const found = globalThis.devModules.get(${JSON.stringify(name)});
          if (!found) throw new Error(${JSON.stringify(`${name} is not loaded.`)});
          module.exports = { ...found, __esModule: true };`,
        loader: 'js',
      }))
      on.onLoad({ filter: /\.tsx?$/, namespace: 'file' }, (file) =>
        file.path === path ? { contents: code, loader: 'js', resolveDir: dirname(path) } : undefined,
      )
    },
  }
}

/**
 * The script of one changed module, bound to the modules that the page has loaded. Undefined when it can't be swapped alone;
 * rejects when it doesn't compile.
 */
export async function buildPatch(name: string): Promise<string | undefined> {
  const path = resolve(root, name)
  const code = loadFromPage(path, compileLive(path, await readFile(path, 'utf8')))
  const built = await build({
    entryPoints: [path],
    bundle: true,
    format: 'esm',
    write: false,
    sourcemap: 'inline',
    target: browserTargets,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [fromPage(path, code), cssPlugin(new Map(), false)],
    absWorkingDir: root,
  }).catch(() => undefined)
  return built?.outputFiles[0]?.text
}
