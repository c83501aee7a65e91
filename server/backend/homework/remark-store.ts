import type { Database } from '#server/backend/db/database.ts'
import { mostRemarks } from '#shared/contract/text-lengths.ts'

/** What somebody often writes, the newest first. */
export async function listRemarks(db: Database, userId: number): Promise<{ id: number; words: string }[]> {
  return db
    .selectFrom('homeworkRemarks')
    .select(['homeworkRemarks.id', 'homeworkRemarks.words'])
    .where('homeworkRemarks.userId', '=', userId)
    .orderBy('homeworkRemarks.id', 'desc')
    .limit(mostRemarks)
    .execute()
}

export async function insertRemark(trx: Database, userId: number, words: string, now: Date): Promise<void> {
  await trx
    .insertInto('homeworkRemarks')
    .values({ userId, words, createdAt: now })
    .onConflict((conflict) => conflict.columns(['userId', 'words']).doNothing())
    .execute()
}

export async function deleteRemark(trx: Database, userId: number, id: number): Promise<void> {
  await trx
    .deleteFrom('homeworkRemarks')
    .where('homeworkRemarks.userId', '=', userId)
    .where('homeworkRemarks.id', '=', id)
    .execute()
}
