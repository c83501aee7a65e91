import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildMaster, endTag, masterPlaylist, mediaPlaylist, readPlaylist, type Segment } from './playlist.ts'

/**
 * One folder with everything that was recorded of a room, for a teacher who came back is several recordings. Segments are linked, not
 * copied. Answers its name, or undefined when nothing was recorded.
 */
export async function joinRecordings(
  mediaDir: string,
  roomId: number,
  folders: readonly string[],
): Promise<string | undefined> {
  const [only] = folders
  if (folders.length < 2) return only
  const name = `live/${roomId}/replay-${folders.length}`
  const target = join(mediaDir, name)
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  const lines: string[] = []
  const all: Segment[] = []
  for (const [index, folder] of folders.entries()) {
    const found = await readPlaylist(join(mediaDir, folder))
    if (lines.length > 0 && found && found.segments.length > 0) lines.push('#EXT-X-DISCONTINUITY')
    for (const segment of found?.segments ?? []) {
      const file = `${index + 1}-${segment.file}`
      await link(join(mediaDir, folder, segment.file), join(target, file))
      lines.push(`#EXTINF:${segment.durationSec.toFixed(6)},`, file)
      all.push({ ...segment, file })
    }
  }
  const longest = Math.ceil(Math.max(1, ...all.map(({ durationSec }) => durationSec)))
  const head = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${longest}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
  ]
  await writeFile(join(target, mediaPlaylist), `${[...head, ...lines, endTag].join('\n')}\n`)
  await writeFile(join(target, masterPlaylist), await buildMaster(target, all))
  return name
}
