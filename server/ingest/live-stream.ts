import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { MediaPacket } from 'node-media-server/src/protocol/rtmp.js'
import type { Logger } from '#server/http/logger.ts'
import type { BackendLink } from './backend-link.ts'
import { closeRecording, removeSmall } from './close-recording.ts'
import { createFlvFeed } from './flv-feed.ts'
import { type HlsWriter, startHlsWriter } from './hls-writer.ts'
import { insist } from './insist.ts'
import { createLiveRenditions } from './live-renditions.ts'
import type { RtmpConnection } from './rtmp-connection.ts'
import type { SmallPlan } from './small-rendition.ts'
import type { SoundPlan } from './sound-rendition.ts'
import { createStreamMeter } from './stream-meter.ts'
import { startStreamWatch } from './stream-watch.ts'

/** Who watched the smaller picture to the end of a stream has its last segments by then. */
const smallStaysMs = 30_000

export interface LiveStreamOptions {
  readonly key: string
  readonly roomId: number
  /** Below the media folder, exists and is empty. */
  readonly folder: string
  readonly mediaDir: string
  readonly ffmpeg: string
  /** How smaller pictures are made; undefined: none is. */
  readonly small: SmallPlan | undefined
  /** How the sound alone is encoded anew; undefined: it is passed on as it comes. */
  readonly sound: SoundPlan | undefined
  readonly backend: BackendLink
  readonly connection: RtmpConnection
  readonly log: Logger
  /** Nothing is tried again after this: the next start makes up for it. */
  readonly stopping: AbortSignal
}

export interface LiveStream {
  take(packet: MediaPacket): void
  /** The publisher is gone: resolves when the recording is complete and the backend knows it. */
  finish(): Promise<void>
  /** After that: resolves when what was for the class alone is gone. */
  clear(): Promise<void>
}

/** One stream from its first picture to its replay. */
export function startLiveStream({
  key,
  roomId,
  folder,
  mediaDir,
  ffmpeg,
  small,
  sound,
  backend,
  connection,
  log,
  stopping,
}: LiveStreamOptions): LiveStream {
  const directory = join(mediaDir, folder)
  let writer: HlsWriter | undefined
  let firstAt: number | undefined
  const meter = createStreamMeter()
  const renditions = createLiveRenditions({ directory, small, sound, log })
  const feed = createFlvFeed((tracks) => {
    firstAt = performance.now()
    writer = startHlsWriter({
      ffmpeg,
      folder: directory,
      tracks,
      onDrain: () => connection.resume(),
      onFailure: (said) => {
        log.error({ roomId, folder, said }, 'ffmpeg ended while a stream was running')
        connection.end()
      },
    })
  })

  const watch = startStreamWatch({
    key,
    roomId,
    folder,
    renditions,
    meter,
    backend,
    connection,
    log,
    stopping,
    firstAt: () => firstAt,
  })

  async function finish(): Promise<void> {
    await watch.stop()
    await writer?.end()
    const id = await watch.close()
    if (id === undefined) return rm(directory, { recursive: true, force: true })
    await insist('the end of a stream could not be told', { log, roomId, stopping }, () =>
      closeRecording({ mediaDir, backend, log }, id, folder),
    )
    log.info({ roomId, folder }, 'a class went off the air')
  }

  return {
    take(packet) {
      meter.note(packet.size)
      const data = feed.take(packet)
      if (data && writer && !writer.write(data)) connection.pause()
    },
    finish,
    async clear() {
      if (!small) return
      await wait(smallStaysMs, undefined, { signal: stopping }).catch(() => undefined)
      await removeSmall(directory)
    },
  }
}
