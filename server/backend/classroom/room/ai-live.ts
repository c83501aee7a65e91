import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import type { Database } from '#server/backend/db/database.ts'
import { noChat, openChat } from '#server/backend/classroom/chat/room-key.ts'
import { attendRoom } from '#server/backend/classroom/watch/attendance.ts'
import { noteEntering } from '#server/backend/classroom/watch/attendance-store.ts'
import { keepLease } from '#server/backend/classroom/watch/keep-lease.ts'
import { findWatermark, toVideoOptions } from '#server/backend/classroom/watch/lesson-film.ts'
import { noWatch } from '#server/backend/classroom/watch/open-watch.ts'
import { noAddress, signAddress } from '#server/backend/classroom/watch/sign-address.ts'
import { forgedMessage, requireWatch } from '#server/backend/classroom/watch/watch-facts.ts'
import { releaseLease, updateBeat, type WatchRow } from '#server/backend/classroom/watch/watch-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { CheckCode, type ImUserType, LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import type { AiLiveInfo, liveApi } from '#shared/contract/live.ts'
import { isEvaluationOpen } from '#server/backend/classroom/tools/evaluation-store.ts'
import { findLessonSource } from './lesson-source.ts'
import { type LessonVisit, requireLogin, visitLesson } from './lesson-visit.ts'
import { findLiveInfo, noLiveInfo } from './live-info.ts'
import { openPicture } from './open-picture.ts'
import { findHangings, nothingHangs } from './room-extras.ts'
import { ensureLessonRoom } from './lesson-room.ts'
import { type LessonRow, type RoomRow, roomStatus } from './room-store.ts'

const secondMs = 1000

const noRoom: AiLiveInfo = {
  checkCode: CheckCode.noCourse,
  message: '没有找到这节课，可能已经下架',
  aiLiveStatus: LiveStatus.notFound,
  watchStartTime: { timeSec: 0 },
  ...noAddress,
  videoOptions: null,
  liveInfo: noLiveInfo,
  ...nothingHangs,
  ...noChat,
  canEvaluate: false,
  ...noWatch,
}

/** The film of a room that is looked into: whether it is on or not, and without a player. */
async function showPreview(
  ctx: CallContext,
  lesson: LessonRow,
  room: RoomRow | undefined,
  session: Session | undefined,
): Promise<Partial<AiLiveInfo>> {
  const source = await findLessonSource(ctx.db, lesson, room, { now: ctx.clock.now(), isPreview: true })
  if (!source?.film) return {}
  const { urls, mode, film } = source
  const begin = room?.beginAt ?? lesson.beginAt
  const end = room?.endAt ?? lesson.endAt
  const duration = begin && end ? Math.round((end.getTime() - begin.getTime()) / secondMs) : (film.durationSec ?? 0)
  const watermark = await findWatermark(ctx.db, session?.userId)
  // whoever holds the sealed address of a preview may look for its hour, signed in or not
  const openness = { isOpen: true }
  const shown = { title: lesson.title, coverImg: null, duration, watermark, film, mode }
  return { ...signAddress(ctx, urls, mode, openness), videoOptions: toVideoOptions(ctx, shown, openness) }
}

/** What there is to see for who comes to a film on the clock. */
async function pictureOf(
  ctx: CallContext,
  { lesson, access, isIn, isPreview }: LessonVisit,
  { room, session, former }: { room: RoomRow | undefined; session: Session | undefined; former: string | undefined },
): Promise<Partial<AiLiveInfo>> {
  if (isPreview) return showPreview(ctx, lesson, room, session)
  if (!isIn || !room || !session) return {}
  const player = { userId: session.userId, former, isStaff: access.isStaff }
  const { watchStartTime: _time, isReplay: _replay, ...picture } = await openPicture(ctx, lesson, room, player)
  return picture
}

/** What was said is read after the class; nobody joins it any more. */
async function chatOf(
  ctx: CallContext,
  room: RoomRow,
  userType: ImUserType,
  session: Session,
): Promise<Pick<AiLiveInfo, 'groupId' | 'im'>> {
  return roomStatus(room, ctx.clock.now()) === LiveStatus.ended
    ? { groupId: room.groupKey, im: null }
    : openChat(ctx, room, userType, session)
}

/** Keeps the account's lease for a player of this room, or gives it back when it goes; undefined when another player has taken over. */
async function keepPlayer(
  ctx: CallContext,
  player: { watchId: string; roomId: number; isLeaving: boolean },
  session: Session,
  now: Date,
): Promise<WatchRow | undefined> {
  const watch = await requireWatch(ctx.db, player.watchId, session.userId)
  if (watch.roomId !== player.roomId) throw new ApiError(Code.Toast, forgedMessage)
  const isKept = await keepLease(ctx, watch, session, now)
  if (player.isLeaving) await releaseLease(ctx.db, watch.id, now)
  return isKept ? watch : undefined
}

