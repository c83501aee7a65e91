/** The server's clock as a page knows it. */
export interface ServerClock {
  /** A time that the server has just told (epoch ms). */
  note: (serverTime: number) => void
  /** The server's time now (epoch ms); NaN before anything was told. */
  now: () => number
}

/**
 * Counts from what the server told by a clock that nobody can set. An answer was told some time before it arrived, so the latest word
 * counts; a machine that slept is put right by the next answer.
 */
export function createServerClock(elapsed: () => number = () => performance.now()): ServerClock {
  let ahead = Number.NEGATIVE_INFINITY
  return {
    note(serverTime) {
      ahead = Math.max(ahead, serverTime - elapsed())
    },
    now: () => (ahead === Number.NEGATIVE_INFINITY ? Number.NaN : elapsed() + ahead),
  }
}
