import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mediaPlaylist, playlistText, putText, readPlaylist, type Segment } from './playlist.ts'
import { readTsSegment, type TsSegment } from './ts-segment.ts'

/** Where the sound alone lies, below the folder of its stream. It is kept with the recording: it is a small part of it. */
export const soundFolder = 'sound'

const timeOwner = 'com.apple.streaming.transportStreamTimestamp\0'

/** A length of ID3: seven bits a byte. */
function syncSafe(length: number): number[] {
  return [21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f)
}

/** ADTS frames as a segment that says when it plays (RFC 8216, 3.4): an ID3 tag with the time of the first frame before them. */
export function packSound({ time, frames }: NonNullable<TsSegment['sound']>): Buffer {
  const stamp = Buffer.alloc(8)
  stamp.writeBigUInt64BE(BigInt(time))
  const body = Buffer.concat([Buffer.from(timeOwner, 'latin1'), stamp])
  const frame = Buffer.concat([Buffer.from('PRIV'), Buffer.from([...syncSafe(body.length), 0, 0]), body])
  return Buffer.concat([Buffer.from('ID3\u0004\0\0', 'latin1'), Buffer.from(syncSafe(frame.length)), frame, frames])
}

/** The codec of ADTS frames, behind their ID3 tag or without one; undefined when they are none. */
export function soundCodec(bytes: Buffer): string | undefined {
  const tag = bytes.toString('latin1', 0, 3) === 'ID3'
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (bytes[at] ?? 0), 0)
  const from = tag ? 10 + size : 0
  if (bytes[from] !== 0xff || ((bytes[from + 1] ?? 0) & 0xf6) !== 0xf0) return undefined
  return `mp4a.40.${((bytes[from + 2] ?? 0) >> 6) + 1}`
}

/** The sound of a stream alone. */
export interface SoundRendition {
  /** Undefined while there is none. */
  readonly codec: string | undefined
  /** Bits a second of the fullest segment. */
  readonly peak: number
  /** Takes the sound out of a segment of the stream. */
  add(segment: Segment, contents: TsSegment): Promise<void>
  /** Writes its list; nothing when it has no segment. */
  write(ended: boolean): Promise<void>
}

/** Makes one, which costs no encoding: the frames stay as they are. `begun` is what lies there already. */
export function createSound(directory: string, begun: readonly Segment[] = []): SoundRendition {
  const folder = join(directory, soundFolder)
  const segments = [...begun]
  let codec: string | undefined
  let [peak, lacks, changed] = [0, false, false]
  return {
    get codec() {
      return codec
    },
    get peak() {
      return peak
    },
    async add({ file, durationSec, at, isBreak = false }, { sound }) {
      const found = sound && soundCodec(sound.frames)
      if (!sound || !found) {
        lacks = true
        return
      }
      const packed = packSound(sound)
      const own = `${file.replace(/\.ts$/, '')}.aac`
      if (segments.length === 0) await mkdir(folder, { recursive: true })
      await writeFile(join(folder, own), packed)
      codec ??= found
      peak = Math.max(peak, (packed.length * 8) / Math.max(durationSec, 0.1))
      segments.push({ file: own, durationSec, at, isBreak: isBreak || lacks })
      lacks = false
      changed = true
    },
    async write(ended) {
      if (segments.length === 0 || !(changed || ended)) return
      await putText(join(folder, mediaPlaylist), playlistText(segments, { type: 'EVENT', ended }))
      changed = false
    },
  }
}

function stem(file: string): string {
  return file.slice(0, file.lastIndexOf('.'))
}

/** Takes out what a process that ended left in, up to the end of a recording, and closes the list. */
async function completeSound(directory: string): Promise<void> {
  const [source, own] = [await readPlaylist(directory), await readPlaylist(join(directory, soundFolder))]
  if (!source || own?.ended) return
  const last = own?.segments.at(-1)
  const from = last ? source.segments.findLastIndex(({ file }) => stem(file) <= stem(last.file)) + 1 : 0
  const sound = createSound(directory, own?.segments)
  for (const segment of source.segments.slice(from))
    await sound.add(segment, readTsSegment(await readFile(join(directory, segment.file))))
  await sound.write(true)
}

/** Completes the sound of a recording that has ended; without it, when that can't be: the recording is what counts. */
export async function closeSound(directory: string, onError: (error: unknown) => void): Promise<void> {
  try {
    await completeSound(directory)
  } catch (error) {
    onError(error)
    await rm(join(directory, soundFolder), { recursive: true, force: true })
  }
}
