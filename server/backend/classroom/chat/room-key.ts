import { setTimeout as wait } from 'node:timers/promises'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { RoomRow } from '#server/backend/classroom/room/room-store.ts'
import { noteEntering } from '#server/backend/classroom/watch/attendance-store.ts'
import type { ImTicket } from '#server/backend/ports/im/im-engine.ts'
import { ApiError } from '#shared/contract/codes.ts'
import type { ImUserType } from '#shared/contract/enums.ts'
import type { ImKey } from '#shared/contract/im-fields.ts'

/** A class isn't held up for longer by a chat service that doesn't answer. */
const patienceMs = 1000

async function makeTicket(
  ctx: CallContext,
  { groupKey }: Pick<RoomRow, 'groupKey'>,
  session: Session,
): Promise<ImTicket | null> {
  try {
    await ctx.limits.take('imJoin', String(session.userId))
    return await ctx.im.ticket({ groupKey, userId: session.userId, sessionId: session.id })
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/**
 * The ticket to a room's chat that goes along when its class is entered; null when none can be had now: the class goes on without,
 * and join-group says why. The caller has checked that they may be in the room, and written them down as one of its people.
 */
export async function findTicket(
  ctx: CallContext,
  room: Pick<RoomRow, 'groupKey'>,
  session: Session,
): Promise<ImTicket | null> {
  const stop = new AbortController()
  try {
    return await Promise.race([
      makeTicket(ctx, room, session),
      wait(patienceMs, null, { signal: stop.signal, ref: false }),
    ])
  } finally {
    stop.abort()
  }
}

/** The same as the calls of the spec carry it (spec §3, IM group). */
export async function findRoomKey(
  ctx: CallContext,
  room: Pick<RoomRow, 'groupKey'>,
  session: Session,
): Promise<ImKey | null> {
  const ticket = await findTicket(ctx, room, session)
  return ticket && { id: room.groupKey, sign: ticket.sign, appId: ticket.appId }
}

/** What answers carry where there is no chat, or not for the caller. */
export const noChat: { readonly groupId: null; readonly im: null } = { groupId: null, im: null }

/** Whoever enters a room becomes one of its people, and gets the key to its chat. The caller has checked that they may. */
export async function openChat(
  ctx: CallContext,
  room: RoomRow,
  userType: ImUserType,
  session: Session,
): Promise<{ groupId: string; im: ImKey | null }> {
  await noteEntering(ctx.db, { roomId: room.id, userId: session.userId, userType }, new Date(ctx.clock.now()))
  return { groupId: room.groupKey, im: await findRoomKey(ctx, room, session) }
}
