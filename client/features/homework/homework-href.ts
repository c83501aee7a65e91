import type { HomeworkChoice } from '#client/features/homework/homework-choice.ts'
import { homeworkUrl } from '#shared/rules/room-url.ts'

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
  return homeworkUrl(periodId, scheduleId)
}