interface Attending {
  readonly room: RoomRow
  readonly lesson: LessonRow
  readonly watch: WatchRow
  readonly userId: number
  readonly isPaused: boolean
}

/** What was attended since the player was last heard of; answers the seconds. */
async function attend(trx: Database, { room, lesson, watch, userId, isPaused }: Attending, now: Date): Promise<number> {
  const { id: roomId, beginAt } = room
  const given = {
    userId,
    periodId: lesson.periodId,
    scheduleId: lesson.scheduleId,
    roomId,
    beginAt,
    endAt: room.endedAt ?? room.endAt,
    isOver: room.endedAt !== null,
  }
  return (await attendRoom(trx, { ...given, since: watch.beatAt, isPaused }, now)).playedSec
}

/** A lesson's room; 404 for a lesson that isn't there, or that isn't the caller's. */
async function getOwnVisit(
  ctx: CallContext,
  asked: { periodId: number; scheduleId?: number | undefined },
  session: Session,
): Promise<LessonVisit> {
  const visit = await visitLesson(ctx, asked, session)
  if (!visit) throw new ApiError(Code.NotFound, '没有找到这节课')
  if (!visit.isIn) throw new ApiError(Code.Toast, visit.access.message)
  return visit
}

/** Films that run on the class's clock (录播直播). */
export const aiHandlers: Pick<Handlers<typeof liveApi>, 'aiInfo' | 'peopleCount' | 'aiReport'> = {
  async aiInfo(ctx, { watchId, ...asked }, session) {
    requireLogin(session, asked)
    const visit = await visitLesson(ctx, asked, session)
    if (visit?.lesson.kind !== PeriodKind.aiLive) return noRoom
    const { lesson, access, isIn, isPreview } = visit
    const now = new Date(ctx.clock.now())
    const room = visit.room ?? (isIn ? await ctx.tx((trx) => ensureLessonRoom(trx, lesson, now)) : undefined)
    const liveInfo = await findLiveInfo(ctx.db, lesson, room, now)
    const begin = (room?.beginAt ?? lesson.beginAt)?.getTime() ?? now.getTime()
    const isOn = liveInfo.liveStatus === LiveStatus.live
    return {
      checkCode: isPreview ? CheckCode.pass : access.checkCode,
      message: isPreview ? '' : access.message,
      aiLiveStatus: liveInfo.liveStatus,
      watchStartTime: { timeSec: isOn ? (now.getTime() - begin) / secondMs : 0 },
      ...noAddress,
      videoOptions: null,
      ...noWatch,
      ...(await pictureOf(ctx, visit, { room, session, former: watchId })),
      liveInfo,
      ...(room && (isIn || isPreview)
        ? await findHangings(ctx.db, room, { userId: session?.userId, isStaff: access.isStaff }, now)
        : nothingHangs),
      ...(isIn && room && session ? await chatOf(ctx, room, access.userType, session) : noChat),
      canEvaluate:
        isIn &&
        !access.isStaff &&
        session !== undefined &&
        (await isEvaluationOpen(ctx.db, lesson, session.userId, now)),
    }
  },

  async peopleCount(ctx, asked, session) {
    const { room } = await getOwnVisit(ctx, asked, session)
    return room ? ctx.im.onlineCount(room.groupKey) : 0
  },

  async aiReport(ctx, { event, watchId, isPaused = false, ...asked }, session) {
    const { room, access, lesson } = await getOwnVisit(ctx, asked, session)
    const now = new Date(ctx.clock.now())
    const watch =
      room && watchId !== undefined
        ? await keepPlayer(ctx, { watchId, roomId: room.id, isLeaving: event === 'leave' }, session, now)
        : undefined
    if (room && watchId !== undefined && !watch) return false
    // before anybody has opened it, and where no film runs on the clock, there is nothing to count
    if (!room || lesson.kind !== PeriodKind.aiLive || roomStatus(room, ctx.clock.now()) !== LiveStatus.live) return true
    await noteEntering(ctx.db, { roomId: room.id, userId: session.userId, userType: access.userType }, now)
    // what no player plays nobody watches; from their coming on it counts
    if (!watch) return true
    const playedSec =
      event === 'enter' ? 0 : await attend(ctx.db, { room, lesson, watch, userId: session.userId, isPaused }, now)
    await updateBeat(ctx.db, watch.id, now, playedSec)
    return true
  },
}
