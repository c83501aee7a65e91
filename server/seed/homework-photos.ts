import { createHash } from 'node:crypto'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { studyFolder } from '#server/backend/upload/upload-store.ts'
import { studyFilePath } from '#shared/rules/upload-rules.ts'
import { classHandIns, earlierRound, layoutHandIns, learnerHandIns, type SeedPhoto } from './data/homework-hand-ins.ts'

const photos: readonly SeedPhoto[] = [
  ...[...learnerHandIns, ...classHandIns, earlierRound, ...layoutHandIns].flatMap((one) => one.photos),
]

/** Where a photo of the seed lies, and at which address it is asked for. */
export function placeOf({ seed }: Pick<SeedPhoto, 'seed'>): { key: string; url: string; md5: string } {
  const hex = createHash('sha256').update(`homework/${seed}`).digest('hex')
  const name = `${hex.slice(0, 2)}/${hex.slice(2, 4)}/${hex.slice(4, 40)}.jpg`
  return { key: `${studyFolder}${name}`, url: `${studyFilePath}/${name}`, md5: hex.slice(0, 32) }
}

/** Draws the photos of the demo's homework that its rows name and that lie nowhere yet, one after the other until `isOver`. */
export async function drawHomeworkPhotos(
  ctx: Pick<BackendContext, 'db' | 'storage'>,
  isOver: () => boolean,
): Promise<void> {
  const bySeed = new Map(photos.map((photo) => [placeOf(photo).key, photo]))
  const rows = await ctx.db
    .selectFrom('uploads')
    .select('uploads.objectKey')
    .where('uploads.objectKey', 'in', [...bySeed.keys()])
    .orderBy('uploads.id')
    .execute()
  for (const { objectKey } of rows) {
    if (isOver()) return
    const photo = bySeed.get(objectKey)
    if (!photo || (await ctx.storage.exists(objectKey))) continue
    const { takePhoto } = await import('./pictures/homework-photo.ts')
    const bytes = await takePhoto(photo.sheet, photo.seed)
    await ctx.storage.put(objectKey, bytes, { contentType: 'image/jpeg', asDownload: false })
  }
}
