import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { CheckCode } from '#shared/contract/enums.ts'
import type { liveApi } from '#shared/contract/live.ts'
import { hasAttended, insertEvaluation, isLessonOver } from './evaluation-store.ts'
import { visitLesson } from '#server/backend/classroom/room/lesson-visit.ts'
import { mayEnterRoom } from '#server/backend/classroom/access/room-access.ts'
import { roomPath } from '#server/backend/classroom/room/room-path.ts'
import { ensureLessonRoom } from '#server/backend/classroom/room/lesson-room.ts'
import { findRoom, type RoomRow } from '#server/backend/classroom/room/room-store.ts'
import { insertShare } from './class-share-store.ts'

const notIn = (message: string): ApiError => new ApiError(Code.Toast, message || '进入教室后再操作')

/** The room of a lesson that the caller may enter; it comes to be. */
async function openLesson(
  ctx: CallContext,
  asked: { periodId?: number | undefined; scheduleId?: number | undefined },
  session: Session,
): Promise<RoomRow> {
  const visit = await visitLesson(ctx, asked, session)
  if (!visit) throw new ApiError(Code.NotFound, '没有找到这间教室')
  if (!visit.isIn) throw notIn(visit.access.message)
  const room = visit.room ?? (await ensureLessonRoom(ctx.db, visit.lesson, new Date(ctx.clock.now())))
  if (!room) throw new ApiError(Code.Toast, '这节课还没有排上时间')
  return room
}

async function getRoom(ctx: CallContext, id: number, session: Session): Promise<RoomRow> {
  const room = await findRoom(ctx.db, { id })
  if (!room) throw new ApiError(Code.NotFound, '没有找到这间教室')
  const { checkCode, message } = await mayEnterRoom(ctx.db, session, room, new Date(ctx.clock.now()))
  if (checkCode !== CheckCode.pass) throw notIn(message)
  return room
}

/** What a learner says of a class, and to whom they show it. */
export const evaluationHandlers: Pick<Handlers<typeof liveApi>, 'save' | 'share'> = {
  async save(ctx, { periodId, scheduleId, score, tags, content }, session) {
    const now = new Date(ctx.clock.now())
    const visit = await visitLesson(ctx, { periodId, scheduleId }, session)
    if (!visit) throw new ApiError(Code.NotFound, '没有找到这节课')
    const { lesson, access, isIn } = visit
    if (!isIn) throw notIn(access.message)
    if (access.isStaff) throw new ApiError(Code.Toast, '评价由学员填写')
    if (!(await isLessonOver(ctx.db, lesson, now))) throw new ApiError(Code.Toast, '下课后才能评价')
    if (!(await hasAttended(ctx.db, session.userId, periodId, now)))
      throw new ApiError(Code.Toast, '上过这节课的学员才能评价')
    const isFirst = await insertEvaluation(ctx.db, {
      userId: session.userId,
      periodId,
      productId: lesson.courseId,
      score,
      tags: [...new Set(tags)],
      content: content.trim(),
      now,
    })
    if (!isFirst) throw new ApiError(Code.Toast, '您已经评价过这节课')
    return true
  },

  async share(ctx, { roomId, channel, ...asked }, session) {
    const room = roomId === undefined ? await openLesson(ctx, asked, session) : await getRoom(ctx, roomId, session)
    const day = shanghaiDay(ctx.clock.now())
    await insertShare(ctx.db, { roomId: room.id, userId: session.userId, day, channel })
    return { shareUrl: new URL(roomPath(room), ctx.config.origin).href }
  },
}
