import type { Database } from '#server/backend/db/database.ts'

/** Whether what is written in a plate waits for somebody to look at it. */
export async function plateNeedsReview(trx: Database, plateId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('forumPlates')
    .select('forumPlates.needsReview')
    .where('forumPlates.id', '=', plateId)
    .executeTakeFirst()
  return row?.needsReview ?? true
}
