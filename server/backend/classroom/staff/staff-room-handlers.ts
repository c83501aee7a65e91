import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import { appendSystem } from '#server/backend/classroom/chat/system-message.ts'
import { lessonStatus } from '#server/backend/classroom/room/live-info.ts'
import { whyUnplayable } from '#server/backend/classroom/room/play-origins.ts'
import { findRoomUrls } from '#server/backend/classroom/room/film-store.ts'
import { roomPath } from '#server/backend/classroom/room/room-path.ts'
import {
  lockRoom,
  setRoomNotice,
  setRoomPassword,
  setRoomUrls,
} from '#server/backend/classroom/room/room-settings-store.ts'
import { ensureLessonRoom } from '#server/backend/classroom/room/lesson-room.ts'
import {
  findLesson,
  findLessonRoom,
  findRoom,
  type LessonRow,
  type RoomRow,
  roomStatus,
} from '#server/backend/classroom/room/room-store.ts'
import { findQqGroup, setQqGroup } from '#server/backend/classroom/lesson/schedule-notice-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { LiveStatus, PeriodKind, RoomKind, SystemMessage } from '#shared/contract/enums.ts'
import type { PlayUrl } from '#shared/contract/play-fields.ts'
import type { RoomSettings, staffRoomApi } from '#shared/contract/staff-room.ts'
import { lessonUrl } from '#shared/rules/room-url.ts'
import type { StaffCallContext } from '#server/backend/audit/staff-call.ts'

interface Which {
  readonly roomId?: number | undefined
  readonly periodId?: number | undefined
  readonly scheduleId?: number | undefined
}

/** A room that is there, or the lesson whose room it will be. */
type Found =
  | { readonly room: RoomRow; readonly lesson?: undefined }
  | { readonly room: undefined; readonly lesson: LessonRow }

interface Change {
  readonly urls?: readonly PlayUrl[] | undefined
  readonly password?: string | null | undefined
  readonly notice?: string | null | undefined
  readonly qqGroup?: string | null | undefined
}

const refuse = (message: string): ApiError => new ApiError(Code.Toast, message)

async function getFound(db: Database, { roomId, periodId, scheduleId }: Which, now: Date): Promise<Found> {
  const room = roomId === undefined ? undefined : await findRoom(db, { id: roomId })
  if (room) return { room }
  const lesson =
    roomId !== undefined || periodId === undefined
      ? undefined
      : await findLesson(db, { periodId, scheduleId, drafts: true }, now)
  if (!lesson || lesson.kind === PeriodKind.video) throw new ApiError(Code.NotFound, '没有找到这间教室')
  const opened = await findLessonRoom(db, lesson)
  return opened ? { room: opened } : { room: undefined, lesson }
}

async function showSettings({ db, clock }: CallContext, { room, lesson }: Found): Promise<RoomSettings> {
  const scheduleId = room ? room.scheduleId : lesson.scheduleId
  const qqGroup = scheduleId === null ? null : await findQqGroup(db, scheduleId)
  if (room) {
    const { id: roomId, kind, title, beginAt, endAt, passwordHash, notice } = room
    const liveStatus = roomStatus(room, clock.now())
    return {
      roomId,
      kind,
      title,
      begDate: beginAt.getTime(),
      endDate: endAt.getTime(),
      liveStatus,
      url: roomPath(room),
      urls: await findRoomUrls(db, roomId),
      hasPassword: passwordHash !== null,
      notice,
      qqGroup,
    }
  }
  const { kind, title, beginAt, endAt, periodId } = lesson
  return {
    roomId: null,
    kind: kind === PeriodKind.aiLive ? RoomKind.aiLive : RoomKind.live,
    title,
    begDate: beginAt?.getTime() ?? null,
    endDate: endAt?.getTime() ?? null,
    liveStatus: lessonStatus(lesson, undefined, clock.now()),
    url: lessonUrl(kind, periodId, scheduleId),
    urls: [],
    hasPassword: false,
    notice: null,
    qqGroup,
  }
}

