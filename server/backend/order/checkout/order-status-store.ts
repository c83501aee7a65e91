import type { Database } from '#server/backend/db/database.ts'
import type { Order } from './order-lock-store.ts'

/** Where an order stands at the moment, unlocked; undefined when there is none. */
export function findOrderStatus(db: Database, orderId: number): Promise<Pick<Order, 'status'> | undefined> {
  return db.selectFrom('orders').select('orders.status').where('orders.id', '=', orderId).executeTakeFirst()
}
