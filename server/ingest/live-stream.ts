import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { MediaPacket } from 'node-media-server/src/protocol/rtmp.js'
import type { Logger } from '#server/http/logger.ts'
import type { BackendLink } from './backend-link.ts'
import { closeRecording, removeSmall } from './close-recording.ts'
import { createFlvFeed } from './flv-feed.ts'
import { type HlsWriter, startHlsWriter } from './hls-writer.ts'
import { createLiveRenditions } from './live-renditions.ts'
import type { RtmpConnection } from './rtmp-connection.ts'
import type { SmallPlan } from './small-rendition.ts'
import { createStreamMeter } from './stream-meter.ts'

const lookMs = 200
const beatMs = 5_000
const againMs = 1_000
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

type Insisting = Pick<LiveStreamOptions, 'log' | 'roomId' | 'stopping'>

/** As often as it takes, until the process stops; `failure` is what the log is told once. */
async function insist<T>(
  failure: string,
  { log, roomId, stopping }: Insisting,
  work: () => Promise<T>,
): Promise<T | undefined> {
  for (let failures = 0; !stopping.aborted || failures === 0; failures += 1) {
    try {
      return await work()
    } catch (error) {
      if (failures === 0) log.warn({ err: error, roomId }, failure)
      await wait(againMs, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
  return undefined
}

/** One stream from its first picture to its replay. */
export function startLiveStream({
  key,
  roomId,
  folder,
  mediaDir,
  ffmpeg,
  small,
  backend,
  connection,
  log,
  stopping,
}: LiveStreamOptions): LiveStream {
  const directory = join(mediaDir, folder)
  let writer: HlsWriter | undefined
  let firstAt: number | undefined
  let recordingId: number | undefined
  let [finished, troubled] = [false, false]
  const keep = { log, roomId, stopping }
  const meter = createStreamMeter()
  const renditions = createLiveRenditions({ directory, small, log })
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

  async function begin(): Promise<void> {
    const answer = await insist('the backend could not be told of a stream', keep, () =>
      backend.call('begin', { key, folder, agoMs: Math.round(performance.now() - (firstAt ?? performance.now())) }),
    )
    if (!answer) return
    if ('refusal' in answer) {
      log.warn({ roomId, refusal: answer.refusal }, 'a stream was refused after its beginning')
      return connection.end()
    }
    recordingId = answer.recordingId
    log.info({ roomId, folder }, 'a class is on the air')
  }

  /** What can't be read now is read the next time: the stream itself doesn't wait for it. */
  async function lookOn(): Promise<void> {
    try {
      await renditions.look()
    } catch (error) {
      if (!troubled) log.error({ err: error, roomId }, 'what a stream wrote could not be read')
      troubled = true
    }
  }

  async function watch(): Promise<void> {
    while (!finished && !(await renditions.look())) await wait(lookMs)
    if (finished) return
    await begin()
    let beatAt = performance.now()
    while (!finished && recordingId !== undefined) {
      await wait(lookMs)
      await lookOn()
      if (performance.now() < beatAt) continue
      beatAt = performance.now() + beatMs
      const figures = meter.read(renditions.newest)
      const answer = await backend.call('beat', { recordingId, figures }).catch(() => undefined)
      if (answer?.goOn === false) connection.end()
    }
  }
  const watching = watch().catch((error: unknown) => {
    log.error({ err: error, roomId }, 'a stream could not be watched')
    connection.end()
  })

  /** What came last; false when nothing ever did. */
  async function lookLast(): Promise<boolean> {
    try {
      const isThere = await renditions.look()
      await renditions.end()
      return isThere
    } catch (error) {
      log.error({ err: error, roomId }, 'the end of a stream could not be read')
      return false
    }
  }

  async function finish(): Promise<void> {
    finished = true
    await watching
    await writer?.end()
    // One that was shorter than its first segment is a recording, too.
    if ((await lookLast()) && recordingId === undefined) await begin()
    const id = recordingId
    if (id === undefined) return rm(directory, { recursive: true, force: true })
    await insist('the end of a stream could not be told', keep, () =>
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
