import { sql } from 'kysely'
import { OrderStatus } from '#shared/contract/enums.ts'
import { hasMoneyInReview } from '#server/backend/order/payment/money-review-store.ts'
import type { Database } from '#server/backend/db/database.ts'

export const scanned = 100

/** One that somebody else closes right now is left to them. */
const claimMs = 30_000

/** An order whose time is over. */
export interface DueOrder {
  id: number
  expireAt: Date
}

/** Unpaid orders whose time is over, the next ones behind `after`; those are left out whose money waits for a decision. */
export async function listDueOrders(db: Database, after: DueOrder | undefined, now: Date): Promise<DueOrder[]> {
  let query = db
    .selectFrom('orders')
    .select(['orders.id', 'orders.expireAt'])
    .where('orders.status', '=', sql.lit(OrderStatus.waitPayment))
    .where('orders.expireAt', '<=', now)
    .where(sql<boolean>`not ${hasMoneyInReview(sql.ref('orders.id'))}`)
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('orders.expireAt', 'orders.id'), '>', tuple(after.expireAt, after.id)),
    )
  return query.orderBy('orders.expireAt').orderBy('orders.id').limit(scanned).execute()
}

/** Marks that the provider is asked about an order now; false when another process did so a moment ago. */
export async function claimOrder(db: Database, orderId: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('orders')
    .set({ askedAt: now })
    .where('orders.id', '=', orderId)
    .where('orders.status', '=', sql.lit(OrderStatus.waitPayment))
    .where(({ eb, or }) =>
      or([eb('orders.askedAt', 'is', null), eb('orders.askedAt', '<=', new Date(now.getTime() - claimMs))]),
    )
    .returning('orders.id')
    .executeTakeFirst()
  return row !== undefined
}
