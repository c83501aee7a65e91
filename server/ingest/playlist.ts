import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The media playlist beside its segments; the stream's own is written by ffmpeg. */
export const mediaPlaylist = 'index.m3u8'
export const masterPlaylist = 'master.m3u8'
export const endTag = '#EXT-X-ENDLIST'

export interface Segment {
  readonly durationSec: number
  readonly file: string
  /** When it was recorded, as its list says it. */
  readonly at?: string | undefined
  /** It doesn't continue what stands before it. */
  readonly isBreak?: boolean | undefined
}

const dateTag = '#EXT-X-PROGRAM-DATE-TIME:'
const breakTag = '#EXT-X-DISCONTINUITY'

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
  let at: string | undefined
  let isBreak = false
  for (const line of text.split('\n')) {
    if (line.startsWith('#EXTINF:')) durationSec = Number.parseFloat(line.slice('#EXTINF:'.length))
    else if (line.startsWith(dateTag)) at = line.slice(dateTag.length).trim()
    else if (line.trim() === breakTag) isBreak = true
    else if (line !== '' && !line.startsWith('#') && durationSec !== undefined) {
      segments.push({ durationSec, file: line.trim(), at, isBreak })
      durationSec = undefined
      at = undefined
      isBreak = false
    }
  }
  return { segments, ended: text.includes(endTag) }
}

/** The name of a segment's file without its ending. */
export function stem(file: string): string {
  return file.slice(0, file.lastIndexOf('.'))
}

/** Seconds of the longest, rounded up, as a list must tell. */
function targetOf(segments: readonly Segment[]): number {
  return Math.ceil(segments.reduce((longest, { durationSec }) => Math.max(longest, durationSec), 1))
}

export function lengthOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { durationSec }) => sum + durationSec, 0)
}

export interface PlaylistKind {
  /** EVENT only grows, VOD is whole; undefined: it loses its beginning. */
  readonly type?: 'EVENT' | 'VOD'
  /** Numbers of the first segment and of the part that it belongs to. */
  readonly sequence?: number
  readonly breakSequence?: number
  readonly ended: boolean
}

/** A media playlist. A break before its first segment isn't written: it stands in the numbers. */
export function playlistText(
  segments: readonly Segment[],
  { type, sequence = 0, breakSequence = 0, ended }: PlaylistKind,
): string {
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${targetOf(segments)}`,
    `#EXT-X-MEDIA-SEQUENCE:${sequence}`,
  ]
  if (type) lines.push(`#EXT-X-PLAYLIST-TYPE:${type}`)
  else lines.push(`#EXT-X-DISCONTINUITY-SEQUENCE:${breakSequence}`)
  lines.push('#EXT-X-INDEPENDENT-SEGMENTS')
  for (const [index, { durationSec, file, at, isBreak }] of segments.entries()) {
    if (isBreak && index > 0) lines.push(breakTag)
    lines.push(`#EXTINF:${durationSec.toFixed(6)},`)
    if (at !== undefined) lines.push(dateTag + at)
    lines.push(file)
  }
  if (ended) lines.push(endTag)
  return `${lines.join('\n')}\n`
}

/** Writes a text whole or not at all: players read while it is written. */
export async function putText(path: string, text: string): Promise<void> {
  await writeFile(`${path}.tmp`, text)
  await rename(`${path}.tmp`, path)
}
