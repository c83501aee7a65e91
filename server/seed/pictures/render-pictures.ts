import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { drawPicture, type PictureSpec } from './picture.ts'

export interface PictureFile {
  /** Without width and ending; may hold a folder: 'course/12'. */
  name: string
  spec: PictureSpec
  /** One file is written for each of them. */
  widths: readonly number[]
}

const parallel = 2
/** Low effort: flat paper shapes compress well without a long search. */
const webp = { quality: 82, effort: 1, smartSubsample: false } as const

async function replaceFile(target: string, image: Sharp): Promise<void> {
  const draft = `${target}.${randomUUID()}.tmp`
  try {
    await image.webp(webp).toFile(draft)
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Draws at the largest missing width once; the smaller ones are scaled from its pixels. */
async function renderOne({ name, spec, widths }: PictureFile, folder: string): Promise<void> {
  const missing = [...new Set(widths)]
    .filter((width) => !existsSync(join(folder, `${name}-${width}.webp`)))
    .sort((a, b) => b - a)
  const [largest] = missing
  if (largest === undefined) return
  await mkdir(dirname(join(folder, name)), { recursive: true })
  const height = Math.max(1, Math.round((largest * spec.height) / spec.width))
  const { data, info } = await sharp(Buffer.from(drawPicture(spec)), { density: (72 * largest) / spec.width })
    .resize(largest, height, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  for (const width of missing) {
    const image = sharp(data, { raw })
    if (width !== largest)
      image.resize(width, Math.max(1, Math.round((width * spec.height) / spec.width)), { fit: 'fill' })
    await replaceFile(join(folder, `${name}-${width}.webp`), image)
  }
}

/** Writes `${folder}/${name}-${width}.webp`; files that exist already are left alone. */
export async function renderPictures(
  list: readonly PictureFile[],
  folder: string,
  onProgress?: (done: number, total: number) => void,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  let next = 0
  let done = 0
  async function work(): Promise<void> {
    for (let file = list[next++]; file !== undefined; file = list[next++]) {
      await renderOne(file, folder)
      done += 1
      onProgress?.(done, list.length)
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
}
