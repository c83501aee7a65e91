import type { Selectable } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { OrdersTable } from '#server/backend/db/tables/order-tables.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

export type OrderRow = Selectable<OrdersTable>

const numberForm = /^\d{16,32}$/

/** A learner's order by its number. A foreign and an unknown one are the same error, code 405. */
export async function findOwnOrder(db: Database, userId: number, sn: string | undefined): Promise<OrderRow> {
  if (sn === undefined || !numberForm.test(sn)) throw new ApiError(Code.OrderMismatch)
  const row = await db
    .selectFrom('orders')
    .selectAll('orders')
    .where('orders.sn', '=', sn)
    .where('orders.userId', '=', userId)
    .executeTakeFirst()
  if (!row) throw new ApiError(Code.OrderMismatch)
  return row
}

/** The same, held until the transaction ends. */
export async function lockOwnOrder(trx: Database, userId: number, sn: string): Promise<OrderRow> {
  if (!numberForm.test(sn)) throw new ApiError(Code.OrderMismatch)
  const row = await trx
    .selectFrom('orders')
    .selectAll('orders')
    .where('orders.sn', '=', sn)
    .where('orders.userId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new ApiError(Code.OrderMismatch)
  return row
}

/** Where an order's things are sent, as the address was when it was chosen. */
export async function saveOrderAddress(trx: Database, orderId: number, address: object): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ address: JSON.stringify(address) })
    .where('orders.id', '=', orderId)
    .execute()
}
