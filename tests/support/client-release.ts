import { mkdtempSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { type CssTexts, clientOptions, compileGlobalCss, describeBuild, type Manifest } from '../../esbuild.config.ts'
import { withEntryLayers } from '../../scripts/entry-layers.ts'
import { mergeChunks } from '../../scripts/merge-chunks.ts'

/** The client's scripts as one release has them. */
export interface ClientRelease {
  /** Addresses of what the first load of a page fetches. */
  scriptsOf(page: string): string[]
  /** The same of style sheets. */
  stylesOf(page: string): string[]
  /** Bytes of a script or a style sheet as browsers get it. */
  packed(address: string): number
}

/** What the module that was changed leaves in the browser when it runs. */
export const changeMark = 'changed'

/** The same release but for one module, which does one thing more. */
function changePlugin(path: string): Plugin {
  return {
    name: 'change',
    setup(client) {
      client.onLoad({ filter: /\.tsx?$/, namespace: 'file' }, async (file) => {
        if (resolve(file.path) !== resolve(path)) return undefined
        return {
          contents: `${await readFile(file.path, 'utf8')}\nperformance.mark('${changeMark}')\n`,
          loader: path.endsWith('x') ? 'tsx' : 'ts',
        }
      })
    },
  }
}

/** Builds the client's scripts and styles for production into this folder, with one module changed if one is named. */
export async function writeRelease(folder: string, changed?: string): Promise<Manifest> {
  const texts: CssTexts = new Map()
  const parts = relative(process.cwd(), join(folder, 'parts'))
  const usual = clientOptions(texts, false)
  const options = {
    ...usual,
    outdir: parts,
    plugins: [...(changed ? [changePlugin(changed)] : []), ...(usual.plugins ?? [])],
  }
  const { metafile } = await build(await withEntryLayers(options))
  if (!metafile) throw new Error('The client build gave no metafile.')
  const described = describeBuild(metafile, texts, await compileGlobalCss(true))
  await Promise.all(described.cssFiles.map(({ name, text }) => writeFile(join(folder, name), text)))
  const { manifest } = await mergeChunks({ metafile, parts, manifest: described.manifest, folder })
  await rm(parts, { recursive: true })
  return manifest
}

/** A release's scripts and their bytes; nothing is left of it on the disk. */
export async function buildRelease(changed?: string): Promise<ClientRelease> {
  const folder = mkdtempSync(join(tmpdir(), 'xueyuan-release-'))
  try {
    const manifest = await writeRelease(folder, changed)
    const styles = [...manifest.css, ...Object.values(manifest.pages).flatMap(({ css }) => css)]
    const bytes = new Map(
      [...Object.values(manifest.imports), ...styles].map((address) => [
        address,
        readFileSync(join(folder, basename(address))),
      ]),
    )
    return {
      scriptsOf: (page) => [...manifest.entryImports, manifest.entry, ...(manifest.pages[page]?.js ?? [])],
      stylesOf: (page) => [...manifest.css, ...(manifest.pages[page]?.css ?? [])],
      packed: (address) => brotliCompressSync(bytes.get(address) ?? Buffer.alloc(0)).length,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
