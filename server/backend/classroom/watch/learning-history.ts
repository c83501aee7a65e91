import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { LearningHistory } from '#shared/contract/play.ts'
import { lessonUrl } from '#shared/rules/room-url.ts'
import { findLastCourse, sumWatched } from './learning-store.ts'

/** What somebody has watched: hours in tenths, and how far they are in the course of last time. */
export async function readLearningHistory(
  { db, clock }: Pick<CallContext, 'db' | 'clock'>,
  userId: number,
): Promise<LearningHistory> {
  const totalHours = Math.floor((await sumWatched(db, userId)) / 360) / 10
  const last = await findLastCourse(db, userId, new Date(clock.now()))
  if (!last) return { totalHours, progress: 0, lastCourse: null }
  const { watchedSec, totalSec, kind, ...lastCourse } = last
  const progress = totalSec > 0 ? Math.floor((watchedSec / totalSec) * 100) : 0
  return { totalHours, progress, lastCourse: { ...lastCourse, playUrl: lessonUrl(kind, last.periodId) } }
}
