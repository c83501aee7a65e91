import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'esbuild'
import {
  type CssTexts,
  clientOptions,
  compileGlobalCss,
  describeBuild,
  partsFolder,
  serverOptions,
} from '../esbuild.config.ts'
import type { PictureFile } from '../server/seed/pictures/render-pictures.ts'
import type { SeedPicture } from '../server/seed/seed-pictures.ts'
import { withEntryLayers } from './entry-layers.ts'
import { mergeChunks } from './merge-chunks.ts'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

export interface BuildRun {
  force?: boolean
  log: (line: string) => void
}

/** Beside the public folder, so that the paths in the maps stay right. */
const mapsFolder = 'dist/client/maps'

/** Old files stay this long: pages cached before a deployment still find their scripts, a running server its parts. */
const keepAssetsMs = 3 * 86_400_000

async function removeOldAssets(folder: string, current: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (current.has(name.replace(/\.(br|gz)$/, ''))) continue
    const path = join(folder, name)
    if (Date.now() - (await stat(path)).mtimeMs > keepAssetsMs) await rm(path, { force: true })
  }
}

async function precompress(path: string): Promise<void> {
  if (existsSync(`${path}.br`)) return
  const bytes = await readFile(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, gzipped] = await Promise.all([brotli(bytes, { params }), gz(bytes, { level: 9 })])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gzipped)])
}

/**
 * Moves the scripts' maps out of the public folder, for whoever reads a browser's report on this machine, and removes what
 * a build for development has left there: scripts as they were written, with their maps.
 */
async function hideSources(folder: string): Promise<void> {
  const names = await readdir(folder)
  await mkdir(mapsFolder, { recursive: true })
  for (const map of names.filter((name) => name.endsWith('.map'))) {
    const script = join(folder, map.replace(/\.map$/, ''))
    const isLinked = existsSync(script) && (await readFile(script, 'utf8')).includes('\n//# sourceMappingURL=')
    if (isLinked)
      for (const path of [script, `${script}.br`, `${script}.gz`, join(folder, map)]) await rm(path, { force: true })
    else await rename(join(folder, map), join(mapsFolder, map))
  }
  await removeOldAssets(mapsFolder, new Set(names))
}

/** Scripts and styles for the browser, with a manifest of what each page needs. */
export async function buildClient(): Promise<void> {
  const texts: CssTexts = new Map()
  await rm(partsFolder(false), { recursive: true, force: true })
  const result = await build(await withEntryLayers(clientOptions(texts, false)))
  if (!result.metafile) throw new Error('The client build gave no metafile.')
  const serverInput = Object.keys(result.metafile.inputs).find(
    (path) => path.startsWith('server/') || path.startsWith('node:'),
  )
  if (serverInput) throw new Error(`The browser's bundle must not contain ${serverInput}.`)
  const described = describeBuild(result.metafile, texts, await compileGlobalCss(true))
  const folder = 'dist/client/assets'
  for (const { name, text } of described.cssFiles) await writeFile(join(folder, name), text)
  const { manifest, scripts } = await mergeChunks({
    metafile: result.metafile,
    parts: partsFolder(false),
    manifest: described.manifest,
    folder,
  })
  const names = [...scripts, ...described.cssFiles.map((file) => file.name)]
  await Promise.all(names.map((name) => precompress(join(folder, name))))
  await removeOldAssets(folder, new Set(names))
  await hideSources(folder)
  await writeFile('dist/client/manifest.json', JSON.stringify(manifest, null, 1))
  await writeFile('dist/client/metafile.json', JSON.stringify(result.metafile))
  if (existsSync('client/public')) await cp('client/public', 'dist/client/public', { recursive: true })
}

async function buildServer(): Promise<void> {
  const { metafile } = await build(serverOptions(false))
  const names = Object.keys(metafile?.outputs ?? {}).map((path) => basename(path))
  await removeOldAssets('dist/server', new Set(names))
}

