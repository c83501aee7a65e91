import type { DatabaseTransaction } from '#server/backend/db/database.ts'

/** Locks a learner, so that what they own stays as it is. */
export async function lockLearner(trx: DatabaseTransaction, userId: number): Promise<void> {
  await trx.selectFrom('users').select('users.id').where('users.id', '=', userId).forNoKeyUpdate().execute()
}

/** Holds a learner beside others who do the same; whoever locks them waits. */
export async function shareLearner(trx: DatabaseTransaction, userId: number): Promise<void> {
  await trx.selectFrom('users').select('users.id').where('users.id', '=', userId).forKeyShare().execute()
}
