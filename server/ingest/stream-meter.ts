import type { StreamFigures } from '#shared/contract/stream-figures.ts'
import type { StreamLook } from './live-renditions.ts'

/** Measures what a teacher's programme sends. */
export interface StreamMeter {
  /** So many bytes came. */
  note(bytes: number): void
  /** What came a second since the last reading, with what the stream looks like. */
  read(look: StreamLook): StreamFigures
}

/** `clock` tells milliseconds that only go on. */
export function createStreamMeter(clock: () => number = () => performance.now()): StreamMeter {
  let [bytes, since] = [0, clock()]
  return {
    note(more) {
      bytes += more
    },
    read({ picture, frameRate, small }) {
      const now = clock()
      const bitsPerSecond = Math.round((bytes * 8000) / Math.max(1, now - since))
      ;[bytes, since] = [0, now]
      const { width = null, height = null } = picture ?? {}
      return {
        bitsPerSecond,
        width,
        height,
        frameRate: picture ? Math.round(frameRate * 10) / 10 : null,
        small,
      }
    },
  }
}
