import type { Database } from '#server/backend/db/database.ts'

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

/** This gift was given already, by an earlier try. */
export async function hasGiven(db: Database, userId: number, clientMsgId: string): Promise<boolean> {
  const row = await db
    .selectFrom('giftRecords')
    .select('giftRecords.id')
    .where('giftRecords.userId', '=', userId)
    .where('giftRecords.clientMsgId', '=', clientMsgId)
    .executeTakeFirst()
  return row !== undefined
}

/** The record of a gift. */
export async function insertGift(
  trx: Database,
  {
    roomId,
    userId,
    giftId,
    count,
    clientMsgId,
    now,
  }: {
    readonly roomId: number
    readonly userId: number
    readonly giftId: number
    readonly count: number
    readonly clientMsgId: string
    readonly now: Date
  },
): Promise<void> {
  await trx.insertInto('giftRecords').values({ roomId, userId, giftId, count, clientMsgId, at: now }).execute()
}
