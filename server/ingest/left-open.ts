import { existsSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { closeRecording, type RecordingPlaces, removeSmall } from './close-recording.ts'
import { endTag, mediaPlaylist, readPlaylist } from './playlist.ts'

/** A crashed process's ffmpeg writes its end in less. */
const lastWordsMs = 3_000

/** Waits for the playlist's end; writes it when whoever should have is gone, too. */
async function endPlaylist(directory: string): Promise<void> {
  const until = performance.now() + lastWordsMs
  for (;;) {
    const found = await readPlaylist(directory)
    if (!found || found.ended) return
    if (performance.now() > until) return appendFile(join(directory, mediaPlaylist), `${endTag}\n`)
    await wait(200)
  }
}

/** Closes the recordings that a crash left open: those whose files are here. */
export async function closeLeftOpen({ mediaDir, backend, log }: RecordingPlaces): Promise<void> {
  const { recordings } = await backend.call('open', {})
  for (const { recordingId, folder } of recordings) {
    const directory = join(mediaDir, folder)
    // Another machine's.
    if (!existsSync(directory)) continue
    await endPlaylist(directory)
    await closeRecording({ mediaDir, backend, log }, recordingId, folder)
    await removeSmall(directory)
    log.info({ folder }, 'a recording that was left open is closed')
  }
}
