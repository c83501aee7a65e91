import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import type { OrderStatus } from '#shared/contract/enums.ts'
import type { OrderRow } from '#server/backend/order/checkout/own-order-store.ts'

/** A list counts so many orders beyond its page and no further: a learner with very many doesn't wait for their number. */
const countedAhead = 200

/** One page of a learner's orders, the newest first; `status` narrows it. Both ways are a scan of an index from the page's first row on. */
export async function listOrders(
  db: Database,
  userId: number,
  status: OrderStatus | undefined,
  page: PageInput,
): Promise<OrderRow[]> {
  let ids = db.selectFrom('orders').select('orders.id').where('orders.userId', '=', userId)
  if (status !== undefined) ids = ids.where('orders.status', '=', status)
  const rows = await ids.orderBy('orders.id', 'desc').limit(rowsOf(page)).offset(offsetOf(page)).execute()
  if (rows.length === 0) return []
  return db
    .selectFrom('orders')
    .selectAll('orders')
    .where(
      'orders.id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('orders.id', 'desc')
    .execute()
}

/** How many orders there are, as far as they are counted: all up to the page's end, and `countedAhead` more. */
export async function countOrders(
  db: Database,
  userId: number,
  status: OrderStatus | undefined,
  page: PageInput,
): Promise<number> {
  let inner = db.selectFrom('orders').select(sql`1`.as('one')).where('orders.userId', '=', userId)
  if (status !== undefined) inner = inner.where('orders.status', '=', status)
  const row = await db
    .selectFrom(inner.limit(offsetOf(page) + page.pageSize + countedAhead).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}
