import type { Database } from '#server/backend/db/database.ts'

/** A refund request of an order; undefined when it isn't one of its. */
export async function findRequest(
  db: Database,
  orderId: number,
  id: number,
): Promise<{ id: number; state: number; decidedAt: Date | null; decidedBy: number | null } | undefined> {
  return db
    .selectFrom('refundRequests')
    .select(['refundRequests.id', 'refundRequests.state', 'refundRequests.decidedAt', 'refundRequests.decidedBy'])
    .where('refundRequests.id', '=', id)
    .where('refundRequests.orderId', '=', orderId)
    .executeTakeFirst()
}
