import type { Database } from '#server/backend/db/database.ts'
import { fillDemoRoom } from './demo-room-content-store.ts'
import { findLessonRoom, insertLessonChat, insertLessonRoom, type LessonRow, type RoomRow } from './room-store.ts'

/** The room of a lesson, made when it is opened for the first time; undefined for a lesson without a time. Many may open it at once. */
export async function ensureLessonRoom(trx: Database, lesson: LessonRow, now: Date): Promise<RoomRow | undefined> {
  const found = await findLessonRoom(trx, lesson)
  if (found || lesson.schedulePeriodId === null || lesson.beginAt === null || lesson.endAt === null) return found
  const roomId = await insertLessonRoom(trx, lesson, now)
  if (roomId !== undefined) await fillDemoRoom(trx, roomId, lesson)
  await insertLessonChat(trx, lesson)
  return findLessonRoom(trx, lesson)
}
