import { readFile, stat } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { parseSync } from 'oxc-parser'
import { transformSync } from 'oxc-transform'

const root = resolve(import.meta.dirname, '../..')
const ownSource = /\/(?:client|shared)\/.*\.tsx?$/
/** Made by other plugins, or not a page's. */
const notLive = /page-table\.ts$|md5-worker(?:-text)?\.ts$|\/dev-modules\.ts$/

/** A file's name in the register of live modules: its path from the root. */
export function liveName(path: string): string {
  return relative(root, path).replaceAll('\\', '/')
}

/** JavaScript of one of our files, whose components React can swap (React Fast Refresh). */
export function compileLive(path: string, text: string): string {
  const { code, errors, map } = transformSync(liveName(path), text, {
    sourcemap: true,
    typescript: { onlyRemoveTypeImports: false },
    jsx: { runtime: 'automatic', development: false, refresh: true },
  })
  if (errors.length > 0) throw new Error(errors.map(({ message, codeframe }) => codeframe ?? message).join('\n'))
  const encoded = map
    ? `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`
    : ''
  const name = JSON.stringify(liveName(path))
  return [
    `const $RefreshReg$ = (type, id) => globalThis.devModules.component(type, ${name} + ' ' + id);`,
    'const $RefreshSig$ = () => globalThis.devModules.signature();',
    code,
    encoded,
  ].join('\n')
}

/** The register's name of what a file imports: a path from the root for a file of ours, else the package's name. */
function importedName(path: string, asked: string): string {
  if (asked.startsWith('#')) return asked.slice(1)
  return asked.startsWith('.') ? liveName(resolve(dirname(path), asked)) : asked
}

interface Imports {
  /** Packages that are imported at once. */
  readonly packages: readonly string[]
  /** What is loaded on use, by where that stands in the code. */
  readonly onUse: readonly {
    readonly start: number
    readonly end: number
    readonly name: string
    readonly asked: string
  }[]
}

function importsOf(path: string, code: string): Imports {
  const { module } = parseSync(`${path}.js`, code, { sourceType: 'module' })
  const names = module.staticImports.map(({ moduleRequest }) => moduleRequest.value)
  const onUse = module.dynamicImports.flatMap(({ start, end, moduleRequest }) => {
    const literal = code.slice(moduleRequest.start, moduleRequest.end)
    if (!/^(['"])[^'"\\]+\1$/.test(literal)) return []
    const asked = literal.slice(1, -1)
    return [{ start, end, asked, name: importedName(path, asked) }]
  })
  return { packages: [...new Set(names.filter((name) => !/^[.#]|\.css$/.test(name)))], onUse }
}

/** The same code, which loads on use what the page would load. */
export function loadFromPage(path: string, code: string): string {
  return importsOf(path, code).onUse.reduceRight(
    (text, { start, end, name }) =>
      `${text.slice(0, start)}globalThis.devModules.load(${JSON.stringify(name)})${text.slice(end)}`,
    code,
  )
}

/** What a module says to the register when it runs: itself, the packages that it has at hand, and how to load the rest. */
function register(path: string, code: string): string {
  const { packages, onUse } = importsOf(path, code)
  const lines = [
    `import * as $self from ${JSON.stringify(path)};`,
    `globalThis.devModules.add(${JSON.stringify(liveName(path))}, $self);`,
  ]
  for (const [index, name] of packages.entries()) {
    lines.push(`import * as $package${index} from ${JSON.stringify(name)};`)
    lines.push(`globalThis.devModules.add(${JSON.stringify(name)}, $package${index});`)
  }
  for (const { name, asked } of onUse)
    lines.push(`globalThis.devModules.addLoader(${JSON.stringify(name)}, () => import(${JSON.stringify(asked)}));`)
  return lines.join('\n')
}

/** Our modules for the browser under `npm run dev`: they can be found and swapped while the page runs. */
export function liveModules(): Plugin {
  const known = new Map<string, { readonly time: number; readonly contents: string }>()
  return {
    name: 'live-modules',
    setup(build) {
      build.onLoad({ filter: ownSource, namespace: 'file' }, async ({ path }) => {
        if (notLive.test(path)) return undefined
        const { mtimeMs } = await stat(path)
        const before = known.get(path)
        if (before?.time === mtimeMs) return { contents: before.contents, loader: 'js', resolveDir: dirname(path) }
        const code = compileLive(path, await readFile(path, 'utf8'))
        const contents = `${code}\n${register(path, code)}`
        known.set(path, { time: mtimeMs, contents })
        return { contents, loader: 'js', resolveDir: dirname(path) }
      })
    },
  }
}
