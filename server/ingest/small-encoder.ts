import { rename, rm, stat } from 'node:fs/promises'
import type { Picture } from './h264-picture.ts'
import { spawnLowly } from './low-priority.ts'

/** Lines of the smaller picture, of its shorter side. */
export const smallLines = 360
/** What is hardly higher isn't worth a second one. */
const leastLines = 400
/** One that is fluent enough; of more every second picture is left out. */
const mostFrames = 35
const mostBits = 450_000
const leastBits = 60_000
/** Of the stream's own rate: a smaller picture that costs more would be none. */
const shareOfSource = 0.5
/** High profile, level 3.1. */
const codec = 'avc1.64001f'

export type Size = Pick<Picture, 'width' | 'height' | 'codec'>

/** The size of the smaller one; undefined when the picture is small enough itself. */
export function smallSize({ width, height }: Pick<Picture, 'width' | 'height'>): Size | undefined {
  const shorter = Math.min(width, height)
  if (shorter <= leastLines) return undefined
  const other = (side: number): number => 2 * Math.round((side * smallLines) / shorter / 2)
  return width > height
    ? { width: other(width), height: smallLines, codec }
    : { width: smallLines, height: other(height), codec }
}

/** The rate that the smaller picture may have beside a stream of so many bits a second. */
export function smallRate(sourceBits: number): number {
  return Math.round(Math.min(mostBits, Math.max(leastBits, sourceBits * shareOfSource)))
}

export interface SmallJob {
  readonly ffmpeg: string
  /** A segment of the stream, and where its smaller picture goes. */
  readonly from: string
  readonly to: string
  readonly size: Size
  readonly rate: number
  /** Of the stream, in a second. */
  readonly frameRate: number
}

export interface Encoding {
  /** Bytes of the smaller one; undefined when there is none: it failed or was ended. */
  readonly done: Promise<number | undefined>
  end(): void
}

/** Encodes the picture of one segment anew, in its own time and with its own sound; with the machine's lowest priority, on one thread. */
export function encodeSmall({ ffmpeg, from, to, size, rate, frameRate }: SmallJob): Encoding {
  const draft = `${to}.tmp`
  const filters = [...(frameRate > mostFrames ? ['select=not(mod(n\\,2))'] : []), `scale=${size.width}:${size.height}`]
  const input = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-copyts', '-threads', '1', '-i', from]
  const tracks = ['-map', '0:v:0', '-map', '0:a:0?', '-vf', filters.join(','), '-fps_mode', 'passthrough']
  const picture = ['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-level:v', '3.1', '-crf', '25']
  const rates = ['-maxrate', String(rate), '-bufsize', String(rate * 2), '-bf', '0', '-sc_threshold', '0']
  // Times stay those of the stream, so that players can change over at every segment.
  const output = ['-pix_fmt', 'yuv420p', '-threads', '1', '-c:a', 'copy', '-muxdelay', '0', '-muxpreload', '0']
  const args = [...input, ...tracks, ...picture, ...rates, ...output, '-f', 'mpegts', draft]
  const child = spawnLowly(ffmpeg, args, 'ignore')
  const closed = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
  async function finish(): Promise<number | undefined> {
    if (!(await closed)) {
      await rm(draft, { force: true })
      return undefined
    }
    const bytes = (await stat(draft)).size
    await rename(draft, to)
    return bytes
  }
  return { done: finish().catch(() => undefined), end: () => void child.kill('SIGKILL') }
}
