import { writeFile } from 'node:fs/promises'
import { mostPixels } from './inspect-file.ts'

const edge = 512
let queue: Promise<unknown> = Promise.resolve()

async function makeSquare(path: string): Promise<boolean> {
  const { default: sharp } = await import('sharp')
  const picture = sharp(path, { limitInputPixels: mostPixels, failOn: 'error' })
  try {
    const { width, height } = await picture.metadata()
    const side = Math.min(edge, width, height)
    // What isn't asked for isn't kept: place, camera and time of a photo stay behind.
    const bytes = await picture.autoOrient().resize(side, side, { fit: 'cover' }).webp({ quality: 88 }).toBuffer()
    await writeFile(path, bytes, { flush: true })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error
    return false
  }
}

/**
 * Replaces a picture by a square WebP of at most 512 pixels without its metadata; false when it can't be read. One at a
 * time: each needs the memory of a whole picture.
 */
export function makeAvatar(path: string): Promise<boolean> {
  const done = queue.then(() => makeSquare(path))
  queue = done.catch(() => undefined)
  return done
}
