import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, statfs } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
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

/** What is under way for streams that come or go. */
class Works {
  readonly #open = new Set<Promise<void>>()

  track(work: Promise<void>): void {
    const done = work.finally(() => this.#open.delete(done))
    this.#open.add(done)
  }

  async settled(): Promise<void> {
    while (this.#open.size > 0) await Promise.all(this.#open)
  }
}

/** Whose streams are taken, and how many at once. */
class StreamPlaces {
  readonly #options: IngestOptions
  readonly #stopping: AbortSignal
  /** Keys on the air or about to be; only keys that a room has. */
  readonly #taken = new Set<string>()

  constructor(options: IngestOptions, stopping: AbortSignal) {
    this.#options = options
    this.#stopping = stopping
  }

  /** The room of a key; undefined after a refusal. */
  async findRoom(key: string): Promise<StreamRoom | undefined> {
    const { backend, log } = this.#options
    const found = keyForm.test(key) ? await backend.call('check', { key }) : { refusal: 'unknown' as const }
    if (!('refusal' in found)) return found
    log.warn({ why: found.refusal }, 'a stream was refused')
    return undefined
  }

  /** Takes the place of a key; false when it has none to give. */
  take(key: string): boolean {
    const { mostStreams = defaultStreams, log } = this.#options
    const isTaken = this.#taken.has(key)
    if (isTaken || this.#taken.size >= mostStreams || this.#stopping.aborted) {
      log.warn({ why: isTaken ? 'taken' : 'too many streams' }, 'a stream was refused')
      return false
    }
    this.#taken.add(key)
    return true
  }

  free(key: string): void {
    this.#taken.delete(key)
  }

  async open(key: string, room: StreamRoom, connection: RtmpConnection): Promise<LiveStream | undefined> {
    const { mediaDir, log } = this.#options
    const ofRoom = join(mediaDir, 'live', String(room.roomId))
    await mkdir(ofRoom, { recursive: true })
    if (!(await hasRoom(ofRoom))) {
      log.warn({ why: 'the disk is full' }, 'a stream was refused')
      return undefined
    }
    const folder = `live/${room.roomId}/${freeNumber(ofRoom, room.nextNumber)}`
    await mkdir(join(mediaDir, folder))
    return startLiveStream({ ...this.#options, key, roomId: room.roomId, folder, connection, stopping: this.#stopping })
  }
}

/** One connection of a teacher's programme, from its first word to its end. */
class StreamConnection {
  readonly #places: StreamPlaces
  readonly #log: Logger
  #stream: LiveStream | undefined
  #key: string | undefined
  #gone = false
  /** What came in the same breath as the question. */
  readonly #early: MediaPacket[] = []

  constructor(places: StreamPlaces, log: Logger) {
    this.#places = places
    this.#log = log
  }

  take(packet: MediaPacket): void {
    if (this.#stream) this.#stream.take(packet)
    else this.#early.push({ ...packet, data: Buffer.from(packet.data.subarray(0, packet.size)) })
  }

  /** Answers a programme that wants to send under a key; `onTaken` before what it sent is taken. */
  async publish(asked: string, connection: RtmpConnection, ends: { onTaken: () => void; works: Works }): Promise<void> {
    try {
      this.#stream = await this.#open(asked, connection)
    } catch (error) {
      this.#log.error({ err: error }, 'a stream could not be taken')
    }
    if (this.#gone) return this.#finish(ends.works)
    if (!this.#stream) {
      this.#free()
      return connection.refuse()
    }
    for (const packet of this.#early.splice(0)) this.#stream.take(packet)
    ends.onTaken()
    connection.accept()
  }

  end(works: Works): void {
    this.#gone = true
    if (this.#stream) works.track(this.#finish(works))
  }

  /** Takes the stream when its key is good and its place free; undefined when it isn't taken. */
  async #open(asked: string, connection: RtmpConnection): Promise<LiveStream | undefined> {
    // looked at first: a key that nobody has takes no place, not even while it is asked for
    const room = await this.#places.findRoom(asked)
    if (!room || this.#gone || !this.#places.take(asked)) return undefined
    this.#key = asked
    return this.#places.open(asked, room, connection)
  }

  #free(): void {
    if (this.#key !== undefined) this.#places.free(this.#key)
    this.#key = undefined
  }

  async #finish(works: Works): Promise<void> {
    try {
      await this.#stream?.finish()
      if (this.#stream) works.track(this.#stream.clear())
    } catch (error) {
      this.#log.error({ err: error }, 'a stream could not be ended')
    } finally {
      this.#free()
    }
  }
}

/** Takes teachers' streams by RTMP, one for each key. */
class RtmpIngest implements Ingest {
  readonly #options: IngestOptions
  readonly #stopping = new AbortController()
  readonly #strangers = createStrangers()
  readonly #sockets = new Set<Socket>()
  readonly #works = new Works()
  readonly #places: StreamPlaces
  readonly #server: Server

  constructor(options: IngestOptions) {
    const { mostStreams = defaultStreams, log } = options
    this.#options = options
    this.#places = new StreamPlaces(options, this.#stopping.signal)
    this.#server = createServer((socket) => {
      const fail = (error: unknown): void => {
        log.error({ err: error }, 'something was thrown while a stream was taken')
        socket.destroy()
      }
      runGuarded(fail, () => this.#serve(socket))
    })
    // some are ending
    this.#server.maxConnections = 2 * (mostStrangers + mostStreams)
  }

  async start(): Promise<void> {
    const { signal } = this.#stopping
    const { mediaDir, backend, log } = this.#options
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        await closeLeftOpen({ mediaDir, backend, log })
        break
      } catch (error) {
        if (failures === 0) log.warn({ err: error }, 'the backend could not be asked for open recordings')
        await wait(againMs, undefined, { signal }).catch(() => undefined)
      }
    }
    while (!signal.aborted && !(await this.#listen()))
      await wait(listenAgainMs, undefined, { signal }).catch(() => undefined)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#server.close()
    const ends = [...this.#sockets].map((socket) => once(socket, 'close'))
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all(ends)
    await this.#works.settled()
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    this.#strangers.add(socket)
    const works = this.#works
    const stream = new StreamConnection(this.#places, this.#options.log)
    const onTaken = (): void => this.#strangers.remove(socket)
    serveRtmp(socket, {
      onPublish: (asked, connection) => works.track(stream.publish(asked, connection, { onTaken, works })),
      onPacket: (packet) => stream.take(packet),
      onEnd: () => {
        this.#sockets.delete(socket)
        stream.end(works)
      },
      onNonsense: (error) => this.#options.log.warn({ err: error }, 'an RTMP connection was ended'),
    })
  }

  #listen(): Promise<boolean> {
    const { host, port, log } = this.#options
    return new Promise((resolve) => {
      const refused = (error: Error): void => {
        log.error({ err: error, port }, 'the port for streams is not free')
        resolve(false)
      }
      this.#server.once('error', refused)
      this.#server.listen(port, host, () => {
        this.#server.off('error', refused)
        resolve(true)
      })
    })
  }
}

/** Makes the part that takes teachers' streams. */
export function createIngest(options: IngestOptions): Ingest {
  return new RtmpIngest(options)
}
