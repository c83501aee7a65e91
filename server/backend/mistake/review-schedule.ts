import { type FSRSState, fsrs, Rating } from 'ts-fsrs'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { MistakeState } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { addDays } from '#shared/rules/month-days.ts'

/** Right answers in a row, each on a later day, that master a mistake. */
export const successesToMaster = 4
/** The longest time between two repetitions, in days. */
const longestInterval = 180

const scheduler = fsrs({ request_retention: 0.9, enable_fuzz: false, enable_short_term: false })

/** Where the repetition of one mistake stands. */
export interface ReviewProgress {
  readonly state: MistakeState
  /** Shanghai's day, 'YYYY-MM-DD'. */
  readonly dueOn: string
  /** Of FSRS; null before the first review. */
  readonly stability: number | null
  readonly difficulty: number | null
  readonly reps: number
  readonly lapses: number
  readonly successes: number
  readonly lastReviewedAt: Date | null
}

function daysBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / dayMs))
}

function memoryOf({ stability, difficulty }: ReviewProgress): FSRSState | null {
  return stability === null || difficulty === null ? null : { stability, difficulty }
}

/**
 * What an answer makes of a mistake, by FSRS-6 with its published parameters: right is “Good”, wrong is “Again”. Time is counted in days of
 * Shanghai. The library rounds an interval past its own maximum, so the cap is ours.
 */
export function review(before: ReviewProgress, isRight: boolean, now: Date): ReviewProgress {
  const today = shanghaiDay(now.getTime())
  const lastDay = before.lastReviewedAt === null ? null : shanghaiDay(before.lastReviewedAt.getTime())
  const elapsed = lastDay === null ? 0 : daysBetween(lastDay, today)
  const { stability, difficulty } = scheduler.next_state(
    memoryOf(before),
    elapsed,
    isRight ? Rating.Good : Rating.Again,
  )
  const isLaterDay = lastDay === null || lastDay < today
  const successes = isRight ? Math.min(before.successes + (isLaterDay ? 1 : 0), successesToMaster) : 0
  return {
    state: successes >= successesToMaster ? MistakeState.mastered : MistakeState.active,
    dueOn: addDays(today, Math.min(longestInterval, scheduler.next_interval(stability, elapsed))),
    stability,
    difficulty,
    reps: before.reps + 1,
    lapses: before.lapses + (isRight ? 0 : 1),
    successes,
    lastReviewedAt: now,
  }
}

/** A mistake that nobody has answered yet: it is asked today. */
export function newProgress(now: Date): ReviewProgress {
  return {
    state: MistakeState.active,
    dueOn: shanghaiDay(now.getTime()),
    stability: null,
    difficulty: null,
    reps: 0,
    lapses: 0,
    successes: 0,
    lastReviewedAt: null,
  }
}

/** Back among those that are asked, from today on, or tomorrow when it was asked today: what was mastered has to be shown again. */
export function takeBack(before: ReviewProgress, now: Date): ReviewProgress {
  const today = shanghaiDay(now.getTime())
  const { lastReviewedAt } = before
  const isAsked = lastReviewedAt !== null && shanghaiDay(lastReviewedAt.getTime()) === today
  return { ...before, state: MistakeState.active, successes: 0, dueOn: isAsked ? addDays(today, 1) : today }
}

/** Put away by its learner, or as it was before that. */
export function dismiss(before: ReviewProgress, isDismissed: boolean): ReviewProgress {
  if (isDismissed) return { ...before, state: MistakeState.dismissed }
  if (before.state !== MistakeState.dismissed) return before
  const isMastered = before.successes >= successesToMaster
  return { ...before, state: isMastered ? MistakeState.mastered : MistakeState.active }
}
