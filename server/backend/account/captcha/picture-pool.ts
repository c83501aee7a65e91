import { workForAll } from '#server/backend/base/asker.ts'
import type { Log } from '#server/backend/base/parts.ts'
import type { CaptchaLevel, SlidePictures } from '#server/backend/context/captcha-drawing.ts'

/** Puzzles made ahead, so that nobody waits for the drawing. */
export interface PicturePool {
  /** A puzzle that nobody has had; drawn in the turn of `who` when none of its level is left. Rejects as `draw` does. */
  take(level: CaptchaLevel, who: string): Promise<SlidePictures>
  /** Ends the drawing ahead; resolves when none is being drawn. */
  stop(): Promise<void>
}

export interface PicturePoolOptions {
  /** So many of level 1 are kept, and a fifth of that of each harder level; 0 draws each when it is asked for. */
  readonly size: number
  readonly draw: (level: CaptchaLevel, who: string) => Promise<SlidePictures>
  readonly log: Log
}

/** One picture costs a few hundredths of a second: with this pause between them the drawing takes about a tenth of a core. */
const pauseMs = 400
const pauseAfterFailureMs = 10_000
/** In whose turn is drawn what nobody has asked for yet. */
const ahead = ''

/** Fills up one by one beside the other work, from the start and after each one taken. */
export function createPicturePool({ size, draw, log }: PicturePoolOptions): PicturePool {
  const made: Readonly<Record<CaptchaLevel, SlidePictures[]>> = { 1: [], 2: [], 3: [] }
  const sizes: Readonly<Record<CaptchaLevel, number>> = { 1: size, 2: Math.ceil(size / 5), 3: Math.ceil(size / 5) }
  let timer: NodeJS.Timeout | undefined
  let drawing: Promise<void> | undefined
  let stopped = false

  function fill(afterMs: number): void {
    const level = ([1, 2, 3] as const).find((one) => made[one].length < sizes[one])
    if (stopped || timer || drawing || level === undefined) return
    timer = setTimeout(() => {
      timer = undefined
      drawing = workForAll(() => draw(level, ahead))
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

  fill(pauseMs)
  return {
    async take(level, who) {
      const ready = made[level].pop()
      fill(pauseMs)
      return ready ?? draw(level, who)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await drawing
    },
  }
}
