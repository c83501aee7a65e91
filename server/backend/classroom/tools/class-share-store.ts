import type { Database } from '#server/backend/db/database.ts'

/** A class was shared, once a day and way. */
export async function insertShare(
  db: Database,
  {
    roomId,
    userId,
    day,
    channel,
  }: { readonly roomId: number; readonly userId: number; readonly day: string; readonly channel: 'link' | 'qr' },
): Promise<void> {
  await db
    .insertInto('liveShares')
    .values({ roomId, userId, day, channel })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
