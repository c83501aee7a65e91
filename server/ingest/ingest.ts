import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, statfs } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { MediaPacket } from 'node-media-server/src/protocol/rtmp.js'
import type { Logger } from '#server/http/logger.ts'
import { runGuarded } from '#server/http/request-guard.ts'
import type { IngestCalls } from '#server/media/ingest-calls.ts'
import type { BackendLink } from './backend-link.ts'
import { closeLeftOpen } from './left-open.ts'
import { type LiveStream, startLiveStream } from './live-stream.ts'
import { type RtmpConnection, serveRtmp } from './rtmp-connection.ts'
import type { SmallPlan } from './small-rendition.ts'
import type { SoundPlan } from './sound-rendition.ts'
import { createStrangers, mostStrangers } from './strangers.ts'

const defaultStreams = 16
/** An hour of a usual stream. */
const leastFreeBytes = 2 * 1024 ** 3
const againMs = 1_000
const listenAgainMs = 5_000
const keyForm = /^[\w-]{16,64}$/

export interface IngestOptions {
  readonly host: string
  readonly port: number
  /** `media` of the data folder. */
  readonly mediaDir: string
  readonly ffmpeg: string
  /** How smaller pictures are made; undefined: none is. */
  readonly small: SmallPlan | undefined
  /** How the sound alone is encoded anew; undefined: it is passed on as it comes. */
  readonly sound: SoundPlan | undefined
  /** So many are taken at once. */
  readonly mostStreams?: number
  readonly backend: BackendLink
  readonly log: Logger
}

type StreamRoom = Exclude<IngestCalls['check']['answer'], { refusal: unknown }>

export interface Ingest {
  /** Closes what a crash left open, then takes streams; resolves when it does. */
  start(): Promise<void>
  /** Ends every stream and its recording. */
  stop(): Promise<void>
}

/** The number after those that the backend and the disk know: a stream that never got anywhere has a folder, too. */
function freeNumber(directory: string, nextNumber: number): number {
  const taken = existsSync(directory) ? readdirSync(directory).filter((name) => /^\d+$/.test(name)) : []
  return Math.max(nextNumber, ...taken.map((name) => Number(name) + 1))
}

async function hasRoom(directory: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize >= leastFreeBytes
}

/** Takes teachers' streams by RTMP, one for each key. */
export function createIngest(options: IngestOptions): Ingest {
  const { host, port, mediaDir, mostStreams = defaultStreams, backend, log } = options
  const stopping = new AbortController()
  const strangers = createStrangers()
  const sockets = new Set<Socket>()
  /** Keys on the air or about to be; only keys that a room has. */
  const taken = new Set<string>()
  /** What is under way for streams that come or go. */
  const works = new Set<Promise<void>>()
  const track = (work: Promise<void>): void => {
    const done = work.finally(() => works.delete(done))
    works.add(done)
  }

  /** The room of a key; undefined after a refusal. */
  async function findRoom(key: string): Promise<StreamRoom | undefined> {
    const found = keyForm.test(key) ? await backend.call('check', { key }) : { refusal: 'unknown' as const }
    if (!('refusal' in found)) return found
    log.warn({ why: found.refusal }, 'a stream was refused')
    return undefined
  }

  async function open(key: string, room: StreamRoom, connection: RtmpConnection): Promise<LiveStream | undefined> {
    const ofRoom = join(mediaDir, 'live', String(room.roomId))
    await mkdir(ofRoom, { recursive: true })
    if (!(await hasRoom(ofRoom))) {
      log.warn({ why: 'the disk is full' }, 'a stream was refused')
      return undefined
    }
    const folder = `live/${room.roomId}/${freeNumber(ofRoom, room.nextNumber)}`
    await mkdir(join(mediaDir, folder))
    return startLiveStream({ ...options, key, roomId: room.roomId, folder, connection, stopping: stopping.signal })
  }

  function serve(socket: Socket): void {
    sockets.add(socket)
    strangers.add(socket)
    let stream: LiveStream | undefined
    let key: string | undefined
    let gone = false
    /** What came in the same breath as the question. */
    const early: MediaPacket[] = []
    async function finish(): Promise<void> {
      try {
        await stream?.finish()
        if (stream) track(stream.clear())
      } catch (error) {
        log.error({ err: error }, 'a stream could not be ended')
      } finally {
        if (key !== undefined) taken.delete(key)
      }
    }
    /** Takes the stream when its key is good and its place free; undefined when it isn't taken. */
    async function take(asked: string, connection: RtmpConnection): Promise<LiveStream | undefined> {
      // looked at first: a key that nobody has takes no place, not even while it is asked for
      const room = await findRoom(asked)
      if (!room || gone) return undefined
      if (taken.has(asked) || taken.size >= mostStreams || stopping.signal.aborted) {
        log.warn({ why: taken.has(asked) ? 'taken' : 'too many streams' }, 'a stream was refused')
        return undefined
      }
      key = asked
      taken.add(asked)
      return open(asked, room, connection)
    }
    async function publish(asked: string, connection: RtmpConnection): Promise<void> {
      try {
        stream = await take(asked, connection)
      } catch (error) {
        log.error({ err: error }, 'a stream could not be taken')
      }
      if (gone) return finish()
      if (!stream) {
        if (key !== undefined) taken.delete(key)
        key = undefined
        return connection.refuse()
      }
      for (const packet of early.splice(0)) stream.take(packet)
      strangers.remove(socket)
      connection.accept()
    }
    serveRtmp(socket, {
      onPublish: (asked, connection) => track(publish(asked, connection)),
      onPacket: (packet) => {
        if (stream) stream.take(packet)
        else early.push({ ...packet, data: Buffer.from(packet.data.subarray(0, packet.size)) })
      },
      onEnd: () => {
        sockets.delete(socket)
        gone = true
        if (stream) track(finish())
      },
      onNonsense: (error) => log.warn({ err: error }, 'an RTMP connection was ended'),
    })
  }

  const server = createServer((socket) => {
    const fail = (error: unknown): void => {
      log.error({ err: error }, 'something was thrown while a stream was taken')
      socket.destroy()
    }
    runGuarded(fail, () => serve(socket))
  })
  // some are ending
  server.maxConnections = 2 * (mostStrangers + mostStreams)

  function listen(): Promise<boolean> {
    return new Promise((resolve) => {
      const refused = (error: Error): void => {
        log.error({ err: error, port }, 'the port for streams is not free')
        resolve(false)
      }
      server.once('error', refused)
      server.listen(port, host, () => {
        server.off('error', refused)
        resolve(true)
      })
    })
  }

  return {
    async start() {
      for (let failures = 0; !stopping.signal.aborted; failures += 1) {
        try {
          await closeLeftOpen({ mediaDir, backend, log })
          break
        } catch (error) {
          if (failures === 0) log.warn({ err: error }, 'the backend could not be asked for open recordings')
          await wait(againMs, undefined, { signal: stopping.signal }).catch(() => undefined)
        }
      }
      while (!stopping.signal.aborted && !(await listen()))
        await wait(listenAgainMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    },
    async stop() {
      stopping.abort()
      server.close()
      const ends = [...sockets].map((socket) => once(socket, 'close'))
      for (const socket of sockets) socket.destroy()
      await Promise.all(ends)
      while (works.size > 0) await Promise.all(works)
    },
  }
}
