import type { Log } from '#server/backend/backend-context.ts'
import type { SlidePictures } from './captcha-pictures.ts'

/** Puzzles made ahead, so that nobody waits for the drawing. */
export interface PicturePool {
  /** A puzzle that nobody has had; drawn at once when none is left. */
  take(): Promise<SlidePictures>
  /** Ends the drawing ahead; resolves when none is being drawn. */
  stop(): Promise<void>
}

export interface PicturePoolOptions {
  /** So many are kept; 0 draws each when it is asked for. */
  readonly size: number
  readonly draw: () => Promise<SlidePictures>
  readonly log: Log
}

/** One picture costs about 20 ms: with this pause between them the drawing takes a few hundredths of a core. */
const pauseMs = 400
const pauseAfterFailureMs = 10_000

/** Fills up one by one beside the other work, from the start and after each one taken. */
export function createPicturePool({ size, draw, log }: PicturePoolOptions): PicturePool {
  const made: SlidePictures[] = []
  let timer: NodeJS.Timeout | undefined
  let drawing: Promise<void> | undefined
  let stopped = false

  function fill(afterMs: number): void {
    if (stopped || timer || drawing || made.length >= size) return
    timer = setTimeout(() => {
      timer = undefined
      drawing = draw()
        .then(
          (picture) => {
            made.push(picture)
            return pauseMs
          },
          (error: unknown) => {
            log.warn({ err: error }, 'a captcha picture could not be drawn')
            return pauseAfterFailureMs
          },
        )
        .then((pause) => {
          drawing = undefined
          fill(pause)
        })
    }, afterMs)
    timer.unref()
  }

  fill(pauseMs)
  return {
    async take() {
      const ready = made.pop()
      fill(pauseMs)
      return ready ?? draw()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await drawing
    },
  }
}
