import { writeFile } from 'node:fs/promises'
import { mostPixels } from './inspect-file.ts'

let queue: Promise<unknown> = Promise.resolve()

async function turn(path: string): Promise<boolean> {
  const { default: sharp } = await import('sharp')
  try {
    const { orientation = 1 } = await sharp(path, { limitInputPixels: mostPixels }).metadata()
    if (orientation === 1) return true
    const photo = sharp(path, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient()
    await writeFile(path, await photo.keepIccProfile().jpeg({ quality: 92 }).toBuffer(), { flush: true })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error
    return false
  }
}

/**
 * Turns a JPEG upright as its EXIF says (1 to 8), so that what is drawn on it lies where it was drawn, whatever shows it; place, camera and time
 * stay behind. One that is upright stays as it came. False when it can't be read. One at a time: each needs the memory of a whole picture.
 */
export function makeUpright(path: string): Promise<boolean> {
  const done = queue.then(() => turn(path))
  queue = done.catch(() => undefined)
  return done
}
