import { audit } from '#server/backend/audit/audit.ts'
import { appendSystem } from '#server/backend/classroom/chat/system-message.ts'
import { answerAccess } from '#server/backend/classroom/access/answer-room-access.ts'
import { findRoom, type RoomRow, roomStatus } from '#server/backend/classroom/room/room-store.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { afterCommit } from '#server/backend/db/transaction-guard.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import type { AnswerQueue, answerQueueApi } from '#shared/contract/answer-queue.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { AnswerRoomStatus, LiveStatus, RoomKind, SystemMessage } from '#shared/contract/enums.ts'
import {
  callPlace,
  endPlace,
  insertPlace,
  keepPlaces,
  listQueue,
  lockQueue,
  mostWaiting,
  type QueueRow,
} from './answer-queue-store.ts'
import { findStanding, newsOf, showQueue } from './queue-standing.ts'

/** Outside the room nobody is named in full. */
function shortName(nickname: string): string {
  return `${[...nickname][0] ?? ''}**`
}

interface Present {
  readonly room: RoomRow
  readonly isStaff: boolean
  /** By their ids. */
  readonly hereIds: readonly number[]
}

/** Who is in the room by their sockets; the caller is, too. */
async function findHere(ctx: CallContext, room: RoomRow, session: Session): Promise<number[]> {
  const online = await ctx.im.onlineUserIds(room.groupKey)
  return [session.userId, ...online.map(Number).filter(Number.isSafeInteger)]
}

/** The room of which the caller is in; 404 and 4004 for others, as its page says. */
async function getPresent(ctx: CallContext, id: number, session: Session): Promise<Present> {
  const room = await findRoom(ctx.db, { id })
  if (room?.kind !== RoomKind.answer) throw new ApiError(Code.NotFound, '没有找到这间答疑室')
  const { status, message, access } = await answerAccess(ctx.db, room, session, new Date(ctx.clock.now()))
  if (status !== AnswerRoomStatus.granted) throw new ApiError(Code.Toast, message || '请先输入答疑室的密码')
  return { room, isStaff: access.isStaff, hereIds: await findHere(ctx, room, session) }
}

async function getStaff(ctx: CallContext, id: number, session: Session): Promise<Present> {
  const present = await getPresent(ctx, id, session)
  if (!present.isStaff) throw new ApiError(Code.Toast, '只有老师和助教可以叫号')
  return present
}

/**
 * Shows a queue after the places of who is gone have ended; changes it under its lock, which a look doesn't need. Everybody in the room is
 * told of what changed.
 */
async function change(
  ctx: CallContext,
  { room, isStaff, hereIds }: Present,
  session: Session,
  act?: (trx: DatabaseTransaction, rows: QueueRow[], now: Date) => Promise<void>,
): Promise<AnswerQueue> {
  return ctx.tx(async (trx) => {
    const now = new Date(ctx.clock.now())
    if (act) await lockQueue(trx, room.id)
    const lost = await keepPlaces(trx, room.id, hereIds, now)
    if (act) await act(trx, await listQueue(trx, room.id), now)
    const standing = await findStanding(trx, room.id)
    if (act || lost > 0) afterCommit(() => ctx.im.tellQueue(room.groupKey, newsOf(standing, now)))
    return showQueue(standing, { userId: session.userId, isStaff, hereIds }, now)
  })
}

/** Queueing in rooms for questions. */
export const answerQueueHandlers: Handlers<typeof answerQueueApi> = {
  async queue(ctx, { id }, session) {
    return change(ctx, await getPresent(ctx, id, session), session)
  },

  async state(ctx, { id }) {
    const now = new Date(ctx.clock.now())
    const room = await findRoom(ctx.db, { id })
    if (room?.kind !== RoomKind.answer) throw new ApiError(Code.NotFound, '没有找到这间答疑室')
    if (!room.isOpen || roomStatus(room, now.getTime()) !== LiveStatus.live) return null
    const { waiting, currentName, expectedWaitSec } = newsOf(await findStanding(ctx.db, room.id), now)
    return { waiting, currentName: currentName && shortName(currentName), expectedWaitSec }
  },

  async join(ctx, { id, question }, session) {
    const present = await getPresent(ctx, id, session)
    if (present.isStaff) throw new ApiError(Code.Toast, '老师和助教不用排队')
    return change(ctx, present, session, async (trx, rows, now) => {
      const isIn = rows.some(({ userId }) => userId === session.userId)
      if (!isIn && rows.length >= mostWaiting) throw new ApiError(Code.Toast, '排队的人已经满了，请过一会儿再来')
      await insertPlace(trx, { roomId: id, userId: session.userId, question }, now)
    })
  },

  async leave(ctx, { id }, session) {
    return change(ctx, await getPresent(ctx, id, session), session, async (trx, rows, now) => {
      const own = rows.find(({ userId }) => userId === session.userId)
      if (own) await endPlace(trx, own.id, own.calledAt ? 'answered' : 'left', now)
    })
  },

  async call(ctx, { id, current, entryId }, session) {
    const present = await getStaff(ctx, id, session)
    return change(ctx, present, session, async (trx, rows, now) => {
      const on = rows.find(({ calledAt }) => calledAt !== null)
      if ((on?.id ?? null) !== current) return
      const next = rows.find((row) => row.calledAt === null && (entryId === undefined || row.id === entryId))
      if (!next) throw new ApiError(Code.Toast, entryId === undefined ? '没有人在排队' : '这位同学已经离开队伍')
      if (on) await endPlace(trx, on.id, 'answered', now)
      await callPlace(trx, next.id, session.userId, now)
      const called = { userId: String(next.userId) }
      await appendSystem(ctx, trx, {
        room: present.room,
        type: SystemMessage.queueCall,
        content: called,
        byUserId: session.userId,
      })
      await audit(trx, ctx, {
        session,
        act: {
          action: 'queue.call',
          subject: 'room',
          subjectId: id,
          detail: { entryId: next.id, picked: entryId !== undefined },
        },
      })
    })
  },

  async end(ctx, { id, current }, session) {
    return change(ctx, await getStaff(ctx, id, session), session, async (trx, rows, now) => {
      const on = rows.find((row) => row.id === current && row.calledAt !== null)
      if (!on || !(await endPlace(trx, on.id, 'answered', now))) return
      await audit(trx, ctx, {
        session,
        act: {
          action: 'queue.end',
          subject: 'room',
          subjectId: id,
          detail: { entryId: on.id },
        },
      })
    })
  },
}
