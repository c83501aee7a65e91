import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import { inStep } from '#server/backend/db/in-step.ts'
import { ensureLessonRoom } from '#server/backend/classroom/room/lesson-room.ts'
import { findLesson, findLessonRoom, findRoom, type RoomRow } from '#server/backend/classroom/room/room-store.ts'
import type { ImGroup } from '#shared/contract/im.ts'
import { enterRoom, type RoomKey } from './im-room.ts'
import { saveMember } from './member-store.ts'

async function openRoom(
  { db, tx }: CallContext,
  { groupId, periodId, scheduleId }: RoomKey,
  userId: number,
  now: Date,
): Promise<RoomRow | undefined> {
  if (groupId !== undefined) return findRoom(db, { groupKey: groupId })
  const lesson = periodId === undefined ? undefined : await findLesson(db, { periodId, scheduleId, userId }, now)
  return lesson && ((await findLessonRoom(db, lesson)) ?? tx((trx) => ensureLessonRoom(trx, lesson, now)))
}

/** Makes somebody one of a room's people, and gives out the ticket for one connection. */
export function joinGroup(ctx: CallContext, key: RoomKey, session: Session): Promise<ImGroup> {
  const { groupId, periodId, scheduleId } = key
  return inStep(ctx.db, `joining ${groupId} ${periodId} ${scheduleId}`, () => join(ctx, key, session))
}

async function join(ctx: CallContext, key: RoomKey, session: Session): Promise<ImGroup> {
  await ctx.limits.take('imJoin', String(session.userId))
  const now = new Date(ctx.clock.now())
  const { room, access } = await enterRoom(ctx.db, await openRoom(ctx, key, session.userId, now), session, now)
  const { userId } = session
  const member = await saveMember(ctx.db, room, { userId, userType: access.userType, now })
  const ticket = await ctx.im.ticket({ groupKey: room.groupKey, userId, sessionId: session.id })
  const me = { ...member, userType: access.userType, isStaff: access.isStaff }
  return { id: room.groupKey, sign: ticket.sign, appId: ticket.appId, engine: ticket.engine, me, lastSeq: room.lastSeq }
}
