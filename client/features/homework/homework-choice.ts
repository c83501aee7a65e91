import { HomeworkState } from '#shared/contract/enums.ts'

/** What an address of the homework page shows. */
export interface HomeworkChoice {
  /** Undefined: every state. */
  state: HomeworkState | undefined
  courseId: number | undefined
  scheduleId: number | undefined
  periodId: number | undefined
  /** What waits for the caller, or what was corrected, of others: for the staff of classes. */
  queue: 'waiting' | 'done' | undefined
  page: number
}

/** A whole number from 1 on, of at most 15 digits; undefined for every other word. */
export function readCount(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

/** Reads an address; what can't be read is the usual. */
export function readHomeworkChoice(search: URLSearchParams): HomeworkChoice {
  const state = Number(search.get('state'))
  const queue = search.get('queue')
  return {
    state: Object.values(HomeworkState).find((one) => one === state),
    courseId: readCount(search.get('course')),
    scheduleId: readCount(search.get('class')),
    periodId: readCount(search.get('lesson')),
    queue: queue === 'waiting' || queue === 'done' ? queue : undefined,
    page: Math.min(readCount(search.get('page')) ?? 1, 10_000),
  }
}
