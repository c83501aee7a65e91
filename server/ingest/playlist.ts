import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The media playlist that ffmpeg writes beside its segments. */
export const mediaPlaylist = 'index.m3u8'
export const masterPlaylist = 'master.m3u8'
export const endTag = '#EXT-X-ENDLIST'

export interface Segment {
  readonly durationSec: number
  readonly file: string
}

/** The segments of a media playlist and whether it is complete; undefined when there is none. */
export async function readPlaylist(folder: string): Promise<{ segments: Segment[]; ended: boolean } | undefined> {
  let text: string
  try {
    text = await readFile(join(folder, mediaPlaylist), 'utf8')
  } catch {
    return undefined
  }
  const segments: Segment[] = []
  let durationSec: number | undefined
  for (const line of text.split('\n')) {
    if (line.startsWith('#EXTINF:')) durationSec = Number.parseFloat(line.slice('#EXTINF:'.length))
    else if (line !== '' && !line.startsWith('#') && durationSec !== undefined) {
      segments.push({ durationSec, file: line.trim() })
      durationSec = undefined
    }
  }
  return { segments, ended: text.includes(endTag) }
}

export function lengthOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { durationSec }) => sum + durationSec, 0)
}

/** A master playlist of one quality, with the rate that these segments have. */
export async function buildMaster(folder: string, segments: readonly Segment[]): Promise<string> {
  const rates = await Promise.all(
    segments.map(
      async ({ file, durationSec }) => ((await stat(join(folder, file))).size * 8) / Math.max(durationSec, 0.1),
    ),
  )
  return `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-STREAM-INF:BANDWIDTH=${Math.ceil(Math.max(1, ...rates))}\n${mediaPlaylist}\n`
}
