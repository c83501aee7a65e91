import type { CallContext } from '#server/backend/backend-context.ts'
import type { Handlers } from '#server/backend/binding.ts'
import { findPlayCourse } from '#server/backend/play/choose-lesson.ts'
import { shanghaiMoment } from '#server/backend/shanghai-day.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { AnswerRoomStatus, LiveStatus, RoomKind } from '#shared/contract/enums.ts'
import type { liveApi } from '#shared/contract/live.ts'
import { answerAccess } from './answer-room.ts'
import { findAnswerInfo } from './live-info.ts'
import { grantRoom, returnPasswordTry, takePasswordTry } from './password-store.ts'
import { roomAddress } from './room-address.ts'
import { findHangings, nothingHangs } from './room-extras.ts'
import { findRoom, type RoomRow } from './room-store.ts'

async function getAnswerRoom(ctx: CallContext, id: number): Promise<RoomRow> {
  const room = await findRoom(ctx.db, { id })
  if (room?.kind !== RoomKind.answer) throw new ApiError(Code.NotFound, '没有找到这间答疑室')
  return room
}

const locked = (until: number | null): ApiError =>
  new ApiError(Code.Toast, until === null ? '密码错误次数过多，请 10 分钟后再试' : `密码错误次数过多，请在 ${shanghaiMoment(until).slice(11, 16)} 后再试`)

/** Rooms for questions. */
export const answerHandlers: Pick<Handlers<typeof liveApi>, 'answerRoom' | 'checkPassword'> = {
  async answerRoom(ctx, { id }, session) {
    const now = new Date(ctx.clock.now())
    const room = await getAnswerRoom(ctx, id)
    const { status, message, needPassword, lockedTime } = await answerAccess(ctx.db, room, session, now)
    const isIn = status === AnswerRoomStatus.granted
    const liveInfo = await findAnswerInfo(ctx.db, room, now)
    return {
      id: room.id,
      title: room.title,
      answerRoomStatus: status,
      message,
      needPassword,
      lockedTime,
      liveInfo,
      course: room.productId === null ? null : await findPlayCourse(ctx.db, room.productId),
      address: isIn && liveInfo.liveStatus === LiveStatus.live ? await roomAddress(ctx, room, null) : null,
      ...(isIn ? await findHangings(ctx.db, room, session.userId, now) : nothingHangs),
      groupId: isIn ? room.groupKey : null,
    }
  },

  // NOTE: the try is counted before the password is looked at, and by itself: hashing takes a while, and parallel tries must not slip through
  async checkPassword(ctx, { id, password }, session) {
    const now = new Date(ctx.clock.now())
    const room = await getAnswerRoom(ctx, id)
    const { status, message, needPassword, lockedTime } = await answerAccess(ctx.db, room, session, now)
    if (status === AnswerRoomStatus.granted) return true
    if (!needPassword) throw new ApiError(Code.Toast, message)
    if (lockedTime !== null) throw locked(lockedTime)
    if (!(await ctx.tx((trx) => takePasswordTry(trx, room.id, session.userId, now)))) throw locked(null)
    try {
      if (!(await ctx.passwords.verify(password, room.passwordHash))) return false
    } catch (error) {
      await ctx.tx((trx) => returnPasswordTry(trx, room.id, session.userId))
      throw error
    }
    await ctx.tx((trx) => grantRoom(trx, room.id, session.userId, now))
    return true
  },
}