function checkUrls({ config }: CallContext, urls: readonly PlayUrl[]): void {
  for (const { url } of urls) {
    const why = whyUnplayable(url, config)
    if (why) throw refuse(why)
  }
  if (new Set(urls.map(({ sortNum }) => sortNum)).size < urls.length) throw refuse('每个播放地址的序号要不一样')
}

async function roomOf(trx: DatabaseTransaction, found: Found, now: Date): Promise<RoomRow> {
  const room = found.room ?? (await ensureLessonRoom(trx, found.lesson, now))
  if (!room) throw refuse('这节课还没有排上时间')
  await lockRoom(trx, room.id)
  const locked = await findRoom(trx, { id: room.id })
  if (!locked) throw new ApiError(Code.NotFound, '没有找到这间教室')
  return locked
}

/** Changes a room, and tells who is in it: the notice by its own message; another address or password by the one that makes pages ask anew. */
async function change(
  ctx: StaffCallContext,
  trx: DatabaseTransaction,
  {
    room,
    wanted,
    session,
  }: { room: RoomRow; wanted: Change & { passwordHash: string | null | undefined }; session: Session },
): Promise<void> {
  const { urls, passwordHash, qqGroup } = wanted
  const notice = wanted.notice === undefined ? undefined : wanted.notice?.trim() || null
  if (passwordHash !== undefined && room.kind !== RoomKind.answer) throw refuse('只有答疑室可以设密码')
  if (qqGroup !== undefined && room.scheduleId === null) throw refuse('这间教室没有班级')
  const urlsBefore = await findRoomUrls(trx, room.id)
  const before = { urls: urlsBefore, notice: room.notice, hasPassword: room.passwordHash !== null }
  const asksAnew = [urls !== undefined && (await setRoomUrls(trx, room.id, urls))]
  if (passwordHash !== undefined) {
    await setRoomPassword(trx, room.id, passwordHash)
    asksAnew.push(true)
  }
  if (qqGroup !== undefined && room.scheduleId !== null)
    await setQqGroup(trx, room.scheduleId, qqGroup, new Date(ctx.clock.now()))
  if (notice !== undefined && (await setRoomNotice(trx, room, notice)))
    await appendSystem(ctx, trx, { room, type: SystemMessage.notice, content: { notice }, byUserId: session.userId })
  if (asksAnew.includes(true) && roomStatus(room, ctx.clock.now()) === LiveStatus.live)
    await appendSystem(ctx, trx, { room, type: SystemMessage.aiLive, content: {}, byUserId: session.userId })
  const detail = {
    urls,
    notice,
    qqGroup,
    password: passwordHash === undefined ? undefined : passwordHash === null ? 'cleared' : 'set',
  }
  await ctx.acts.record(trx, { action: 'room.settings', subject: 'room', subjectId: room.id, detail, before })
}

export const staffRoomHandlers: Handlers<typeof staffRoomApi> = {
  async room(ctx, which) {
    return showSettings(ctx, await getFound(ctx.db, which, new Date(ctx.clock.now())))
  },

  // NOTE: hashing a password takes a while, so it stands before the transaction
  async settings(ctx, { roomId, periodId, scheduleId, password, ...wanted }, session) {
    const now = new Date(ctx.clock.now())
    const found = await getFound(ctx.db, { roomId, periodId, scheduleId }, now)
    if (wanted.urls) checkUrls(ctx, wanted.urls)
    const passwordHash = typeof password === 'string' ? await ctx.passwords.hash(password, ctx.address) : password
    const room = await ctx.tx(async (trx) => {
      const its = await roomOf(trx, found, now)
      await change(ctx, trx, { room: its, wanted: { ...wanted, passwordHash }, session })
      return findRoom(trx, { id: its.id })
    })
    if (!room) throw new ApiError(Code.NotFound, '没有找到这间教室')
    return showSettings(ctx, { room })
  },
}
