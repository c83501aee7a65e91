import { answerAccess } from '#server/backend/classroom/access/answer-room-access.ts'
import { findRoom, roomStatus } from '#server/backend/classroom/room/room-store.ts'
import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import type { PageInput } from '#server/backend/http/paging.ts'
import type { LiveCard } from '#shared/contract/fields.ts'
import type { SolutionRoom } from '#shared/contract/my-course.ts'
import { answerRoomUrl } from '#shared/rules/room-url.ts'
import { listQuestionRooms, type RoomSpan } from './question-room-store.ts'

interface PageAt {
  readonly now: Date
  readonly page: PageInput
}

/** Rooms for questions, each with whether it may be entered now. */
export async function readQuestionRooms(
  db: Database,
  session: Session,
  span: RoomSpan,
  { now, page }: PageAt,
): Promise<SolutionRoom[]> {
  const rooms = await listQuestionRooms(db, session.userId, span, { now, page })
  const found: SolutionRoom[] = []
  for (const { id, title, courseName, teacherName, teacherImg, isEntered, ...times } of rooms) {
    const room = await findRoom(db, { id })
    if (!room) continue
    const { status, message, needPassword } = await answerAccess(db, room, session, now)
    found.push({
      id,
      title,
      courseName,
      teacherName: teacherName ?? '',
      teacherImg,
      begDate: times.beginAt.getTime(),
      endDate: times.endAt.getTime(),
      liveStatus: roomStatus(times, now.getTime()),
      needPassword,
      answerRoomStatus: status,
      message,
      isEntered,
      url: answerRoomUrl(id),
    })
  }
  return found
}

/** The same as cards of classes; one without a course has no key there. */
export async function roomCards(
  db: Database,
  userId: number,
  span: RoomSpan,
  { now, page }: PageAt,
): Promise<LiveCard[]> {
  const rooms = await listQuestionRooms(db, userId, span, { now, page })
  return rooms.map((room) => ({
    id: room.courseId ?? 0,
    name: room.courseName ?? room.title,
    coverImg: room.coverImg ?? '',
    teacherName: room.teacherName ?? '',
    periodId: 0,
    periodName: room.title,
    begDate: room.beginAt.getTime(),
    endDate: room.endAt.getTime(),
    liveStatus: roomStatus(room, now.getTime()),
    isCharge: false,
    price: '0.00',
    studyCount: 0,
    roomUrl: answerRoomUrl(room.id),
  }))
}
