import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * A course that was deducted from a bundle's price lasts at least as long as the bundle; its own end is kept for the bundle's
 * refund. Those that ended earlier and are still there follow their bundles from now on. Payments are found
 * by the number that bills give them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table enrolments add column own_end_at timestamptz, -- without what bundles add; null: end_at is its own
  add constraint enrolments_own_end_ck check (own_end_at is null or end_at is null or end_at > own_end_at);
update enrolments e set own_end_at = e.end_at, end_at = n.end_at
from (
  select e.id, case when bool_or(b.end_at is null) then null else max(b.end_at) end as end_at
  from enrolments e
  join order_items i on i.product_id = e.product_id and i.state = 3
  join orders o on o.id = i.order_id and o.user_id = e.user_id and o.status in (1, 4)
  join enrolments b on b.order_id = o.id and b.product_id = o.product_id and b.status = 1 and b.order_item_id is null
  where e.status = 1 and e.end_at > now()
  group by e.id) n
where n.id = e.id and (n.end_at is null or n.end_at > e.end_at);

create index payments_provider_no_ix on payments (provider_out_trade_no) where provider_out_trade_no is not null;
`,
  )
}
