import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { mayEnterRoom } from '#server/backend/classroom/access/room-access.ts'
import type { RoomRow } from '#server/backend/classroom/room/room-store.ts'
import { audit } from '#server/backend/audit/audit.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { SystemMessage } from '#shared/contract/enums.ts'
import { getStaffPresent } from './im-room.ts'
import { lockGroup } from './message-store.ts'
import { appendSystem } from './system-message.ts'
import { mute, unmute, findMember } from './mute-store.ts'

const minuteMs = 60_000

/** Whoever keeps order in a room can't be silenced there. */
async function checkIsNoStaff(db: Database, room: RoomRow, userId: number, now: Date): Promise<void> {
  const user = await findMember(db, userId)
  if (!user) throw new ApiError(Code.NotFound, '没有找到这位成员')
  const member = { id: '', userId, isStaff: false, isAdmin: user.isAdmin, roles: [] }
  const { isStaff } = await mayEnterRoom(db, member, room, now)
  if (isStaff) throw new ApiError(Code.Toast, '不能禁言老师和助教')
}

/** Silences somebody in a room, for some minutes or until further notice, or lets them speak again; everybody is told of a change. */
export async function setMute(
  ctx: CallContext,
  input: { groupId: string; userId: string; isEstoppel: boolean; minutes?: number | undefined },
  session: Session,
): Promise<void> {
  const { room } = await getStaffPresent(ctx, input, session)
  const now = new Date(ctx.clock.now())
  const userId = Number(input.userId)
  if (!Number.isSafeInteger(userId)) throw new ApiError(Code.NotFound, '没有找到这位成员')
  // whoever came to keep order after they were muted doesn't lift it themselves
  if (userId === session.userId) throw new ApiError(Code.Toast, '不能对自己禁言或解除禁言')
  if (input.isEstoppel) await checkIsNoStaff(ctx.db, room, userId, now)
  const untilAt =
    input.isEstoppel && input.minutes !== undefined ? new Date(now.getTime() + input.minutes * minuteMs) : null
  await ctx.tx(async (trx) => {
    await lockGroup(trx, room.groupId)
    const isChanged = input.isEstoppel
      ? await mute(trx, room.groupId, { userId, by: session.userId, untilAt, now })
      : await unmute(trx, room.groupId, { userId, by: session.userId, now })
    if (!isChanged) return
    const change = { userId: input.userId, isEstoppel: input.isEstoppel, untilTime: untilAt?.getTime() ?? null }
    await appendSystem(ctx, trx, { room, type: SystemMessage.mute, content: change, byUserId: session.userId })
    await audit(trx, ctx, {
      session,
      act: {
        action: input.isEstoppel ? 'im.mute' : 'im.unmute',
        subject: 'room',
        subjectId: room.id,
        detail: change,
      },
    })
  })
}
