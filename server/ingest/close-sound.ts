import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readPlaylist, stem } from './playlist.ts'
import { createSound, soundFolder } from './sound-rendition.ts'
import { readTsSegment } from './ts-segment.ts'

/** Takes out what a process that ended left in, up to the end of a recording, and closes the list. */
async function completeSound(directory: string): Promise<void> {
  const [source, own] = [await readPlaylist(directory), await readPlaylist(join(directory, soundFolder))]
  if (!source || own?.ended) return
  const last = own?.segments.at(-1)
  const from = last ? source.segments.findLastIndex(({ file }) => stem(file) <= stem(last.file)) + 1 : 0
  const sound = createSound(directory, { begun: own?.segments })
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
