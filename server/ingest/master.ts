import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Picture, readPicture } from './h264-picture.ts'
import { soundCodec } from './packed-sound.ts'
import { masterPlaylist, mediaPlaylist, putText, readPlaylist, type Segment } from './playlist.ts'
import { soundFolder } from './sound-rendition.ts'
import { readTsSegment } from './ts-segment.ts'

/** One quality of a stream, as its master playlist tells it. */
export interface Variant {
  readonly uri: string
  /** The most that a segment of it has. */
  readonly bitsPerSecond: number
  readonly picture?: Pick<Picture, 'width' | 'height' | 'codec'> | undefined
  /** As RFC 6381 writes it. */
  readonly soundCodec?: string | undefined
}

/** Smaller steps would change the text with every segment. */
const stepBits = 10_000

/** A master playlist; the first variant is the one that players begin with. */
export function masterText(variants: readonly Variant[]): string {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:6']
  for (const { uri, bitsPerSecond, picture, soundCodec: sound } of variants) {
    const attributes = [`BANDWIDTH=${Math.max(1, Math.ceil(bitsPerSecond / stepBits)) * stepBits}`]
    if (picture) attributes.push(`RESOLUTION=${picture.width}x${picture.height}`)
    const codecs = [picture?.codec, sound].filter((codec) => codec !== undefined)
    if (codecs.length > 0) attributes.push(`CODECS="${codecs.join(',')}"`)
    lines.push(`#EXT-X-STREAM-INF:${attributes.join(',')}`, uri)
  }
  return `${lines.join('\n')}\n`
}

/** Bits a second of the fullest segment. */
async function peakOf(folder: string, segments: readonly Segment[]): Promise<number> {
  let peak = 0
  for (const { file, durationSec } of segments)
    peak = Math.max(peak, ((await stat(join(folder, file))).size * 8) / Math.max(durationSec, 0.1))
  return peak
}

async function readHead(path: string, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function soundVariant(folder: string): Promise<Variant | undefined> {
  const directory = join(folder, soundFolder)
  const list = await readPlaylist(directory)
  const [first] = list?.segments ?? []
  if (!list?.ended || !first) return undefined
  return {
    uri: `${soundFolder}/${mediaPlaylist}`,
    bitsPerSecond: await peakOf(directory, list.segments),
    soundCodec: soundCodec(await readHead(join(directory, first.file), 128)),
  }
}

/** Writes the master playlist of a recording that is complete: the picture as it came, and the sound alone where it has one. */
export async function writeWholeMaster(folder: string): Promise<void> {
  const list = await readPlaylist(folder)
  const [first] = list?.segments ?? []
  if (!list || !first) return
  const { sps, sound } = readTsSegment(await readFile(join(folder, first.file)))
  const picture = sps && readPicture(sps)
  const source: Variant = {
    uri: mediaPlaylist,
    bitsPerSecond: await peakOf(folder, list.segments),
    picture,
    soundCodec: sound && soundCodec(sound.frames),
  }
  // Beside a picture of which nothing is known players would take the sound for the lowest quality.
  const alone = picture && (await soundVariant(folder))
  await putText(join(folder, masterPlaylist), masterText(alone ? [source, alone] : [source]))
}
