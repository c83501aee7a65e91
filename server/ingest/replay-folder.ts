import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWholeMaster } from './master.ts'
import { mediaPlaylist, playlistText, readPlaylist, type Segment } from './playlist.ts'
import { soundFolder } from './sound-rendition.ts'

/** Makes one list of several, with breaks between; segments are linked, not copied. */
async function joinLists(target: string, folders: readonly string[]): Promise<void> {
  await mkdir(target, { recursive: true })
  const all: Segment[] = []
  for (const [index, folder] of folders.entries()) {
    const found = await readPlaylist(folder)
    for (const [place, { at: _, ...segment }] of (found?.segments ?? []).entries()) {
      const file = `${index + 1}-${segment.file}`
      await link(join(folder, segment.file), join(target, file))
      all.push({ ...segment, file, isBreak: segment.isBreak === true || place === 0 })
    }
  }
  await writeFile(join(target, mediaPlaylist), playlistText(all, { type: 'VOD', ended: true }))
}

/**
 * One folder with everything that was recorded of a room, for a teacher who came back is several recordings; the sound alone, too, when all
 * of them have it. Answers its name, or undefined when nothing was recorded.
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
  const pieces = folders.map((folder) => join(mediaDir, folder))
  await joinLists(target, pieces)
  const sounds = pieces.map((piece) => join(piece, soundFolder))
  const lists = await Promise.all(sounds.map((folder) => readPlaylist(folder)))
  if (lists.every((list) => list?.ended)) await joinLists(join(target, soundFolder), sounds)
  await writeWholeMaster(target)
  return name
}
