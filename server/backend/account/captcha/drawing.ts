import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Log } from '#server/backend/base/parts.ts'
import type {
  CaptchaDrawing,
  CaptchaLevel,
  LetterPicture,
  SlidePictures,
} from '#server/backend/context/captcha-drawing.ts'
import { createFairQueue } from '#server/backend/base/fair-queue.ts'
import { createPicturePool } from './picture-pool.ts'

/** What the drawing thread is to make: pictures of a level, or a text read out (a WAV file in base64). */
export type DrawingOrder =
  | { readonly kind: 'slide'; readonly level: CaptchaLevel }
  | { readonly kind: 'letters'; readonly level: CaptchaLevel }
  | { readonly kind: 'speech'; readonly text: string }

/** Built servers have the thread's script beside them, sources in their folder. */
const script = import.meta.dirname.endsWith(join('dist', 'server')) ? 'drawing-thread.js' : 'drawing-thread.ts'
/** A drawing costs a few hundredths of a second; a thread that takes so long is ended. */
const longestMs = 10_000
/** Of one network, and altogether: the last of them waits a few seconds. */
const waiting = { mostOfOne: 24, mostWaiting: 96, waitMs: 4000 } as const

interface DrawingThread {
  /** One order at a time. */
  draw(order: DrawingOrder): Promise<unknown>
  stop(): Promise<void>
}

/** A thread that is started with the first order, and again when it has died. */
function createThread(): DrawingThread {
  let worker: Worker | undefined

  function start(): Worker {
    const started = new Worker(join(import.meta.dirname, script))
    started.unref()
    // A thread that dies between two drawings is replaced with the next one: without a listener its error would end the process.
    started.on('error', () => undefined)
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }

  return {
    draw(order) {
      worker ??= start()
      const thread = worker
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          void thread.terminate()
          end(() => reject(new Error('The drawing took too long.')))
        }, longestMs)
        const onMessage = (answer: { drawing?: unknown; error?: unknown }): void =>
          end(() => (answer.drawing === undefined ? reject(answer.error) : resolve(answer.drawing)))
        const onError = (error: unknown): void => end(() => reject(error))
        const onExit = (): void => end(() => reject(new Error('The drawing thread has ended.')))
        const end = (settle: () => void): void => {
          clearTimeout(timer)
          thread.off('message', onMessage).off('error', onError).off('exit', onExit)
          settle()
        }
        thread.once('message', onMessage).once('error', onError).once('exit', onExit)
        thread.postMessage(order)
      })
    },
    async stop() {
      await worker?.terminate()
    },
  }
}

/** Creates the thread, its queue and `puzzlesAhead` puzzles of level 1 (a fifth of that of each harder level). */
export function createCaptchaDrawing({ puzzlesAhead, log }: { puzzlesAhead: number; log: Log }): CaptchaDrawing {
  const thread = createThread()
  const queue = createFairQueue(waiting)
  const draw = <T>(order: DrawingOrder, who: string): Promise<T> =>
    queue.add(who, () => thread.draw(order) as Promise<T>)
  const pool = createPicturePool({
    size: puzzlesAhead,
    draw: (level, who) => draw<SlidePictures>({ kind: 'slide', level }, who),
    log,
  })
  return {
    slide: pool.take,
    letters: (level, who) => draw<LetterPicture>({ kind: 'letters', level }, who),
    speech: (text, who) => draw<string>({ kind: 'speech', text }, who),
    async stop() {
      await pool.stop()
      await thread.stop()
    },
  }
}
