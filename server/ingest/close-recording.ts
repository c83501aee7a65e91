import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '#server/http/logger.ts'
import type { BackendLink } from './backend-link.ts'
import { closeSound } from './close-sound.ts'
import { writeWholeMaster } from './master.ts'
import { lengthOf, readPlaylist } from './playlist.ts'
import { joinRecordings } from './replay-folder.ts'
import { smallFolder } from './small-rendition.ts'

export interface RecordingPlaces {
  /** `media` of the data folder. */
  readonly mediaDir: string
  readonly backend: BackendLink
  readonly log: Logger
}

/** Ends a recording at the backend and makes the room's replay of all that there is. */
export async function closeRecording(
  { mediaDir, backend, log }: RecordingPlaces,
  recordingId: number,
  folder: string,
): Promise<void> {
  const directory = join(mediaDir, folder)
  await closeSound(directory, (error) => log.error({ err: error, folder }, 'the sound of a recording was not kept'))
  await writeWholeMaster(directory)
  const found = await readPlaylist(directory)
  const { roomId, pieces } = await backend.call('end', { recordingId, durationSec: lengthOf(found?.segments ?? []) })
  const whole = await joinRecordings(
    mediaDir,
    roomId,
    pieces.map((piece) => piece.folder),
  )
  if (whole !== undefined) await backend.call('replay', { roomId, folder: whole })
}

/** The smaller picture is for the class alone. */
export async function removeSmall(directory: string): Promise<void> {
  await rm(join(directory, smallFolder), { recursive: true, force: true })
}
