import type { Database } from '#server/backend/db/database.ts'

/** The order by which a deposit was paid. */
export function getDepositOrder(db: Database, depositId: number): Promise<{ orderId: number }> {
  return db
    .selectFrom('deposits')
    .select('deposits.orderId')
    .where('deposits.id', '=', depositId)
    .executeTakeFirstOrThrow()
}
