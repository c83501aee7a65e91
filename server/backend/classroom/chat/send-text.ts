import type { BackendContext, Session } from '#server/backend/context/backend-context.ts'
import { afterCommit } from '#server/backend/db/transaction-guard.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { checkMaySpeak, getPresent, type Present } from './im-room.ts'
import { appendMessage, findSent, lockGroup, type NewMessage } from './message-store.ts'

type Ctx = Pick<BackendContext, 'clock' | 'db' | 'im' | 'messageRate' | 'tx'>

/** What appears of a text: no control characters but line ends, no halves of characters; '' when nothing of it can be seen. */
function visible(text: string): string {
  const clean = text
    .toWellFormed()
    .replace(/[^\P{Cc}\n]/gu, '')
    .trim()
  return /[^\s\p{Cf}]/u.test(clean) ? clean : ''
}

/** Says something in a room; answers its number. The same client id again is the same message, whatever became of its sender. */
export async function sendText(
  ctx: Ctx,
  message: { groupId: string; clientMsgId: string; text: string; at: readonly string[] },
  session: Session,
): Promise<number> {
  const present = await getPresent(ctx, message, session)
  const before = await findSent(ctx.db, present.room.groupId, session.userId, message.clientMsgId)
  if (before !== undefined) return before
  const text = visible(message.text)
  if (text === '') throw new ApiError(Code.Toast, '先写点什么再发送')
  return say(ctx, present, {
    session,
    message: {
      clientMsgId: message.clientMsgId,
      content: { text, at: [...new Set(message.at)] },
    },
  })
}

/** Appends what a user says, within the limits of speaking; `also` is done with it or not at all. */
export async function say(
  ctx: Ctx,
  present: Present,
  {
    session,
    message,
    also,
  }: {
    session: Session
    message: Pick<NewMessage, 'content' | 'customType'> & { clientMsgId: string }
    also?: ((trx: BackendContext['db'], now: Date) => Promise<void>) | undefined
  },
): Promise<number> {
  const { room, access } = present
  const now = new Date(ctx.clock.now())
  checkMaySpeak(present, now)
  await ctx.messageRate.take(session.userId)
  return ctx.tx(async (trx) => {
    await lockGroup(trx, room.groupId)
    const before = await findSent(trx, room.groupId, session.userId, message.clientMsgId)
    if (before !== undefined) return before
    const sent = await appendMessage(trx, room.groupId, {
      message: { ...message, fromUserId: session.userId, userType: access.userType },
      now,
      mayBeMuted: !access.isStaff,
    })
    if (!sent) throw new ApiError(Code.Toast, '你已被禁言，暂时不能发言')
    await also?.(trx, now)
    afterCommit(() => ctx.im.publish(room.groupKey, sent))
    return sent.seq
  })
}
