import { buffer } from 'node:stream/consumers'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { generatedPictureSize } from '#shared/rules/picture-rules.ts'
import { findPictureKey } from './own-picture-store.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** More pictures than this are left as they are. */
const mostPictures = 60

/**
 * Clean HTML whose pictures say how large they are, as far as they lie here: then nothing jumps while they load.
 * Pictures of elsewhere stay as they are. Reads files, so it isn't for transactions.
 */
export async function withPictureSizes(ctx: Pick<BackendContext, 'db' | 'storage'>, clean: string): Promise<string> {
  const addresses = [...new Set(Array.from(clean.matchAll(/<img src="([^"<>]*)"/g), (match) => match[1] ?? ''))].slice(
    0,
    mostPictures,
  )
  const sizes = new Map<string, Size>()
  for (const address of addresses) {
    const size = generatedPictureSize(address) ?? (await uploadSize(ctx, address))
    if (size) sizes.set(address, size)
  }
  return clean.replace(/<img src="([^"<>]*)"([^<>]*)>/g, (whole, address: string, rest: string) => {
    const size = sizes.get(address)
    if (!size) return whole
    return `<img src="${address}"${rest.replace(/ (?:width|height)="\d*"/g, '').replace(' loading=', ` width="${size.width}" height="${size.height}" loading=`)}>`
  })
}

async function uploadSize(
  { db, storage }: Pick<BackendContext, 'db' | 'storage'>,
  address: string,
): Promise<Size | undefined> {
  const upload = await findPictureKey(db, address)
  if (!upload) return undefined
  try {
    // the library is large and needed here alone
    const { default: sharp } = await import('sharp')
    const { width, height, autoOrient } = await sharp(await buffer(await storage.get(upload.objectKey))).metadata()
    return { width: autoOrient.width ?? width, height: autoOrient.height ?? height }
  } catch {
    // gone, or not to be read as a picture: it keeps what was typed
    return undefined
  }
}
