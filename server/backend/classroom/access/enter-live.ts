import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handler } from '#server/backend/http/binding.ts'
import { findRoomKey } from '#server/backend/classroom/chat/room-key.ts'
import { openPicture } from '#server/backend/classroom/room/open-picture.ts'
import { whileRoomOpen } from '#server/backend/classroom/room/room-opening.ts'
import { ensureLessonRoom } from '#server/backend/classroom/room/lesson-room.ts'
import { findLessonRoom, type LessonRow, type RoomRow } from '#server/backend/classroom/room/room-store.ts'
import { CheckCode, PeriodKind } from '#shared/contract/enums.ts'
import type { EnterLive, playApi } from '#shared/contract/play.ts'
import { type Access, checkAccess } from './access-check.ts'
import { noteEntering } from '#server/backend/classroom/watch/attendance-store.ts'
import { chooseLiveLesson, findPlayCourse } from '#server/backend/classroom/lesson/choose-lesson.ts'
import { noWatch } from '#server/backend/classroom/watch/open-watch.ts'
import { noAddress } from '#server/backend/classroom/watch/sign-address.ts'

/** Opens the room of a lesson that nobody has been in, and a player in it. */
async function openRoom(
  ctx: CallContext,
  session: Session,
  { lesson, access, known }: { lesson: LessonRow; access: Access; known: RoomRow | undefined },
  former: string | undefined,
): Promise<Partial<EnterLive>> {
  const now = new Date(ctx.clock.now())
  const room = known ?? (await ctx.tx((trx) => ensureLessonRoom(trx, lesson, now)))
  // a class without a time has no room yet
  if (!room) return {}
  await noteEntering(ctx.db, { roomId: room.id, userId: session.userId, userType: access.userType }, now)
  const inRoom = { groupId: room.groupKey, streamId: String(room.id), im: await findRoomKey(ctx, room, session) }
  const player = { userId: session.userId, former, isStaff: access.isStaff }
  const { watchStartTime: _, ...picture } = await openPicture(ctx, lesson, room, player)
  return { ...inRoom, ...picture }
}

export const enterLive: Handler<typeof playApi.enterLive> = async (ctx, { watchId, ...asked }, session) => {
  const now = new Date(ctx.clock.now())
  const found = await chooseLiveLesson(ctx.db, asked, session.userId, now)
  const lesson = found?.kind === PeriodKind.video ? undefined : found
  const known = lesson && (await findLessonRoom(ctx.db, lesson))
  const access = whileRoomOpen(await checkAccess(ctx.db, session, lesson, now), known)
  const closed: EnterLive = {
    checkCode: access.checkCode,
    message: access.message,
    course: lesson ? await findPlayCourse(ctx.db, lesson.courseId) : null,
    periodId: lesson?.periodId ?? null,
    scheduleId: lesson?.scheduleId ?? null,
    isFreeStudy: lesson?.isFreeStudy ?? false,
    streamId: null,
    ...noAddress,
    isReplay: false,
    videoOptions: null,
    groupId: null,
    im: null,
    ...noWatch,
  }
  if (!lesson || access.checkCode !== CheckCode.pass) return closed
  return { ...closed, ...(await openRoom(ctx, session, { lesson, access, known }, watchId)) }
}
