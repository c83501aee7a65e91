import type { BackendContext, Session } from '#server/backend/context/backend-context.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { CustomMessage } from '#shared/contract/enums.ts'
import { getPresent } from './im-room.ts'
import { findSent } from './message-store.ts'
import { say } from './send-text.ts'
import { listGifts, hasGiven, insertGift } from './gift-store.ts'

/** Gives a gift: its record and its message are written together. A retry by the same client id gives none. */
export async function giveGift(
  ctx: Pick<BackendContext, 'clock' | 'db' | 'im' | 'messageRate' | 'tx'>,
  { groupId, giftId, count, clientMsgId }: { groupId: string; giftId: number; count: number; clientMsgId: string },
  session: Session,
): Promise<void> {
  const present = await getPresent(ctx, { groupId }, session)
  const { room } = present
  if ((await findSent(ctx.db, room.groupId, session.userId, clientMsgId)) !== undefined) return
  const given = await hasGiven(ctx.db, session.userId, clientMsgId)
  if (given) return
  const gift = (await listGifts(ctx.db)).find(({ id }) => id === giftId)
  if (!gift) throw new ApiError(Code.NotFound, '没有这个礼物')
  const content = { giftId, name: gift.name, img: gift.img, count }
  await say(ctx, present, {
    session,
    message: { clientMsgId, customType: CustomMessage.gift, content },
    also: async (trx, now) => {
      await insertGift(trx, { roomId: room.id, userId: session.userId, giftId, count, clientMsgId, now })
    },
  })
}
