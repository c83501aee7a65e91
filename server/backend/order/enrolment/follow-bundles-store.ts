import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { EnrolmentStatus, ItemState, OrderStatus } from '#shared/contract/enums.ts'

/**
 * Courses that weren't sold with a bundle, because the learner had them, last at least as long as it: each ends with the last
 * one of its own time and of the bundles that took it off their price. To be called when the learner has got one of the
 * products or such a bundle, and when a bundle is taken back: then its courses end by themselves again, maybe at once.
 */
export async function followBundles(
  trx: Database,
  { userId, productIds, now }: { userId: number; productIds: readonly number[]; now: Date },
): Promise<void> {
  await sql`
    update enrolments e set end_at = n.end_at, own_end_at = case when n.end_at is distinct from n.own_end_at then n.own_end_at end
    from (
      select e.id, coalesce(e.own_end_at, e.end_at) as own_end_at,
        case when bool_or(b.is_for_good) then null else greatest(coalesce(e.own_end_at, e.end_at), max(b.end_at)) end as end_at
      from enrolments e
      left join lateral (
        select b.end_at, b.end_at is null as is_for_good from enrolments b
        join orders o on o.id = b.order_id and o.product_id = b.product_id and o.status in (${sql.lit(OrderStatus.allPaid)}, ${sql.lit(OrderStatus.partRefund)})
        join order_items i on i.order_id = o.id and i.state = ${sql.lit(ItemState.ownedBefore)}
        where b.user_id = ${userId} and b.status = ${sql.lit(EnrolmentStatus.active)} and b.order_item_id is null and i.product_id = e.product_id
          and (b.end_at is null or b.end_at > ${now})) b on true
      where e.user_id = ${userId} and e.product_id = any(${productIds}::bigint[]) and e.status = ${sql.lit(EnrolmentStatus.active)}
        and (e.end_at is null or e.end_at > ${now}) and coalesce(e.own_end_at, e.end_at) is not null
      group by e.id) n
    where n.id = e.id and n.end_at is distinct from e.end_at`.execute(trx)
}