/** One drawing with all its widths: it is drawn once and scaled down. */
function groupWidths(files: readonly SeedPicture[]): PictureFile[] {
  const drawings = new Map<string, SeedPicture[]>()
  for (const file of files)
    drawings.set(`${file.kind}/${file.name}`, [...(drawings.get(`${file.kind}/${file.name}`) ?? []), file])
  return [...drawings].flatMap(([name, sizes]) => {
    const largest = sizes.reduce((a, b) => (b.width > a.width ? b : a))
    const { name: _, ...spec } = largest
    return [{ name, spec, widths: sizes.map((size) => size.width) }]
  })
}

/** The seed's pictures: drawn once, kept as long as their generator and list stay the same. */
export async function buildPictures({ log }: BuildRun): Promise<void> {
  const { pictureHash, seedPictures } = await import('../server/seed/seed-pictures.ts')
  const { renderPictures } = await import('../server/seed/pictures/render-pictures.ts')
  const stamp = 'dist/pictures/.hash'
  const hash = pictureHash()
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === hash) return
  const pictures = groupWidths(seedPictures())
  const folder = 'dist/pictures'
  await rm(folder, { recursive: true, force: true })
  let shown = 0
  log(`drawing ${pictures.length} pictures`)
  await renderPictures(pictures, folder, (done, total) => {
    const percent = Math.floor((done / total) * 10) * 10
    if (percent > shown) {
      shown = percent
      log(`drawing pictures: ${percent} %`)
    }
  })
  await writeFile(stamp, hash)
}

/** The test film that serves every video of the seed. */
async function copyFilm(): Promise<void> {
  await rm('dist/film', { recursive: true, force: true })
  await cp('server/seed/media/film', 'dist/film', { recursive: true })
}

/** The font of the pictures for sharing, with its licence. */
async function copyFont(): Promise<void> {
  await cp('server/cards/font', 'dist/fonts', { recursive: true })
}

/** The voice of the image captcha. */
async function copySpeech(): Promise<void> {
  await cp('server/backend/account/captcha/speech', 'dist/speech', { recursive: true })
}

/** The contract for programs of others. */
async function writeOpenapi(): Promise<void> {
  const { renderOpenapi } = await import('../server/site/openapi.ts')
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  await writeFile('dist/openapi.json', renderOpenapi(version))
}

const templateStamp = 'dist/db-template.hash'

/** The seeded database that a first start loads instead of seeding. */
export async function buildTemplate(): Promise<void> {
  const { buildTemplate: makeTemplate, templateHash } = await import('../server/seed/template.ts')
  await makeTemplate('dist/db-template.tmp')
  await rename('dist/db-template.tmp', 'dist/db-template.tgz')
  await writeFile(templateStamp, templateHash())
}

/** In a process of its own: seeding takes one core for as long as the pictures take all others. */
async function buildTemplateBeside({ log, force }: BuildRun): Promise<void> {
  const { templateHash } = await import('../server/seed/template.ts')
  if (
    !force &&
    existsSync(templateStamp) &&
    existsSync('dist/db-template.tgz') &&
    (await readFile(templateStamp, 'utf8')) === templateHash()
  )
    return
  log('seeding the database template')
  const child = spawn(process.execPath, ['scripts/build.ts', '--template'], { stdio: 'inherit' })
  const code = await new Promise<number | null>((done) => child.on('error', () => done(null)).on('exit', done))
  if (code !== 0) throw new Error('The database template could not be seeded; see above.')
}

/** What isn't made of scripts: films, fonts, pictures, the database template, the contract for others. */
export async function buildParts(run: BuildRun): Promise<void> {
  const buildRest = async (): Promise<void> => {
    await Promise.all([copyFilm(), copyFont(), copySpeech(), writeOpenapi()])
    await buildPictures(run)
  }
  await Promise.all([buildRest(), buildTemplateBeside(run)])
  await copyFile('package.json', 'dist/package.json')
}

/** Everything, for production. */
export async function buildAll(run: BuildRun): Promise<void> {
  const began = Date.now()
  await mkdir('dist/client/assets', { recursive: true })
  run.log('building scripts and styles')
  await Promise.all([buildClient(), buildServer(), buildParts(run)])
  run.log(`built in ${((Date.now() - began) / 1000).toFixed(1)} s`)
}
