import { join } from 'node:path'
import type { BackendLink } from './backend-link.ts'
import { lengthOf, readPlaylist } from './playlist.ts'
import { joinRecordings } from './replay-folder.ts'

export interface RecordingPlaces {
  /** `media` of the data folder. */
  readonly mediaDir: string
  readonly backend: BackendLink
}

/** Ends a recording at the backend and makes the room's replay of all that there is. */
export async function closeRecording(
  { mediaDir, backend }: RecordingPlaces,
  recordingId: number,
  folder: string,
): Promise<void> {
  const found = await readPlaylist(join(mediaDir, folder))
  const { roomId, pieces } = await backend.call('end', { recordingId, durationSec: lengthOf(found?.segments ?? []) })
  const whole = await joinRecordings(
    mediaDir,
    roomId,
    pieces.map((piece) => piece.folder),
  )
  if (whole !== undefined) await backend.call('replay', { roomId, folder: whole })
}
