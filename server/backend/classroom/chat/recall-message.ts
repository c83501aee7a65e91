import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import { audit } from '#server/backend/audit/audit.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { SystemMessage } from '#shared/contract/enums.ts'
import { getPresent } from './im-room.ts'
import { eraseMessage, lockGroup } from './message-store.ts'
import { appendSystem } from './system-message.ts'

/** Authors have so long to take back what they said; staff aren't bound by it. */
const authorMs = 2 * 60_000

/** Takes a message back for everybody: its words are gone, and a system message says which and by whom. Twice is the same as once. */
export async function recallMessage(
  ctx: Pick<CallContext, 'address' | 'clock' | 'db' | 'im' | 'tx'>,
  { groupId, msgSeq }: { groupId: string; msgSeq: number },
  session: Session,
): Promise<void> {
  const { room, access } = await getPresent(ctx, { groupId }, session)
  const now = new Date(ctx.clock.now())
  await ctx.tx(async (trx) => {
    await lockGroup(trx, room.groupId)
    const only = access.isStaff ? undefined : { author: session.userId, since: new Date(now.getTime() - authorMs) }
    const done = await eraseMessage(trx, room.groupId, { seq: msgSeq, by: session.userId, now, only })
    if (done === undefined) throw new ApiError(Code.NotFound, '没有找到这条消息')
    if (done === 'foreign') throw new ApiError(Code.Toast, '只能撤回自己两分钟内发的消息')
    if (done !== 'erased') return
    await appendSystem(ctx, trx, {
      room,
      type: SystemMessage.recall,
      content: { seqs: [msgSeq], userId: String(session.userId) },
      byUserId: session.userId,
    })
    if (access.isStaff)
      await audit(trx, ctx, {
        session,
        act: {
          action: 'im.recall',
          subject: 'room',
          subjectId: room.id,
          detail: { seq: msgSeq },
        },
      })
  })
}
