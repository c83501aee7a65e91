import sharp, { type OverlayOptions } from 'sharp'
import type { ShareCard } from '#shared/rules/share-card.ts'
import { cardSvg, coverPlace } from './card-svg.ts'

// Pictures come one at a time and are never drawn again: nothing to remember, and no thread that visitors need more.
sharp.cache(false)
sharp.concurrency(1)

/** What a cover may measure: more is a picture to choke on, not to share. */
const mostPixels = 50_000_000
/** Full colour at every point: red on green stays sharp. */
const jpeg = { quality: 86, mozjpeg: true, chromaSubsampling: '4:4:4' } as const

/** The cover cut to its place, as a layer; undefined when the file is no picture. */
async function cutCover(file: string | undefined): Promise<OverlayOptions | undefined> {
  if (file === undefined) return undefined
  const { width, height, left, top } = coverPlace
  try {
    const image = sharp(file, { limitInputPixels: mostPixels })
      .autoOrient()
      .resize(width, height, { fit: 'cover', position: 'attention' })
    const { data, info } = await image
      .flatten({ background: '#fdfcf9' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { input: data, raw: { width, height, channels: info.channels }, left, top }
  } catch {
    return undefined
  }
}

/** Draws a card as JPEG, 1200 × 630; `coverFile` is the path of its cover on this machine. */
export async function drawCard(card: ShareCard, brandName: string, coverFile: string | undefined): Promise<Buffer> {
  const cover = await cutCover(coverFile)
  const drawing = sharp(Buffer.from(cardSvg(card, brandName, cover !== undefined)))
  return drawing
    .composite(cover ? [cover] : [])
    .flatten()
    .jpeg(jpeg)
    .toBuffer()
}
