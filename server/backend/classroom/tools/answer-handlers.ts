import { shanghaiMoment } from '#server/backend/base/shanghai-day.ts'
import { answerAccess } from '#server/backend/classroom/access/answer-room-access.ts'
import { noChat, openChat } from '#server/backend/classroom/chat/room-key.ts'
import { findPlayCourse } from '#server/backend/classroom/lesson/choose-lesson.ts'
import { findAnswerInfo } from '#server/backend/classroom/room/live-info.ts'
import { grantRoom, returnPasswordTry, takePasswordTry } from '#server/backend/classroom/room/password-store.ts'
import { findRoomSource } from '#server/backend/classroom/room/room-address.ts'
import { findHangings, findTurns, nothingHangs } from '#server/backend/classroom/room/room-extras.ts'
import { findRoom, type RoomRow } from '#server/backend/classroom/room/room-store.ts'
import { findWatermark, toVideoOptions } from '#server/backend/classroom/watch/lesson-film.ts'
import { noWatch, type OpenedWatch, openWatch } from '#server/backend/classroom/watch/open-watch.ts'
import { noAddress, signAddress } from '#server/backend/classroom/watch/sign-address.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { AnswerRoomStatus, LiveStatus, RoomKind } from '#shared/contract/enums.ts'
import type { AnswerRoomInfo, liveApi } from '#shared/contract/live.ts'

async function getAnswerRoom(ctx: CallContext, id: number): Promise<RoomRow> {
  const room = await findRoom(ctx.db, { id })
  if (room?.kind !== RoomKind.answer) throw new ApiError(Code.NotFound, '没有找到这间答疑室')
  return room
}

const locked = (until: number | null): ApiError =>
  new ApiError(
    Code.Toast,
    until === null
      ? '密码错误次数过多，请 10 分钟后再试'
      : `密码错误次数过多，请在 ${shanghaiMoment(until).slice(11, 16)} 后再试`,
  )

type Shown = Pick<AnswerRoomInfo, 'playUrl' | 'urlInfoV2' | 'expireTime' | 'videoOptions'> & OpenedWatch
const nothingShown: Shown = { ...noAddress, videoOptions: null, ...noWatch }

interface Player {
  /** The player that the same page had before. */
  readonly former: string | undefined
  readonly isStaff: boolean
}

/** What the room shows to whoever is in it, with who that is drawn over it, and a player of its own: an account plays in one place. */
async function shownTo(ctx: CallContext, room: RoomRow, session: Session, { former, isStaff }: Player): Promise<Shown> {
  const source = await findRoomSource(ctx.db, room, null)
  if (!source) return nothingShown
  const { userId } = session
  const opened = await openWatch(ctx, { userId, former, isStaff, lesson: null, roomId: room.id })
  const { urls, mode, film } = source
  const watermark = await findWatermark(ctx.db, session.userId)
  return {
    ...opened,
    ...(opened.otherPlayer ? noAddress : signAddress(ctx, urls, mode)),
    videoOptions: toVideoOptions(ctx, { title: room.title, coverImg: null, duration: 0, watermark, film, mode }),
  }
}

/** Rooms for questions. */
export const answerHandlers: Pick<Handlers<typeof liveApi>, 'answerRoom' | 'checkPassword'> = {
  async answerRoom(ctx, { id, watchId }, session) {
    const now = new Date(ctx.clock.now())
    const room = await getAnswerRoom(ctx, id)
    const { status, message, needPassword, lockedTime, access } = await answerAccess(ctx.db, room, session, now)
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
      ...(isIn && liveInfo.liveStatus === LiveStatus.live
        ? await shownTo(ctx, room, session, { former: watchId, isStaff: access.isStaff })
        : nothingShown),
      ...(isIn
        ? await findHangings(ctx.db, room, { userId: session.userId, isStaff: access.isStaff }, now)
        : { ...nothingHangs, ...findTurns(room, access, now) }),
      ...(isIn ? await openChat(ctx, room, access.userType, session) : noChat),
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
      if (!(await ctx.passwords.verify(password, room.passwordHash, ctx.address))) return false
    } catch (error) {
      await ctx.tx((trx) => returnPasswordTry(trx, room.id, session.userId))
      throw error
    }
    await ctx.tx((trx) => grantRoom(trx, room.id, session.userId, now))
    return true
  },
}
