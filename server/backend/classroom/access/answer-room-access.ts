import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { type Access, checkAccess } from './access-check.ts'
import { shanghaiMoment } from '#server/backend/base/shanghai-day.ts'
import { AnswerRoomStatus, CheckCode, LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import { findPasswordState } from '#server/backend/classroom/room/password-store.ts'
import { type RoomRow, roomStatus } from '#server/backend/classroom/room/room-store.ts'

/** Whether somebody may be in a room for questions, and why not. */
export interface AnswerAccess {
  readonly status: AnswerRoomStatus
  /** Why not, in words; '' when it is granted, or only the password is missing. */
  readonly message: string
  readonly needPassword: boolean
  /** Epoch ms until which no password is taken. */
  readonly lockedTime: number | null
  readonly access: Access
}

/** No product stands for: no course at all. */
const noProduct = 0

/** A room of a course is for those who are enrolled in it and its staff, one without a course for everybody who is signed in. */
function checkStanding(db: Database, room: RoomRow, session: Session, now: Date): Promise<Access> {
  const lesson = {
    courseId: room.productId ?? noProduct,
    kind: PeriodKind.video,
    isFreeStudy: room.productId === null,
    scheduleId: null,
    teacherId: room.teacherId,
  }
  return checkAccess(db, session, lesson, now)
}

/** Why nobody but staff can be in it now; '' when it is open. */
function closedReason(room: RoomRow, now: Date): string {
  if (!room.isOpen) return '这间答疑室已经关闭'
  const status = roomStatus(room, now.getTime())
  if (status === LiveStatus.notStarted)
    return `答疑还没有开始，${shanghaiMoment(room.beginAt.getTime()).slice(5, 16)} 开放`
  return status === LiveStatus.ended ? '这场答疑已经结束' : ''
}

/** The one place that decides who is in a room for questions (spec §4: only status 1 grants). */
export async function answerAccess(db: Database, room: RoomRow, session: Session, now: Date): Promise<AnswerAccess> {
  const access = await checkStanding(db, room, session, now)
  const denied = { status: AnswerRoomStatus.denied, needPassword: false, lockedTime: null, access }
  const granted = { ...denied, status: AnswerRoomStatus.granted, message: '' }
  if (access.isStaff && room.endedAt === null) return granted
  const closed = closedReason(room, now)
  if (closed !== '') return { ...denied, message: closed }
  if (access.checkCode !== CheckCode.pass) return { ...denied, message: '报名这门课后才能进答疑室' }
  if (room.passwordHash === null) return granted
  const { isGranted, lockedUntil } = await findPasswordState(db, room.id, session.userId, now)
  if (isGranted) return granted
  return { ...denied, message: '', needPassword: true, lockedTime: lockedUntil?.getTime() ?? null }
}
