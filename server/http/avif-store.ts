import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Pictures that may have an AVIF beside them; others move, or are rarely seen. */
export const avifSources = /\.(?:webp|png|jpe?g)$/

/** Name of a picture's content: the same bytes have the same AVIF wherever they lie, and other bytes never do. */
export async function contentName(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex').slice(0, 40)
}

/** Where the AVIF of a content lies in `folder`. */
export function avifPath(folder: string, name: string): string {
  return join(folder, name.slice(0, 2), `${name}.avif`)
}

/** The mark of a content whose AVIF is no smaller, or that can't be read. */
export function refusedPath(folder: string, name: string): string {
  return join(folder, name.slice(0, 2), `${name}.none`)
}
