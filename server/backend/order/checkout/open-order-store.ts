import type { Database } from '#server/backend/db/database.ts'

/** Takes back an order that was made in this transaction. */
export async function deleteOrder(trx: Database, orderId: number): Promise<void> {
  await trx.deleteFrom('orders').where('orders.id', '=', orderId).execute()
}

/** The whole row of an order that is there. */
export function getOrder(trx: Database, orderId: number) {
  return trx.selectFrom('orders').selectAll('orders').where('orders.id', '=', orderId).executeTakeFirstOrThrow()
}
