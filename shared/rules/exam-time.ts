/** What arrives so long after the end still counts: it was on its way. */
export const examGraceMs = 10_000

const minuteMs = 60_000

/** The times of a paper, as far as an attempt depends on them. */
export interface ExamTimes {
  /** Epoch ms; null: no end. */
  readonly endAt: number | null
  readonly durationMin: number | null
  /** Minutes that one learner was given beyond these. */
  readonly extraMin: number
}

/** When an attempt that begins at `begunAt` ends; null: never by the clock. More minutes for one learner move the window's end, too. */
export function deadlineOf({ endAt, durationMin, extraMin }: ExamTimes, begunAt: number): number | null {
  const ends = [endAt, durationMin === null ? null : begunAt + durationMin * minuteMs].filter((end) => end !== null)
  return ends.length === 0 ? null : Math.min(...ends) + extraMin * minuteMs
}

/** Whether an attempt is over at `now`, though nobody has closed it yet. */
export function isPastDeadline(deadlineAt: number | null, now: number): boolean {
  return deadlineAt !== null && now > deadlineAt + examGraceMs
}
