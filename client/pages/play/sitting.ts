/** A film that tells nothing for so long stands still. */
const stalledMs = 3000
/** So much of a time may be stood still, beginning and waiting for the line, and it counts as watched. */
const toleratedMs = 2000
/** A change is told at once, but not sooner than this after the last report. */
const betweenMs = 2000

/** Whether a film that runs on the class's clock is watched, from one report to the next. */
export interface Sitting {
  /** Where the player is, a few times a second; true when what was until now should be told first, by `take`. */
  note(tick: { readonly rate: number }, now: number): boolean
  /** Tells and begins anew: it was paused since the last report. */
  take(now: number): boolean
}

export function createSitting(start: number): Sitting {
  let [takenAt, stillSince, heardAt]: [number, number | undefined, number] = [start, start, start]
  let stillMs = 0

  function look(now: number): void {
    if (stillSince === undefined && now - heardAt > stalledMs) stillSince = heardAt
  }
  return {
    note({ rate }, now) {
      look(now)
      heardAt = now
      const [was, is] = [stillSince === undefined, rate > 0]
      if (was === is) return false
      if (is) stillMs += now - (stillSince ?? now)
      stillSince = is ? undefined : now
      return now - takenAt >= betweenMs
    },
    take(now) {
      look(now)
      const isPaused = stillMs + (stillSince === undefined ? 0 : now - Math.max(stillSince, takenAt)) > toleratedMs
      stillMs = 0
      takenAt = now
      if (stillSince !== undefined) stillSince = now
      return isPaused
    },
  }
}
