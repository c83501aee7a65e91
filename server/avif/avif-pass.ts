import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import sharp from 'sharp'
import { avifPath, avifSources, contentName, refusedPath } from '#server/http/avif-store.ts'

export interface AvifPassOptions {
  /** Folders whose pictures, in them and below, get an AVIF. */
  readonly sources: readonly string[]
  /** Where the AVIFs lie. */
  readonly folder: string
  /** Waited for after each encoding, which took `ms`. */
  readonly rest: (ms: number) => Promise<void>
  readonly warn: (values: object, message: string) => void
}

export interface AvifPass {
  readonly made: number
  /** No smaller than the picture itself, or not readable. */
  readonly refused: number
  /** AVIFs of pictures that are gone. */
  readonly removed: number
}

/** Larger pictures would take minutes and the memory of the machine. */
const mostPixels = 12_000_000
const quality = 55
const effort = 4
const unfinished = '.part'

/** Paths below a folder; none when it isn't there. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

async function encode(bytes: Buffer): Promise<Buffer | undefined> {
  // Of its bytes, not its path: another file of that name may lie in the library's memory.
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
  const { pages = 1 } = await picture.metadata()
  // A moving one would stand still.
  if (pages > 1) return undefined
  // What isn't asked for isn't kept: place, camera and time of a photo stay behind.
  return picture.autoOrient().avif({ quality, effort }).toBuffer()
}

/** Whole or not at all: a process that ends in the middle leaves a part under another name. */
async function put(path: string, bytes: Buffer | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path + unfinished, bytes, { flush: true })
  await rename(path + unfinished, path)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function makeAvif(path: string, name: string, { folder, warn }: AvifPassOptions): Promise<boolean> {
  try {
    const original = await readFile(path)
    const bytes = await encode(original)
    if (bytes && bytes.length < original.length) {
      await put(avifPath(folder, name), bytes)
      return true
    }
  } catch (error) {
    // Deleted meanwhile: nothing to note.
    if (!(await exists(path))) return false
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error
    warn({ err: error, path }, 'a picture could not be read for its AVIF')
  }
  await put(refusedPath(folder, name), '')
  return false
}

async function removeOthers(folder: string, names: ReadonlySet<string>): Promise<number> {
  const left = (await listFiles(folder)).filter((path) => {
    const [, name = ''] = /^([0-9a-f]{40})\.(?:avif|none)$/.exec(basename(path)) ?? []
    return !names.has(name)
  })
  for (const path of left) await rm(path, { force: true })
  return left.length
}

/**
 * Gives every picture that has none its AVIF, one after the other, and takes away those of pictures that are gone. Where it
 * was ended the next pass goes on. Throws when the folder can't be written.
 */
export async function runAvifPass(options: AvifPassOptions): Promise<AvifPass> {
  const { sources, folder, rest } = options
  const names = new Set<string>()
  let made = 0
  let refused = 0
  for (const source of sources) {
    for (const path of (await listFiles(source)).filter((file) => avifSources.test(file))) {
      const name = await contentName(path).catch(() => undefined)
      if (name === undefined || names.has(name)) continue
      names.add(name)
      if ((await exists(avifPath(folder, name))) || (await exists(refusedPath(folder, name)))) continue
      const began = performance.now()
      if (await makeAvif(path, name, options)) made += 1
      else refused += 1
      await rest(performance.now() - began)
    }
  }
  return { made, refused, removed: await removeOthers(folder, names) }
}
