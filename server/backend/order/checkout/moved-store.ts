import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { enrolled } from '#server/backend/db/predicates.ts'
import { ItemState } from '#shared/contract/enums.ts'
import type { Order } from './order-lock-store.ts'

/** SQL reads alone: the product or one of the courses has changed hands since the order's price was computed. */
export async function hasMoved(
  db: Database,
  { id, userId, productId }: Pick<Order, 'id' | 'userId' | 'productId'>,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean }>`
    with owned as (
      select e.product_id from enrolments e where e.user_id = ${userId} and ${enrolled('e', now)})
    select exists (select 1 from owned where product_id = ${productId})
      or exists (select 1 from order_items i where i.order_id = ${id} and i.state in (${sql.lit(ItemState.sold)}, ${sql.lit(ItemState.ownedBefore)})
        and (i.state = ${sql.lit(ItemState.ownedBefore)}) <> exists (select 1 from owned where product_id = i.product_id)) as moved`.execute(
    db,
  )
  return rows[0]?.moved === true
}
