import type { Log } from '#server/backend/base/parts.ts'
import type { CaptchaLevel, PicturePool, SlidePictures } from '#server/backend/context/slide-pictures.ts'

export interface PicturePoolOptions {
  /** So many of level 1 are kept, and a fifth of that of each harder level; 0 draws each when it is asked for. */
  readonly size: number
  readonly draw: (level: CaptchaLevel) => Promise<SlidePictures>
  readonly log: Log
}

/** One picture costs a few hundredths of a second: with this pause between them the drawing takes about a tenth of a core. */
const pauseMs = 400
const pauseAfterFailureMs = 10_000
/** So many wait for their drawing at most, one after the other: a flood of requests can't take the processor. */
const mostWaiting = 24

/** Fills up one by one beside the other work, from the start and after each one taken. */
export function createPicturePool({ size, draw, log }: PicturePoolOptions): PicturePool {
  const made: Readonly<Record<CaptchaLevel, SlidePictures[]>> = { 1: [], 2: [], 3: [] }
  const sizes: Readonly<Record<CaptchaLevel, number>> = { 1: size, 2: Math.ceil(size / 5), 3: Math.ceil(size / 5) }
  let timer: NodeJS.Timeout | undefined
  let drawing: Promise<void> | undefined
  let stopped = false
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  function fill(afterMs: number): void {
    const level = ([1, 2, 3] as const).find((one) => made[one].length < sizes[one])
    if (stopped || timer || drawing || level === undefined) return
    timer = setTimeout(() => {
      timer = undefined
      drawing = draw(level)
        .then(
          (picture) => {
            made[level].push(picture)
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

  function drawInTurn(level: CaptchaLevel): Promise<SlidePictures> {
    if (waiting >= mostWaiting) return Promise.reject(new Error('Too many captcha pictures are waited for.'))
    waiting += 1
    const picture = last
      .then(() => draw(level))
      .finally(() => {
        waiting -= 1
      })
    last = picture.catch(() => undefined)
    return picture
  }

  fill(pauseMs)
  return {
    async take(level = 1) {
      const ready = made[level].pop()
      fill(pauseMs)
      return ready ?? drawInTurn(level)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await drawing
    },
  }
}
