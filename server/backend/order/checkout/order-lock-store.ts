import type { Selectable } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import type { OrdersTable } from '#server/backend/db/tables/order-tables.ts'

export type Order = Selectable<OrdersTable>

/**
 * Locks orders for a change of their money, in the order that everybody keeps: users, classes, orders. The users and classes
 * are held as well because rows that name them are written later, and whoever changes them may wait for the order.
 * `seats: 'change'` when a seat may be given back; `learner: 'alone'` when what the learner owns decides, so that their orders
 * are completed one after another. Answers the orders by key as they are now; an unknown key is left out.
 */
export async function lockOrders(
  trx: DatabaseTransaction,
  orderIds: readonly number[],
  seats: 'keep' | 'change' = 'keep',
  learner: 'shared' | 'alone' = 'shared',
): Promise<Map<number, Order>> {
  if (orderIds.length === 0) return new Map()
  // neither the learner nor the class of an order ever changes
  const found = await trx
    .selectFrom('orders')
    .select(['orders.userId', 'orders.scheduleId'])
    .where('orders.id', 'in', orderIds)
    .execute()
  const userIds = found.map((row) => row.userId)
  if (userIds.length > 0) {
    const users = trx.selectFrom('users').select('users.id').where('users.id', 'in', userIds).orderBy('users.id')
    await (learner === 'alone' ? users.forNoKeyUpdate() : users.forKeyShare()).execute()
  }
  const scheduleIds = found.flatMap((row) => row.scheduleId ?? [])
  if (scheduleIds.length > 0) {
    const schedules = trx
      .selectFrom('classSchedules')
      .select('classSchedules.id')
      .where('classSchedules.id', 'in', scheduleIds)
      .orderBy('classSchedules.id')
    await (seats === 'change' ? schedules.forNoKeyUpdate() : schedules.forKeyShare()).execute()
  }
  const orders = await trx
    .selectFrom('orders')
    .selectAll('orders')
    .where('orders.id', 'in', orderIds)
    .orderBy('orders.id')
    .forNoKeyUpdate()
    .execute()
  return new Map(orders.map((order) => [order.id, order]))
}

/** Locks one order as `lockOrders` does; undefined when there is none. */
export async function lockOrder(
  trx: DatabaseTransaction,
  orderId: number,
  seats: 'keep' | 'change' = 'keep',
): Promise<Order | undefined> {
  return (await lockOrders(trx, [orderId], seats)).get(orderId)
}

/** Locks one order together with its learner, so that what the learner owns stays as it is; undefined when there is none. */
export async function lockOrderOfLearner(trx: DatabaseTransaction, orderId: number): Promise<Order | undefined> {
  return (await lockOrders(trx, [orderId], 'keep', 'alone')).get(orderId)
}
