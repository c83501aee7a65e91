import type { BackendContext, Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { CustomMessage } from '#shared/contract/enums.ts'
import { getPresent } from './im-room.ts'
import { findSent } from './message-store.ts'
import { say } from './send-text.ts'

interface Gift {
  id: number
  name: string
  img: string
}

/** Gifts that can be given, in their order. */
export function listGifts(db: Database): Promise<Gift[]> {
  return db
    .selectFrom('gifts')
    .select(['gifts.id', 'gifts.name', 'gifts.img'])
    .where('gifts.enabled', '=', true)
    .orderBy('gifts.sort')
    .orderBy('gifts.id')
    .execute()
}

/** Gives a gift: its record and its message are written together. A retry by the same client id gives none. */
export async function giveGift(
  ctx: Pick<BackendContext, 'clock' | 'db' | 'im' | 'messageRate' | 'tx'>,
  { groupId, giftId, count, clientMsgId }: { groupId: string; giftId: number; count: number; clientMsgId: string },
  session: Session,
): Promise<void> {
  const present = await getPresent(ctx, { groupId }, session)
  const { room } = present
  if ((await findSent(ctx.db, room.groupId, session.userId, clientMsgId)) !== undefined) return
  const given = await ctx.db
    .selectFrom('giftRecords')
    .select('giftRecords.id')
    .where('giftRecords.userId', '=', session.userId)
    .where('giftRecords.clientMsgId', '=', clientMsgId)
    .executeTakeFirst()
  if (given) return
  const gift = (await listGifts(ctx.db)).find(({ id }) => id === giftId)
  if (!gift) throw new ApiError(Code.NotFound, '没有这个礼物')
  const content = { giftId, name: gift.name, img: gift.img, count }
  await say(ctx, present, {
    session,
    message: { clientMsgId, customType: CustomMessage.gift, content },
    also: async (trx, now) => {
      await trx
        .insertInto('giftRecords')
        .values({ roomId: room.id, userId: session.userId, giftId, count, clientMsgId, at: now })
        .execute()
    },
  })
}
