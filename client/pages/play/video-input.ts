import type { WhichLesson } from '#client/features/play/use-lesson.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'

function readId(text: string | null | undefined): number | undefined {
  return text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

/** Which lesson an address means: the one in its path, else the last (or first) one of the course in its query. */
export function readWhichLesson(id: string | undefined, search: URLSearchParams): WhichLesson {
  const periodId = readId(id)
  const courseId = readId(search.get('courseId'))
  const scheduleId = readId(search.get('scheduleId'))
  if (periodId === undefined && (id !== undefined || courseId === undefined)) throw pageNotFound()
  return {
    ...(periodId === undefined ? { courseId } : { periodId }),
    ...(scheduleId === undefined ? {} : { scheduleId }),
  }
}
