import type { DatabaseTransaction } from '#server/backend/db/database.ts'

/** A payment that its order didn't take. */
export async function markLate(trx: DatabaseTransaction, paymentId: number): Promise<void> {
  await trx.updateTable('payments').set({ isLate: true }).where('payments.id', '=', paymentId).execute()
}
