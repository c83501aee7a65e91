import { createHash } from 'node:crypto'
import { cp, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type BuildContext, context } from 'esbuild'
import {
  type CssFile,
  type CssTexts,
  clientOptions,
  compileCss,
  compileGlobalCss,
  describeBuild,
  globalCss,
  type Manifest,
} from '../../esbuild.config.ts'
import { assetsFolder } from './dev-files.ts'
import { liveModules } from './live-modules.ts'

const manifestFile = 'dist/client/manifest.json'

/** The client's build of `npm run dev`, which remembers what it has built. */
export interface DevClient {
  /** Builds what has changed; rejects with esbuild's words. */
  build(): Promise<void>
  /** Swaps stylesheets into the build; false when class names have come or gone, which the scripts must hear of. */
  swapStyles(paths: readonly string[]): Promise<boolean>
  dispose(): Promise<void>
}

function nameOf({ name, text }: CssFile): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase()
  return name.replace(/-[A-Z0-9]{8}\.css$/, `-${hash}.css`)
}

export async function createDevClient(): Promise<DevClient> {
  const texts: CssTexts = new Map()
  const names = new Map<string, string>()
  let globalText = ''
  let files: CssFile[] = []
  let manifest: Manifest | undefined
  const options = clientOptions(texts, true)
  const builder: BuildContext = await context({
    ...options,
    inject: ['client/browser/dev-modules.ts'],
    plugins: [liveModules(), ...(options.plugins ?? [])],
    logLevel: 'silent',
  })

  async function writeAll(): Promise<void> {
    for (const { name, text } of files) await writeFile(join(assetsFolder, name), text)
    await writeFile(`${manifestFile}.tmp`, JSON.stringify(manifest, null, 1))
    await rename(`${manifestFile}.tmp`, manifestFile)
  }

  /** Puts a text in another's place in every stylesheet that holds it. */
  function replace(old: string, text: string): void {
    if (old === '' || !manifest) return
    const moved = new Map<string, string>()
    files = files.map((file) => {
      if (!file.text.includes(old)) return file
      const next = { name: file.name, text: file.text.replaceAll(old, () => text) }
      const name = nameOf(next)
      moved.set(`/assets/${file.name}`, `/assets/${name}`)
      return { ...next, name }
    })
    const follow = (addresses: readonly string[]): string[] => addresses.map((address) => moved.get(address) ?? address)
    const pages = Object.entries(manifest.pages).map(([id, page]) => [id, { ...page, css: follow(page.css) }] as const)
    manifest = { ...manifest, css: follow(manifest.css), pages: Object.fromEntries(pages) }
  }

  return {
    async build() {
      const { metafile } = await builder.rebuild()
      if (!metafile) throw new Error('The client build gave no metafile.')
      globalText = await compileGlobalCss(false)
      const described = describeBuild(metafile, texts, globalText)
      files = described.cssFiles
      manifest = described.manifest
      for (const path of texts.keys()) names.set(path, JSON.stringify((await compileCss(resolve(path), false)).names))
      await cp('client/public', 'dist/client/public', { recursive: true })
      await writeAll()
    },
    async swapStyles(paths) {
      for (const path of paths) {
        if (globalCss.includes(path)) {
          const text = await compileGlobalCss(false)
          replace(globalText, text)
          globalText = text
          continue
        }
        const old = texts.get(path)
        const { css, names: now } = await compileCss(resolve(path), false)
        if (old === undefined || names.get(path) !== JSON.stringify(now)) return false
        replace(old, css)
        texts.set(path, css)
      }
      await writeAll()
      return true
    },
    dispose: () => builder.dispose(),
  }
}
