import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { type Access, checkAccess } from './access-check.ts'
import { AnswerRoomStatus, CheckCode, RoomKind } from '#shared/contract/enums.ts'
import { answerAccess } from './answer-room-access.ts'
import { whileRoomOpen } from '#server/backend/classroom/room/room-opening.ts'
import { findLesson, type RoomRow } from '#server/backend/classroom/room/room-store.ts'

/** Whether somebody may be in a room and read its chat: as its lesson's access check says, or as its opening when it is for questions. */
export async function mayEnterRoom(db: Database, session: Session, room: RoomRow, now: Date): Promise<Access> {
  if (room.kind === RoomKind.answer) {
    const { access, status, message } = await answerAccess(db, room, session, now)
    if (status === AnswerRoomStatus.granted) return { ...access, checkCode: CheckCode.pass, message: '' }
    return { ...access, checkCode: CheckCode.notBought, message: message || '请先输入答疑室的密码' }
  }
  const lesson =
    room.periodId === null
      ? undefined
      : await findLesson(
          db,
          { periodId: room.periodId, scheduleId: room.scheduleId ?? undefined, userId: session.userId },
          now,
        )
  return whileRoomOpen(
    await checkAccess(
      db,
      session,
      lesson && { ...lesson, scheduleId: room.scheduleId, teacherId: room.teacherId ?? lesson.teacherId },
      now,
    ),
    room,
  )
}
