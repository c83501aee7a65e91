import type { Database } from '#server/backend/db/database.ts'
import { findPlayCourse } from '#server/backend/classroom/lesson/choose-lesson.ts'
import { LiveStatus, RoomKind } from '#shared/contract/enums.ts'
import type { AnswerLobby } from '#shared/contract/room-entry.ts'
import { findAnswerInfo } from './live-info.ts'
import { findStanding, newsOf } from '#server/backend/classroom/tools/queue-standing.ts'
import { findRoom } from './room-store.ts'

/** What anybody may know of a room for questions before they are in it; null when there is none. Of its queue nobody is named. */
export async function findAnswerLobby(db: Database, id: number, now: Date): Promise<AnswerLobby | null> {
  const room = await findRoom(db, { id })
  if (room?.kind !== RoomKind.answer) return null
  const { liveStatus, teacherResultVO: teacher } = await findAnswerInfo(db, room, now)
  const course = room.productId === null ? null : await findPlayCourse(db, room.productId)
  const isOn = room.isOpen && liveStatus === LiveStatus.live
  const { waiting, expectedWaitSec } = newsOf(await findStanding(db, room.id), now)
  return {
    id: room.id,
    title: room.title,
    isOpen: room.isOpen,
    liveStatus,
    begDate: room.beginAt.getTime(),
    endDate: room.endAt.getTime(),
    needPassword: room.passwordHash !== null,
    teacher,
    course: course && { name: course.name, url: course.url },
    queue: isOn ? { waiting, expectedWaitSec } : null,
  }
}
