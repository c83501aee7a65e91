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

function count(text: string | null): number | undefined {
  const value = Number(text)
  return text !== null && Number.isSafeInteger(value) && value >= 1 ? value : undefined
}

/** Reads an address; what can't be read is the usual. */
export function readHomeworkChoice(search: URLSearchParams): HomeworkChoice {
  const state = count(search.get('state'))
  const queue = search.get('queue')
  return {
    state: Object.values(HomeworkState).find((one) => one === state),
    courseId: count(search.get('course')),
    scheduleId: count(search.get('class')),
    periodId: count(search.get('lesson')),
    queue: queue === 'waiting' || queue === 'done' ? queue : undefined,
    page: Math.min(count(search.get('page')) ?? 1, 10_000),
  }
}

/** The address of a choice. */
export function homeworkHref({
  state,
  courseId,
  scheduleId,
  periodId,
  queue,
  page = 1,
}: Partial<HomeworkChoice>): string {
  const query = new URLSearchParams()
  const given = {
    queue,
    state,
    course: courseId,
    class: scheduleId,
    lesson: periodId,
    page: page > 1 ? page : undefined,
  }
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, String(value))
  const text = query.toString()
  return `/user/homework${text ? `?${text}` : ''}`
}

/** Where one homework is done and read: by its id once it was handed in, by its lesson before. */
export function homeworkDetailHref({
  id,
  periodId,
  scheduleId,
}: {
  id: number | null
  periodId: number
  scheduleId: number | null
}): string {
  if (id !== null) return `/homework/detail/${id}`
  return `/homework/detail?periodId=${periodId}${scheduleId === null ? '' : `&scheduleId=${scheduleId}`}`
}
