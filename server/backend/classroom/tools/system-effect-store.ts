import { sql } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import type { Offer } from './offer-store.ts'

/** What was shown in a room, and by whom. */
export async function insertPush(
  trx: DatabaseTransaction,
  {
    roomId,
    offer,
    userId,
    now,
  }: {
    readonly roomId: number
    readonly offer: Pick<Offer, 'kind' | 'refId'>
    readonly userId: number
    readonly now: Date
  },
): Promise<void> {
  await trx
    .insertInto('livePushes')
    .values({ roomId, kind: offer.kind, refId: offer.refId, pushedBy: userId, at: now })
    .execute()
}

/** Somebody of the school. */
export function findUser(trx: DatabaseTransaction, userId: number): Promise<{ id: number } | undefined> {
  return trx.selectFrom('users').select('users.id').where('users.id', '=', userId).executeTakeFirst()
}

/** What hangs in a room in words. */
export async function setNotice(trx: DatabaseTransaction, notice: string | null, roomId: number): Promise<void> {
  await sql`update live_rooms set notice = ${notice} where id = ${roomId}`.execute(trx)
}
