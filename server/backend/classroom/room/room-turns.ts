import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { appendSystem } from '#server/backend/classroom/chat/system-message.ts'
import { audit } from '#server/backend/audit/audit.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { CheckCode, LiveStatus, RoomKind, SystemMessage } from '#shared/contract/enums.ts'
import type { liveApi } from '#shared/contract/live.ts'
import { answerAccess } from '#server/backend/classroom/access/answer-room-access.ts'
import { mayEnterRoom } from '#server/backend/classroom/access/room-access.ts'
import { earlyMs, mayStart, reopenRoom, reopenUntil } from './room-end.ts'
import { startRoom } from './room-end-store.ts'
import { lockRoom } from './room-settings-store.ts'
import { findRoom, type RoomRow, roomStatus } from './room-store.ts'

const refuse = (message: string): ApiError => new ApiError(Code.Toast, message)

/** The room, for its staff; a room for questions that is over is closed to them, too, and this opens it. Locked until the commit. */
async function staffRoom(ctx: CallContext, groupId: string, session: Session, now: Date): Promise<RoomRow> {
  const found = await findRoom(ctx.db, { groupKey: groupId })
  if (!found) throw new ApiError(Code.NotFound, '没有找到这间教室')
  await lockRoom(ctx.db, found.id)
  const room = (await findRoom(ctx.db, { id: found.id })) ?? found
  const { access } =
    room.kind === RoomKind.answer
      ? await answerAccess(ctx.db, room, session, now)
      : { access: await mayEnterRoom(ctx.db, session, room, now) }
  if (!access.isStaff || (room.kind !== RoomKind.answer && access.checkCode !== CheckCode.pass))
    throw refuse('只有老师和助教可以这样做')
  return room
}

/** Everybody's page moves on by the same message as when a stream begins. */
async function tellItIsOn(ctx: CallContext, room: RoomRow, session: Session, action: string): Promise<void> {
  const trx = ctx.db as DatabaseTransaction
  await appendSystem(ctx, trx, {
    room,
    type: SystemMessage.aiLive,
    content: { status: LiveStatus.live },
    byUserId: session.userId,
  })
  await audit(trx, ctx, { session, act: { action, subject: 'room', subjectId: room.id } })
}

/** What the room's staff do to its course against the clock: whoever may end a class may begin it early, and take its end back. */
export const turnHandlers: Pick<Handlers<typeof liveApi>, 'start' | 'reopen'> = {
  async start(ctx, { groupId }, session) {
    const now = new Date(ctx.clock.now())
    const room = await staffRoom(ctx, groupId, session, now)
    const status = roomStatus(room, now.getTime())
    if (status === LiveStatus.live) return true
    if (status === LiveStatus.ended) throw refuse('这节课已经结束')
    if (room.kind === RoomKind.aiLive) throw refuse('录播直播按时间开始')
    if (!mayStart(room, now.getTime())) throw refuse(`最早可以提前 ${earlyMs / 3_600_000} 小时开始`)
    if (await startRoom(ctx.db, room.id, now)) await tellItIsOn(ctx, room, session, 'live.start')
    return true
  },

  async reopen(ctx, { groupId }, session) {
    const now = new Date(ctx.clock.now())
    const room = await staffRoom(ctx, groupId, session, now)
    const status = roomStatus(room, now.getTime())
    if (status === LiveStatus.live) return true
    if (status === LiveStatus.notStarted) throw refuse('这节课还没有开始')
    if (reopenUntil(room, now.getTime()) === null)
      throw refuse(room.kind === RoomKind.aiLive ? '录播直播的时间已经过了' : '下课超过半小时，不能再继续')
    if (await reopenRoom(ctx.db, room, now)) await tellItIsOn(ctx, room, session, 'live.reopen')
    return true
  },
}
