import { dayMs } from '#shared/rules/day-ms.ts'

// What 社区公约 promises, in one place: texts and due times are made of it.

/** What waits is looked at, and what was reported is answered, within so long. */
export const answerMs = dayMs
/** A decision may be appealed for so long after it was told. */
export const appealDays = 15
export const appealMs = appealDays * dayMs
/** What was removed may come back for so long: as it may be appealed, and an hour for the telling. */
export const removalOpenMs = appealMs + 3_600_000
/** An appeal is answered within so many working days. */
export const appealWorkingDays = 5

/** Where a learner reads a decision about themselves, and appeals it. */
export function decisionPath(id: number): string {
  return `/bbs/record?id=${id}`
}

/** Where a learner sees what came of their reports. */
export const ownReportsPath = '/bbs/record?tab=report'
