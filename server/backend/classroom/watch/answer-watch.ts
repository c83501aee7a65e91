import { answerAccess } from '#server/backend/classroom/access/answer-room-access.ts'
import { findRoomSource } from '#server/backend/classroom/room/room-address.ts'
import { findRoom, type RoomRow, roomStatus } from '#server/backend/classroom/room/room-store.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { AnswerRoomStatus, LiveStatus } from '#shared/contract/enums.ts'
import type { PlayAddress } from '#shared/contract/play-fields.ts'
import { signAddress } from './sign-address.ts'

/** What a learner's standing is in the room for questions whose picture a player shows. */
interface AnswerStanding {
  readonly room: RoomRow
  readonly isStaff: boolean
  /** The room is on, and they may be in it. */
  readonly mayWatch: boolean
}

/** Undefined: there is no such room any more. */
export async function findAnswerStanding(
  db: Database,
  roomId: number | null,
  session: Session,
  now: Date,
): Promise<AnswerStanding | undefined> {
  const room = roomId === null ? undefined : await findRoom(db, { id: roomId })
  if (!room) return undefined
  const { access, status } = await answerAccess(db, room, session, now)
  const mayWatch = status === AnswerRoomStatus.granted && roomStatus(room, now.getTime()) === LiveStatus.live
  return { room, isStaff: access.isStaff, mayWatch }
}

/** The addresses of a room's picture for a player that is open; 4004 when there is nothing to see there any more. */
export async function answerAddress(
  ctx: CallContext,
  roomId: number | null,
  session: Session,
  now: Date,
): Promise<PlayAddress> {
  const standing = await findAnswerStanding(ctx.db, roomId, session, now)
  const source = standing?.mayWatch ? await findRoomSource(ctx.db, standing.room, null) : undefined
  if (!source) throw new ApiError(Code.Toast, standing?.mayWatch ? '老师暂时离开了，请稍候' : '现在不能看这间答疑室')
  return signAddress(ctx, source.urls, source.mode)
}
