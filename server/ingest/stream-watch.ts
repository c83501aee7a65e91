import { setTimeout as wait } from 'node:timers/promises'
import type { BackendLink } from './backend-link.ts'
import { type Insisting, insist } from './insist.ts'
import type { LiveRenditions } from './live-renditions.ts'
import type { RtmpConnection } from './rtmp-connection.ts'
import type { StreamMeter } from './stream-meter.ts'

const lookMs = 200
const beatMs = 5_000

export interface StreamWatchOptions extends Insisting {
  readonly key: string
  /** Below the media folder. */
  readonly folder: string
  readonly renditions: LiveRenditions
  readonly meter: StreamMeter
  readonly backend: BackendLink
  readonly connection: Pick<RtmpConnection, 'end'>
  /** When the first picture came, by `performance.now()`; undefined before it. */
  readonly firstAt: () => number | undefined
}

/** What goes between a running stream and the backend. */
export interface StreamWatch {
  /** The publisher is gone: resolves when nothing is told any more. */
  stop(): Promise<void>
  /** After that, when everything is written: the recording's id; undefined when nothing ever came of the stream. */
  close(): Promise<number | undefined>
}

/** Tells the backend of a stream as soon as it can be watched, then again and again that it runs and what it carries. */
export function startStreamWatch(options: StreamWatchOptions): StreamWatch {
  const { key, folder, renditions, meter, backend, connection, firstAt, roomId, log } = options
  let recordingId: number | undefined
  let [finished, troubled] = [false, false]

  async function begin(): Promise<void> {
    const answer = await insist('the backend could not be told of a stream', options, () =>
      backend.call('begin', { key, folder, agoMs: Math.round(performance.now() - (firstAt() ?? performance.now())) }),
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
      return await renditions.look()
    } catch (error) {
      log.error({ err: error, roomId }, 'the end of a stream could not be read')
      return false
    } finally {
      await renditions.end()
    }
  }

  return {
    async stop() {
      finished = true
      await watching
    },
    async close() {
      // One that was shorter than its first segment is a recording, too.
      if ((await lookLast()) && recordingId === undefined) await begin()
      return recordingId
    },
  }
}
