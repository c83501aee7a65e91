import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { MistakeSource } from '#shared/contract/enums.ts'
import type { ExamAnswer } from '#shared/contract/exam-fields.ts'
import type { ReviewProgress } from './review-schedule.ts'

/** One answer to a mistake. */
interface Review {
  readonly userId: number
  readonly questionId: number
  /** The browser's own, or the exam's. */
  readonly clientKey: string
  readonly answer: ExamAnswer
  readonly isRight: boolean
  readonly dueBefore: string
  readonly dueAfter: string
}

/** What was answered under a browser's key already. */
export async function findReview(
  db: Database,
  { userId, questionId, clientKey }: { userId: number; questionId: number; clientKey: string },
): Promise<{ isRight: boolean; dueAfter: string } | undefined> {
  return db
    .selectFrom('mistakeReviews')
    .select(['mistakeReviews.isRight', 'mistakeReviews.dueAfter'])
    .where('mistakeReviews.userId', '=', userId)
    .where('mistakeReviews.questionId', '=', questionId)
    .where('mistakeReviews.clientKey', '=', clientKey)
    .executeTakeFirst()
}

/** Keeps answers; those whose key is there already stay as they are. */
export async function insertReviews(trx: Database, reviews: readonly Review[], now: Date): Promise<void> {
  if (reviews.length === 0) return
  await trx
    .insertInto('mistakeReviews')
    .values(reviews.map(({ answer, ...review }) => ({ ...review, answer: JSON.stringify(answer), reviewedAt: now })))
    .onConflict((conflict) => conflict.columns(['userId', 'questionId', 'clientKey']).doNothing())
    .execute()
}

/**
 * Puts questions into a learner's book; those that are in it stay as they are. All of them are held from then on, so that of
 * two who write one the second finds what the first left. Give them in the order of their numbers.
 */
export async function insertMistakes(
  trx: Database,
  userId: number,
  mistakes: readonly (ReviewProgress & { questionId: number; paperId: number; source: MistakeSource })[],
  now: Date,
): Promise<void> {
  if (mistakes.length === 0) return
  await trx
    .insertInto('mistakes')
    .values(mistakes.map((mistake) => ({ ...mistake, userId, createdAt: now, updatedAt: now })))
    // a row that isn't updated is locked all the same; `do nothing` would hold none, and lose one that is just being taken out
    .onConflict((conflict) =>
      conflict.columns(['userId', 'questionId']).doUpdateSet({ updatedAt: now }).where(sql<boolean>`false`),
    )
    .execute()
}
