import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * A learner has one open order of a product, whether it waits for its first money or for the rest. An unpaid one beside a
 * partly paid one is closed and gives back what it held. Deposits are reminded of twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create temporary table doubled_orders on commit drop as
  select o.id, o.schedule_id from orders o where o.status = 0
    and exists (select 1 from orders part
      where part.user_id = o.user_id and part.product_id = o.product_id and part.order_kind = o.order_kind and part.status = 2);
update orders set status = 5, cancelled_at = now(), version = version + 1 where id in (select id from doubled_orders);
update class_schedules s set enrolled = greatest(s.enrolled - d.seats, 0)
  from (select schedule_id, count(*) as seats from doubled_orders where schedule_id is not null group by schedule_id) d
  where d.schedule_id = s.id;
update user_coupons set state = case when valid_until > now() then 1 else 4 end, order_id = null
  where state = 2 and order_id in (select id from doubled_orders);
update deposits set state = 1, used_order_id = null where state = 2 and used_order_id in (select id from doubled_orders);
update deposit_offers f set sold = greatest(f.sold - d.closed, 0)
  from (select offer_id, count(*) as closed from deposits where state = 0 and order_id in (select id from doubled_orders)
    group by offer_id) d
  where d.offer_id = f.id;
update deposits set state = 5 where state = 0 and order_id in (select id from doubled_orders);
insert into order_logs (order_id, event, from_status, to_status, actor, note, at)
  select id, 'cancelled', 0, 5, 'system', '该课程已有一个部分支付的订单，此订单已关闭', now() from doubled_orders;

-- money that still comes for one of these goes back in full, as for every closed order
update payments set status = 4, ask_at = null where status = 1 and order_id in (select id from doubled_orders);
drop index orders_one_unpaid_uq;
create unique index orders_one_open_uq on orders (user_id, product_id, order_kind) where status in (0, 2);

alter table deposits add column reminded_last_at timestamptz;
`,
  )
}
