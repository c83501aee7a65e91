import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { MediaPacket } from 'node-media-server/src/protocol/rtmp.js'
import type { Logger } from '#server/http/logger.ts'
import type { BackendLink } from './backend-link.ts'
import { closeRecording } from './close-recording.ts'
import { createFlvFeed } from './flv-feed.ts'
import { type HlsWriter, startHlsWriter } from './hls-writer.ts'
import { buildMaster, masterPlaylist, readPlaylist } from './playlist.ts'
import type { RtmpConnection } from './rtmp-connection.ts'

const lookMs = 200
const beatMs = 5_000
const againMs = 1_000

export interface LiveStreamOptions {
  readonly key: string
  readonly roomId: number
  /** Below the media folder, exists and is empty. */
  readonly folder: string
  readonly mediaDir: string
  readonly ffmpeg: string
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
}

/** Writes the master playlist as soon as there is a first segment; false when there is none. */
async function openPlaylist(directory: string): Promise<boolean> {
  const found = await readPlaylist(directory)
  if (!found || found.segments.length === 0) return false
  const draft = join(directory, `${masterPlaylist}.tmp`)
  await writeFile(draft, await buildMaster(directory, found.segments))
  await rename(draft, join(directory, masterPlaylist))
  return true
}

/** One stream from its first picture to its replay. */
export function startLiveStream({
  key,
  roomId,
  folder,
  mediaDir,
  ffmpeg,
  backend,
  connection,
  log,
  stopping,
}: LiveStreamOptions): LiveStream {
  const directory = join(mediaDir, folder)
  let writer: HlsWriter | undefined
  let firstAt: number | undefined
  let recordingId: number | undefined
  let finished = false
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

  /** As often as it takes, until the process stops. */
  async function insist<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    for (let failures = 0; !stopping.aborted || failures === 0; failures += 1) {
      try {
        return await work()
      } catch (error) {
        if (failures === 0) log.warn({ err: error, roomId }, `the backend could not be told of ${what}`)
        await wait(againMs, undefined, { signal: stopping }).catch(() => undefined)
      }
    }
    return undefined
  }

  async function begin(): Promise<void> {
    const answer = await insist('a stream', () =>
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

  async function watch(): Promise<void> {
    while (!finished && !(await openPlaylist(directory))) await wait(lookMs)
    if (finished) return
    await begin()
    let beatAt = performance.now() + beatMs
    while (!finished && recordingId !== undefined) {
      await wait(lookMs)
      if (performance.now() < beatAt) continue
      beatAt = performance.now() + beatMs
      const answer = await backend.call('beat', { recordingId }).catch(() => undefined)
      if (answer?.goOn === false) connection.end()
    }
  }
  const watching = watch().catch((error: unknown) => {
    log.error({ err: error, roomId }, 'a stream could not be watched')
    connection.end()
  })

  async function finish(): Promise<void> {
    finished = true
    await watching
    await writer?.end()
    // One that was shorter than its first segment is a recording, too.
    if (recordingId === undefined && (await openPlaylist(directory))) await begin()
    const id = recordingId
    if (id === undefined) return rm(directory, { recursive: true, force: true })
    await insist('the end of a stream', () => closeRecording({ mediaDir, backend }, id, folder))
    log.info({ roomId, folder }, 'a class went off the air')
  }

  return {
    take(packet) {
      const data = feed.take(packet)
      if (data && writer && !writer.write(data)) connection.pause()
    },
    finish,
  }
}
