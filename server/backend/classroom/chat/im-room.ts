import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { mayEnterRoom } from '#server/backend/classroom/access/room-access.ts'
import {
  findLesson,
  findLessonRoom,
  findRoom,
  type RoomRow,
  roomStatus,
} from '#server/backend/classroom/room/room-store.ts'
import type { Access } from '#server/backend/classroom/access/access-check.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { CheckCode, LiveStatus } from '#shared/contract/enums.ts'

/** A room by its chat, or by its lesson. */
export interface RoomKey {
  readonly groupId?: string | undefined
  readonly periodId?: number | undefined
  readonly scheduleId?: number | undefined
}

/** Somebody in a room that they may be in. */
export interface Present {
  readonly room: RoomRow
  readonly access: Access
}

/** After its end a class can be talked over for so long. */
const talkAfterMs = 30 * 60_000

async function findKeyedRoom(
  db: Database,
  { groupId, periodId, scheduleId }: RoomKey,
  userId: number,
  now: Date,
): Promise<RoomRow | undefined> {
  if (groupId !== undefined) return findRoom(db, { groupKey: groupId })
  const lesson = periodId === undefined ? undefined : await findLesson(db, { periodId, scheduleId, userId }, now)
  return lesson && findLessonRoom(db, lesson)
}

/** Checks that the caller may be in a room; throws 404, or 4004 with the reason. */
export async function enterRoom(
  db: Database,
  room: RoomRow | undefined,
  session: Session,
  now: Date,
): Promise<Present> {
  if (!room) throw new ApiError(Code.NotFound, '没有找到这间教室')
  const access = await mayEnterRoom(db, session, room, now)
  if (access.checkCode !== CheckCode.pass)
    throw new ApiError(access.checkCode === CheckCode.noCourse ? Code.NotFound : Code.Toast, access.message)
  return { room, access }
}

/** The room that is asked for, and who the caller is there. */
export async function getPresent(
  ctx: Pick<CallContext, 'db' | 'clock'>,
  key: RoomKey,
  session: Session,
): Promise<Present> {
  const now = new Date(ctx.clock.now())
  return enterRoom(ctx.db, await findKeyedRoom(ctx.db, key, session.userId, now), session, now)
}

/** The same; undefined when nobody has opened such a room. */
export async function findPresent(
  ctx: Pick<CallContext, 'db' | 'clock'>,
  key: RoomKey,
  session: Session,
): Promise<Present | undefined> {
  const now = new Date(ctx.clock.now())
  const room = await findKeyedRoom(ctx.db, key, session.userId, now)
  return room && enterRoom(ctx.db, room, session, now)
}

/** The same for what only the room's staff may do. */
export async function getStaffPresent(
  ctx: Pick<CallContext, 'db' | 'clock'>,
  key: RoomKey,
  session: Session,
): Promise<Present> {
  const present = await getPresent(ctx, key, session)
  if (!present.access.isStaff) throw new ApiError(Code.Toast, '只有老师和助教可以这样做')
  return present
}

/** Refuses learners who would go on talking in a class that has long been over. */
export function checkMaySpeak({ room, access }: Present, now: Date): void {
  const ended = room.endedAt ?? room.endAt
  const isOver = roomStatus(room, now.getTime()) === LiveStatus.ended && now.getTime() - ended.getTime() > talkAfterMs
  if (isOver && !access.isStaff) throw new ApiError(Code.Toast, '课已经结束，不能再发言了')
}
